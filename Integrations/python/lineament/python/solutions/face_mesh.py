# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.face_mesh here."""

from lineament.solutions.face_mesh import *  # noqa: F403
