# SPDX-License-Identifier: Apache-2.0
"""Landmarks, and lists of them."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import Any, List, Tuple

from lineament.framework.formats._fields import FLOAT, Field
from lineament.framework.formats._message import Message
from lineament.framework.formats._repeated import RepeatedCompositeContainer

__all__ = [
    "Landmark",
    "LandmarkList",
    "LandmarkListCollection",
    "NormalizedLandmark",
    "NormalizedLandmarkList",
    "NormalizedLandmarkListCollection",
]

# The columns of landmarks whose visibility is not known.
_WITHOUT_VISIBILITY = 3


def _point() -> Tuple[Field, ...]:
    names = ("x", "y", "z", "visibility", "presence")
    return tuple(Field(name, number, FLOAT) for number, name in enumerate(names, 1))


class Landmark(Message):
    """A point in meters."""

    _fields = _point()
    x: float
    y: float
    z: float
    visibility: float
    presence: float


class NormalizedLandmark(Message):
    """A point in fractions of the image's width and height."""

    _fields = _point()
    x: float
    y: float
    z: float
    visibility: float
    presence: float


class LandmarkList(Message):
    """The points of one subject in meters."""

    _fields = (Field("landmark", 1, Landmark, is_repeated=True),)
    landmark: RepeatedCompositeContainer[Landmark]


class NormalizedLandmarkList(Message):
    """The points of one subject in fractions of the image's width and height."""

    _fields = (Field("landmark", 1, NormalizedLandmark, is_repeated=True),)
    landmark: RepeatedCompositeContainer[NormalizedLandmark]


class LandmarkListCollection(Message):
    """Several lists of points in meters."""

    _fields = (Field("landmark_list", 1, LandmarkList, is_repeated=True),)
    landmark_list: RepeatedCompositeContainer[LandmarkList]


class NormalizedLandmarkListCollection(Message):
    """Several lists of points in fractions of the image."""

    _fields = (Field("landmark_list", 1, NormalizedLandmarkList, is_repeated=True),)
    landmark_list: RepeatedCompositeContainer[NormalizedLandmarkList]


def made(list_class: Any, values: Any) -> Any:
    """Returns a list of landmarks from an array of float32: x, y, z, and visibility if there are four columns.

    The landmarks are made when they are first looked at.
    """
    result = list_class()
    (field,) = list_class.DESCRIPTOR.fields
    result._landmark._make = partial(_landmarks, field.message_class, values)
    return result


def _landmarks(kind: Any, values: Any) -> List[Any]:
    columns = values.T.tolist()
    bits = (2 << len(columns)) - 2
    if len(columns) == _WITHOUT_VISIBILITY:
        columns.append(repeat(0.0))
    new = kind.__new__
    points = []
    for x, y, z, visibility in zip(*columns):
        point = new(kind)
        point._set, point._x, point._y, point._z, point._visibility, point._presence = bits, x, y, z, visibility, 0.0
        points.append(point)
    return points
