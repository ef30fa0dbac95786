# SPDX-License-Identifier: Apache-2.0
"""The lines of a face, as pairs of landmarks. Left and right are the person's."""

from __future__ import annotations

from typing import Any, FrozenSet, Tuple

from lineament.face_landmarks import FaceLandmarksConnections as _Lines

Connections = FrozenSet[Tuple[int, int]]


def _pairs(lines: Any) -> Connections:
    # Drawings follow the order of the set, which depends on the order in which it is filled: MediaPipe's.
    return frozenset([(line.start, line.end) for line in lines])


FACEMESH_LIPS: Connections = _pairs(_Lines.FACE_LANDMARKS_LIPS)
FACEMESH_LEFT_EYE: Connections = _pairs(_Lines.FACE_LANDMARKS_LEFT_EYE)
FACEMESH_LEFT_IRIS: Connections = _pairs(_Lines.FACE_LANDMARKS_LEFT_IRIS)
FACEMESH_LEFT_EYEBROW: Connections = _pairs(_Lines.FACE_LANDMARKS_LEFT_EYEBROW)
FACEMESH_RIGHT_EYE: Connections = _pairs(_Lines.FACE_LANDMARKS_RIGHT_EYE)
FACEMESH_RIGHT_EYEBROW: Connections = _pairs(_Lines.FACE_LANDMARKS_RIGHT_EYEBROW)
FACEMESH_RIGHT_IRIS: Connections = _pairs(_Lines.FACE_LANDMARKS_RIGHT_IRIS)
FACEMESH_FACE_OVAL: Connections = _pairs(_Lines.FACE_LANDMARKS_FACE_OVAL)
FACEMESH_NOSE: Connections = _pairs(_Lines.FACE_LANDMARKS_NOSE)
FACEMESH_CONTOURS: Connections = frozenset().union(
    FACEMESH_LIPS,
    FACEMESH_LEFT_EYE,
    FACEMESH_LEFT_EYEBROW,
    FACEMESH_RIGHT_EYE,
    FACEMESH_RIGHT_EYEBROW,
    FACEMESH_FACE_OVAL,
)
FACEMESH_IRISES: Connections = frozenset().union(FACEMESH_LEFT_IRIS, FACEMESH_RIGHT_IRIS)
FACEMESH_TESSELATION: Connections = _pairs(_Lines.FACE_LANDMARKS_TESSELATION)
