# SPDX-License-Identifier: Apache-2.0
"""What type checkers see of lineament.solutions.selfie_segmentation here."""

from lineament.solutions.selfie_segmentation import *  # noqa: F403
