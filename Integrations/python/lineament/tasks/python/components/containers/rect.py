# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of rectangles."""

from __future__ import annotations

from lineament.containers import NormalizedRect, Rect, RectF

__all__ = [
    "NormalizedRect",
    "Rect",
    "RectF",
]
