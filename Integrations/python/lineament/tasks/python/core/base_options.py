# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of base options."""

from __future__ import annotations

from lineament.options import BaseOptions

__all__ = [
    "BaseOptions",
]
