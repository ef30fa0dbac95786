# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.face_mesh that type checkers see here."""

from lineament.solutions.face_mesh import *  # noqa: F403
