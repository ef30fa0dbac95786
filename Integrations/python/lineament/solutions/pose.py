"""Poses: the 33 landmarks of a body, in the image and in meters, and on request a mask."""

from __future__ import annotations

from typing import Any, Dict

from lineament.framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from lineament.pose_landmarks import PoseLandmark as PoseLandmark
from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory
from lineament.solutions.pose_connections import POSE_CONNECTIONS as POSE_CONNECTIONS

_NUMBER = 2


class Pose(SolutionBase):
    """Finds the most prominent person and the landmarks of their body.

    Args:
        static_image_mode: Whether images are unrelated; otherwise the person is followed from frame to frame.
        model_complexity: 0, 1 or 2: the faster, the less accurate. 0 and 2 must be downloaded once, with
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
        _base.smooths(smooth_segmentation, static_image_mode)  # Checked only.
        super().__init__(
            _NUMBER,
            model=_base.whole(model_complexity),
            smooth_landmarks=_base.smooths(smooth_landmarks, static_image_mode),
            segmentation=_base.flag(enable_segmentation),
            static_image_mode=bool(static_image_mode),
            min_detection_confidence=_base.confidence(min_detection_confidence, 0.5),
            min_tracking_confidence=_base.confidence(min_tracking_confidence, 0.5),
        )

    def process(self, image: Any) -> Any:
        """Returns the pose in the next image.

        Args:
            image: An array of shape (height, width, 3) in red, green and blue, of uint8 or bool.

        Returns:
            A result with `pose_landmarks` (in fractions of the image), `pose_world_landmarks` (in meters) and
            `segmentation_mask`; each is None where there is no person.

        Raises:
            RuntimeError: The image has no pixels.
            TypeError: The array has another type.
            ValueError: The array has another shape, or the solution is closed.
        """
        return self._process(image)

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        return {**body_fields(memory), "segmentation_mask": memory.mask()}


def body_fields(memory: SolutionMemory) -> Dict[str, Any]:
    """Returns the landmarks of the body of a result by name."""
    shape = (len(PoseLandmark), 4)
    return {
        "pose_landmarks": memory.landmarks(NormalizedLandmarkList, "pose_landmarks", *shape),
        "pose_world_landmarks": memory.landmarks(LandmarkList, "pose_world_landmarks", *shape),
    }
