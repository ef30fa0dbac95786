"""MediaPipe's module of the hand landmarker."""

from __future__ import annotations

from lineament.hand_landmarker import HandLandmarker, HandLandmarkerOptions, HandLandmarkerResult
from lineament.hand_landmarks import HandLandmark, HandLandmarksConnections

__all__ = [
    "HandLandmark",
    "HandLandmarker",
    "HandLandmarkerOptions",
    "HandLandmarkerResult",
    "HandLandmarksConnections",
]
