# SPDX-License-Identifier: Apache-2.0
"""The tasks of MediaPipe that Lineament has."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from lineament._hints import similar_name
from lineament.blendshapes import Blendshapes
from lineament.face_detector import FaceDetector, FaceDetectorOptions, FaceDetectorResult
from lineament.face_landmarker import FaceLandmarker, FaceLandmarkerOptions, FaceLandmarkerResult
from lineament.face_landmarks import FaceLandmarksConnections
from lineament.hand_landmarker import HandLandmarker, HandLandmarkerOptions, HandLandmarkerResult
from lineament.hand_landmarks import HandLandmarksConnections
from lineament.holistic_landmarker import HolisticLandmarker, HolisticLandmarkerOptions, HolisticLandmarkerResult
from lineament.options import ImageProcessingOptions, RunningMode
from lineament.pose_landmarker import PoseLandmarker, PoseLandmarkerOptions, PoseLandmarkerResult
from lineament.pose_landmarks import PoseLandmark, PoseLandmarksConnections
from lineament.tasks.python.vision import (
    core,
    face_detector,
    face_landmarker,
    hand_landmarker,
    holistic_landmarker,
    pose_landmarker,
)

__all__ = [
    "Blendshapes",
    "FaceDetector",
    "FaceDetectorOptions",
    "FaceDetectorResult",
    "FaceLandmarker",
    "FaceLandmarkerOptions",
    "FaceLandmarkerResult",
    "FaceLandmarksConnections",
    "HandLandmarker",
    "HandLandmarkerOptions",
    "HandLandmarkerResult",
    "HandLandmarksConnections",
    "HolisticLandmarker",
    "HolisticLandmarkerOptions",
    "HolisticLandmarkerResult",
    "ImageProcessingOptions",
    "PoseLandmark",
    "PoseLandmarker",
    "PoseLandmarkerOptions",
    "PoseLandmarkerResult",
    "PoseLandmarksConnections",
    "RunningMode",
    "core",
    "drawing_styles",
    "drawing_utils",
    "face_detector",
    "face_landmarker",
    "hand_landmarker",
    "holistic_landmarker",
    "pose_landmarker",
]

# Imported once they are used.
_DRAWING = ("drawing_styles", "drawing_utils")

_ABSENT = (
    "Gesture",
    "ImageClassifier",
    "ImageEmbedder",
    "ImageSegmenter",
    "Interactive",
    "ObjectDetector",
)


if TYPE_CHECKING:
    from lineament.tasks.python.vision import drawing_styles, drawing_utils
else:  # Otherwise a type checker would accept every name.

    def __getattr__(name: str) -> Any:
        """Imports the modules that draw, and explains the absence of what MediaPipe has here."""
        if name in _DRAWING:
            return importlib.import_module(f"{__name__}.{name}")
        if name.startswith(_ABSENT):
            raise AttributeError(
                f"Lineament has no {name}; it has FaceDetector, FaceLandmarker, HandLandmarker, HolisticLandmarker and "
                "PoseLandmarker."
            )
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{similar_name(name, __all__)}")
