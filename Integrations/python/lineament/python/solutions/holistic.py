# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.holistic here."""

from lineament.solutions.holistic import *  # noqa: F403
