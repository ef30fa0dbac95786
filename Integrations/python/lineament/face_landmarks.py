# SPDX-License-Identifier: Apache-2.0
"""The landmarks of a face that have names, and the lines between all of them."""

from __future__ import annotations

import dataclasses
import enum
from typing import Iterator, List, Tuple

from lineament._attributes import NamedConstants
from lineament.face_tesselation import TRIANGLES


class FaceLandmark(enum.IntEnum):
    """Notable points among the 478 landmarks of a face, by their indices. Left and right are the subject's.

    `result.face_landmarks[0][FaceLandmark.NOSE_TIP]` is the tip of the nose. The other landmarks have no names. A Lineament
    extension.
    """

    NOSE_TIP = 1
    NOSE_BASE = 2
    NOSE_BRIDGE = 168
    FOREHEAD_TOP = 10
    CHIN = 152
    RIGHT_EYE_OUTER_CORNER = 33
    RIGHT_EYE_INNER_CORNER = 133
    RIGHT_EYE_UPPER_LID = 159
    RIGHT_EYE_LOWER_LID = 145
    RIGHT_IRIS_CENTER = 468
    LEFT_EYE_OUTER_CORNER = 263
    LEFT_EYE_INNER_CORNER = 362
    LEFT_EYE_UPPER_LID = 386
    LEFT_EYE_LOWER_LID = 374
    LEFT_IRIS_CENTER = 473
    RIGHT_EYEBROW_OUTER_END = 70
    RIGHT_EYEBROW_INNER_END = 107
    LEFT_EYEBROW_OUTER_END = 300
    LEFT_EYEBROW_INNER_END = 336
    MOUTH_RIGHT_CORNER = 61
    MOUTH_LEFT_CORNER = 291
    UPPER_LIP_TOP = 0
    UPPER_LIP_BOTTOM = 13
    LOWER_LIP_TOP = 14
    LOWER_LIP_BOTTOM = 17
    RIGHT_CHEEK = 205
    LEFT_CHEEK = 425
    RIGHT_FACE_EDGE = 234
    LEFT_FACE_EDGE = 454


# Polylines of landmark indices.
# fmt: off
_LIPS = (
    (61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291),
    (61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291),
    (78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308),
    (78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308),
)
_LEFT_EYE = ((263, 249, 390, 373, 374, 380, 381, 382, 362), (263, 466, 388, 387, 386, 385, 384, 398, 362))
_RIGHT_EYE = ((33, 7, 163, 144, 145, 153, 154, 155, 133), (33, 246, 161, 160, 159, 158, 157, 173, 133))
_LEFT_EYEBROW = ((276, 283, 282, 295, 285), (300, 293, 334, 296, 336))
_RIGHT_EYEBROW = ((46, 53, 52, 65, 55), (70, 63, 105, 66, 107))
_LEFT_IRIS = ((474, 475, 476, 477, 474),)
_RIGHT_IRIS = ((469, 470, 471, 472, 469),)
_FACE_OVAL = ((
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109, 10,
),)
_NOSE = (
    (168, 6, 197, 195, 5, 4, 1, 19, 94, 2),
    (98, 97, 2, 326, 327, 294, 278, 344, 440, 275, 4, 45, 220, 115, 48, 64, 98),
)
# fmt: on

_Polylines = Tuple[Tuple[int, ...], ...]


@dataclasses.dataclass
class _Connection:
    """A line between two landmarks, by their indices."""

    start: int
    end: int


_Connection.__name__, _Connection.__qualname__ = "Connection", "FaceLandmarksConnections.Connection"


def _lines(polylines: _Polylines) -> List[_Connection]:
    """Returns the line segments of polylines, in order."""
    return [_Connection(*ends) for line in polylines for ends in zip(line, line[1:])]


def _triangles() -> Iterator[Tuple[int, ...]]:
    """Yields the closed outline of each triangle of the mesh."""
    for first in range(0, len(TRIANGLES), 3):
        yield (*TRIANGLES[first : first + 3], TRIANGLES[first])


class FaceLandmarksConnections(metaclass=NamedConstants):
    """The lines that MediaPipe draws between the landmarks of a face. Left and right are the subject's."""

    Connection = _Connection

    FACE_LANDMARKS_LIPS: List[_Connection] = _lines(_LIPS)
    FACE_LANDMARKS_LEFT_EYE: List[_Connection] = _lines(_LEFT_EYE)
    FACE_LANDMARKS_LEFT_EYEBROW: List[_Connection] = _lines(_LEFT_EYEBROW)
    FACE_LANDMARKS_LEFT_IRIS: List[_Connection] = _lines(_LEFT_IRIS)
    FACE_LANDMARKS_RIGHT_EYE: List[_Connection] = _lines(_RIGHT_EYE)
    FACE_LANDMARKS_RIGHT_EYEBROW: List[_Connection] = _lines(_RIGHT_EYEBROW)
    FACE_LANDMARKS_RIGHT_IRIS: List[_Connection] = _lines(_RIGHT_IRIS)
    FACE_LANDMARKS_FACE_OVAL: List[_Connection] = _lines(_FACE_OVAL)
    FACE_LANDMARKS_NOSE: List[_Connection] = _lines(_NOSE)
    # As in MediaPipe's Python package, the contours have neither irises nor nose.
    FACE_LANDMARKS_CONTOURS: List[_Connection] = _lines(
        _LIPS + _LEFT_EYE + _LEFT_EYEBROW + _RIGHT_EYE + _RIGHT_EYEBROW + _FACE_OVAL
    )
    FACE_LANDMARKS_TESSELATION: List[_Connection] = _lines(tuple(_triangles()))
