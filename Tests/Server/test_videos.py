# SPDX-License-Identifier: Apache-2.0
"""Videos in the body."""

import http.client
import json
import os
import resource
import socket
import time
import unittest

from media import Clip
from service import TASKS, VIDEO, Server, ServerTest, photo, printed_of_video


def with_broken_frame(video, number):
    """A Y4M in which a frame does not begin as frames do."""
    parts = video.split(b"FRAME\n")
    return b"FRAME\n".join(parts[: number + 1]) + b"XXXXX\n" + b"FRAME\n".join(parts[number + 1 :])


class VideoTest(ServerTest):
    def ask(self, video, path="/v1/face-detector", kind="video/x-yuv4mpeg", **headers):
        return self.server.ask(path, video, "POST", Content_Type=kind, **headers)

    def open(self, video, path="/v1/pose-landmarker"):
        return self.server.open(path, video, Content_Type="video/mp4")

    def assertLinesOfTheCommandLine(self, answer, printed):
        """The same lines byte for byte, but for the words of an error."""
        self.assertEqual((answer[0], answer[1]["Content-Type"]), (200, "application/x-ndjson"), answer[2][:200])
        lines, expected = answer[2].splitlines(), printed.splitlines()
        self.assertEqual(len(lines), len(expected))
        for line, other in zip(lines, expected):
            if b'"error"' in other:
                self.assertEqual(set(json.loads(line)), {"source", "error"})
                self.assertEqual(json.loads(line)["source"], "-")
            else:
                self.assertEqual(line, other)


