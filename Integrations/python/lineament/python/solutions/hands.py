# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.hands that type checkers see here."""

from lineament.solutions.hands import *  # noqa: F403
