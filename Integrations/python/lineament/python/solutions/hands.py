# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.hands here."""

from lineament.solutions.hands import *  # noqa: F403
