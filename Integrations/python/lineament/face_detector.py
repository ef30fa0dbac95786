# SPDX-License-Identifier: Apache-2.0
"""The face detector: boxes, scores and six keypoints of faces."""

from __future__ import annotations

import dataclasses
from ctypes import byref
from typing import Any, Callable, List, Optional

import numpy as np

from lineament._arrow import BatchRow
from lineament._cached import cached_property
from lineament._errors import call
from lineament._library import library
from lineament._memory import ResultMemory
from lineament._tasks import TASKS
from lineament.containers import BoundingBox, Category, Detection, NormalizedKeypoint
from lineament.image import Image
from lineament.options import BaseOptions, RunningMode, TaskOptions
from lineament.results import TaskResult, field_array
from lineament.task import VisionTask


class DetectionResult(TaskResult):
    """The detected faces of an image.

    Args:
        detections: The value of `detections`.
    """

    _names = ("detections",)

    def __init__(self, detections: List[Detection]) -> None:
        self.detections = detections

    @cached_property
    def detections(self) -> List[Detection]:
        """The faces in descending order of score."""
        rows = zip(self.boxes_array.tolist(), self.scores_array.tolist(), self.keypoints_array.tolist())
        return [_detection(*row) for row in rows]

    @cached_property
    def boxes_array(self) -> np.ndarray:
        """The boxes, of shape (n, 4): left, top, width and height in whole pixels. A Lineament extension."""

        def boxes() -> np.ndarray:
            sides = [dataclasses.astuple(detection.bounding_box) for detection in self.detections]
            return np.array(sides, np.float32).reshape(-1, 4)

        return self._array("boxes", (4,), boxes)

    @cached_property
    def scores_array(self) -> np.ndarray:
        """The scores, of shape (n,), 0 to 1. A Lineament extension."""

        def scores() -> np.ndarray:
            return np.array([detection.categories[0].score for detection in self.detections], np.float32)

        return self._array("scores", (), scores)

    @cached_property
    def keypoints_array(self) -> np.ndarray:
        """The keypoints, of shape (n, 6, 2), in fractions of the image. A Lineament extension."""

        def keypoints() -> np.ndarray:
            return field_array([detection.keypoints or [] for detection in self.detections], ("x", "y"), (6, 2))

        return self._array("landmarks", (6, 2), keypoints)


FaceDetectorResult = DetectionResult


def detections_without_landmarks(arrays: Any) -> List[Detection]:
    """Returns the detected faces for which a face landmarker's result has no landmarks."""
    if isinstance(arrays, BatchRow):
        return [] if arrays.others is None else DetectionResult._of(arrays.others).detections
    if not isinstance(arrays, ResultMemory):
        return []
    functions = library()
    memory = ResultMemory(functions)
    call(functions.lineament_result_faces_without_landmarks, byref(arrays.fields), byref(memory.fields))
    return DetectionResult._of(memory).detections


def _detection(box: List[float], score: float, keypoints: List[List[float]]) -> Detection:
    return Detection(
        BoundingBox(*(round(side) for side in box)),
        [Category(0, score)],
        [NormalizedKeypoint(x, y, None, 0.0) for x, y in keypoints],
    )


@dataclasses.dataclass
class FaceDetectorOptions(TaskOptions):
    """The options of a face detector.

    Attributes:
        base_options: The model; the default is Lineament's own.
        running_mode: IMAGE, VIDEO or LIVE_STREAM.
        min_detection_confidence: The lowest score of a face, 0 to 1.
        min_suppression_threshold: The overlap, 0 to 1, above which two boxes count as one face.
        result_callback: In running mode LIVE_STREAM, called with each result, its image and its timestamp.
        detection_range: The sizes of the faces to detect: "short" as in MediaPipe, "full" for smaller ones, "auto" for
            all sizes from about eight pixels. A Lineament extension.
        max_searched_pixels: The maximum number of pixels that detection_range "auto" searches in one image, over all
            scales. A Lineament extension.
    """

    _kind = TASKS["face-detector"]

    base_options: BaseOptions = dataclasses.field(default_factory=BaseOptions)
    running_mode: RunningMode = RunningMode.IMAGE
    min_detection_confidence: float = 0.5
    min_suppression_threshold: float = 0.3
    result_callback: Optional[Callable[[DetectionResult, Image, int], None]] = None
    detection_range: str = "short"
    max_searched_pixels: int = 150_000_000


class FaceDetector(VisionTask[FaceDetectorOptions, DetectionResult]):
    """Detects faces in images, videos and live streams."""

    _options_type = FaceDetectorOptions
    _result_type = DetectionResult
