# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.face_detection here."""

from lineament.solutions.face_detection import *  # noqa: F403
