# SPDX-License-Identifier: Apache-2.0
"""Landmarks, and lists of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineament.framework.formats._messages import Message, compiled

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

__all__ = [
    "Landmark",
    "LandmarkList",
    "LandmarkListCollection",
    "NormalizedLandmark",
    "NormalizedLandmarkList",
    "NormalizedLandmarkListCollection",
]


class Landmark(Message):
    """A point in meters."""

    x: float
    y: float
    z: float
    visibility: float
    presence: float


class NormalizedLandmark(Message):
    """A point in fractions of the image's width and height."""

    x: float
    y: float
    z: float
    visibility: float
    presence: float


class LandmarkList(Message):
    """The points of one subject in meters."""

    landmark: RepeatedCompositeFieldContainer[Landmark]


class NormalizedLandmarkList(Message):
    """The points of one subject in fractions of the image's width and height."""

    landmark: RepeatedCompositeFieldContainer[NormalizedLandmark]


class LandmarkListCollection(Message):
    """Several lists of points in meters."""

    landmark_list: RepeatedCompositeFieldContainer[LandmarkList]


class NormalizedLandmarkListCollection(Message):
    """Several lists of points in fractions of the image."""

    landmark_list: RepeatedCompositeFieldContainer[NormalizedLandmarkList]


DESCRIPTOR = compiled(__name__, globals())
