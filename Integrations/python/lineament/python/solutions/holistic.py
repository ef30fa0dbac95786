# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.holistic that type checkers see here."""

from lineament.solutions.holistic import *  # noqa: F403
