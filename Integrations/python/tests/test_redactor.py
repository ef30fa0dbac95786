"""Copies in which nobody can be recognized."""

from __future__ import annotations

import pickle
import unittest

import numpy as np
from support import PROBLEM, pixels

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
                (ValueError, "track IDs from 1", lambda: mp.Redactor(keep=[0])),
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
