# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of the hand landmarker."""

from __future__ import annotations

from lineament._mediapipe_structures import MpHandLandmarkerOptions as MpHandLandmarkerOptionsC
from lineament._mediapipe_structures import MpHandLandmarkerResult as MpHandLandmarkerResultC
from lineament.hand_landmarker import HandLandmarker, HandLandmarkerOptions, HandLandmarkerResult
from lineament.hand_landmarks import HandLandmark, HandLandmarksConnections

__all__ = [
    "HandLandmark",
    "HandLandmarker",
    "HandLandmarkerOptions",
    "HandLandmarkerResult",
    "HandLandmarksConnections",
    "MpHandLandmarkerOptionsC",
    "MpHandLandmarkerResultC",
]
