# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.face_mesh_connections here."""

from lineament.solutions.face_mesh_connections import *  # noqa: F403
