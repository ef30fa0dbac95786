"""The drawings of MediaPipe's solutions, as its package had them up to 0.10.21."""

from __future__ import annotations

from lineament.solutions import drawing_styles as drawing_styles
from lineament.solutions import drawing_utils as drawing_utils
from lineament.solutions import face_mesh_connections as face_mesh_connections
from lineament.solutions import hands_connections as hands_connections
from lineament.solutions import pose_connections as pose_connections
