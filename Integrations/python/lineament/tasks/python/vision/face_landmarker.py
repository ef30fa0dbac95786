# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of the face landmarker."""

from __future__ import annotations

from lineament._mediapipe_structures import MpFaceLandmarkerOptions as MpFaceLandmarkerOptionsC
from lineament._mediapipe_structures import MpFaceLandmarkerResult as MpFaceLandmarkerResultC
from lineament.blendshapes import Blendshapes
from lineament.face_landmarker import FaceLandmarker, FaceLandmarkerOptions, FaceLandmarkerResult
from lineament.face_landmarks import FaceLandmarksConnections

__all__ = [
    "Blendshapes",
    "FaceLandmarker",
    "FaceLandmarkerOptions",
    "FaceLandmarkerResult",
    "FaceLandmarksConnections",
    "MpFaceLandmarkerOptionsC",
    "MpFaceLandmarkerResultC",
]