class Videos(VideoTest):
    options = ["--max-body", "2000000", "--max-pixels", "1000000"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.clip = Clip(20).y4m()  # 2.3 MB, more than a body that is no video may have

    def test_lines_are_those_of_the_command_line(self):
        for task in TASKS:
            self.assertLinesOfTheCommandLine(self.ask(self.clip, f"/v1/{task}"), printed_of_video(task, self.clip))

    def test_tables_are_those_of_the_command_line(self):
        for task in TASKS:
            status, headers, body = self.ask(self.clip, f"/v1/{task}", Accept="text/csv")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/csv"))
            self.assertEqual(body, printed_of_video(task, self.clip, form="csv"), task)

    def test_options(self):
        for query, options in [
            ("face-landmarker?numFaces=1&outputFaceBlendshapes=true", ["--num-faces", "1", "--output-face-blendshapes"]),
            ("pose-landmarker?smoothing=none&fields=boundingBoxes,trackIDs",
             ["--smoothing", "none", "--fields", "boundingBoxes,trackIDs"]),
            ("face-detector?start=0.2", ["--start", "0.2"]), ("face-detector?duration=0.2", ["--duration", "0.2"]),
            ("face-detector?every=3", ["--every", "3"]), ("face-detector?every=1", []),
            ("pose-landmarker?start=0.1&duration=0.4&every=2", ["--start", "0.1", "--duration", "0.4", "--every", "2"]),
        ]:
            expected = printed_of_video(query.partition("?")[0], self.clip, *options)
            self.assertLinesOfTheCommandLine(self.ask(self.clip, f"/v1/{query}"), expected)

    def test_wrong_options(self):
        for query, word in [("start=-1", "start"), ("start=x", "start"), ("duration=-1", "duration"), ("every=0", "every"),
                            ("every=1.5", "every"), ("every=1&every=1", "every"), ("foo=1", "foo"), ("start=nan", "start"),
                            ("duration=inf", "duration")]:
            self.assertProblem(self.ask(self.clip, f"/v1/face-detector?{query}"), 400, word)
        for name in ["start=0", "duration=1", "every=2"]:
            answer = self.server.ask(f"/v1/face-detector?{name}", photo())
            self.assertProblem(answer, 400, name.partition("=")[0])

    def test_other_frames(self):
        full = Clip(3).y4m(" XCOLORRANGE=FULL")
        odd = Clip(3, 255, 201).y4m()
        for video in [full, odd]:
            for task in ["face-landmarker", "pose-landmarker"]:
                self.assertLinesOfTheCommandLine(self.ask(video, f"/v1/{task}"), printed_of_video(task, video))

    def test_a_damaged_end_is_the_last_line(self):
        broken = with_broken_frame(self.clip, 12)
        for task in TASKS:
            answer = self.ask(broken, f"/v1/{task}")
            self.assertLinesOfTheCommandLine(answer, printed_of_video(task, broken))
            self.assertIn("error", json.loads(answer[2].splitlines()[12]))
        table = self.ask(broken, Accept="text/csv")
        self.assertEqual((table[0], len(table[2].splitlines())), (200, 14))
        cut = self.clip[: len(self.clip) * 2 // 3]
        self.assertLinesOfTheCommandLine(self.ask(cut), printed_of_video("face-detector", cut))

    def test_what_is_no_video(self):
        for body in [b"", b"\0", b"text" * 999, bytes(100_000), b"\0\0\0\x18ftypmp42" + bytes(1000),
                     b"RIFF\xff\xff\xff\x7fAVI LIST", b"\x1aE\xdf\xa3" + b"\xff" * 1000]:
            self.assertProblem(self.ask(body, kind="video/mp4"), 400)
        self.assertProblem(self.ask(b"", kind="video/mp4"), 400, "The video is empty")
        empty = self.clip[:40]
        self.assertLinesOfTheCommandLine(self.ask(empty), printed_of_video("face-detector", empty))
        self.assertEqual(self.ask(self.clip)[0], 200)

    def test_a_video_of_too_many_pixels(self):
        huge = b"YUV4MPEG2 W30000 H30000 F25:1 Ip A1:1 C420\nFRAME\n" + bytes(100_000)
        self.assertIn(self.ask(huge)[0], (400, 413))
        large = b"YUV4MPEG2 W1024 H1024 F25:1 Ip A1:1 C420\n" + (b"FRAME\n" + bytes(1024 * 1536)) * 2
        answer = self.ask(large)
        self.assertTrue(answer[0] == 413 or b'"error"' in answer[2], answer)
        self.assertNotIn(b"detections", answer[2])

    def test_no_drawings(self):
        for accept in ["image/png", "image/*", "text/html"]:
            self.assertProblem(self.ask(self.clip, Accept=accept), 406)
        for accept in ["application/x-ndjson", "application/json", "*/*"]:
            self.assertEqual(self.ask(self.clip, Accept=accept)[1]["Content-Type"], "application/x-ndjson")

    def test_types(self):
        for kind in ["video/mp4", "Video/WebM", "video/none; codecs=x", "video/x"]:
            self.assertEqual(self.ask(self.clip, kind=kind)[0], 200)
        self.assertProblem(self.ask(self.clip, kind="audio/mp4"), 415)

    def test_lines_come_while_frames_are_worked_on(self):
        start = time.monotonic()
        answer = self.open(Clip(100).y4m())
        times = [time.monotonic() - start for _ in answer]
        self.server.leave(answer)
        self.assertEqual(len(times), 100)
        self.assertLess(times[0], times[-1] / 2)
        self.assertLess(times[50], times[-1] * 0.9)

    def test_images_are_answered_meanwhile(self):
        answer = self.open(Clip(150).y4m())
        answer.readline()
        self.assertEqual(self.server.ask("/v1/face-detector", photo())[0], 200)
        rest = answer.readlines()
        self.server.leave(answer)
        self.assertEqual((len(rest), json.loads(rest[-1])["frame"]), (149, 149))
        self.assertEqual(self.server.ask("/healthz")[0], 200)

    def test_a_client_that_goes_away_stops_the_work(self):
        video = Clip(600, 160, 120, 90, 40).y4m()
        before = self.server.descriptors()
        for lines in [0, 3, 20]:
            answer = self.open(video)
            for _ in range(lines):
                answer.readline()
            self.server.leave(answer)
            time.sleep(0.5)
            self.assertTrue(self.server.rests(within=1.5))
            self.assertEqual(self.ask(self.clip)[0], 200)
        self.assertTrue(self.server.closes_all(before))

    def test_the_work_waits_for_a_client_that_does_not_read(self):
        video = Clip(600).y4m()
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
            client.sendall(b"POST /v1/face-landmarker HTTP/1.1\r\nHost: localhost\r\nContent-Type: video/mp4\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(video) + video)
            self.assertIn(b" 200 ", client.recv(100))
            self.assertTrue(self.server.rests())
            before, read = self.server.seconds_of_work(), 0
            while read < 12_000_000:
                read += len(client.recv(1_000_000))
            self.assertGreater(self.server.seconds_of_work() - before, 0.3, "nothing was left to do")

    def test_descriptors_are_closed(self):
        self.ask(self.clip)
        before = self.server.descriptors()
        for body in [self.clip, b"garbage" * 100, with_broken_frame(self.clip, 3), self.clip[:70_000]] * 3:
            self.ask(body)
        self.assertTrue(self.server.closes_all(before))

    def test_no_other_file_or_address_is_opened(self):
        """What FFmpeg reads as a list of files or addresses is no video here."""
        with socket.create_server(("127.0.0.1", 0)) as trap:
            trap.settimeout(0.3)
            address = f"http://127.0.0.1:{trap.getsockname()[1]}/a.y4m"
            for body in LISTS:
                for target in [address, "file:///proc/self/exe", "/etc/passwd"]:
                    answer = self.ask(body.replace("TARGET", target).encode(), kind="video/mp4")
                    self.assertProblem(answer, 400)
                    self.assertNotIn(b"No such file", answer[2])
            with self.assertRaises(TimeoutError):
                trap.accept()


LISTS = [
    "ffconcat version 1.0\nfile 'TARGET'\n",
    "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nTARGET\n#EXT-X-ENDLIST\n",
    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nTARGET\n",
    "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    (
        '<?xml version="1.0"?><MPD type="static"><Period duration="PT1S"><AdaptationSet mimeType="video/mp4">'
        '<Representation id="1" bandwidth="1"><BaseURL>TARGET</BaseURL></Representation></AdaptationSet></Period></MPD>'
    ),
    '<smil><body><video src="TARGET"/></body></smil>', "[playlist]\nFile1=TARGET\nNumberOfEntries=1\n",
]


class Limits(VideoTest):
    options = ["--max-videos", "1", "--max-video", "100000000", "--body-timeout", "1"]

    def test_too_large(self):
        self.assertProblem(self.server.ask("/v1/faces", b"", "POST", Content_Type="video/mp4", Content_Length="100000001"),
                           413, "--max-video")
        client = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            pieces = (bytes(1_000_000) for _ in range(200))
            client.request("POST", "/v1/faces", pieces, {"Content-Type": "video/mp4"}, encode_chunked=True)
            self.assertEqual(client.getresponse().status, 413)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The server may close before everything is sent.
        client.close()

    def test_too_many(self):
        video, small = Clip(200).y4m(), Clip(2).y4m()
        first = self.open(video)
        first.readline()
        second = self.ask(small)
        self.assertProblem(second, 503, "--max-videos")
        self.assertIn("Retry-After", second[1])
        self.assertEqual(self.server.ask("/v1/faces", photo())[0], 200)
        self.assertEqual(len(first.readlines()), 199)
        self.server.leave(first)
        self.assertEqual(self.ask(small)[0], 200)
        for wrong in [b"garbage", b"", with_broken_frame(small, 1)] * 2:
            self.assertNotEqual(self.ask(wrong)[0], 503)

    def test_a_full_disk(self):
        """A limit of the size of files stands for the disk."""
        process, kind = self.server.process.pid, resource.RLIMIT_FSIZE
        limits = resource.prlimit(process, kind)
        self.addCleanup(resource.prlimit, process, kind, limits)
        resource.prlimit(process, kind, (1000, limits[1]))
        answer = self.ask(bytes(5000))
        self.assertProblem(answer, 503, "cannot be stored")
        self.assertNotIn("Retry-After", answer[1])

    def test_an_upload_that_stops_is_given_up(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as slow:
            slow.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Type: video/mp4\r\n"
                         b"Content-Length: 100000\r\n\r\nYUV4MPEG2")
            answer = slow.recv(1000)
        self.assertTrue(answer == b"" or b" 408 " in answer, answer)
        self.assertEqual(self.ask(Clip(2).y4m())[0], 200)

    def test_an_upload_that_is_broken_off_is_forgotten(self):
        before = self.server.descriptors()
        for _ in range(6):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
                client.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Type: video/mp4\r\n"
                               b"Content-Length: 1000000\r\n\r\n" + bytes(500_000))
            time.sleep(0.2)
        self.assertTrue(self.server.closes_all(before))
        self.assertEqual(self.ask(Clip(2).y4m())[0], 200)

    @unittest.skipUnless(VIDEO, "no video was given")
    def test_a_compressed_video(self):
        with open(VIDEO, "rb") as file:
            video = file.read()
        for start, task in enumerate(TASKS):
            printed = printed_of_video(task, video, "--start", f"{start}", "--duration", "0.3")
            self.assertLinesOfTheCommandLine(self.ask(video, f"/v1/{task}?start={start}&duration=0.3"), printed)
        for part in [video[: len(video) * 2 // 3], video[:1000], video[len(video) // 2 :]]:
            printed, answer = printed_of_video("face-detector", part, "--every", "20"), self.ask(part, "/v1/face-detector?every=20")
            if b'"frame"' in printed:
                self.assertLinesOfTheCommandLine(answer, printed)
            else:
                self.assertProblem(answer, 400)


class Failures(unittest.TestCase):
    def test_the_log_says_why_the_server_failed_and_the_answer_does_not(self):
        server = Server()
        os.rmdir(server.folder.name)
        status, _, body = server.ask("/v1/faces", b"YUV4MPEG2", Content_Type="video/mp4")
        os.mkdir(server.folder.name)
        self.assertEqual(status, 500)
        self.assertNotIn(b"temporary", body)
        self.assertIn("No temporary file can be made", server.messages())
        self.assertEqual(server.stop(logged=1)[0], 0)


class TimeLimit(VideoTest):
    options = ["--timeout", "0.000001"]

    def test_an_image_that_takes_too_long_would_do_so_again(self):
        answer = self.server.ask("/v1/faces", photo())
        self.assertProblem(answer, 503, "--timeout")
        self.assertNotIn("Retry-After", answer[1])

    def test_a_frame_that_takes_too_long_is_the_last_line(self):
        clip = Clip(3).y4m()
        for task in TASKS:
            status, headers, body = self.ask(clip, f"/v1/{task}")
            self.assertEqual((status, headers["Content-Type"]), (200, "application/x-ndjson"))
            (line,) = map(json.loads, body.splitlines())
            self.assertEqual(set(line), {"source", "error"})
            self.assertIn("--timeout", line["error"])
        self.assertEqual(len(self.ask(clip, Accept="text/csv")[2].splitlines()), 2)
