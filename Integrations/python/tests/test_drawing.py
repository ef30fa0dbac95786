# SPDX-License-Identifier: Apache-2.0
"""Drawings of results."""

from __future__ import annotations

import pickle
import unittest

import numpy as np
from support import PROBLEM, pixels

if not PROBLEM:
    import lineament as mp
    from lineament.tasks.python import vision


@unittest.skipIf(PROBLEM, PROBLEM)
class DrawingTests(unittest.TestCase):
    def setUp(self):
        self.array = np.ascontiguousarray(pixels()[:, :, :3])
        self.image = mp.Image(mp.ImageFormat.SRGB, self.array)

    def test_results_of_all_tasks_are_drawn(self):
        for task in [vision.FaceDetector, vision.FaceLandmarker, vision.PoseLandmarker, vision.HolisticLandmarker]:
            with self.subTest(task.__name__), task() as opened:
                drawing = opened.detect(self.image).draw(self.image)
                self.assertEqual((drawing.shape, drawing.dtype), (self.array.shape, np.uint8))
                changed = (drawing != self.array).any(axis=2)
                self.assertTrue(changed.any())
                # Colors stay where nothing is drawn; the photo's corner has none of the person.
                self.assertFalse(changed[:20, -20:].any())
        with mp.FaceAnalyzer() as analyzer:
            self.assertTrue((analyzer.detect(self.image).draw(self.image) != self.array).any())

    def test_arrays_and_labels(self):
        with vision.FaceDetector() as detector:
            result = detector.detect(self.image)
        auto, none = result.draw(self.array), mp.draw(self.image, result, labels="none")
        np.testing.assert_array_equal(auto, result.draw(self.image, labels="auto"))
        self.assertTrue((auto != none).any())
        gray = np.ascontiguousarray(self.array[:, :, 1])
        self.assertEqual(result.draw(gray).shape, self.array.shape)

    def test_notebooks_show_the_drawing_while_the_image_is_there(self):
        with vision.FaceDetector() as detector:
            result, lost = detector.detect(self.image), detector.detect(mp.Image(mp.ImageFormat.SRGB, self.array))
        self.assertEqual(result._repr_png_()[:4], b"\x89PNG")
        self.assertIsNone(lost._repr_png_())
        self.assertIsNone(pickle.loads(pickle.dumps(result))._repr_png_())

    def test_what_cannot_be_drawn(self):
        with vision.FaceDetector() as detector:
            result = detector.detect(self.image)
        for message, draw in [
            ("512", lambda: result.draw(np.ascontiguousarray(self.array[:100]))),
            ("labels must be one of", lambda: result.draw(self.image, labels="some")),
            ("Detect the image again", lambda: pickle.loads(pickle.dumps(result)).draw(self.image)),
            ("Detect the image again", lambda: vision.FaceDetectorResult([]).draw(self.image)),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                draw()


if __name__ == "__main__":
    unittest.main()
