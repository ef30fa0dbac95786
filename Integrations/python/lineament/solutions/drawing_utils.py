# SPDX-License-Identifier: Apache-2.0
"""Drawings of landmarks and detections on arrays, with OpenCV."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Mapping as AnyMapping
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union

import numpy as np

from lineament._arguments import NamedArguments, type_name
from lineament._notes import noted

with contextlib.suppress(ImportError):  # The landmarks and detections of tasks are drawn without protobuf.
    from lineament.framework.formats import detection_pb2 as detection_pb2
    from lineament.framework.formats import landmark_pb2 as landmark_pb2
    from lineament.framework.formats import location_data_pb2 as location_data_pb2

Color = Tuple[int, int, int]
Connection = Tuple[int, int]
Pixel = Tuple[int, int]

# Programs read and change these, so their names are MediaPipe's.
_PRESENCE_THRESHOLD = 0.5
_VISIBILITY_THRESHOLD = 0.5
_BGR_CHANNELS = 3
# The value of LocationData.Format.
_RELATIVE_BOUNDING_BOX = 2

WHITE_COLOR: Color = (224, 224, 224)
BLACK_COLOR: Color = (0, 0, 0)
RED_COLOR: Color = (0, 0, 255)
GREEN_COLOR: Color = (0, 128, 0)
BLUE_COLOR: Color = (255, 0, 0)


@dataclasses.dataclass
class DrawingSpec(NamedArguments):
    """How something is drawn: its color as blue, green and red, the thickness of lines, and the radius of circles."""

    color: Color = WHITE_COLOR
    thickness: int = 2
    circle_radius: int = 2


def _opencv() -> Any:
    """Returns the module cv2.

    Raises:
        ImportError: OpenCV is not installed, or a library that it needs is missing.
    """
    try:
        import cv2
    except ImportError as error:
        raise ImportError(f'Drawing needs OpenCV ({error}). Run: pip install "lineament[solutions]"') from error
    return cv2


def _normalized_to_pixel_coordinates(
    normalized_x: float, normalized_y: float, image_width: int, image_height: int
) -> Optional[Pixel]:
    """Returns the pixel of a point in fractions of the image; None if it is outside."""
    if not (_is_fraction(normalized_x) and _is_fraction(normalized_y)):
        return None
    column = min(math.floor(normalized_x * image_width), image_width - 1)
    return column, min(math.floor(normalized_y * image_height), image_height - 1)


def _is_fraction(value: float) -> bool:
    return (value > 0 or math.isclose(0, value)) and (value < 1 or math.isclose(1, value))


def _checked_size(image: np.ndarray) -> Tuple[int, int]:
    """Returns the width and height of an image.

    Raises:
        ValueError: It does not have three channels.
    """
    if not isinstance(image, np.ndarray):
        hint = " Use numpy.array(image.numpy_view())." if hasattr(image, "numpy_view") else ""
        raise TypeError(f"image must be a numpy.ndarray that is drawn on, not {type_name(image)}.{hint}")
    if image.ndim < _BGR_CHANNELS:
        raise noted(IndexError("tuple index out of range"), "Use numpy.stack([gray] * 3, axis=-1) for a gray image.")
    if image.shape[2] != _BGR_CHANNELS:
        raise ValueError("Input image must contain three channel bgr data.")
    if not image.flags.writeable:
        raise ValueError("image is read-only. Draw on a copy: numpy.array(image).")
    rows, columns, _ = image.shape
    return columns, rows


def _landmarks(value: Any) -> Any:
    """Returns the landmarks of a message, or those of a task.

    Raises:
        TypeError: It is something else, such as those of several subjects.
    """
    landmarks = getattr(value, "landmark", value)
    if not hasattr(landmarks, "__len__") or isinstance(landmarks, np.ndarray):
        raise TypeError(
            f"landmark_list must be the landmarks of one subject, not {type_name(value)}.{_part_hint(value)}"
        )
    if len(landmarks) > 0 and not hasattr(landmarks[0], "x"):
        hint = " Draw each: for landmarks in landmark_list."
        raise TypeError(
            f"landmark_list must be the landmarks of one subject, not a list of {type_name(landmarks[0])}.{hint}"
        )
    return landmarks


def _part_hint(value: Any) -> str:
    """Returns what of a result is drawn."""
    if isinstance(value, np.ndarray):
        return " The image comes first."
    names = [name for name in dir(value) if name.endswith("landmarks") and not name.startswith("_")]
    return f" Pass the landmarks in its {' or '.join(names)}." if names else ""


def draw_detection(
    image: np.ndarray,
    detection: detection_pb2.Detection,
    keypoint_drawing_spec: DrawingSpec = DrawingSpec(color=RED_COLOR),  # noqa: B008
    bbox_drawing_spec: DrawingSpec = DrawingSpec(),  # noqa: B008
) -> None:
    """Draws the box and the keypoints of a detection.

    Args:
        image: The image, in blue, green and red, which is changed.
        detection: The detection, in fractions of the image.
        keypoint_drawing_spec: How keypoints are drawn.
        bbox_drawing_spec: How the box is drawn.

    Raises:
        ImportError: OpenCV is not installed.
        ValueError: The image does not have three channels, or the location is not in fractions of the image.
    """
    if not detection.location_data:
        return
    width, height = _checked_size(image)
    location = detection.location_data
    if location.format != _RELATIVE_BOUNDING_BOX:
        # The misspelling is MediaPipe's.
        raise ValueError("LocationData must be relative for this drawing funtion to work.")
    cv2 = _opencv()

    def pixel(x: float, y: float) -> Pixel:
        # OpenCV takes a point that is not there for the first pixel.
        return _normalized_to_pixel_coordinates(x, y, width, height) or (0, 0)

    spec = keypoint_drawing_spec
    for point in location.relative_keypoints:
        cv2.circle(image, pixel(point.x, point.y), spec.circle_radius, spec.color, spec.thickness)
    if not location.HasField("relative_bounding_box"):
        return
    box = location.relative_bounding_box
    start, end = pixel(box.xmin, box.ymin), pixel(box.xmin + box.width, box.ymin + box.height)
    cv2.rectangle(image, start, end, bbox_drawing_spec.color, bbox_drawing_spec.thickness)


def _is_shown(landmark: Any) -> bool:
    return _is_from(landmark, "visibility", _VISIBILITY_THRESHOLD) and _is_from(
        landmark, "presence", _PRESENCE_THRESHOLD
    )


def _is_from(landmark: Any, name: str, least: float) -> bool:
    """Returns whether a value of a landmark, a message or a task's, is not less than a threshold, or not there."""
    if hasattr(landmark, "HasField") and not landmark.HasField(name):
        return True
    value = getattr(landmark, name)
    return value is None or value >= least


