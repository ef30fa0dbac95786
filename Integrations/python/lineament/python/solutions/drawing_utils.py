# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.drawing_utils here."""

from lineament.solutions.drawing_utils import *  # noqa: F403
