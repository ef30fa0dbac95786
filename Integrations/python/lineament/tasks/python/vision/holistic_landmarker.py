"""MediaPipe's module of the holistic landmarker."""

from __future__ import annotations

from lineament.holistic_landmarker import HolisticLandmarker, HolisticLandmarkerOptions, HolisticLandmarkerResult

__all__ = ["HolisticLandmarker", "HolisticLandmarkerOptions", "HolisticLandmarkerResult"]
