# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of the face detector."""

from __future__ import annotations

from lineament._mediapipe_structures import MpFaceDetectorOptions as MpFaceDetectorOptionsC
from lineament.face_detector import FaceDetector, FaceDetectorOptions, FaceDetectorResult

__all__ = [
    "FaceDetector",
    "FaceDetectorOptions",
    "FaceDetectorResult",
    "MpFaceDetectorOptionsC",
]
