# SPDX-License-Identifier: Apache-2.0
"""Rectangles, which may be turned."""

from __future__ import annotations

from lineament.framework.formats._messages import Message, compiled, int32, int64

__all__ = ["NormalizedRect", "Rect"]


class Rect(Message):
    """A rectangle in pixels, turned clockwise by an angle in radians."""

    x_center: int32
    y_center: int32
    height: int32
    width: int32
    rotation: float
    rect_id: int64


class NormalizedRect(Message):
    """A rectangle in fractions of the image's width and height, turned clockwise by an angle in radians."""

    x_center: float
    y_center: float
    height: float
    width: float
    rotation: float
    rect_id: int64


DESCRIPTOR = compiled(__name__, globals())
