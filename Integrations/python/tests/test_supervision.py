# SPDX-License-Identifier: Apache-2.0
"""Results are taken by other packages that know MediaPipe's."""

from __future__ import annotations

import importlib.util
import unittest

from support import needs_library, photo, task


@needs_library
@unittest.skipUnless(importlib.util.find_spec("supervision"), "supervision is not installed")
class SupervisionTests(unittest.TestCase):
    def test_keypoints(self) -> None:
        import supervision

        for name, array in (("PoseLandmarker", "pose_landmarks_array"), ("FaceLandmarker", "face_landmarks_array")):
            result = task(name).detect(photo())
            points = supervision.KeyPoints.from_mediapipe(result, (512, 512))
            self.assertEqual(points.xy.tolist(), (getattr(result, array)[:, :, :2] * 512).tolist())


if __name__ == "__main__":
    unittest.main()
