# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of keypoints."""

from __future__ import annotations

from lineament.containers import NormalizedKeypoint

__all__ = [
    "NormalizedKeypoint",
]
