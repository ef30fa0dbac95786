# SPDX-License-Identifier: Apache-2.0
"""The values that results contain, with MediaPipe's names and fields."""

from __future__ import annotations

import dataclasses
from typing import List, Optional

from lineament._attributes import NamedAttributes


@dataclasses.dataclass
class Landmark(NamedAttributes):
    """A landmark in meters, from the midpoint of the hips: x to the right, y down, z away from the camera.

    Attributes:
        visibility: The probability that the landmark is in the image and not hidden; None if unknown.
        presence: The probability that the landmark is in the image; None if unknown.
        name: The name of the landmark; None if unknown.
    """

    x: Optional[float] = None
    y: Optional[float] = None
    z: Optional[float] = None
    visibility: Optional[float] = None
    presence: Optional[float] = None
    name: Optional[str] = None


@dataclasses.dataclass
class NormalizedLandmark(NamedAttributes):
    """A landmark in fractions of the image's width (x) and height (y), from its upper left corner.

    Values are not limited to 0 to 1. z has the scale of x; a smaller z is nearer to the camera.

    Attributes:
        visibility: The probability that the landmark is in the image and not hidden; None if unknown.
        presence: The probability that the landmark is in the image; None if unknown.
        name: The name of the landmark; None if unknown.
    """

    x: Optional[float] = None
    y: Optional[float] = None
    z: Optional[float] = None
    visibility: Optional[float] = None
    presence: Optional[float] = None
    name: Optional[str] = None


@dataclasses.dataclass
class NormalizedKeypoint(NamedAttributes):
    """A point in fractions of the image's width (x) and height (y), from its upper left corner.

    Attributes:
        label: The name of the point; None if the model does not provide one.
        score: The score of the point; 0 if the model does not provide one.
    """

    x: Optional[float] = None
    y: Optional[float] = None
    label: Optional[str] = None
    score: Optional[float] = None


@dataclasses.dataclass
class Category(NamedAttributes):
    """A class with its score.

    Attributes:
        index: The index of the class in the model's output.
        score: The score, 0 to 1.
        display_name: The name in the user's language; None if the model does not provide one.
        category_name: The name of the class; None if the model does not provide one.
    """

    _elsewhere = dict.fromkeys(("name", "label"), "Use category_name.")

    index: Optional[int] = None
    score: Optional[float] = None
    display_name: Optional[str] = None
    category_name: Optional[str] = None


@dataclasses.dataclass
class BoundingBox(NamedAttributes):
    """A box in whole pixels, by its upper left corner and its size."""

    _elsewhere = {
        **dict.fromkeys(("x", "left", "xmin"), "Use origin_x, in pixels."),
        **dict.fromkeys(("y", "top", "ymin"), "Use origin_y, in pixels."),
        **dict.fromkeys(("right", "xmax"), "Use origin_x + width, in pixels."),
        **dict.fromkeys(("bottom", "ymax"), "Use origin_y + height, in pixels."),
    }

    origin_x: int
    origin_y: int
    width: int
    height: int


@dataclasses.dataclass
class Detection(NamedAttributes):
    """A detected face: its box, its score as the only category, and its six keypoints.

    The keypoints are right eye, left eye, nose tip, mouth center, right ear and left ear, of the subject.
    """

    _elsewhere = {
        **dict.fromkeys(("score", "confidence", "label"), "Use categories[0].score."),
        **dict.fromkeys(("box", "bbox", "location_data"), "Use bounding_box, in pixels, and keypoints."),
    }

    bounding_box: BoundingBox
    categories: List[Category]
    keypoints: Optional[List[NormalizedKeypoint]] = None


@dataclasses.dataclass
class Rect(NamedAttributes):
    """A rectangle by its sides, in pixels."""

    left: int
    top: int
    bottom: int
    right: int


@dataclasses.dataclass
class RectF(NamedAttributes):
    """A rectangle by its sides, in fractions of the image's width and height."""

    left: float
    top: float
    bottom: float
    right: float


@dataclasses.dataclass
class NormalizedRect(NamedAttributes):
    """A rotated rectangle by its center and size, in fractions of the image's width and height.

    Attributes:
        rotation: The angle in radians, clockwise.
        rect_id: An identity across frames; None if unknown.
    """

    x_center: float
    y_center: float
    width: float
    height: float
    rotation: Optional[float] = 0.0
    rect_id: Optional[int] = None
