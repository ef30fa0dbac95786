# SPDX-License-Identifier: Apache-2.0
"""Poses: the 33 landmarks of a body, in the image and in meters, and on request a mask."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

from lineament.framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from lineament.pose_landmarks import PoseLandmark as PoseLandmark
from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory, SolutionOutputs
from lineament.solutions.pose_connections import POSE_CONNECTIONS as POSE_CONNECTIONS

_NUMBER = 2


class PoseOutputs(SolutionOutputs):
    """The body of a person; None each if no person was found.

    Attributes:
        pose_landmarks: The landmarks of the body, in fractions of the image.
        pose_world_landmarks: The same landmarks in meters.
        segmentation_mask: The mask of the person, a float32 array of shape (height, width) from 0 to 1, read-only; None also if
            it was not requested.
    """

    pose_landmarks: Optional[NormalizedLandmarkList]
    pose_world_landmarks: Optional[LandmarkList]
    segmentation_mask: Optional[np.ndarray]


class Pose(SolutionBase[PoseOutputs]):
    """Finds the most prominent person and the landmarks of their body.

    Args:
        static_image_mode: Whether images are unrelated; otherwise the person is followed from frame to frame.
        model_complexity: 0, 1 or 2: the lower, the faster and the less accurate. 0 and 2 must be downloaded once, with
            `python -m lineament fetch pose-lite` and `pose-heavy`.
        smooth_landmarks: Whether landmarks are smoothed from frame to frame.
        enable_segmentation: Whether results have a mask of the person.
        smooth_segmentation: Without effect, as in MediaPipe 0.10.21.
        min_detection_confidence: The lowest score of a detected person.
        min_tracking_confidence: The lowest score of the landmark model for the presence of a person.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        TypeError: An argument has the wrong type.
        ValueError: There is no such model.
    """

    _outputs_type = PoseOutputs

    def __init__(
        self,
        static_image_mode: bool = False,
        model_complexity: int = 1,
        smooth_landmarks: bool = True,
        enable_segmentation: bool = False,
        smooth_segmentation: bool = True,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ) -> None:
        super().__init__(
            _NUMBER,
            **body_options(
                static_image_mode, model_complexity, smooth_landmarks, enable_segmentation, smooth_segmentation
            ),
            **_base.tracking(static_image_mode, min_detection_confidence, min_tracking_confidence),
        )

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        return {**body_fields(memory), "segmentation_mask": memory.mask()}


def body_options(
    static_image_mode: Any, model: Any, smooth_landmarks: Any, enable_segmentation: Any, smooth_segmentation: Any
) -> Dict[str, Any]:
    """Returns the options of solutions that find a body. Single images are not smoothed.

    Raises:
        TypeError: An argument has the wrong type.
    """
    _base.flag(smooth_segmentation and not static_image_mode)  # Checked only: it has no effect.
    return {
        "model": _base.whole(model),
        "smooth_landmarks": _base.flag(smooth_landmarks and not static_image_mode),
        "segmentation": _base.flag(enable_segmentation),
    }


def body_fields(memory: SolutionMemory) -> Dict[str, Any]:
    """Returns the landmarks of the body of a result by name."""
    shape = (len(PoseLandmark), 4)
    return {
        "pose_landmarks": memory.landmarks(NormalizedLandmarkList, "pose_landmarks", *shape),
        "pose_world_landmarks": memory.landmarks(LandmarkList, "pose_world_landmarks", *shape),
    }
