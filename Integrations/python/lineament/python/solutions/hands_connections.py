# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.hands_connections here."""

from lineament.solutions.hands_connections import *  # noqa: F403
