"""Selfie segmentation: which pixels show a person."""

from __future__ import annotations

from typing import Any, Dict

from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory

_NUMBER = 6


class SelfieSegmentation(SolutionBase):
    """Separates the people in images from what is behind them, each image by itself.

    Results have `segmentation_mask`: a float32 array of shape (height, width) from 0 to 1, read-only.

    Args:
        model_selection: 0 for the general model, 1 for one that is faster in landscape images.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        TypeError: The argument is not a whole number.
        ValueError: There is no such model.
    """

    def __init__(self, model_selection: int = 0) -> None:
        super().__init__(_NUMBER, model=_base.whole(model_selection))

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        return {"segmentation_mask": memory.mask()}
