# SPDX-License-Identifier: Apache-2.0
"""Pixels of an image."""

from __future__ import annotations

from lineament.framework.formats._fields import INT32, Field
from lineament.framework.formats._message import Message
from lineament.framework.formats._repeated import RepeatedCompositeContainer

__all__ = ["Rasterization"]


class Rasterization(Message):
    """Pixels, as parts of rows."""

    class Interval(Message):
        """Neighboring pixels of a row."""

        _fields = (Field("y", 1, INT32), Field("left_x", 2, INT32), Field("right_x", 3, INT32))
        y: int
        left_x: int
        right_x: int

    _fields = (Field("interval", 1, Interval, is_repeated=True),)
    interval: RepeatedCompositeContainer[Rasterization.Interval]
