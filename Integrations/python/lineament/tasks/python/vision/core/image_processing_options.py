# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of image processing options."""

from __future__ import annotations

from lineament.options import ImageProcessingOptions

__all__ = [
    "ImageProcessingOptions",
]
