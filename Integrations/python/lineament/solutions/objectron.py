# SPDX-License-Identifier: Apache-2.0
"""The names of MediaPipe's objectron, which finds shoes, chairs, cups and cameras; Lineament does not."""

from __future__ import annotations

import enum
from typing import Any

from lineament.solutions._base import SolutionBase


class BoxLandmark(enum.IntEnum):
    """The corners of a box."""

    CENTER = 0
    BACK_BOTTOM_LEFT = 1
    FRONT_BOTTOM_LEFT = 2
    BACK_TOP_LEFT = 3
    FRONT_TOP_LEFT = 4
    BACK_BOTTOM_RIGHT = 5
    FRONT_BOTTOM_RIGHT = 6
    BACK_TOP_RIGHT = 7
    FRONT_TOP_RIGHT = 8


# The edges are between corners that differ in one of the three directions.
BOX_CONNECTIONS = frozenset(
    (BoxLandmark(start), BoxLandmark(start + step))
    for start in range(1, 9)
    for step in (1, 2, 4)
    if not (start - 1) & step
)


class Objectron(SolutionBase[Any]):
    """Raises NotImplementedError, so that programs which only may use it run."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise NotImplementedError(
            "Lineament has no Objectron; it has FaceDetection, FaceMesh, Hands, Holistic, Pose and SelfieSegmentation."
        )
