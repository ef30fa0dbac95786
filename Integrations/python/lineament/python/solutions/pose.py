# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.pose here."""

from lineament.solutions.pose import *  # noqa: F403
