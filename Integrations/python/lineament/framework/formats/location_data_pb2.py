# SPDX-License-Identifier: Apache-2.0
"""Where a detection is in the image."""

from __future__ import annotations

from lineament.framework.formats._fields import FLOAT, INT32, STRING, Enumeration, Field
from lineament.framework.formats._message import Message
from lineament.framework.formats._repeated import RepeatedCompositeContainer
from lineament.framework.formats.annotation.rasterization_pb2 import Rasterization

__all__ = ["LocationData"]

_BOX = ("xmin", "ymin", "width", "height")


class LocationData(Message):
    """A box and points."""

    GLOBAL = 0
    BOUNDING_BOX = 1
    RELATIVE_BOUNDING_BOX = 2
    MASK = 3
    Format = Enumeration("LocationData.Format", {"GLOBAL": 0, "BOUNDING_BOX": 1, "RELATIVE_BOUNDING_BOX": 2, "MASK": 3})

    class BoundingBox(Message):
        """A box in pixels."""

        _fields = tuple(Field(name, number, INT32) for number, name in enumerate(_BOX, 1))
        xmin: int
        ymin: int
        width: int
        height: int

    class RelativeBoundingBox(Message):
        """A box in fractions of the image's width and height."""

        _fields = tuple(Field(name, number, FLOAT) for number, name in enumerate(_BOX, 1))
        xmin: float
        ymin: float
        width: float
        height: float

    class BinaryMask(Message):
        """The pixels of a subject."""

        _fields = (Field("width", 1, INT32), Field("height", 2, INT32), Field("rasterization", 3, Rasterization))
        width: int
        height: int
        rasterization: Rasterization

    class RelativeKeypoint(Message):
        """A point in fractions of the image's width and height."""

        _fields = (
            Field("x", 1, FLOAT),
            Field("y", 2, FLOAT),
            Field("keypoint_label", 3, STRING),
            Field("score", 4, FLOAT),
        )
        x: float
        y: float
        keypoint_label: str
        score: float

    _fields = (
        Field("format", 1, Format),
        Field("bounding_box", 2, BoundingBox),
        Field("relative_bounding_box", 3, RelativeBoundingBox),
        Field("mask", 4, BinaryMask),
        Field("relative_keypoints", 5, RelativeKeypoint, is_repeated=True),
    )
    format: int
    bounding_box: BoundingBox
    relative_bounding_box: RelativeBoundingBox
    mask: BinaryMask
    relative_keypoints: RepeatedCompositeContainer[RelativeKeypoint]
