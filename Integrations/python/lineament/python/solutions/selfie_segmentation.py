# SPDX-License-Identifier: Apache-2.0
"""The names of lineament.solutions.selfie_segmentation that type checkers see here."""

from lineament.solutions.selfie_segmentation import *  # noqa: F403
