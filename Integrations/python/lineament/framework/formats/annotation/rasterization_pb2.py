# SPDX-License-Identifier: Apache-2.0
"""Pixels of an image."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineament.framework.formats._messages import Message, compiled, int32

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

__all__ = ["Rasterization"]


class Rasterization(Message):
    """Pixels, as parts of rows."""

    class Interval(Message):
        """Neighboring pixels of a row."""

        y: int32
        left_x: int32
        right_x: int32

    interval: RepeatedCompositeFieldContainer[Interval]


DESCRIPTOR = compiled(__name__, globals())
