# SPDX-License-Identifier: Apache-2.0
"""Rectangles, which may be turned."""

from __future__ import annotations

from lineament.framework.formats._fields import FLOAT, INT32, INT64, Field
from lineament.framework.formats._message import Message

__all__ = ["NormalizedRect", "Rect"]

_SIDES = ("x_center", "y_center", "height", "width")
_OTHERS = (Field("rotation", 5, FLOAT), Field("rect_id", 6, INT64))


class Rect(Message):
    """A rectangle in pixels, turned clockwise by an angle in radians."""

    _fields = (*(Field(name, number, INT32) for number, name in enumerate(_SIDES, 1)), *_OTHERS)
    x_center: int
    y_center: int
    height: int
    width: int
    rotation: float
    rect_id: int


class NormalizedRect(Message):
    """A rectangle in fractions of the image's width and height, turned clockwise by an angle in radians."""

    _fields = (*(Field(name, number, FLOAT) for number, name in enumerate(_SIDES, 1)), *_OTHERS)
    x_center: float
    y_center: float
    height: float
    width: float
    rotation: float
    rect_id: int
