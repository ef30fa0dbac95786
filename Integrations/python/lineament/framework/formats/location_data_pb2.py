# SPDX-License-Identifier: Apache-2.0
"""Where a detection is in the image."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lineament.framework.formats._messages import FormatValue, Message, compiled, int32
from lineament.framework.formats.annotation.rasterization_pb2 import Rasterization

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer
    from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

__all__ = ["LocationData"]


class LocationData(Message):
    """A box and points."""

    GLOBAL = 0
    BOUNDING_BOX = 1
    RELATIVE_BOUNDING_BOX = 2
    MASK = 3
    Format: ClassVar[EnumTypeWrapper]

    class BoundingBox(Message):
        """A box in pixels."""

        xmin: int32
        ymin: int32
        width: int32
        height: int32

    class RelativeBoundingBox(Message):
        """A box in fractions of the image's width and height."""

        xmin: float
        ymin: float
        width: float
        height: float

    class BinaryMask(Message):
        """The pixels of a subject."""

        width: int32
        height: int32
        rasterization: Rasterization

    class RelativeKeypoint(Message):
        """A point in fractions of the image's width and height."""

        x: float
        y: float
        keypoint_label: str
        score: float

    format: FormatValue
    bounding_box: BoundingBox
    relative_bounding_box: RelativeBoundingBox
    mask: BinaryMask
    relative_keypoints: RepeatedCompositeFieldContainer[RelativeKeypoint]


DESCRIPTOR = compiled(__name__, globals())
