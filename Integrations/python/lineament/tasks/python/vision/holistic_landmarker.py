# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of the holistic landmarker."""

from __future__ import annotations

from lineament._mediapipe_structures import MpHolisticLandmarkerOptions as MpHolisticLandmarkerOptionsC
from lineament._mediapipe_structures import MpHolisticLandmarkerResult as MpHolisticLandmarkerResultC
from lineament.holistic_landmarker import HolisticLandmarker, HolisticLandmarkerOptions, HolisticLandmarkerResult

__all__ = [
    "HolisticLandmarker",
    "HolisticLandmarkerOptions",
    "HolisticLandmarkerResult",
    "MpHolisticLandmarkerOptionsC",
    "MpHolisticLandmarkerResultC",
]