def _ends(connection: Any) -> Connection:
    """Returns the indices of a pair, or of a connection of a task."""
    if hasattr(connection, "start"):
        return connection.start, connection.end
    return connection[0], connection[1]


def _spec_of(specs: Any, key: Any, attribute: str) -> Any:
    """Returns how something is drawn.

    Raises:
        AttributeError: It is no specification. The message, which names `attribute`, is MediaPipe's.
    """
    spec = specs[key] if isinstance(specs, AnyMapping) else specs
    if hasattr(spec, attribute):
        return spec
    error = AttributeError(f"{type(spec).__name__!r} object has no attribute {attribute!r}")
    example = f"DrawingSpec(color={spec!r})" if isinstance(spec, tuple) else "DrawingSpec(color=(0, 255, 0))"
    raise noted(error, f"Use {example}.")


def _drawable(connections: Optional[Iterable[Any]], count: int, shown: Any) -> Iterable[Connection]:
    """Yields the connections between landmarks that are shown.

    Raises:
        ValueError: One has an index that no landmark has.
    """
    for connection in connections or ():
        start, end = _ends(connection)
        if not (0 <= start < count and 0 <= end < count):
            raise ValueError(
                f"Landmark index is out of range. Invalid connection from landmark #{start} to landmark #{end}."
            )
        if start in shown and end in shown:
            yield start, end


def draw_landmarks(
    image: np.ndarray,
    landmark_list: Any,
    connections: Optional[Iterable[Any]] = None,
    landmark_drawing_spec: Optional[Union[DrawingSpec, Mapping[int, DrawingSpec]]] = DrawingSpec(  # noqa: B008
        color=RED_COLOR
    ),
    connection_drawing_spec: Union[DrawingSpec, Mapping[Connection, DrawingSpec]] = DrawingSpec(),  # noqa: B008
    is_drawing_landmarks: bool = True,
) -> None:
    """Draws landmarks and the lines between them.

    Landmarks outside the image, and those whose visibility or presence is below 0.5, are left out.

    Args:
        image: The image, in blue, green and red, which is changed.
        landmark_list: A NormalizedLandmarkList, or the landmarks of a task; None draws nothing.
        connections: Pairs of indices of the landmarks between which lines are drawn, or connections of a task.
        landmark_drawing_spec: How landmarks are drawn, or a mapping from their indices; None draws none.
        connection_drawing_spec: How lines are drawn, or a mapping from the pairs.
        is_drawing_landmarks: Whether landmarks are drawn.

    Raises:
        ImportError: OpenCV is not installed.
        KeyError: A mapping lacks what is drawn.
        ValueError: The image does not have three channels, or a connection has an index that no landmark has.
    """
    if landmark_list is None:
        return
    landmarks = _landmarks(landmark_list)
    if not landmarks:
        return
    width, height = _checked_size(image)
    pixels: Dict[int, Pixel] = {}
    for index, landmark in enumerate(landmarks):
        pixel = _normalized_to_pixel_coordinates(landmark.x, landmark.y, width, height)
        if pixel and _is_shown(landmark):
            pixels[index] = pixel
    cv2 = _opencv()
    for connection in _drawable(connections, len(landmarks), pixels):
        spec = _spec_of(connection_drawing_spec, connection, "color")
        cv2.line(image, pixels[connection[0]], pixels[connection[1]], spec.color, spec.thickness)
    if not (is_drawing_landmarks and landmark_drawing_spec):
        return
    for index, pixel in pixels.items():
        spec = _spec_of(landmark_drawing_spec, index, "circle_radius")
        border = max(spec.circle_radius + 1, int(spec.circle_radius * 1.2))
        cv2.circle(image, pixel, border, WHITE_COLOR, spec.thickness)
        cv2.circle(image, pixel, spec.circle_radius, spec.color, spec.thickness)


