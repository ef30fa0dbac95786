# SPDX-License-Identifier: Apache-2.0
"""Lineament: faces, face landmarks, body poses, hands and whole persons in images, videos and live streams.

The API is that of MediaPipe's tasks: code written for `import mediapipe as mp` runs with `import lineament as mp`,
provided it uses only the tasks for faces, hands and bodies.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, List

from lineament import tasks
from lineament._assets import add_asset_folder
from lineament._hints import similar_name
from lineament._listing import hide_imports
from lineament._mediapipe import use_in_mediapipe
from lineament.face_analyzer import FaceAnalyzer, FaceAnalyzerOptions, FaceAnalyzerResult
from lineament.image import Image, read_image
from lineament.image_format import ImageFormat
from lineament.redaction_plan import RedactionPlan
from lineament.redactor import Redactor
from lineament.results import draw
from lineament.session import Session
from lineament.video import Frame, Video, open_stream, read_video

# `make wheel` writes the version of the library.
__version__ = "0+source"

__all__ = [
    "FaceAnalyzer",
    "FaceAnalyzerOptions",
    "FaceAnalyzerResult",
    "Frame",
    "Image",
    "ImageFormat",
    "RedactionPlan",
    "Redactor",
    "Session",
    "Video",
    "__version__",
    "add_asset_folder",
    "draw",
    "open_stream",
    "read_image",
    "read_video",
    "tasks",
    "use_in_mediapipe",
]


def __dir__() -> List[str]:
    return sorted([*__all__, *_OLDER])


# The modules for programs written for older versions of MediaPipe, imported once they are used.
_OLDER = ("framework", "python", "solutions")

# The names that programs look for beside the solutions and the tasks.
_ELSEWHERE = {
    "FaceDetection": "solutions.face_detection.FaceDetection",
    "FaceMesh": "solutions.face_mesh.FaceMesh",
    "Hands": "solutions.hands.Hands",
    "Holistic": "solutions.holistic.Holistic",
    "Pose": "solutions.pose.Pose",
    "SelfieSegmentation": "solutions.selfie_segmentation.SelfieSegmentation",
    "vision": "tasks.vision",
    "BaseOptions": "tasks.BaseOptions",
    **{name: f"solutions.{name}" for name in ("face_mesh", "hands", "pose", "holistic", "face_detection")},
}

# Modules that are imported by themselves.
_APART = ("arrow", "capture", "ray")

if TYPE_CHECKING:
    from lineament import framework as framework
    from lineament import python as python
    from lineament import solutions as solutions
else:  # Otherwise a type checker would accept every name.

    def __getattr__(name: str) -> Any:
        if name in _OLDER:
            return importlib.import_module(f"lineament.{name}")
        place = _ELSEWHERE.get(name) or (f"tasks.vision.{name}" if name in tasks.vision.__all__ else "")
        hint = f" Use lineament.{place}." if place else similar_name(name, __dir__())
        hint = f" It is imported by itself: from lineament import {name}." if name in _APART else hint
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{hint}")


hide_imports(__name__)
