# SPDX-License-Identifier: Apache-2.0
"""The holistic landmarker: the landmarks of people's bodies, faces and hands."""

from __future__ import annotations

import dataclasses
import operator
from typing import Any, Callable, Optional, Sequence

import numpy as np

from lineament._cached import cached_property
from lineament._cropping import Faces
from lineament._tasks import TASKS
from lineament.containers import Category, Landmark, NormalizedLandmark
from lineament.image import Image
from lineament.image_format import ImageFormat
from lineament.options import BaseOptions, RunningMode, TaskOptions
from lineament.results import TaskResult, coordinates
from lineament.sequences import Categories, NormalizedLandmarks, WorldLandmarks
from lineament.task import VisionTask


class HolisticLandmarkerResult(Faces, TaskResult):
    """The landmarks of the people of an image.

    MediaPipe's attributes are those of the first person; the arrays have a row for each person, which is NaN where the
    person has no such part.

    Args:
        face_landmarks: The value of `face_landmarks`.
        pose_landmarks: The value of `pose_landmarks`.
        pose_world_landmarks: The value of `pose_world_landmarks`.
        left_hand_landmarks: The value of `left_hand_landmarks`.
        left_hand_world_landmarks: The value of `left_hand_world_landmarks`.
        right_hand_landmarks: The value of `right_hand_landmarks`.
        right_hand_world_landmarks: The value of `right_hand_world_landmarks`.
        face_blendshapes: The value of `face_blendshapes`.
        segmentation_mask: The value of `segmentation_mask`.
    """

    _names = (
        "face_landmarks",
        "pose_landmarks",
        "pose_world_landmarks",
        "left_hand_landmarks",
        "left_hand_world_landmarks",
        "right_hand_landmarks",
        "right_hand_world_landmarks",
        "face_blendshapes",
        "segmentation_mask",
    )

    def __init__(
        self,
        face_landmarks: Sequence[NormalizedLandmark],
        pose_landmarks: Sequence[NormalizedLandmark],
        pose_world_landmarks: Sequence[Landmark],
        left_hand_landmarks: Sequence[NormalizedLandmark],
        left_hand_world_landmarks: Sequence[Landmark],
        right_hand_landmarks: Sequence[NormalizedLandmark],
        right_hand_world_landmarks: Sequence[Landmark],
        face_blendshapes: Optional[Sequence[Category]] = None,
        segmentation_mask: Optional[Image] = None,
    ) -> None:
        self.face_landmarks = face_landmarks
        self.pose_landmarks = pose_landmarks
        self.pose_world_landmarks = pose_world_landmarks
        self.left_hand_landmarks = left_hand_landmarks
        self.left_hand_world_landmarks = left_hand_world_landmarks
        self.right_hand_landmarks = right_hand_landmarks
        self.right_hand_world_landmarks = right_hand_world_landmarks
        self.face_blendshapes = face_blendshapes
        self.segmentation_mask = segmentation_mask

    @cached_property
    def face_landmarks(self) -> Sequence[NormalizedLandmark]:
        """The 478 landmarks of the first person's face; empty without a face."""
        return _points(self.face_landmarks_array, NormalizedLandmarks)

    @cached_property
    def pose_landmarks(self) -> Sequence[NormalizedLandmark]:
        """The 33 landmarks of the first person's body; empty if no person was found."""
        return self._body(self.pose_landmarks_array, NormalizedLandmarks)

    @cached_property
    def pose_world_landmarks(self) -> Sequence[Landmark]:
        """The same landmarks in meters."""
        return self._body(self.pose_world_landmarks_array, WorldLandmarks)

    @cached_property
    def left_hand_landmarks(self) -> Sequence[NormalizedLandmark]:
        """The 21 landmarks of the first person's left hand; empty if it was not found."""
        return _points(self.left_hand_landmarks_array, NormalizedLandmarks)

    @cached_property
    def left_hand_world_landmarks(self) -> Sequence[Landmark]:
        """The same landmarks in meters from the midpoint of the hips."""
        return _points(self.left_hand_world_landmarks_array, WorldLandmarks)

    @cached_property
    def right_hand_landmarks(self) -> Sequence[NormalizedLandmark]:
        """The 21 landmarks of the first person's right hand; empty if it was not found."""
        return _points(self.right_hand_landmarks_array, NormalizedLandmarks)

    @cached_property
    def right_hand_world_landmarks(self) -> Sequence[Landmark]:
        """The same landmarks in meters from the midpoint of the hips."""
        return _points(self.right_hand_world_landmarks_array, WorldLandmarks)

    @cached_property
    def face_blendshapes(self) -> Optional[Sequence[Category]]:
        """The blendshapes of the first person; None if not requested or without a face."""
        scores = self.face_blendshapes_array
        return Categories(scores[0]) if len(scores) and not np.isnan(scores[0, 0]) else None

    @cached_property
    def segmentation_mask(self) -> Optional[Image]:
        """The first person's mask as an image of format VEC32F1, 0 to 1; None if not requested or without people."""
        masks = self.segmentation_masks_array
        return Image._of_array(ImageFormat.VEC32F1, masks[0]) if len(masks) else None

    @cached_property
    def pose_landmarks_array(self) -> np.ndarray:
        """The landmarks of bodies, of shape (n, 33, 3), in fractions of the image. A Lineament extension."""
        return self._array("landmarks", (33, 3), lambda: self._coordinates("pose_landmarks", 33))

    @cached_property
    def pose_visibility_array(self) -> np.ndarray:
        """The probability that a landmark is not hidden, of shape (n, 33), 0 to 1. A Lineament extension."""
        return self._array("visibilities", (33,), lambda: self._numbers("visibility"))

    @cached_property
    def pose_presence_array(self) -> np.ndarray:
        """The probability that a landmark is in the image, of shape (n, 33), 0 to 1. A Lineament extension."""
        return self._array("presences", (33,), lambda: self._numbers("presence"))

    @cached_property
    def pose_world_landmarks_array(self) -> np.ndarray:
        """The landmarks of bodies, of shape (n, 33, 3), in meters from the midpoint of the hips. A Lineament extension."""
        return self._array("world_landmarks", (33, 3), lambda: self._coordinates("pose_world_landmarks", 33))

    @cached_property
    def face_landmarks_array(self) -> np.ndarray:
        """The landmarks of faces, of shape (n, 478, 3), in fractions of the image. A Lineament extension."""
        return self._array("face_landmarks", (478, 3), lambda: self._coordinates("face_landmarks", 478))

    @cached_property
    def face_blendshapes_array(self) -> np.ndarray:
        """The blendshapes, of shape (n, 52), 0 to 1; none if not requested. A Lineament extension."""

        def scores() -> np.ndarray:
            given = self.face_blendshapes
            return np.array([[one.score for one in given]] if given else [], np.float32).reshape(-1, 52)

        return self._array("blendshapes", (52,), scores)

    @cached_property
    def left_hand_landmarks_array(self) -> np.ndarray:
        """The landmarks of left hands, of shape (n, 21, 3), in fractions of the image. A Lineament extension."""
        return self._array("left_hand_landmarks", (21, 3), lambda: self._coordinates("left_hand_landmarks", 21))

    @cached_property
    def left_hand_world_landmarks_array(self) -> np.ndarray:
        """The same landmarks, of shape (n, 21, 3), in meters from the midpoint of the hips. A Lineament extension."""
        name = "left_hand_world_landmarks"
        return self._array(name, (21, 3), lambda: self._coordinates(name, 21))

    @cached_property
    def right_hand_landmarks_array(self) -> np.ndarray:
        """The landmarks of right hands, of shape (n, 21, 3), in fractions of the image. A Lineament extension."""
        return self._array("right_hand_landmarks", (21, 3), lambda: self._coordinates("right_hand_landmarks", 21))

    @cached_property
    def right_hand_world_landmarks_array(self) -> np.ndarray:
        """The same landmarks, of shape (n, 21, 3), in meters from the midpoint of the hips. A Lineament extension."""
        name = "right_hand_world_landmarks"
        return self._array(name, (21, 3), lambda: self._coordinates(name, 21))

    @cached_property
    def segmentation_masks_array(self) -> np.ndarray:
        """The masks, of shape (n, height, width), 0 to 1; none if not requested. A Lineament extension."""

        def masks() -> np.ndarray:
            mask = self.segmentation_mask
            return np.empty((0, 0, 0), np.float32) if mask is None else np.array(mask.numpy_view()[None, :, :, 0])

        return self._array("masks", (self.height, self.width), masks)

    def _body(self, points: np.ndarray, make: type) -> Sequence[Any]:
        if not len(points):
            return []
        landmarks: Sequence[Any] = make(points[0], self.pose_visibility_array[0], self.pose_presence_array[0])
        return landmarks

    def _coordinates(self, name: str, count: int) -> np.ndarray:
        """Returns the coordinates of a part of the person that the result was made from."""
        points = getattr(self, name)
        if points:
            return coordinates([points], count)
        return np.full((1 if self.pose_landmarks else 0, count, 3), np.nan, np.float32)

    def _numbers(self, name: str) -> np.ndarray:
        values = [getattr(point, name) for point in self.pose_landmarks]
        return np.array([values] if values else [], np.float32).reshape(-1, 33)


