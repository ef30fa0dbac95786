# SPDX-License-Identifier: Apache-2.0
"""The frames of live sessions: formats, colors, rotation; and masks."""

import importlib.util
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest

from live import LiveTest, results
from media import BGRA, I420, MASK_HEAD, NV12, RGBA, Clip, colors, message, photo_rows, png_of_rows, rows_of_png, turned
from service import PROGRAM, TASKS, photo, printed_of_video


class Frames(LiveTest):
    clip = Clip(12)

    def test_planar_formats_are_equal(self):
        for clip in [Clip(4), Clip(4, 255, 201)]:
            printed = printed_of_video("face-landmarker", clip.y4m())
            for form in [I420, NV12]:
                answers = self.run_clip(self.open("task=face-landmarker"), clip, form=form)
                self.assertResultsOfTheCommandLine(answers, printed)

    def test_formats_with_colors_are_equal(self):
        rows = [row[:903] for row in photo_rows()[:201]]
        frames = [message(RGBA, 301, 201, 0, colors(rows, (0, 1, 2))), message(BGRA, 301, 201, 0, colors(rows, (2, 1, 0))),
                  message(0, 0, 0, 0, png_of_rows(rows))]
        for task in TASKS:
            answers = [results(self.ask(self.open(f"task={task}"), frame)) for frame in frames]
            self.assertEqual((answers[0]["width"], answers[0]["height"]), (301, 201))
            self.assertEqual(answers[0], answers[1], task)
            self.assertEqual(answers[0], answers[2], task)

    def test_range_and_matrix_of_colors(self):
        clip = Clip(3)
        full = self.run_clip(self.open("task=pose-landmarker"), clip, full=1)
        printed = printed_of_video("pose-landmarker", clip.y4m(" XCOLORRANGE=FULL"))
        self.assertResultsOfTheCommandLine(full, printed)
        answers = [self.ask(self.open("task=pose-landmarker"), clip.message(0, matrix=matrix)) for matrix in range(3)]
        self.assertEqual(results(answers[0]), results(answers[1]))
        self.assertNotEqual(results(answers[1]), results(answers[2]))
        self.assertNotEqual(results(answers[0]), results(full[0]))

    def test_rotated_frames_are_upright_in_the_answer(self):
        rows = [row[:1200] for row in photo_rows()[:300]]
        upright = self.ask(self.open(), message(0, 0, 0, 0, png_of_rows(rows)))
        for rotation in [90, 180, 270]:
            lying = turned(rows, rotation)
            size = len(lying[0]) // 3, len(lying)
            for frame in [message(RGBA, *size, 0, colors(lying, (0, 1, 2)), rotation=rotation),
                          message(0, 0, 0, 0, png_of_rows(lying), rotation=rotation)]:
                answer = self.ask(self.open(), frame)
                self.assertEqual((answer["width"], answer["height"]), (400, 300))
                self.assertEqual(len(answer["detections"]), 1, rotation)
                pairs = zip(answer["detections"][0]["keypoints"], upright["detections"][0]["keypoints"])
                self.assertLess(max(math.dist(a.values(), b.values()) for a, b in pairs), 0.02, rotation)

    def test_images_of_any_type(self):
        session = self.open("task=face-detector")
        for number, kind in enumerate(["jpeg", "webp", "png"]):
            drawn = self.server.ask("/v1/face-detector?minDetectionConfidence=1", photo(), Accept=f"image/{kind}")[2]
            answer = self.ask(session, message(0, 0, 0, number, drawn))
            self.assertEqual((answer["width"], len(answer["detections"])), (512, 1), kind)

    def test_masks_are_those_of_the_command_line(self):
        session = self.open("task=pose-landmarker&outputSegmentationMasks=true")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a.y4m"), "wb") as file:
                file.write(self.clip.y4m())
            run = subprocess.run([PROGRAM, "pose-landmarker", "a.y4m", "--running-mode", "video", "--quiet", "--format", "json",
                                  "--output-segmentation-masks", "masks"], cwd=folder, capture_output=True, check=True)
            files = sorted(os.path.join(folder, "masks", name) for name in os.listdir(os.path.join(folder, "masks")))
            stored = []
            for name in files:
                with open(name, "rb") as file:
                    stored.append(rows_of_png(file.read(), 1))
        self.assertEqual(len(stored), 12)
        for number, line in enumerate(run.stdout.splitlines()):
            answer = self.ask(session, self.clip.message(number))
            self.assertEqual(answer["masks"], len(json.loads(line)["landmarks"]))
            self.assertEqual(answer["landmarks"], json.loads(line)["landmarks"])
            for index in range(answer["masks"]):
                mask = session.receive()
                self.assertEqual(MASK_HEAD.unpack(mask[:16]), (1, 1, index, number, 320, 240))
                self.assertEqual(mask[16:], b"".join(stored[number]))

    @unittest.skipUnless(importlib.util.find_spec("websockets"), "the package websockets is not installed")
    def test_lines_of_the_documentation(self):
        page = os.path.join(os.path.dirname(__file__), "../../docs/live.md")
        with open(page, encoding="utf-8") as file:
            program = re.search(r"```python\n(.*?)```", file.read(), re.S)[1]
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "portrait.png"), "wb") as file:
                file.write(photo())
            program = program.replace("localhost:8080", f"127.0.0.1:{self.server.port}")
            run = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr, len(run.stdout.splitlines())), (0, "", 3))

    def test_no_person_has_no_masks(self):
        session = self.open("task=pose-landmarker&outputSegmentationMasks=true")
        answer = self.ask(session, message(I420, 64, 64, 0, bytes(6144)))
        self.assertEqual((answer["masks"], answer["landmarks"]), (0, []))
        self.assertEqual(self.ask(session, message(I420, 64, 64, 1, bytes(6144)))["masks"], 0)
