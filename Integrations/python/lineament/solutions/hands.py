# SPDX-License-Identifier: Apache-2.0
"""Hands: 21 landmarks each, and whether it is a left or a right one."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from lineament.framework.formats.classification_pb2 import ClassificationList
from lineament.framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from lineament.hand_landmarks import HandLandmark as HandLandmark
from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory, SolutionOutputs
from lineament.solutions.hands_connections import HAND_CONNECTIONS as HAND_CONNECTIONS

_NUMBER = 1
_LANDMARKS = len(HandLandmark)
_LABELS = ("Left", "Right")


class HandsOutputs(SolutionOutputs):
    """The hands of an image; None each if there is no hand.

    Attributes:
        multi_hand_landmarks: The landmarks of each hand, in fractions of the image.
        multi_hand_world_landmarks: The landmarks of each hand, in meters.
        multi_handedness: The side of each hand: one classification, with the label "Left" or "Right".
    """

    multi_hand_landmarks: Optional[List[NormalizedLandmarkList]]
    multi_hand_world_landmarks: Optional[List[LandmarkList]]
    multi_handedness: Optional[List[ClassificationList]]


class Hands(SolutionBase[HandsOutputs]):
    """Finds hands and their landmarks.

    Which hand it is presumes a mirrored image, as of a front camera. Where the image is not mirrored, "Left" means the
    person's right hand.

    Args:
        static_image_mode: Whether images are unrelated; otherwise hands are followed from frame to frame.
        max_num_hands: The largest number of hands.
        model_complexity: 0 for faster models, 1 for more accurate ones.
        min_detection_confidence: The lowest score of a detected palm.
        min_tracking_confidence: The lowest score of the landmark model for the presence of a hand.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        TypeError: An argument has the wrong type.
        ValueError: There is no such model.
    """

    _outputs_type = HandsOutputs

    def __init__(
        self,
        static_image_mode: bool = False,
        max_num_hands: int = 2,
        model_complexity: int = 1,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ) -> None:
        super().__init__(
            _NUMBER,
            model=_base.whole(model_complexity),
            max_count=_base.whole(max_num_hands),
            **_base.tracking(static_image_mode, min_detection_confidence, min_tracking_confidence),
        )

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        count = memory.fields.hand_count
        shape = (count, _LANDMARKS, 3)
        scores = memory.array("hand_scores", count, len(_LABELS))
        return {
            "multi_hand_landmarks": memory.landmarks(NormalizedLandmarkList, "hand_landmarks", *shape),
            "multi_hand_world_landmarks": memory.landmarks(LandmarkList, "hand_world_landmarks", *shape),
            "multi_handedness": None if scores is None else [_handedness(pair) for pair in scores.tolist()],
        }


def _handedness(scores: List[float]) -> ClassificationList:
    """Returns the more likely side of a hand, from the scores of both."""
    index = int(scores[1] > scores[0])
    side = {"index": index, "score": scores[index], "label": _LABELS[index]}
    return ClassificationList(classification=[side])
