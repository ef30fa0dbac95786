# SPDX-License-Identifier: Apache-2.0
"""The 21 landmarks of a hand, and the lines between them."""

from __future__ import annotations

import dataclasses
import enum
from typing import List

from lineament._attributes import NamedConstants, NamedMembers


class HandLandmark(enum.IntEnum, metaclass=NamedMembers):
    """The landmarks in the order of a result."""

    WRIST = 0
    THUMB_CMC = 1
    THUMB_MCP = 2
    THUMB_IP = 3
    THUMB_TIP = 4
    INDEX_FINGER_MCP = 5
    INDEX_FINGER_PIP = 6
    INDEX_FINGER_DIP = 7
    INDEX_FINGER_TIP = 8
    MIDDLE_FINGER_MCP = 9
    MIDDLE_FINGER_PIP = 10
    MIDDLE_FINGER_DIP = 11
    MIDDLE_FINGER_TIP = 12
    RING_FINGER_MCP = 13
    RING_FINGER_PIP = 14
    RING_FINGER_DIP = 15
    RING_FINGER_TIP = 16
    PINKY_MCP = 17
    PINKY_PIP = 18
    PINKY_DIP = 19
    PINKY_TIP = 20


@dataclasses.dataclass
class _Connection:
    """A line between two landmarks, by their indices."""

    start: int
    end: int


def _finger(base: int) -> List[_Connection]:
    """Returns the three lines along a finger whose first joint has the index `base`."""
    return [_Connection(joint, joint + 1) for joint in range(base, base + 3)]


class HandLandmarksConnections(metaclass=NamedConstants):
    """The lines of the hand."""

    Connection = _Connection

    HAND_PALM_CONNECTIONS: List[_Connection] = [
        _Connection(start, end) for start, end in ((0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17))
    ]
    HAND_THUMB_CONNECTIONS: List[_Connection] = _finger(1)
    HAND_INDEX_FINGER_CONNECTIONS: List[_Connection] = _finger(5)
    HAND_MIDDLE_FINGER_CONNECTIONS: List[_Connection] = _finger(9)
    HAND_RING_FINGER_CONNECTIONS: List[_Connection] = _finger(13)
    HAND_PINKY_FINGER_CONNECTIONS: List[_Connection] = _finger(17)
    HAND_CONNECTIONS: List[_Connection] = (
        HAND_PALM_CONNECTIONS
        + HAND_THUMB_CONNECTIONS
        + HAND_INDEX_FINGER_CONNECTIONS
        + HAND_MIDDLE_FINGER_CONNECTIONS
        + HAND_RING_FINGER_CONNECTIONS
        + HAND_PINKY_FINGER_CONNECTIONS
    )
