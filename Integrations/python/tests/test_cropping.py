# SPDX-License-Identifier: Apache-2.0
"""Faces cut out of images."""

from __future__ import annotations

import pickle
import time
import unittest
from ctypes import c_float

import numpy as np
from support import PROBLEM, pixels

if not PROBLEM:
    import lineament as mp
    from lineament.tasks.python import vision


@unittest.skipIf(PROBLEM, PROBLEM)
class CroppingTests(unittest.TestCase):
    def setUp(self):
        self.array = np.ascontiguousarray(pixels()[:, :, :3])
        self.image = mp.Image(mp.ImageFormat.SRGB, self.array)
        with vision.FaceLandmarker() as landmarker:
            self.result = landmarker.detect(self.image)

    def test_sizes(self):
        for arguments, shape in [
            (("arcface",), (1, 112, 112, 3)),
            (("arcface", 256), (1, 256, 256, 3)),
            (("ffhq", 128), (1, 128, 128, 3)),
            (("square", 96, 0), (1, 96, 96, 3)),
            (("passport", 450), (1, 450, 350, 3)),
        ]:
            crops = self.result.crops(self.image, *arguments)
            self.assertEqual((crops.shape, crops.dtype), (shape, np.uint8))
        self.assertTrue(crops.flags.writeable)

    def test_eyes_are_where_arcface_has_them(self):
        crop = self.result.crops(self.array, "arcface", 224)[0]
        with vision.FaceLandmarker() as landmarker:
            found = landmarker.detect(mp.Image(mp.ImageFormat.SRGB, crop)).face_landmarks_array[0] * 224
        for index, place in [(468, (38.2946, 51.6963)), (473, (73.5318, 51.5014))]:
            # The mouth's corners are wider than the template's, which the fit shares out.
            self.assertLess(np.abs(found[index, :2] / 2 - place).max(), 4)

    def test_several_faces_are_in_the_order_of_the_result(self):
        both = np.ascontiguousarray(np.concatenate([self.array, self.array[:, ::-1]], axis=1))
        image = mp.Image(mp.ImageFormat.SRGB, both)
        with vision.FaceLandmarker(vision.FaceLandmarkerOptions(num_faces=2, detection_range="auto")) as landmarker:
            result = landmarker.detect(image)
        crops = result.crops(image)
        self.assertEqual(crops.shape, (2, 112, 112, 3))
        # The second face mirrors the first.
        self.assertLess(np.abs(crops[0].astype(int) - crops[1, :, ::-1]).mean(), 12)

    def test_numbers_that_no_face_has_end_nothing(self):
        fields = self.result._arrays.fields
        numbers = (c_float * (478 * 3)).from_address(fields.landmarks)
        whole = list(numbers)
        for value in [float("nan"), float("inf"), 1e30, -3e38, 1e6, 0.0]:
            for count in [1, 50, len(numbers)]:
                numbers[:count] = [value * (-1) ** index for index in range(count)]
                for template in ["arcface", "ffhq", "square", "passport"]:
                    self.assertEqual(len(self.result.crops(self.image, template)), 1)
        # Landmarks ten widths apart: most of the crop is outside of the image.
        numbers[:] = [10 * number for number in whole]
        start = time.monotonic()
        for template in ["arcface", "ffhq", "square", "passport"]:
            self.result.crops(self.image, template)
        far = time.monotonic() - start
        numbers[:] = whole
        start = time.monotonic()
        for template in ["arcface", "ffhq", "square", "passport"]:
            self.result.crops(self.image, template, 1024)
        self.assertLess(far, 20 * (time.monotonic() - start))
        fields.count = -1
        with self.assertRaisesRegex(ValueError, "count"):
            self.result.crops(self.image)
        fields.count = 1

    def test_faces_that_are_not_there_are_black(self):
        with vision.HolisticLandmarker() as landmarker:
            self.assertGreater(landmarker.detect(self.image).crops(self.image).mean(), 20)
        blank = mp.Image(mp.ImageFormat.SRGB, np.zeros((64, 64, 3), np.uint8))
        with vision.FaceLandmarker() as landmarker:
            self.assertEqual(landmarker.detect(blank).crops(blank).shape, (0, 112, 112, 3))

    def test_crops_are_of_faces(self):
        blank = mp.Image(mp.ImageFormat.SRGB, np.zeros((64, 64, 3), np.uint8))
        fields = self.result._arrays.fields
        task = fields.task
        for number in [1, 3, 5, 0, 99]:
            fields.task = number
            with self.assertRaisesRegex(ValueError, "Crops are of faces"):
                self.result.crops(self.image)
        fields.task = task
        # Also if no person was found.
        with vision.HandLandmarker() as landmarker:
            result = landmarker.detect(blank)
            if hasattr(result, "crops"):
                with self.assertRaisesRegex(ValueError, "Crops are of faces"):
                    result.crops(blank)

    def test_wrong_arguments(self):
        for error, message, crop in [
            (ValueError, "template must be one of", lambda: self.result.crops(self.image, "round")),
            (ValueError, "size", lambda: self.result.crops(self.image, size=4)),
            (ValueError, "margin", lambda: self.result.crops(self.image, "square", margin=-1)),
            (ValueError, "64×64", lambda: self.result.crops(np.zeros((64, 64, 3), np.uint8))),
            (TypeError, "whole number", lambda: self.result.crops(self.image, size="large")),
            (ValueError, "Detect the image again", lambda: pickle.loads(pickle.dumps(self.result)).crops(self.image)),
        ]:
            with self.assertRaisesRegex(error, message):
                crop()


if __name__ == "__main__":
    unittest.main()
