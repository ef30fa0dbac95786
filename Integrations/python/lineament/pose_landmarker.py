# SPDX-License-Identifier: Apache-2.0
"""The pose landmarker: 33 landmarks of people, in the image and in meters, and their masks."""

from __future__ import annotations

import dataclasses
from typing import Callable, List, Optional, Sequence

import numpy as np

from lineament._cached import cached_property
from lineament._tasks import TASKS
from lineament.containers import Landmark, NormalizedLandmark
from lineament.image import Image
from lineament.image_format import ImageFormat
from lineament.options import BaseOptions, RunningMode, TaskOptions
from lineament.results import TaskResult, coordinates, field_array
from lineament.sequences import NormalizedLandmarks, WorldLandmarks
from lineament.task import VisionTask


class PoseLandmarkerResult(TaskResult):
    """The landmarks of the people of an image.

    Args:
        pose_landmarks: The value of `pose_landmarks`.
        pose_world_landmarks: The value of `pose_world_landmarks`.
        segmentation_masks: The value of `segmentation_masks`.
    """

    _names = ("pose_landmarks", "pose_world_landmarks", "segmentation_masks")

    def __init__(
        self,
        pose_landmarks: List[Sequence[NormalizedLandmark]],
        pose_world_landmarks: List[Sequence[Landmark]],
        segmentation_masks: Optional[List[Image]] = None,
    ) -> None:
        self.pose_landmarks = pose_landmarks
        self.pose_world_landmarks = pose_world_landmarks
        self.segmentation_masks = segmentation_masks

    @cached_property
    def pose_landmarks(self) -> List[Sequence[NormalizedLandmark]]:
        """The 33 landmarks of each person, best detection first.

        In videos, people who are only tracked come before those detected in the frame. With separation "distinct",
        people whom its closer search adds come last, and the order in videos is that of the track IDs.
        """
        rows = zip(self.pose_landmarks_array, self.pose_visibility_array, self.pose_presence_array)
        return [NormalizedLandmarks(*row) for row in rows]

    @cached_property
    def pose_world_landmarks(self) -> List[Sequence[Landmark]]:
        """The 33 landmarks of each person in meters."""
        rows = zip(self.pose_world_landmarks_array, self.pose_visibility_array, self.pose_presence_array)
        return [WorldLandmarks(*row) for row in rows]

    @cached_property
    def segmentation_masks(self) -> Optional[List[Image]]:
        """The mask of each person as an image of format VEC32F1, 0 to 1; None if not requested or without people."""
        masks = [Image._of_array(ImageFormat.VEC32F1, mask) for mask in self.segmentation_masks_array]
        return masks or None

    @cached_property
    def pose_landmarks_array(self) -> np.ndarray:
        """The landmarks, of shape (n, 33, 3), in fractions of the image. A Lineament extension."""
        return self._array("landmarks", (33, 3), lambda: coordinates(self.pose_landmarks, 33))

    @cached_property
    def pose_visibility_array(self) -> np.ndarray:
        """The probability that a landmark is not hidden, of shape (n, 33), 0 to 1. A Lineament extension."""
        return self._array("visibilities", (33,), lambda: field_array(self.pose_landmarks, ("visibility",), (33,)))

    @cached_property
    def pose_presence_array(self) -> np.ndarray:
        """The probability that a landmark is in the image, of shape (n, 33), 0 to 1. A Lineament extension."""
        return self._array("presences", (33,), lambda: field_array(self.pose_landmarks, ("presence",), (33,)))

    @cached_property
    def pose_world_landmarks_array(self) -> np.ndarray:
        """The landmarks, of shape (n, 33, 3), in meters from the midpoint of the hips. A Lineament extension."""
        return self._array("world_landmarks", (33, 3), lambda: coordinates(self.pose_world_landmarks, 33))

    @cached_property
    def segmentation_masks_array(self) -> np.ndarray:
        """The masks, of shape (n, height, width), 0 to 1; none if not requested. A Lineament extension."""

        def masks() -> np.ndarray:
            views = [mask.numpy_view()[:, :, 0] for mask in self.segmentation_masks or []]
            return np.array(views, np.float32) if views else np.empty((0, 0, 0), np.float32)

        return self._array("masks", (self.height, self.width), masks)


@dataclasses.dataclass
class PoseLandmarkerOptions(TaskOptions):
    """The options of a pose landmarker.

    Attributes:
        base_options: The model; the default is Lineament's own.
        running_mode: IMAGE, VIDEO or LIVE_STREAM.
        num_poses: The maximum number of people; None for all, a Lineament extension.
        min_pose_detection_confidence: The lowest score of a detection, 0 to 1.
        min_pose_presence_confidence: The lowest score of the landmarks, 0 to 1.
        min_tracking_confidence: The overlap, 0 to 1, above which a person counts as the one tracked in the previous
            frame.
        output_segmentation_masks: Whether to return masks.
        result_callback: In running mode LIVE_STREAM, called with each result, its image and its timestamp.
        smoothing: Which people to smooth in videos: "mediapipe" (only if num_poses is 1), "everyone", or "none". A
            Lineament extension.
        separation: "mediapipe", where one body may be reported twice, or "distinct". A Lineament extension.
        pose_model: "lite", "full" or "heavy", if base_options name no model. `python -m lineament fetch pose-lite
            pose-heavy` downloads the other two. A Lineament extension.
    """

    _kind = TASKS["pose-landmarker"]

    base_options: BaseOptions = dataclasses.field(default_factory=BaseOptions)
    running_mode: RunningMode = RunningMode.IMAGE
    num_poses: Optional[int] = 1
    min_pose_detection_confidence: float = 0.5
    min_pose_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    output_segmentation_masks: bool = False
    result_callback: Optional[Callable[[PoseLandmarkerResult, Image, int], None]] = None
    smoothing: str = "mediapipe"
    separation: str = "mediapipe"
    pose_model: str = "full"


class PoseLandmarker(VisionTask[PoseLandmarkerOptions, PoseLandmarkerResult]):
    """Detects the landmarks of people in images, videos and live streams."""

    _options_type = PoseLandmarkerOptions
    _result_type = PoseLandmarkerResult
