# SPDX-License-Identifier: Apache-2.0
"""The hand landmarker: 21 landmarks of hands, in the image and in meters, and whether they are left or right."""

from __future__ import annotations

import dataclasses
from typing import Callable, List, Optional, Sequence

import numpy as np

from lineament._cached import cached_property
from lineament._tasks import TASKS
from lineament.containers import Category, Landmark, NormalizedLandmark
from lineament.image import Image
from lineament.options import BaseOptions, RunningMode, TaskOptions
from lineament.results import TaskResult, coordinates
from lineament.sequences import NormalizedLandmarks, WorldLandmarks
from lineament.task import VisionTask

# The index of a category, and its name.
_LEFT, _RIGHT = (1, "Left"), (0, "Right")


class HandLandmarkerResult(TaskResult):
    """The landmarks of the hands of an image.

    Args:
        handedness: The value of `handedness`.
        hand_landmarks: The value of `hand_landmarks`.
        hand_world_landmarks: The value of `hand_world_landmarks`.
    """

    _names = ("handedness", "hand_landmarks", "hand_world_landmarks")

    def __init__(
        self,
        handedness: List[List[Category]],
        hand_landmarks: List[Sequence[NormalizedLandmark]],
        hand_world_landmarks: List[Sequence[Landmark]],
    ) -> None:
        self.handedness = handedness
        self.hand_landmarks = hand_landmarks
        self.hand_world_landmarks = hand_world_landmarks

    @cached_property
    def handedness(self) -> List[List[Category]]:
        """The category of each hand, "Left" or "Right": the person's own, unless the image is mirrored."""
        return [[_category(score)] for score in self.left_scores_array]

    @cached_property
    def hand_landmarks(self) -> List[Sequence[NormalizedLandmark]]:
        """The 21 landmarks of each hand, best detection first.

        In videos, hands that are only tracked come before those detected in the frame. With detection_range "auto",
        hands found at wrists come last.
        """
        return [NormalizedLandmarks(points) for points in self.hand_landmarks_array]

    @cached_property
    def hand_world_landmarks(self) -> List[Sequence[Landmark]]:
        """The 21 landmarks of each hand in meters."""
        return [WorldLandmarks(points) for points in self.hand_world_landmarks_array]

    @cached_property
    def hand_landmarks_array(self) -> np.ndarray:
        """The landmarks, of shape (n, 21, 3), in fractions of the image. A Lineament extension."""
        return self._array("landmarks", (21, 3), lambda: coordinates(self.hand_landmarks, 21))

    @cached_property
    def hand_world_landmarks_array(self) -> np.ndarray:
        """The landmarks, of shape (n, 21, 3), in meters from the center of the hand. A Lineament extension."""
        return self._array("world_landmarks", (21, 3), lambda: coordinates(self.hand_world_landmarks, 21))

    @cached_property
    def left_scores_array(self) -> np.ndarray:
        """The probability that each hand is a left one, of shape (n,), 0 to 1. A Lineament extension."""

        def scores() -> np.ndarray:
            firsts = [hand[0] for hand in self.handedness]
            values = [first.score or 0 if first.index == _LEFT[0] else 1 - (first.score or 0) for first in firsts]
            return np.array(values, np.float32)

        return self._array("left_scores", (), scores)

    @cached_property
    def persons_array(self) -> np.ndarray:
        """The number of each hand's person, of shape (n,), from 1; NaN if unknown. A Lineament extension.

        Both hands of a person have the same number, in all frames of a video. With detection_range "short", which looks
        for no people, all are unknown.
        """
        return self._array("persons", (), lambda: np.full(len(self.hand_landmarks), np.nan, np.float32))

    @cached_property
    def scores_array(self) -> np.ndarray:
        """The confidence that there is a hand, of shape (n,), 0 to 1. A Lineament extension."""
        return self._array("scores", (), lambda: np.full(len(self.hand_landmarks), np.nan, np.float32))


def _category(left_score: np.float32) -> Category:
    """Returns the more probable category."""
    right_score = np.float32(1) - left_score
    index, name = _RIGHT if right_score >= 0.5 else _LEFT
    return Category(index, float(right_score if index == _RIGHT[0] else left_score), name, name)


@dataclasses.dataclass
class HandLandmarkerOptions(TaskOptions):
    """The options of a hand landmarker.

    Attributes:
        base_options: The model; the default is Lineament's own.
        running_mode: IMAGE, VIDEO or LIVE_STREAM.
        num_hands: The maximum number of hands; None for all, a Lineament extension.
        min_hand_detection_confidence: The lowest score of a palm, 0 to 1.
        min_hand_presence_confidence: The lowest score of the landmarks, 0 to 1.
        min_tracking_confidence: The overlap, 0 to 1, above which a hand counts as the one tracked in the previous frame.
        result_callback: In running mode LIVE_STREAM, called with each result, its image and its timestamp.
        smoothing: Which hands to smooth in videos: "everyone", or "mediapipe" and "none", which smooth no hand. A
            Lineament extension.
        detection_range: "short", or "auto", which also looks at the wrists of people. A Lineament extension.
    """

    _kind = TASKS["hand-landmarker"]

    base_options: BaseOptions = dataclasses.field(default_factory=BaseOptions)
    running_mode: RunningMode = RunningMode.IMAGE
    num_hands: Optional[int] = 1
    min_hand_detection_confidence: float = 0.5
    min_hand_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    result_callback: Optional[Callable[[HandLandmarkerResult, Image, int], None]] = None
    smoothing: str = "mediapipe"
    detection_range: str = "short"


class HandLandmarker(VisionTask[HandLandmarkerOptions, HandLandmarkerResult]):
    """Detects the landmarks of hands in images, videos and live streams."""

    _options_type = HandLandmarkerOptions
    _result_type = HandLandmarkerResult
