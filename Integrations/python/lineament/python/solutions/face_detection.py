# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.face_detection that type checkers see here."""

from lineament.solutions.face_detection import *  # noqa: F403
