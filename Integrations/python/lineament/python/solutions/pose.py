# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.pose that type checkers see here."""

from lineament.solutions.pose import *  # noqa: F403
