"""MediaPipe's module of the pose landmarker."""

from __future__ import annotations

from lineament.pose_landmarker import PoseLandmarker, PoseLandmarkerOptions, PoseLandmarkerResult
from lineament.pose_landmarks import PoseLandmark, PoseLandmarksConnections

__all__ = [
    "PoseLandmark",
    "PoseLandmarker",
    "PoseLandmarkerOptions",
    "PoseLandmarkerResult",
    "PoseLandmarksConnections",
]