def draw_axis(
    image: np.ndarray,
    rotation: np.ndarray,
    translation: np.ndarray,
    focal_length: Tuple[float, float] = (1.0, 1.0),
    principal_point: Tuple[float, float] = (0.0, 0.0),
    axis_length: float = 0.1,
    axis_drawing_spec: DrawingSpec = DrawingSpec(),  # noqa: B008
) -> None:
    """Draws the axes of an object: x in red, y in green, z in blue.

    Args:
        image: The image, in blue, green and red, which is changed.
        rotation: The 3x3 matrix from the object to the camera.
        translation: The object's place before the camera.
        focal_length: The camera's focal lengths along x and y.
        principal_point: The camera's principal point.
        axis_length: The length of the axes.
        axis_drawing_spec: Whose thickness the axes have.

    Raises:
        ImportError: OpenCV is not installed.
        ValueError: The image does not have three channels.
    """
    width, height = _checked_size(image)
    ends = np.float32([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])  # type: ignore[arg-type]
    x, y, z = (np.matmul(rotation, axis_length * ends.T).T + translation).T
    columns = np.clip(-focal_length[0] * x / (z + 1e-5) + principal_point[0], -1.0, 1.0)
    rows = np.clip(-focal_length[1] * y / (z + 1e-5) + principal_point[1], -1.0, 1.0)
    pixels = list(zip(((1 + columns) * 0.5 * width).astype(np.int32), ((1 - rows) * 0.5 * height).astype(np.int32)))
    cv2 = _opencv()
    origin = (int(pixels[0][0]), int(pixels[0][1]))
    for pixel, color in zip(pixels[1:], (RED_COLOR, GREEN_COLOR, BLUE_COLOR)):
        cv2.arrowedLine(image, origin, (int(pixel[0]), int(pixel[1])), color, axis_drawing_spec.thickness)


def _normalize_color(color: Color) -> Tuple[float, ...]:
    """Returns red, green and blue from 0 to 1."""
    return tuple(level / 255.0 for level in color[::-1])


def plot_landmarks(
    landmark_list: Any,
    connections: Optional[Iterable[Any]] = None,
    landmark_drawing_spec: DrawingSpec = DrawingSpec(color=RED_COLOR, thickness=5),  # noqa: B008
    connection_drawing_spec: DrawingSpec = DrawingSpec(color=BLACK_COLOR, thickness=5),  # noqa: B008
    elevation: int = 10,
    azimuth: int = 10,
) -> None:
    """Plots landmarks and the lines between them in three dimensions, with matplotlib.

    Args:
        landmark_list: A LandmarkList or NormalizedLandmarkList, or the landmarks of a task; None plots nothing.
        connections: Pairs of indices of the landmarks between which lines are plotted, or connections of a task.
        landmark_drawing_spec: The color and thickness of landmarks.
        connection_drawing_spec: The color and thickness of lines.
        elevation: The elevation of the view, in degrees.
        azimuth: The azimuth of the view, in degrees.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: A connection has an index that no landmark has.
    """
    if landmark_list is None or not _landmarks(landmark_list):
        return
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plot_landmarks() needs matplotlib. Install it with: pip install matplotlib") from error
    plt.figure(figsize=(10, 10))
    axes: Any = plt.axes(projection="3d")
    axes.view_init(elev=elevation, azim=azimuth)
    places: Dict[int, Tuple[float, float, float]] = {}
    landmarks = _landmarks(landmark_list)
    color, width = _normalize_color(landmark_drawing_spec.color), landmark_drawing_spec.thickness
    for index, landmark in enumerate(landmarks):
        if _is_shown(landmark):
            places[index] = place = (-landmark.z, landmark.x, -landmark.y)
            axes.scatter3D(xs=[place[0]], ys=[place[1]], zs=[place[2]], color=color, linewidth=width)
    color, width = _normalize_color(connection_drawing_spec.color), connection_drawing_spec.thickness
    for start, end in _drawable(connections, len(landmarks), places):
        xs, ys, zs = zip(places[start], places[end])
        axes.plot3D(xs=xs, ys=ys, zs=zs, color=color, linewidth=width)
    plt.show()
