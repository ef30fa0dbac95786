# SPDX-License-Identifier: Apache-2.0
"""The solutions for type checkers: lineament.python puts the modules of lineament.solutions in their place."""

from lineament.python.solutions import download_utils as download_utils
from lineament.python.solutions import drawing_styles as drawing_styles
from lineament.python.solutions import drawing_utils as drawing_utils
from lineament.python.solutions import face_detection as face_detection
from lineament.python.solutions import face_mesh as face_mesh
from lineament.python.solutions import face_mesh_connections as face_mesh_connections
from lineament.python.solutions import hands as hands
from lineament.python.solutions import hands_connections as hands_connections
from lineament.python.solutions import holistic as holistic
from lineament.python.solutions import objectron as objectron
from lineament.python.solutions import pose as pose
from lineament.python.solutions import pose_connections as pose_connections
from lineament.python.solutions import selfie_segmentation as selfie_segmentation
