# SPDX-License-Identifier: Apache-2.0
"""Copies in which people cannot be recognized."""

from __future__ import annotations

import json
import pathlib
import pickle
import tempfile
import unittest

import numpy as np
from support import PROBLEM, SAMPLE, pixels

if not PROBLEM:
    import lineament as mp
    from lineament.tasks.python import vision


def count_faces(array):
    with vision.FaceDetector(vision.FaceDetectorOptions(detection_range="auto")) as detector:
        return len(detector.detect(mp.Image(mp.ImageFormat.SRGB, array)).detections)


@unittest.skipIf(PROBLEM, PROBLEM)
class RedactorTests(unittest.TestCase):
    def setUp(self):
        self.array = np.ascontiguousarray(pixels()[:, :, :3])

    def test_nobody_is_found_afterwards(self):
        self.assertEqual(count_faces(self.array), 1)
        for what in ["faces", "heads", "people"]:
            for how in ["blur", "pixelate", "fill"]:
                before = self.array.copy()
                with mp.Redactor(what, how) as redactor:
                    copy = redactor.redact(self.array)
                self.assertEqual((copy.shape, copy.dtype), (self.array.shape, np.uint8))
                self.assertEqual(count_faces(copy), 0, (what, how))
                self.assertTrue(np.array_equal(self.array, before))
        # Far from the face, nothing has changed.
        with mp.Redactor() as redactor:
            copy = redactor.redact(mp.Image(mp.ImageFormat.SRGB, self.array))
        self.assertTrue(np.array_equal(copy[400:], self.array[400:]))

    def test_who_is_kept_stays_visible(self):
        reports = []
        with mp.Redactor(keep="largest") as redactor:
            self.assertTrue(np.array_equal(redactor.redact(self.array, reports.append), self.array))
            with self.assertRaisesRegex(ValueError, "keep=largest is for images"):
                next(redactor.redact_video([(self.array, 0)]))
        with mp.Redactor(keep=[1, 7]) as redactor:
            frames = [(self.array, index / 30) for index in range(5)]
            for copy in redactor.redact_video(frames, reports.append):
                self.assertTrue(np.array_equal(copy, self.array))
        self.assertEqual([report["covered"] for report in reports], [[]] * 6)
        self.assertEqual([report["keptTracks"] for report in reports[1:]], [[1]] * 5)
        self.assertEqual([report["timestampInMilliseconds"] for report in reports[1:]], [0, 33, 67, 100, 133])

    def test_boxes_of_another_detector_are_covered(self):
        box = {"x": 20, "y": 300, "width": 40, "height": 20}
        with mp.Redactor(how="fill") as redactor:
            copy = redactor.redact(self.array, areas=[box])
            self.assertFalse(copy[300:320, 20:60].any())
            self.assertEqual(count_faces(copy), 0)
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "boxes.jsonl")
                path.write_text(json.dumps(box))
                self.assertTrue(np.array_equal(redactor.redact(self.array, areas=path), copy))
                data = redactor.redact_file(SAMPLE, areas=str(path), cover=[(0, 0, 10, 10)], uncover=[1])
            file = mp.read_image(data).numpy_view()[:, :, :3]
            self.assertFalse(file[300:320, 20:60].any() or file[:10, :10].any())
            self.assertEqual(count_faces(np.ascontiguousarray(file)), 1)
            # The redactor itself is as it was.
            self.assertTrue(redactor.redact(self.array)[300:320, 20:60].any())
            with self.assertRaisesRegex(ValueError, "areas: Line 2: .*width"):
                redactor.redact(self.array, areas=[box, {"x": 1, "y": 2, "height": 3}])
            with self.assertRaisesRegex(ValueError, "must not have a time"):
                redactor.redact(self.array, areas=[{"time": 1, **box}])
            with self.assertRaisesRegex(ValueError, "There is no number 2"):
                redactor.redact(self.array, uncover=[2])
            with self.assertRaises(FileNotFoundError):
                redactor.redact(self.array, areas="absent.jsonl")
            for wrong in (3, box, [3]):
                with self.assertRaisesRegex(TypeError, "areas must be"):
                    redactor.redact(self.array, areas=wrong)
            for wrong in ("1,2,3,4", [3], 3):
                with self.assertRaisesRegex(TypeError, "cover must be"):
                    redactor.redact(self.array, cover=wrong)
            with self.assertRaisesRegex(ValueError, "cover must be"):
                redactor.redact(self.array, cover=[(1, 2, 3)])

    def test_boxes_of_videos_are_tracked(self):
        box = {"x": 20, "y": 300, "width": 40, "height": 20}
        frames = [(self.array, index / 30) for index in range(30)]
        areas = [{"frame": 5, **box}, {"time": 0.5, **box}, {"frame": 99, **box}]
        with mp.Redactor(how="fill") as redactor:
            with self.assertWarnsRegex(RuntimeWarning, "1 of the boxes belong to no frame"):
                copies = list(redactor.redact_video(frames, areas=areas, cover=[(0, 0, 9, 9, 0.5, 2)]))
            self.assertEqual(len(copies), 30)
            self.assertFalse(copies[10][300:320, 20:60].any())
            self.assertEqual([bool(copy[:9, :9].any()) for copy in copies], [True] * 15 + [False] * 15)
            with self.assertRaisesRegex(ValueError, "need a time"):
                redactor.redact_video(frames, areas=[box])

    def test_what_was_covered_is_reported(self):
        reports = []
        with mp.Redactor("people") as redactor:
            redactor.redact(self.array, on_report=reports.append)
        (area,), people = reports[0]["covered"], reports[0]["people"]
        self.assertGreater(area["score"], 0.5)
        self.assertEqual(area["cause"], "detected")
        self.assertGreater(people[0]["width"], 100)
        with mp.Redactor(review=True) as redactor:
            self.assertEqual(count_faces(redactor.redact(self.array, reports.append)), 1)
        self.assertNotIn("people", reports[1])

    def test_only_what_is_covered_changes_in_files(self):
        reports = []
        with open(SAMPLE, "rb") as file:
            png = file.read()
        with mp.Redactor(how="fill") as redactor:
            copy = redactor.redact_file(png, on_report=reports.append)
            self.assertEqual(redactor.redact_file(SAMPLE), copy)
            jpeg = redactor.redact_file(png, "jpg")
            again = redactor.redact_file(jpeg)
            with self.assertRaisesRegex(ValueError, "type must be png, jpg or webp"):
                redactor.redact_file(png, "gif")
            with self.assertRaises(FileNotFoundError):
                redactor.redact_file("no.jpg")
            with self.assertRaises(TypeError):
                redactor.redact_file(self.array)
        self.assertEqual(len(reports[0]["covered"]), 1)
        shown = mp.read_image(copy).numpy_view()[:, :, :3]
        self.assertEqual(count_faces(np.ascontiguousarray(shown)), 0)
        self.assertTrue(np.array_equal(shown[400:], self.array[400:]))
        # No person is left to be covered, so the file stays as it is.
        self.assertEqual(jpeg[:4], b"\xff\xd8\xff\xe0")
        self.assertEqual(again, jpeg)

    def test_images_are_put_in_place(self):
        red = np.zeros((4, 4, 3), np.uint8)
        red[:, :, 0] = 255
        with mp.Redactor(how=red) as redactor:
            self.assertGreater((redactor.redact(self.array) == [255, 0, 0]).all(axis=2).sum(), 5000)

    def test_what_is_transparent_is_hidden(self):
        pixels = np.dstack([self.array, np.full(self.array.shape[:2], 255, np.uint8)])
        pixels[300:, :, 3] = 0
        image = mp.Image(mp.ImageFormat.SRGBA, np.ascontiguousarray(pixels))
        with mp.Redactor() as redactor:
            self.assertTrue((redactor.redact(image)[300:] == 255).all())

    def test_faces_that_are_missed_in_between_are_covered(self):
        hidden = self.array.copy()
        hidden[60:220, 170:290] = 128
        pictures = [hidden if 20 <= index < 26 else self.array for index in range(45)]
        frames = [(np.roll(picture, index, axis=1), index / 30) for index, picture in enumerate(pictures)]
        self.assertEqual(count_faces(np.ascontiguousarray(frames[22][0])), 0)
        with mp.Redactor(how="fill") as redactor:
            copies = list(redactor.redact_video(frames))
            self.assertEqual(len(copies), 45)
            for (frame, _), copy in zip(frames, copies):
                self.assertGreater((copy[60:240, 140:330].max(axis=2) == 0).mean(), 0.3)
                self.assertEqual(copy.shape, frame.shape)
            # A video may be left early, and another begun.
            self.assertEqual(next(redactor.redact_video(frames)).shape, self.array.shape)
            self.assertEqual(list(redactor.redact_video([])), [])

    def test_threads_and_hardware_are_chosen(self):
        with mp.Redactor() as usual, mp.Redactor(base_options=mp.tasks.BaseOptions(num_threads=1)) as alone:
            self.assertTrue(np.array_equal(usual.redact(self.array), alone.redact(self.array)))

    def test_wrong_arguments(self):
        def options(**arguments):
            return mp.Redactor(base_options=mp.tasks.BaseOptions(**arguments))

        with mp.Redactor() as redactor:
            for error, message, wrong in [
                (ValueError, "what must be one of faces, heads, people", lambda: mp.Redactor("cats")),
                (ValueError, "how must be one of", lambda: mp.Redactor(how="smile")),
                (ValueError, "keep must be nobody, largest", lambda: mp.Redactor(keep="all")),
                (ValueError, "keep must be nobody, largest, or whole numbers from 1", lambda: mp.Redactor(keep=[0])),
                (ValueError, "whole bodies", lambda: mp.Redactor("people", keep=[1])),
                (ValueError, "whole bodies", lambda: mp.Redactor("people", keep="largest")),
                (
                    ValueError,
                    "`min_detection_confidence` option: value must be in the range",
                    lambda: mp.Redactor(min_detection_confidence=2),
                ),
                (ValueError, "num_threads", lambda: options(num_threads=65)),
                (ValueError, "models of its own", lambda: options(model_asset_path="face_detector.tflite")),
                (ValueError, "", lambda: redactor.redact(np.zeros((4, 4), np.float32))),
                (ValueError, "greater", lambda: list(redactor.redact_video([(self.array, 1), (self.array, 1)]))),
                (
                    ValueError,
                    r"redact_video\(lineament.read_video\(path\)\)",
                    lambda: redactor.redact_file(bytes(4) + b"ftypisom"),
                ),
                (ValueError, "less than", lambda: list(redactor.redact_video([(self.array, 1e300)]))),
                (TypeError, "cannot be copied", lambda: pickle.dumps(redactor)),
            ]:
                with self.assertRaisesRegex(error, message):
                    wrong()
        redactor.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            redactor.redact(self.array)
        with self.assertRaisesRegex(ValueError, "closed"):
            next(redactor.redact_video([(self.array, 0)]))


if __name__ == "__main__":
    unittest.main()
