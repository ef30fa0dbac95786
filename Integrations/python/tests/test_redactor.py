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

    def test_wrong_arguments(self):
        with mp.Redactor() as redactor:
            for error, message, wrong in [
                (ValueError, "what must be one of faces, heads, people", lambda: mp.Redactor("cats")),
                (ValueError, "how must be one of", lambda: mp.Redactor(how="smile")),
                (ValueError, "min_confidence must be 0 to 1", lambda: mp.Redactor(min_detection_confidence=2)),
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
