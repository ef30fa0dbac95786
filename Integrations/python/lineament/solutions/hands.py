"""Hands: 21 landmarks each, and whether it is a left or a right one."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from lineament.framework.formats import landmark_pb2
from lineament.framework.formats.classification_pb2 import ClassificationList
from lineament.hand_landmarks import HandLandmark as HandLandmark
from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory
from lineament.solutions.hands_connections import HAND_CONNECTIONS as HAND_CONNECTIONS

_NUMBER = 1
_LANDMARKS = len(HandLandmark)
_LABELS = ("Left", "Right")


class Hands(SolutionBase):
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

    _outputs = _base.outputs_class("multi_hand_landmarks", "multi_hand_world_landmarks", "multi_handedness")

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
            static_image_mode=bool(static_image_mode),
            min_detection_confidence=_base.confidence(min_detection_confidence, 0.5),
            min_tracking_confidence=_base.confidence(min_tracking_confidence, 0.5),
        )

    def process(self, image: Any) -> Any:
        """Returns the hands of the next image.

        Args:
            image: An array of shape (height, width, 3) in red, green and blue, of uint8 or bool.

        Returns:
            A result with `multi_hand_landmarks` (in fractions of the image), `multi_hand_world_landmarks` (in meters)
            and `multi_handedness`: a list each with an entry per hand, or None if there is no hand.

        Raises:
            RuntimeError: `max_num_hands` is less than 1, or the image has no pixels.
            TypeError: The array has another type.
            ValueError: The array has another shape, or the solution is closed.
        """
        return self._process(image)

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        count = memory.fields.hand_count
        shape = (count, _LANDMARKS, 3)
        return {
            "multi_hand_landmarks": _lists(landmark_pb2.NormalizedLandmarkList, memory.rows("hand_landmarks", *shape)),
            "multi_hand_world_landmarks": _lists(
                landmark_pb2.LandmarkList, memory.rows("hand_world_landmarks", *shape)
            ),
            "multi_handedness": _handedness(memory.rows("hand_scores", count, 2)),
        }


def _lists(kind: Any, hands: Optional[List[Any]]) -> Optional[List[Any]]:
    return [landmark_pb2.made(kind, rows) for rows in hands] if hands else None


def _handedness(scores: Optional[List[Any]]) -> Optional[List[ClassificationList]]:
    """Returns the more likely side of each hand, from the scores of both."""
    if not scores:
        return None
    found = []
    for pair in scores:
        index = int(pair[1] > pair[0])
        side = {"index": index, "score": pair[index], "label": _LABELS[index]}
        found.append(ClassificationList(classification=[side]))
    return found
