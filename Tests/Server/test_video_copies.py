# SPDX-License-Identifier: Apache-2.0
"""Annotated copies of videos, streamed as fragmented MP4."""

import http.client
import json
import os
import random
import socket
import subprocess
import tempfile
import time
import unittest

from media import SILENCE, Clip, avi_with_sound
from service import PROGRAM, VIDEO, command_line, photo
from test_videos import VideoTest, with_broken_frame


def boxes(data, start=0, end=None):
    """The boxes of a part of an MP4: kind and content of each."""
    end = len(data) if end is None else end
    while start < end:
        size, kind, head = int.from_bytes(data[start : start + 4], "big"), data[start + 4 : start + 8].decode(), 8
        if size == 1:
            size, head = int.from_bytes(data[start + 8 : start + 16], "big"), 16
        if size == 0:
            size = end - start
        assert head <= size <= end - start, (kind, size, start)
        yield kind, data[start + head : start + size]
        start += size


def samples(video):
    """The compressed frames, one after the other."""
    return b"".join(content for kind, content in boxes(video) if kind == "mdat")


def tracks(video):
    (moov,) = [content for kind, content in boxes(video) if kind == "moov"]
    return sum(kind == "trak" for kind, _ in boxes(moov))


def annotated(task, video, *options):
    """The copy that the command line writes, and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "clip.video"), "wb") as file:
            file.write(video)
        arguments = [PROGRAM, task, "clip.video", "--running-mode", "video", "--annotate", "drawn.mp4", "--quiet", *options]
        run = subprocess.run(arguments, cwd=folder, capture_output=True)
        assert run.returncode == 0, run.stderr
        with open(os.path.join(folder, "drawn.mp4"), "rb") as file:
            return file.read()


def times_of_frames(video):
    text, _ = command_line("face-detector", {"clip.video": video}, "--running-mode", "video", "--format", "json")
    return [json.loads(line)["timestampInMilliseconds"] for line in text.splitlines()]


class CopyTest(VideoTest):
    def copy(self, video, path="/v1/face-detector", **headers):
        return self.ask(video, path, Accept="video/mp4", **headers)


class VideoCopies(CopyTest):
    options = ["--max-videos", "1"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.clip = Clip(40).y4m()

    def copy(self, video, path="/v1/face-detector", **headers):
        """A copy as soon as the place of the video before is free."""
        while True:
            try:
                answer = super().copy(video, path, **headers)
            except (BrokenPipeError, ConnectionResetError):
                continue  # It was refused while it was sent.
            if answer[0] != 503:
                return answer
            time.sleep(0.1)

    def test_the_frames_are_those_of_the_command_line(self):
        """Two frames: with more, x264 weighs their blocks by memory that it has not set, and its bytes vary."""
        clip = Clip(2).y4m()
        for query, options in [
            ("face-detector", []), ("face-landmarker?numFaces=1&labels=none", ["--num-faces", "1", "--labels", "none"]),
            ("pose-landmarker?background=blur", ["--background", "blur"]), ("pose-landmarker?worldView=true", ["--world-view"]),
            ("holistic-landmarker?background=%2300ff00", ["--background", "#00ff00"]), ("hand-landmarker", []),
            ("faces?every=2", ["--every", "2"]),
        ]:
            status, headers, body = self.copy(clip, f"/v1/{query}")
            self.assertEqual((status, headers["Content-Type"]), (200, "video/mp4"), body[:300])
            self.assertNotIn("Content-Length", headers)
            self.assertEqual(samples(body), samples(annotated(query.partition("?")[0], clip, *options)), query)

    def test_it_consists_of_fragments_and_keeps_the_times(self):
        clip = Clip(100).y4m()
        video = self.copy(clip)[2]
        kinds = [kind for kind, _ in boxes(video)]
        self.assertEqual(kinds[:2], ["ftyp", "moov"])
        self.assertGreater(kinds.count("moof"), 4)
        self.assertEqual(kinds.count("moof"), kinds.count("mdat"))
        self.assertEqual(times_of_frames(video), times_of_frames(clip))

    def test_it_comes_while_it_is_made(self):
        start, times = time.monotonic(), []
        answer = self.server.open("/v1/pose-landmarker", Clip(150).y4m(), Content_Type="video/mp4", Accept="video/mp4")
        while answer.read1(100_000):
            times.append(time.monotonic() - start)
        self.server.leave(answer)
        self.assertGreater(len(times), 5)
        self.assertLess(times[0], times[-1] / 2)

    def test_what_fails_in_the_middle_breaks_the_connection_off(self):
        broken = with_broken_frame(Clip(100).y4m(), 80)
        answer = self.server.open("/v1/face-detector", broken, Content_Type="video/mp4", Accept="video/mp4")
        self.assertEqual(answer.status, 200)
        with self.assertRaises((http.client.IncompleteRead, ConnectionResetError)):
            answer.read()
        self.server.leave(answer)
        self.assertEqual(self.copy(self.clip)[0], 200)

    def test_old_clients_see_it_too(self):
        """In HTTP/1.0, the end of the connection is that of the answer."""
        broken = with_broken_frame(Clip(100).y4m(), 80)
        for video, fails in [(broken, True), (self.clip, False)]:
            self.copy(self.clip)
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as client:
                client.sendall(b"POST /v1/face-detector HTTP/1.0\r\nHost: localhost\r\nContent-Type: video/mp4\r\n"
                               b"Accept: video/mp4\r\nContent-Length: %d\r\n\r\n" % len(video) + video)
                try:
                    while client.recv(1 << 20):
                        pass
                    self.assertFalse(fails)
                except ConnectionResetError:
                    self.assertTrue(fails)

    def test_what_fails_at_the_beginning_has_a_status(self):
        for body in [b"garbage" * 100, self.clip[:40], with_broken_frame(self.clip, 0)]:
            self.assertProblem(self.copy(body), 400)
        self.assertProblem(self.copy(self.clip, "/v1/pose-landmarker?background=none"), 400, "background", "MP4")
        tiny = b"YUV4MPEG2 W1 H1 F25:1 Ip A1:1 C420\n" + (b"FRAME\n" + bytes(3)) * 3
        self.assertProblem(self.copy(tiny), 400, "1x1")

    def test_only_a_video_is_answered_with_one(self):
        self.assertProblem(self.server.ask("/v1/face-detector", photo(), Accept="video/mp4"), 406, "image/png")
        for accept in ["video/*", "text/html, video/mp4;q=0.9, */*;q=0.1"]:
            self.assertEqual(self.ask(self.clip, Accept=accept)[1]["Content-Type"], "video/mp4")
        self.assertProblem(self.ask(self.clip, Accept="video/webm"), 406, "video/mp4")

    def test_a_client_that_goes_away_stops_the_work(self):
        video = Clip(600, 160, 120, 90, 40).y4m()
        before = self.server.descriptors()
        for size in [0, 1000]:
            answer = self.server.open("/v1/pose-landmarker", video, Content_Type="video/mp4", Accept="video/mp4")
            answer.read(size)
            self.server.leave(answer)
            time.sleep(0.5)
            self.assertTrue(self.server.rests(within=2))
            self.assertEqual(self.copy(self.clip)[0], 200)
        self.assertTrue(self.server.closes_all(before))

    def test_the_work_waits_for_a_client_that_does_not_read(self):
        noise, size = random.Random(7), 256 * 256 * 3 // 2
        frames = [noise.randbytes(size) for _ in range(150)]
        video = b"YUV4MPEG2 W256 H256 F25:1 Ip A1:1 C420\n" + b"".join(b"FRAME\n" + frame for frame in frames)
        self.copy(self.clip)
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
            client.sendall(b"POST /v1/face-detector?range=short HTTP/1.1\r\nHost: localhost\r\nContent-Type: video/mp4\r\n"
                           b"Accept: video/mp4\r\nContent-Length: %d\r\n\r\n" % len(video) + video)
            self.assertIn(b" 200 ", client.recv(100))
            self.assertTrue(self.server.rests(60))
            before, read, part = self.server.seconds_of_work(), 0, b""
            while not part.endswith(b"0\r\n\r\n"):
                part = client.recv(1_000_000)
                read += len(part)
            self.assertGreater(read, 6_000_000)
            self.assertGreater(self.server.seconds_of_work() - before, 0.1, "nothing was left to do")

    def test_all_sound_is_copied_though_frames_are_looked_ahead(self):
        for frames in [10, 60]:
            packets = frames * 16000 // 25 // 1024
            status, _, copy = self.copy(avi_with_sound(frames, packets), "/v1/redact")
            self.assertEqual(status, 200, copy[:300])
            self.assertEqual(tracks(copy), 2)
            self.assertGreaterEqual(copy.count(SILENCE), packets)

    def test_sound_that_does_not_fit_is_refused_where_it_can_be_left_out(self):
        clip = avi_with_sound(10, samples=bytes(12800))
        self.assertProblem(self.copy(clip, "/v1/redact"), 415, "pcm_s16le", ".mov or .mkv", "sound=drop")
        for path in ["/v1/redact?sound=drop", "/v1/face-detector"]:
            status, _, copy = self.copy(clip, path)
            self.assertEqual((status, tracks(copy)), (200, 1), copy[:300])
        lines = self.ask(clip, "/v1/redact", Accept="application/x-ndjson")
        self.assertEqual(lines[0], 200)

    @unittest.skipUnless(VIDEO, "no video was given")
    def test_a_compressed_video_keeps_its_sound(self):
        with open(VIDEO, "rb") as file:
            video = file.read()
        copy = self.copy(video, "/v1/face-detector?duration=2")[2]
        self.assertEqual(tracks(copy), tracks(annotated("face-detector", video, "--duration", "2")))


class CopyTimeLimit(CopyTest):
    options = ["--timeout", "0.000001"]

    def test_a_first_frame_that_takes_too_long(self):
        self.assertProblem(self.copy(Clip(3).y4m()), 503, "--timeout")
