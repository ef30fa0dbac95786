# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of detections."""

from __future__ import annotations

from lineament.containers import Detection
from lineament.face_detector import DetectionResult

__all__ = [
    "Detection",
    "DetectionResult",
]
