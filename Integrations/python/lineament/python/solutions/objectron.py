# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.objectron here."""

from lineament.solutions.objectron import *  # noqa: F403
