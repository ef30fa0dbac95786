"""MediaPipe's colors and thicknesses for landmarks and the lines between them."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Mapping, Tuple

from lineament.hand_landmarks import HandLandmark
from lineament.pose_landmarks import PoseLandmark
from lineament.solutions import face_mesh_connections as _face
from lineament.solutions import hands_connections as _hands
from lineament.solutions.drawing_utils import DrawingSpec

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

_HAND_RADIUS = 5
_FILLED = -1

Connection = Tuple[int, int]


def _styles(parts: Iterable[Tuple[Iterable[Any], DrawingSpec]]) -> Dict[Any, DrawingSpec]:
    """Returns the style of each element of parts."""
    return {element: spec for elements, spec in parts for element in elements}


# The landmarks of a hand by the color that they share with their lines.
_FINGERS = (
    (_PEACH, "THUMB", ("MCP", "IP", "TIP"), _hands.HAND_THUMB_CONNECTIONS),
    (_PURPLE, "INDEX_FINGER", ("PIP", "DIP", "TIP"), _hands.HAND_INDEX_FINGER_CONNECTIONS),
    (_YELLOW, "MIDDLE_FINGER", ("PIP", "DIP", "TIP"), _hands.HAND_MIDDLE_FINGER_CONNECTIONS),
    (_GREEN, "RING_FINGER", ("PIP", "DIP", "TIP"), _hands.HAND_RING_FINGER_CONNECTIONS),
    (_BLUE, "PINKY", ("PIP", "DIP", "TIP"), _hands.HAND_PINKY_FINGER_CONNECTIONS),
)
_PALM = (
    HandLandmark.WRIST,
    HandLandmark.THUMB_CMC,
    HandLandmark.INDEX_FINGER_MCP,
    HandLandmark.MIDDLE_FINGER_MCP,
    HandLandmark.RING_FINGER_MCP,
    HandLandmark.PINKY_MCP,
)


def get_default_hand_landmarks_style() -> Mapping[int, DrawingSpec]:
    """Returns the style of each landmark of a hand."""

    def dot(color: Any) -> DrawingSpec:
        return DrawingSpec(color=color, thickness=_FILLED, circle_radius=_HAND_RADIUS)

    fingers = [
        ([HandLandmark[f"{name}_{joint}"] for joint in joints], dot(color)) for color, name, joints, _ in _FINGERS
    ]
    return _styles([(_PALM, dot(_RED)), *fingers])


def get_default_hand_connections_style() -> Mapping[Connection, DrawingSpec]:
    """Returns the style of each line of a hand."""
    fingers = [(lines, DrawingSpec(color=color, thickness=2)) for color, _, _, lines in _FINGERS]
    return _styles([(_hands.HAND_PALM_CONNECTIONS, DrawingSpec(color=_GRAY, thickness=3)), *fingers])


def get_default_face_mesh_contours_style(i: int = 0) -> Mapping[Connection, DrawingSpec]:
    """Returns the style of each contour line of a face.

    Args:
        i: 1 for the second style, which is more colorful and has a nose.
    """
    colors: Dict[Any, Any] = {
        _face.FACEMESH_LIPS: _WHITE,
        _face.FACEMESH_LEFT_EYE: _GREEN,
        _face.FACEMESH_LEFT_EYEBROW: _GREEN,
        _face.FACEMESH_RIGHT_EYE: _RED,
        _face.FACEMESH_RIGHT_EYEBROW: _RED,
        _face.FACEMESH_FACE_OVAL: _WHITE,
    }
    if i == 1:
        colors.update({_face.FACEMESH_LIPS: _BLUE, _face.FACEMESH_LEFT_EYE: _CYAN, _face.FACEMESH_RIGHT_EYE: _MAGENTA})
        colors[_face.FACEMESH_NOSE] = _YELLOW
    return _styles((lines, DrawingSpec(color=color, thickness=2)) for lines, color in colors.items())


def get_default_face_mesh_tesselation_style() -> DrawingSpec:
    """Returns the style of the lines of a face's mesh."""
    return DrawingSpec(color=_GRAY, thickness=1)


def get_default_face_mesh_iris_connections_style() -> Mapping[Connection, DrawingSpec]:
    """Returns the style of each line around an iris."""
    return _styles(
        [
            (_face.FACEMESH_LEFT_IRIS, DrawingSpec(color=_GREEN, thickness=2)),
            (_face.FACEMESH_RIGHT_IRIS, DrawingSpec(color=_RED, thickness=2)),
        ]
    )


def get_default_pose_landmarks_style() -> Mapping[int, DrawingSpec]:
    """Returns the style of each landmark of a body."""
    sides = {"LEFT": DrawingSpec(color=_ORANGE, thickness=2), "RIGHT": DrawingSpec(color=_TURQUOISE, thickness=2)}
    nose = DrawingSpec(color=_WHITE, thickness=2)
    return {
        landmark: next((spec for side, spec in sides.items() if side in landmark.name.split("_")), nose)
        for landmark in PoseLandmark
    }