def _points(points: np.ndarray, make: type) -> Sequence[Any]:
    """Returns the points of the first person as objects; none if the person has no such part."""
    if not len(points) or np.isnan(points[0, 0, 0]):
        return []
    landmarks: Sequence[Any] = make(points[0])
    return landmarks


# The names that three options had up to MediaPipe 1.2.2, and those that they have now.
FORMER_NAMES = {
    "min_face_landmarks_confidence": "min_face_presence_confidence",
    "min_pose_landmarks_confidence": "min_pose_presence_confidence",
    "output_segmentation_mask": "output_pose_segmentation_masks",
}


def _either(default: Any, value: Any, former: Any, former_name: str) -> Any:
    """Returns the value of an option that has two names.

    Raises:
        ValueError: Both are given.
    """
    if value is not None and former is not None:
        raise ValueError(f"Specify either `{FORMER_NAMES[former_name]}` or `{former_name}`, not both.")
    given = former if value is None else value
    return default if given is None else given


def _alias(former_name: str) -> property:
    """Returns the former name of an attribute."""
    name = FORMER_NAMES[former_name]

    def write(options: Any, value: Any) -> None:
        setattr(options, name, value)

    return property(operator.attrgetter(name), write, doc=f"The former name of `{name}`.")


@dataclasses.dataclass(init=False)
class HolisticLandmarkerOptions(TaskOptions):
    """The options of a holistic landmarker.

    Three have a second name, that of MediaPipe up to 1.2.2: `min_face_landmarks_confidence`,
    `min_pose_landmarks_confidence` and `output_segmentation_mask`. Giving both names raises ValueError.

    Attributes:
        base_options: The model; the default is Lineament's own.
        running_mode: IMAGE, VIDEO or LIVE_STREAM.
        min_face_detection_confidence: The lowest score of a face's detection, 0 to 1.
        min_face_suppression_threshold: The overlap, 0 to 1, above which detections of a face are merged.
        min_face_presence_confidence: The lowest score of a face's landmarks, 0 to 1.
        min_pose_detection_confidence: The lowest score of a body's detection, 0 to 1.
        min_pose_suppression_threshold: The overlap, 0 to 1, above which detections of a body are merged.
        min_pose_presence_confidence: The lowest score of a body's landmarks, 0 to 1.
        min_hand_landmarks_confidence: The lowest score of a hand's landmarks, 0 to 1.
        output_face_blendshapes: Whether to return blendshapes.
        output_pose_segmentation_masks: Whether to return masks.
        result_callback: In running mode LIVE_STREAM, called with each result, its image and its timestamp.
        num_people: The maximum number of people; None for all. A Lineament extension.
        smoothing: What to smooth in videos: "mediapipe" (bodies), "everyone" (faces and hands as well), or "none". A
            Lineament extension.
    """

    _kind = TASKS["holistic-landmarker"]

    base_options: BaseOptions
    running_mode: RunningMode = RunningMode.IMAGE
    min_face_detection_confidence: float = 0.5
    min_face_suppression_threshold: float = 0.3
    min_face_presence_confidence: float = 0.5
    min_pose_detection_confidence: float = 0.5
    min_pose_suppression_threshold: float = 0.3
    min_pose_presence_confidence: float = 0.5
    min_hand_landmarks_confidence: float = 0.5
    output_face_blendshapes: bool = False
    output_pose_segmentation_masks: bool = False
    result_callback: Optional[Callable[[HolisticLandmarkerResult, Image, int], None]] = None
    num_people: Optional[int] = 1
    smoothing: str = "mediapipe"

    min_face_landmarks_confidence = _alias("min_face_landmarks_confidence")
    min_pose_landmarks_confidence = _alias("min_pose_landmarks_confidence")
    output_segmentation_mask = _alias("output_segmentation_mask")

    def __init__(
        self,
        base_options: Optional[BaseOptions] = None,
        running_mode: RunningMode = RunningMode.IMAGE,
        min_face_detection_confidence: float = 0.5,
        min_face_suppression_threshold: float = 0.3,
        min_face_presence_confidence: Optional[float] = None,
        min_pose_detection_confidence: float = 0.5,
        min_pose_suppression_threshold: float = 0.3,
        min_pose_presence_confidence: Optional[float] = None,
        min_hand_landmarks_confidence: float = 0.5,
        output_face_blendshapes: bool = False,
        output_pose_segmentation_masks: Optional[bool] = None,
        result_callback: Optional[Callable[[HolisticLandmarkerResult, Image, int], None]] = None,
        num_people: Optional[int] = 1,
        smoothing: str = "mediapipe",
        *,
        min_face_landmarks_confidence: Optional[float] = None,
        min_pose_landmarks_confidence: Optional[float] = None,
        output_segmentation_mask: Optional[bool] = None,
    ) -> None:
        self.base_options = BaseOptions() if base_options is None else base_options
        self.running_mode = running_mode
        self.min_face_detection_confidence = min_face_detection_confidence
        self.min_face_suppression_threshold = min_face_suppression_threshold
        self.min_face_presence_confidence = _either(
            0.5, min_face_presence_confidence, min_face_landmarks_confidence, "min_face_landmarks_confidence"
        )
        self.min_pose_detection_confidence = min_pose_detection_confidence
        self.min_pose_suppression_threshold = min_pose_suppression_threshold
        self.min_pose_presence_confidence = _either(
            0.5, min_pose_presence_confidence, min_pose_landmarks_confidence, "min_pose_landmarks_confidence"
        )
        self.min_hand_landmarks_confidence = min_hand_landmarks_confidence
        self.output_face_blendshapes = output_face_blendshapes
        self.output_pose_segmentation_masks = _either(
            False, output_pose_segmentation_masks, output_segmentation_mask, "output_segmentation_mask"
        )
        self.result_callback = result_callback
        self.num_people = num_people
        self.smoothing = smoothing


class HolisticLandmarker(VisionTask[HolisticLandmarkerOptions, HolisticLandmarkerResult]):
    """Detects the landmarks of people's bodies, faces and hands in images, videos and live streams.

    Single images are independent of each other; MediaPipe's task tracks and smooths from one to the next.
    """

    _options_type = HolisticLandmarkerOptions
    _result_type = HolisticLandmarkerResult
