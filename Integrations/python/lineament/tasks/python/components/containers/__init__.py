# SPDX-License-Identifier: Apache-2.0
"""The values that results contain."""

from __future__ import annotations

from lineament.containers import (
    BoundingBox,
    Category,
    Detection,
    Landmark,
    NormalizedKeypoint,
    NormalizedLandmark,
    NormalizedRect,
    Rect,
    RectF,
)
from lineament.face_detector import DetectionResult, FaceDetectorResult
from lineament.tasks.python.components.containers import bounding_box, category, detections, keypoint, landmark, rect

__all__ = [
    "BoundingBox",
    "Category",
    "Detection",
    "DetectionResult",
    "FaceDetectorResult",
    "Landmark",
    "NormalizedKeypoint",
    "NormalizedLandmark",
    "NormalizedRect",
    "Rect",
    "RectF",
    "bounding_box",
    "category",
    "detections",
    "keypoint",
    "landmark",
    "rect",
]
