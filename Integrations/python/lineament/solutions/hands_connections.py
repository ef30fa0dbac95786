# SPDX-License-Identifier: Apache-2.0
"""The lines of a hand, as pairs of landmarks."""

from __future__ import annotations

from typing import Any, FrozenSet, Tuple

from lineament.hand_landmarks import HandLandmarksConnections as _Lines

Connections = Tuple[Tuple[int, int], ...]


def _pairs(lines: Any) -> Connections:
    return tuple((line.start, line.end) for line in lines)


HAND_PALM_CONNECTIONS: Connections = _pairs(_Lines.HAND_PALM_CONNECTIONS)
HAND_THUMB_CONNECTIONS: Connections = _pairs(_Lines.HAND_THUMB_CONNECTIONS)
HAND_INDEX_FINGER_CONNECTIONS: Connections = _pairs(_Lines.HAND_INDEX_FINGER_CONNECTIONS)
HAND_MIDDLE_FINGER_CONNECTIONS: Connections = _pairs(_Lines.HAND_MIDDLE_FINGER_CONNECTIONS)
HAND_RING_FINGER_CONNECTIONS: Connections = _pairs(_Lines.HAND_RING_FINGER_CONNECTIONS)
HAND_PINKY_FINGER_CONNECTIONS: Connections = _pairs(_Lines.HAND_PINKY_FINGER_CONNECTIONS)

# Drawings follow the order of the set, which depends on how it is made: by a union of the parts, as in MediaPipe.
HAND_CONNECTIONS: FrozenSet[Tuple[int, int]] = frozenset().union(
    HAND_PALM_CONNECTIONS,
    HAND_THUMB_CONNECTIONS,
    HAND_INDEX_FINGER_CONNECTIONS,
    HAND_MIDDLE_FINGER_CONNECTIONS,
    HAND_RING_FINGER_CONNECTIONS,
    HAND_PINKY_FINGER_CONNECTIONS,
)
