# SPDX-License-Identifier: Apache-2.0
"""Selfie segmentation: which pixels show a person."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np

from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory, SolutionOutputs

_NUMBER = 6


class SelfieSegmentationOutputs(SolutionOutputs):
    """The people of an image.

    Attributes:
        segmentation_mask: Which pixels show a person: a float32 array of shape (height, width) from 0 to 1, read-only.
    """

    segmentation_mask: np.ndarray


class SelfieSegmentation(SolutionBase[SelfieSegmentationOutputs]):
    """Separates the people in images from what is behind them, each image by itself.

    Args:
        model_selection: 0 for the general model, 1 for one that is faster in landscape images.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        TypeError: The argument is not a whole number.
        ValueError: There is no such model.
    """

    _outputs_type = SelfieSegmentationOutputs

    def __init__(self, model_selection: int = 0) -> None:
        super().__init__(_NUMBER, model=_base.whole(model_selection))

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        return {"segmentation_mask": memory.mask()}
