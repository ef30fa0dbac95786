# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.objectron that type checkers see here."""

from lineament.solutions.objectron import *  # noqa: F403
