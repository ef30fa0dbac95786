# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.drawing_styles here."""

from lineament.solutions.drawing_styles import *  # noqa: F403
