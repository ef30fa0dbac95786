# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.hands_connections that type checkers see here."""

from lineament.solutions.hands_connections import *  # noqa: F403
