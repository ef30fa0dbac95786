# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of images."""

from __future__ import annotations

from lineament.image import Image
from lineament.image_format import ImageFormat

__all__ = [
    "Image",
    "ImageFormat",
]
