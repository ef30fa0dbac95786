# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.pose_connections that type checkers see here."""

from lineament.solutions.pose_connections import *  # noqa: F403
