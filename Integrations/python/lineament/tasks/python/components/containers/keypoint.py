"""MediaPipe's module of keypoints."""

from __future__ import annotations

from lineament.containers import NormalizedKeypoint

__all__ = [
    "NormalizedKeypoint",
]
