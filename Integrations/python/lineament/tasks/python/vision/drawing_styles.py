# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's colors and thicknesses for the landmarks of the tasks and the lines between them."""

from __future__ import annotations

from lineament._listing import hide_imports
from lineament.solutions.drawing_styles import (
    get_default_face_mesh_contours_style,
    get_default_face_mesh_iris_connections_style,
    get_default_face_mesh_tesselation_style,
    get_default_hand_connections_style,
    get_default_hand_landmarks_style,
    get_default_pose_landmarks_style,
)

__all__ = [
    "get_default_face_mesh_contours_style",
    "get_default_face_mesh_iris_connections_style",
    "get_default_face_mesh_tesselation_style",
    "get_default_hand_connections_style",
    "get_default_hand_landmarks_style",
    "get_default_pose_landmarks_style",
]


hide_imports(__name__)
