# SPDX-License-Identifier: Apache-2.0
"""Recordings of videos and of their results."""

import io
import json
import os
import re
import resource
import socket
import struct
import subprocess
import tempfile
import zipfile

from media import Clip
from service import PROGRAM, ServerTest, printed_of_video

LINES = "application/x-ndjson"
TYPES = {"bvh": "text/plain", "glb": "model/gltf-binary", "vrma": "model/gltf-binary", "trc": "text/plain", "mot": "text/plain",
         "pose": "application/octet-stream", "livelink": "text/csv", "table": "text/csv", "csv": "text/csv",
         "openpose": "application/zip"}
ENDINGS = {"livelink": "livelink.csv", "table": "csv", "openpose": "zip"}


def written(source, data, name, *options):
    """The files that the command line writes, by their names."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, source)
        with open(path, "wb") as file:
            file.write(data)
        subprocess.run([PROGRAM, "capture", path, "--output", os.path.join(folder, "out", name), "--quiet", *options],
                       capture_output=True, check=True)
        files = {}
        for place, _, names in os.walk(os.path.join(folder, "out")):
            for found in names:
                with open(os.path.join(place, found), "rb") as file:
                    files[found] = file.read()
        return files


class CaptureTest(ServerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.video = Clip(12).y4m()
        cls.lines = printed_of_video("holistic-landmarker", cls.video, "--output-face-blendshapes", "--num-people", "1")

    def record(self, query, body=None, kind=LINES, **headers):
        return self.server.ask(f"/v1/capture?{query}", self.lines if body is None else body, Content_Type=kind, **headers)

    def repeated(self, count):
        """The same frames again and again, 25 a second."""
        frames = [json.loads(line) for line in self.lines.splitlines()]
        numbered = ({**frames[index % len(frames)], "timestampInMilliseconds": 40 * index} for index in range(count))
        return "\n".join(map(json.dumps, numbered)).encode()


class Capture(CaptureTest):
    def assertAlike(self, files, others):
        self.assertEqual(list(files), list(others))
        for name, data in files.items():
            self.assertTrue(data == others[name], name)

    def test_each_format_of_lines_is_that_of_the_command_line(self):
        for name, kind in TYPES.items():
            status, headers, body = self.record(f"format={name}")
            self.assertEqual((status, headers["Content-Type"]), (200, kind), (name, body[:200]))
            ending = ENDINGS.get(name, name)
            self.assertEqual(headers["Content-Disposition"], f'attachment; filename="recording.{ending}"')
            self.assertEqual(int(headers["Content-Length"]), len(body))
            files = written("clip.jsonl", self.lines, "recording_json" if name == "openpose" else f"recording.{ending}")
            if name == "openpose":
                archive = zipfile.ZipFile(io.BytesIO(body))
                self.assertAlike({member: archive.read(member) for member in sorted(archive.namelist())}, dict(sorted(files.items())))
                self.assertEqual(len(files), 12)
            else:
                self.assertAlike({f"recording.{ending}": body}, files)

    def test_files_of_videos_are_those_of_the_command_line(self):
        for name in ["bvh", "trc", "livelink", "table"]:
            status, _, body = self.record(f"format={name}&numPeople=1", self.video, "video/x-yuv4mpeg")
            self.assertEqual(status, 200, body[:200])
            ending = ENDINGS.get(name, name)
            files = written("clip.y4m", self.video, f"recording.{ending}", "--num-people", "1")
            self.assertAlike({f"recording.{ending}": body}, files)

    def test_options_of_cleaning(self):
        for query, options in [
            ("smooth=none&keepOutliers=true&maxGap=0&minDuration=0", ["--smooth", "none", "--keep-outliers", "--max-gap", "0", "--min-duration", "0"]),
            ("smooth=3", ["--smooth", "3"]), ("rate=50&inPlace=true&freeFeet=true", ["--rate", "50", "--in-place", "--free-feet"]),
            ("jointNames=unity&cameraFov=41", ["--joint-names", "unity", "--camera-fov", "41"]),
            ("constantBones=true&smooth=median", ["--constant-bones", "--smooth", "median"]),
        ]:
            status, _, body = self.record(f"format=bvh&{query}")
            self.assertEqual(status, 200, body[:200])
            self.assertAlike({"recording.bvh": body}, written("clip.jsonl", self.lines, "recording.bvh", *options))
        part = self.record("format=table&start=0.2&duration=0.2&minDuration=0", self.video, "video/x-yuv4mpeg")
        self.assertEqual(part[0], 200)
        self.assertLess(len({row.split(b",")[1] for row in part[2].splitlines()[1:]}), 12)

    def two_people(self):
        """The same person twice."""
        lines = []
        for line in self.lines.splitlines():
            frame = json.loads(line)
            for name, value in frame.items():
                if isinstance(value, list):
                    frame[name] = value * 2
            frame["trackIDs"] = [1, 2]
            lines.append(json.dumps(frame))
        return "\n".join(lines).encode()

    def test_several_people_have_a_file_each(self):
        status, headers, body = self.record("format=trc&joinWithin=0", self.two_people())
        self.assertProblem((status, headers, body), 400, "joinWithin")
        status, headers, body = self.record("format=trc", self.two_people())
        self.assertEqual((status, headers["Content-Type"]), (200, "application/zip"), body[:200])
        self.assertEqual(zipfile.ZipFile(io.BytesIO(body)).namelist(), ["recording_1.trc", "recording_2.trc"])
        status, headers, body = self.record("format=csv", self.two_people())
        self.assertEqual((status, headers["Content-Type"]), (200, "text/csv"))

    def test_what_is_cut_off(self):
        lines = self.lines.splitlines(keepends=True)
        for body, kind, options in [
            (b"".join(lines[:-1]) + lines[-1][:100], LINES, "format=csv"),
            (b"".join(lines[:-1]) + b'{"source":"-","error":"The video is damaged."}\n', LINES, "format=csv"),
            (self.video[:-5000], "video/x-yuv4mpeg", "format=csv&numPeople=1"),
        ]:
            answer = self.record(options, body, kind)
            if kind != LINES and answer[0] == 200:
                continue  # This FFmpeg takes a frame that is cut off for the end.
            self.assertProblem(answer, 400, "partial=true")
            status, headers, part = self.record(f"{options}&partial=true", body, kind)
            self.assertEqual(status, 200, part[:200])
            self.assertTrue(headers["Lineament-Warning"])
            self.assertTrue(part.startswith(self.record("format=csv")[2].splitlines()[0]))
        self.assertNotIn("Lineament-Warning", self.record("format=csv&partial=true")[1])

    def test_wrong_requests(self):
        for query, word in [
            ("", "format"), ("format=fbx", "format"), ("format=bvh&format=trc", "more than once"), ("format=bvh&smooth=fast", "smooth"),
            ("format=bvh&rate=0", "rate"), ("format=bvh&cameraFov=0", "cameraFov"), ("format=bvh&calibrate=true", "calibrate"),
            ("format=bvh&start=1", "videos"), ("format=bvh&numPeople=2", "videos"), ("format=bvh&maxgap=1", "maxGap"),
        ]:
            self.assertProblem(self.record(query), 400, word)
        for body, word in [(b"", "no frames"), (b"hello\n", "line 1"), (b"{}\n" * 3, ""), (b"[" * 100, "line 1")]:
            self.assertProblem(self.record("format=bvh", body), 400, word)
        self.assertProblem(self.record("format=bvh", b"x" * (17 << 20)), 400, "Line 1")
        self.assertProblem(self.record("format=bvh", b"x", "video/mp4"), 400)
        for kind in ["image/png", "application/json", "text/csv", "multipart/form-data; boundary=x"]:
            self.assertProblem(self.record("format=bvh", b"x", kind), 415, "video/")
        self.assertEqual(self.server.ask("/v1/capture?format=bvh")[0], 405)
        faces = printed_of_video("face-landmarker", Clip(12).y4m(), "--output-face-blendshapes")
        self.assertProblem(self.record("format=bvh", faces), 400, "no body")
        self.assertEqual(self.record("format=livelink", faces)[0], 200)

    def test_a_rate_that_takes_too_much_memory(self):
        frames = [json.loads(line) for line in self.lines.splitlines()[:2]]
        frames[1]["timestampInMilliseconds"] = 10**12
        body = "\n".join(map(json.dumps, frames)).encode()
        self.assertProblem(self.record("format=csv&rate=1000&minDuration=0", body), 413, "--max-memory")

    def test_a_full_disk(self):
        """A limit of the size of files stands for the disk."""
        process, kind = self.server.process.pid, resource.RLIMIT_FSIZE
        limits = resource.prlimit(process, kind)
        self.addCleanup(resource.prlimit, process, kind, limits)
        resource.prlimit(process, kind, (max(1_000_000, len(self.lines)), limits[1]))
        answer = self.record("format=csv&rate=1000&minDuration=0")
        self.assertProblem(answer, 503, "temporary file")
        self.assertNotIn("Retry-After", answer[1])

    def test_nothing_is_kept_after_the_answer(self):
        self.assertEqual(self.record("format=csv")[0], 200)
        before = self.server.descriptors()
        for query, status in [("format=csv", 200), ("format=openpose", 200), ("format=glb", 200), ("format=bvh&smooth=fast", 400)]:
            self.assertEqual(self.record(query)[0], status)
        self.assertProblem(self.record("format=bvh", self.lines + b"x"), 400, "line 13")
        self.assertTrue(self.server.closes_all(before))

    def test_a_client_that_goes_away_leaves_nothing(self):
        before = self.server.descriptors()
        body = self.repeated(200)
        for _ in range(4):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
                client.sendall(f"POST /v1/capture?format=csv&rate=1000 HTTP/1.1\r\nHost: localhost\r\nContent-Type: {LINES}\r\n"
                               f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.assertTrue(self.server.closes_all(before, within=20))
        self.assertEqual(self.record("format=csv")[0], 200)

    def test_the_service_describes_it(self):
        about = json.loads(self.server.ask("/v1")[2])
        tool = next(tool for tool in about["tools"] if tool["name"] == "capture")
        self.assertEqual(tool["path"], "/v1/capture")
        names = {option["name"] for option in tool["options"]}
        self.assertLessEqual({"format", "smooth", "maxGap", "rate", "numPeople", "start", "duration", "every", "partial"}, names)
        for option in tool["options"]:
            self.assertEqual(option["appliesTo"], ["video"])
        operation = json.loads(self.server.ask("/openapi.json")[2])["paths"]["/v1/capture"]["post"]
        self.assertEqual({parameter["name"] for parameter in operation["parameters"]}, names)
        self.assertEqual(set(operation["responses"]["200"]["content"]), set(TYPES.values()))

    def test_a_bvh_and_a_glb_are_whole(self):
        text = self.record("format=bvh")[2].decode()
        frames = int(re.search(r"Frames: (\d+)", text)[1])
        self.assertEqual(len(text.split("Frame Time:")[1].strip().splitlines()) - 1, frames)
        glb = self.record("format=glb")[2]
        self.assertEqual(struct.unpack("<4sII", glb[:12]), (b"glTF", 2, len(glb)))


class Limits(CaptureTest):
    """With little memory and disk space."""

    options = ["--max-memory", "36000000", "--max-video", "40000000"]

    def test_long_recordings_take_no_more_memory(self):
        frames = 1000
        self.assertEqual(self.record("format=csv", self.repeated(100))[0], 200)
        before = self.server.resident()
        status, _, body = self.record("format=csv", self.repeated(frames))
        self.assertEqual(status, 200, body[:200])
        self.assertIn(f",{frames - 1},".encode(), body.splitlines()[-1])
        # The values take 9 MB twice, and the table 40 MB.
        self.assertLess(self.server.resident() - before, 45_000_000)

    def test_many_frames_that_decide_a_value_are_refused(self):
        self.assertEqual(self.record("format=csv&smooth=6", self.repeated(1000))[0], 200)
        self.assertProblem(self.record("format=csv&smooth=0.01", self.repeated(1000)), 413, "--max-memory")

    def test_a_recording_that_takes_too_much_disk_space(self):
        self.assertProblem(self.record("format=csv&rate=1000", self.repeated(150)), 413, "--max-video")
