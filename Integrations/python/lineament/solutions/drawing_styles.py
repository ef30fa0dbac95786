# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's colors and thicknesses for landmarks and the lines between them."""

from __future__ import annotations

from typing import Any, Dict, FrozenSet, Mapping, Tuple

from lineament.hand_landmarks import HandLandmark
from lineament.pose_landmarks import PoseLandmark
from lineament.solutions import face_mesh_connections, hands_connections
from lineament.solutions.drawing_utils import DrawingSpec

# Programs read and change the numbers and tables below, so their names, and when they are looked at, are MediaPipe's.

# Blue, green and red.
_RED = (48, 48, 255)
_GREEN = (48, 255, 48)
_BLUE = (192, 101, 21)
_YELLOW = (0, 204, 255)
_GRAY = (128, 128, 128)
_PURPLE = (128, 64, 128)
_PEACH = (180, 229, 255)
_WHITE = (224, 224, 224)
_CYAN = (192, 255, 48)
_MAGENTA = (192, 48, 255)
_ORANGE = (0, 138, 255)
_TURQUOISE = (231, 217, 0)

_RADIUS = 5
_THICKNESS_WRIST_MCP = 3
_THICKNESS_FINGER = 2
_THICKNESS_DOT = -1
_THICKNESS_TESSELATION = 1
_THICKNESS_CONTOURS = 2
_THICKNESS_POSE_LANDMARKS = 2

Connection = Tuple[int, int]


def _finger(name: str, *joints: str) -> Tuple[HandLandmark, ...]:
    return tuple(HandLandmark[f"{name}_{joint}"] for joint in joints)


_PALM_LANDMARKS = (
    HandLandmark.WRIST,
    HandLandmark.THUMB_CMC,
    HandLandmark.INDEX_FINGER_MCP,
    HandLandmark.MIDDLE_FINGER_MCP,
    HandLandmark.RING_FINGER_MCP,
    HandLandmark.PINKY_MCP,
)
_THUMP_LANDMARKS = _finger("THUMB", "MCP", "IP", "TIP")
_INDEX_FINGER_LANDMARKS = _finger("INDEX_FINGER", "PIP", "DIP", "TIP")
_MIDDLE_FINGER_LANDMARKS = _finger("MIDDLE_FINGER", "PIP", "DIP", "TIP")
_RING_FINGER_LANDMARKS = _finger("RING_FINGER", "PIP", "DIP", "TIP")
_PINKY_FINGER_LANDMARKS = _finger("PINKY", "PIP", "DIP", "TIP")


def _dot(color: Tuple[int, int, int]) -> DrawingSpec:
    return DrawingSpec(color=color, thickness=_THICKNESS_DOT, circle_radius=_RADIUS)


_HAND_LANDMARK_STYLE = {
    _PALM_LANDMARKS: _dot(_RED),
    _THUMP_LANDMARKS: _dot(_PEACH),
    _INDEX_FINGER_LANDMARKS: _dot(_PURPLE),
    _MIDDLE_FINGER_LANDMARKS: _dot(_YELLOW),
    _RING_FINGER_LANDMARKS: _dot(_GREEN),
    _PINKY_FINGER_LANDMARKS: _dot(_BLUE),
}
_HAND_CONNECTION_STYLE = {
    hands_connections.HAND_PALM_CONNECTIONS: DrawingSpec(color=_GRAY, thickness=_THICKNESS_WRIST_MCP),
    hands_connections.HAND_THUMB_CONNECTIONS: DrawingSpec(color=_PEACH, thickness=_THICKNESS_FINGER),
    hands_connections.HAND_INDEX_FINGER_CONNECTIONS: DrawingSpec(color=_PURPLE, thickness=_THICKNESS_FINGER),
    hands_connections.HAND_MIDDLE_FINGER_CONNECTIONS: DrawingSpec(color=_YELLOW, thickness=_THICKNESS_FINGER),
    hands_connections.HAND_RING_FINGER_CONNECTIONS: DrawingSpec(color=_GREEN, thickness=_THICKNESS_FINGER),
    hands_connections.HAND_PINKY_FINGER_CONNECTIONS: DrawingSpec(color=_BLUE, thickness=_THICKNESS_FINGER),
}


def _contours(
    lips: Any, left_eye: Any, right_eye: Any, **others: Tuple[int, int, int]
) -> Dict[FrozenSet[Connection], DrawingSpec]:
    colors = {
        "LIPS": lips,
        "LEFT_EYE": left_eye,
        "LEFT_EYEBROW": _GREEN,
        "RIGHT_EYE": right_eye,
        "RIGHT_EYEBROW": _RED,
        "FACE_OVAL": _WHITE,
        **others,
    }
    return {
        getattr(face_mesh_connections, f"FACEMESH_{part}"): DrawingSpec(color=color, thickness=_THICKNESS_CONTOURS)
        for part, color in colors.items()
    }


_FACEMESH_CONTOURS_CONNECTION_STYLE = _contours(_WHITE, _GREEN, _RED)
_FACEMESH_CONTOURS_CONNECTION_STYLE_1 = _contours(_BLUE, _CYAN, _MAGENTA, NOSE=_YELLOW)


def _side(name: str) -> FrozenSet[PoseLandmark]:
    return frozenset([landmark for landmark in PoseLandmark if name in landmark.name])


_POSE_LANDMARKS_LEFT = _side("LEFT")
_POSE_LANDMARKS_RIGHT = _side("RIGHT")


def _styles(table: Mapping[Any, DrawingSpec]) -> Dict[Any, DrawingSpec]:
    """Returns the style of each element of the keys of a table."""
    return {element: spec for elements, spec in table.items() for element in elements}


def get_default_hand_landmarks_style() -> Mapping[int, DrawingSpec]:
    """Returns the style of each landmark of a hand."""
    return _styles(_HAND_LANDMARK_STYLE)


def get_default_hand_connections_style() -> Mapping[Connection, DrawingSpec]:
    """Returns the style of each line of a hand."""
    return _styles(_HAND_CONNECTION_STYLE)


def get_default_face_mesh_contours_style(i: int = 0) -> Mapping[Connection, DrawingSpec]:
    """Returns the style of each contour line of a face.

    Args:
        i: 1 for the second style, which is more colorful and has a nose.
    """
    return _styles(_FACEMESH_CONTOURS_CONNECTION_STYLE_1 if i == 1 else _FACEMESH_CONTOURS_CONNECTION_STYLE)


def get_default_face_mesh_tesselation_style() -> DrawingSpec:
    """Returns the style of the lines of a face's mesh."""
    return DrawingSpec(color=_GRAY, thickness=_THICKNESS_TESSELATION)


def get_default_face_mesh_iris_connections_style() -> Mapping[Connection, DrawingSpec]:
    """Returns the style of each line around an iris."""
    return _styles(
        {
            face_mesh_connections.FACEMESH_LEFT_IRIS: DrawingSpec(color=_GREEN, thickness=_THICKNESS_CONTOURS),
            face_mesh_connections.FACEMESH_RIGHT_IRIS: DrawingSpec(color=_RED, thickness=_THICKNESS_CONTOURS),
        }
    )


def get_default_pose_landmarks_style() -> Mapping[int, DrawingSpec]:
    """Returns the style of each landmark of a body."""
    parts = {_POSE_LANDMARKS_LEFT: _ORANGE, _POSE_LANDMARKS_RIGHT: _TURQUOISE, (PoseLandmark.NOSE,): _WHITE}
    return _styles(
        {part: DrawingSpec(color=color, thickness=_THICKNESS_POSE_LANDMARKS) for part, color in parts.items()}
    )
