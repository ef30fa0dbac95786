# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.drawing_utils that type checkers see here."""

from lineament.solutions.drawing_utils import *  # noqa: F403
