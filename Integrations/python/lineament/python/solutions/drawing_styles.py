# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.drawing_styles that type checkers see here."""

from lineament.solutions.drawing_styles import *  # noqa: F403
