# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.pose_connections here."""

from lineament.solutions.pose_connections import *  # noqa: F403
