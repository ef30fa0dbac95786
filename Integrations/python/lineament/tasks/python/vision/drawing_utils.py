# SPDX-License-Identifier: Apache-2.0
"""Drawings of the tasks' results on arrays, by MediaPipe's functions."""

from __future__ import annotations

import numpy as np

from lineament._arguments import type_name
from lineament._listing import hide_imports
from lineament.containers import Detection
from lineament.solutions.drawing_utils import (
    BLACK_COLOR,
    BLUE_COLOR,
    GREEN_COLOR,
    RED_COLOR,
    WHITE_COLOR,
    DrawingSpec,
    _checked_size,
    _normalized_to_pixel_coordinates,
    _opencv,
    draw_axis,
    draw_landmarks,
    plot_landmarks,
)

__all__ = [
    "BLACK_COLOR",
    "BLUE_COLOR",
    "GREEN_COLOR",
    "RED_COLOR",
    "WHITE_COLOR",
    "DrawingSpec",
    "draw_axis",
    "draw_detection",
    "draw_landmarks",
    "plot_landmarks",
]


def draw_detection(
    image: np.ndarray,
    detection: Detection,
    keypoint_drawing_spec: DrawingSpec = DrawingSpec(color=RED_COLOR),  # noqa: B008
    bbox_drawing_spec: DrawingSpec = DrawingSpec(),  # noqa: B008
) -> None:
    """Draws the box and the keypoints of a detection; keypoints outside the image are left out.

    Args:
        image: The image, in blue, green and red, which is changed.
        detection: The detection, with its box in pixels.
        keypoint_drawing_spec: How keypoints are drawn.
        bbox_drawing_spec: How the box is drawn.

    Raises:
        ImportError: OpenCV is not installed.
        ValueError: The image does not have three channels.
    """
    if not hasattr(detection, "bounding_box"):
        hint = " Draw each: for detection in result.detections." if hasattr(detection, "detections") else ""
        raise TypeError(f"detection must be a Detection, not {type_name(detection)}.{hint}")
    width, height = _checked_size(image)
    cv2 = _opencv()
    spec = keypoint_drawing_spec
    for point in detection.keypoints or ():
        pixel = _normalized_to_pixel_coordinates(point.x or 0, point.y or 0, width, height)
        if pixel:
            cv2.circle(image, pixel, spec.circle_radius, spec.color, spec.thickness)
    box = detection.bounding_box
    end = (box.origin_x + box.width, box.origin_y + box.height)
    cv2.rectangle(image, (box.origin_x, box.origin_y), end, bbox_drawing_spec.color, bbox_drawing_spec.thickness)


hide_imports(__name__)
