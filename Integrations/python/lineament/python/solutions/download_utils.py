# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.download_utils that type checkers see here."""

from lineament.solutions.download_utils import *  # noqa: F403
