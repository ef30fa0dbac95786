# SPDX-License-Identifier: Apache-2.0
"""What the service answers where libraries that it opens at run time are missing."""

import json
import os
import subprocess
import tempfile

from media import Clip
from service import PHOTO, PROGRAM, Server, ServerTest, photo


def jpeg():
    """The photo as JPEG."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "photo.jpg")
        # Its only face is kept, so nothing is drawn.
        subprocess.run([PROGRAM, "redact", PHOTO, "--keep", "largest", "--output", path, "--quiet"], check=True, capture_output=True)
        with open(path, "rb") as file:
            return file.read()


class MissingLibraryTest(ServerTest):
    """Tests of a server whose system has broken files in the place of `libraries`."""

    libraries = []
    environment = {}

    @classmethod
    def setUpClass(cls):
        cls.libraries_folder = tempfile.TemporaryDirectory()
        for name in cls.libraries:
            with open(os.path.join(cls.libraries_folder.name, name), "w", encoding="utf-8") as file:
                file.write("no library")
        folder = cls.libraries_folder.name
        cls.server = Server(environment={name: value.format(folder=folder) for name, value in cls.environment.items()})

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.libraries_folder.cleanup()


class WithoutCairo(MissingLibraryTest):
    # libvips and FFmpeg may need Cairo as well, so all images here are JPEG.
    libraries = ["libcairo.so.2"]
    environment = {"LD_LIBRARY_PATH": "{folder}"}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.photo = jpeg()

    def test_what_is_drawn_is_refused_with_the_remedy(self):
        for path in ["face-detector", "face-landmarker?labels=all", "redact?review=true"]:
            answer = self.server.ask(f"/v1/{path}", self.photo, Accept="image/jpeg")
            self.assertProblem(answer, 501, "Drawing needs Cairo, but libcairo.so.2 is missing.", "apt-get install libcairo2")

    def test_faces_are_covered_all_the_same(self):
        status, headers, copy = self.server.ask("/v1/redact", self.photo, Accept="image/jpeg")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/jpeg"))
        self.assertEqual(json.loads(self.server.ask("/v1/face-detector", copy)[2])["detections"], [])

    def test_all_else_is_answered(self):
        self.assertEqual(len(json.loads(self.server.ask("/v1/face-detector", self.photo)[2])["detections"]), 1)
        status, headers, _ = self.server.ask("/v1/crop?format=jpg", self.photo)
        self.assertEqual((status, headers["Content-Type"]), (200, "application/zip"))

    def test_the_metrics_count_no_failure_of_the_server(self):
        self.server.ask("/v1/pose-landmarker", self.photo, Accept="image/jpeg")
        metrics = self.server.ask("/metrics")[2].decode()
        lines = [line for line in metrics.splitlines() if "pose-landmarker" in line and 'status="' in line]
        self.assertTrue(any('status="501"' in line for line in lines), lines)
        self.assertFalse(any('status="500"' in line for line in lines), lines)


class WithoutVips(MissingLibraryTest):
    libraries = ["libvips.so.42"]
    environment = {"LD_LIBRARY_PATH": "{folder}"}

    def test_its_formats_are_refused_with_the_remedy(self):
        self.assertProblem(self.server.ask("/v1/face-detector", photo()), 501, "need libvips", "apt-get install libvips42")
        self.assertProblem(self.server.ask("/v1/crop", jpeg()), 501, "need libvips")
        self.assertEqual(self.server.ask("/v1/crop?format=jpg", jpeg())[0], 200)


class WithoutFFmpeg(MissingLibraryTest):
    # A folder without libraries to which not every user can write, as others are refused.
    environment = {"LINEAMENT_FFMPEG": os.path.dirname(os.path.abspath(__file__))}

    def test_videos_are_refused_with_the_remedy(self):
        for accept in ["application/json", "video/mp4"]:
            answer = self.server.ask("/v1/redact", Clip(2).y4m(), Accept=accept, Content_Type="video/x-yuv4mpeg")
            self.assertProblem(answer, 501, "Videos need FFmpeg", "LINEAMENT_FFMPEG")
        self.assertEqual(self.server.ask("/v1/face-detector", photo())[0], 200)
