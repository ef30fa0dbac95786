# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of the pose landmarker."""

from __future__ import annotations

from lineament._mediapipe_structures import MpPoseLandmarkerOptions as MpPoseLandmarkerOptionsC
from lineament._mediapipe_structures import MpPoseLandmarkerResult as MpPoseLandmarkerResultC
from lineament.pose_landmarker import PoseLandmarker, PoseLandmarkerOptions, PoseLandmarkerResult
from lineament.pose_landmarks import PoseLandmark, PoseLandmarksConnections

__all__ = [
    "MpPoseLandmarkerOptionsC",
    "MpPoseLandmarkerResultC",
    "PoseLandmark",
    "PoseLandmarker",
    "PoseLandmarkerOptions",
    "PoseLandmarkerResult",
    "PoseLandmarksConnections",
]
