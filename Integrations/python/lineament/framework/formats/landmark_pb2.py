"""Landmarks, and lists of them."""

from __future__ import annotations

from typing import Any, Sequence

from lineament.framework.formats._fields import FLOAT, Field
from lineament.framework.formats._message import Message

__all__ = [
    "Landmark",
    "LandmarkList",
    "LandmarkListCollection",
    "NormalizedLandmark",
    "NormalizedLandmarkList",
    "NormalizedLandmarkListCollection",
]

_FIELDS = tuple(Field(name, number, FLOAT) for number, name in enumerate(("x", "y", "z", "visibility", "presence"), 1))


class Landmark(Message):
    """A point in meters."""

    _fields = _FIELDS
    x: float
    y: float
    z: float
    visibility: float
    presence: float


class NormalizedLandmark(Message):
    """A point in fractions of the image's width and height."""

    _fields = _FIELDS
    x: float
    y: float
    z: float
    visibility: float
    presence: float


class LandmarkList(Message):
    """The points of one subject in meters."""

    _fields = (Field("landmark", 1, Landmark, is_repeated=True),)
    landmark: Any


class NormalizedLandmarkList(Message):
    """The points of one subject in fractions of the image's width and height."""

    _fields = (Field("landmark", 1, NormalizedLandmark, is_repeated=True),)
    landmark: Any


class LandmarkListCollection(Message):
    """Several lists of points in meters."""

    _fields = (Field("landmark_list", 1, LandmarkList, is_repeated=True),)
    landmark_list: Any


class NormalizedLandmarkListCollection(Message):
    """Several lists of points in fractions of the image."""

    _fields = (Field("landmark_list", 1, NormalizedLandmarkList, is_repeated=True),)
    landmark_list: Any


def made(list_class: Any, rows: Sequence[Sequence[float]]) -> Any:
    """Returns a list of landmarks from rows of float32 values: x, y, z, and visibility if there are four.

    The landmarks are made when they are first looked at.
    """
    (field,) = list_class.DESCRIPTOR.fields
    landmark = field.message_class
    names = [field.slot for field in _FIELDS]
    count = len(rows[0]) if len(rows) else 0
    bits = sum(2 << index for index in range(count))

    def landmarks() -> Any:
        return [_landmark(landmark, names, row, count, bits) for row in rows]

    result = list_class()
    result._landmark._make = landmarks
    return result


def _landmark(kind: Any, names: Any, row: Sequence[float], count: int, bits: int) -> Any:
    point = kind.__new__(kind)
    point._set = bits
    point._x, point._y, point._z = row[0], row[1], row[2]
    point._visibility = row[3] if count > 3 else 0.0
    point._presence = 0.0
    return point
