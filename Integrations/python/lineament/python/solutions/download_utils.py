# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.download_utils here."""

from lineament.solutions.download_utils import *  # noqa: F403
