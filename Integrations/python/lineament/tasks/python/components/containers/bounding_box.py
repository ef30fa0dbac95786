# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of the bounding box."""

from __future__ import annotations

from lineament.containers import BoundingBox

__all__ = [
    "BoundingBox",
]
