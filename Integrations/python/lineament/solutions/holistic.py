# SPDX-License-Identifier: Apache-2.0
"""Whole persons: the landmarks of a body, its face and its hands."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

from lineament.framework.formats.landmark_pb2 import LandmarkList, NormalizedLandmarkList
from lineament.hand_landmarks import HandLandmark as HandLandmark
from lineament.pose_landmarks import PoseLandmark as PoseLandmark
from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory, SolutionOutputs
from lineament.solutions.face_mesh_connections import FACEMESH_CONTOURS as FACEMESH_CONTOURS
from lineament.solutions.face_mesh_connections import FACEMESH_TESSELATION as FACEMESH_TESSELATION
from lineament.solutions.hands_connections import HAND_CONNECTIONS as HAND_CONNECTIONS
from lineament.solutions.pose import body_fields, body_options
from lineament.solutions.pose_connections import POSE_CONNECTIONS as POSE_CONNECTIONS

_NUMBER = 5


class HolisticOutputs(SolutionOutputs):
    """A person; None each where it was not found.

    Attributes:
        pose_landmarks: The landmarks of the body, in fractions of the image.
        pose_world_landmarks: The same landmarks in meters.
        left_hand_landmarks: The landmarks of the left hand, in fractions of the image.
        right_hand_landmarks: The landmarks of the right hand.
        face_landmarks: The landmarks of the face.
        segmentation_mask: The mask of the person, a float32 array of shape (height, width) from 0 to 1, read-only; None also if
            it was not requested.
    """

    pose_landmarks: Optional[NormalizedLandmarkList]
    pose_world_landmarks: Optional[LandmarkList]
    left_hand_landmarks: Optional[NormalizedLandmarkList]
    right_hand_landmarks: Optional[NormalizedLandmarkList]
    face_landmarks: Optional[NormalizedLandmarkList]
    segmentation_mask: Optional[np.ndarray]


class Holistic(SolutionBase[HolisticOutputs]):
    """Finds the most prominent person and the landmarks of their body, face and hands.

    Args:
        static_image_mode: Whether images are unrelated; otherwise the person is followed from frame to frame.
        model_complexity: 0, 1 or 2: the lower, the faster and the less accurate. 0 and 2 must be downloaded once, with
            `python -m lineament fetch pose-lite` and `pose-heavy`.
        smooth_landmarks: Whether landmarks of the body are smoothed from frame to frame.
        enable_segmentation: Whether results have a mask of the person.
        smooth_segmentation: Without effect, as in MediaPipe 0.10.21.
        refine_face_landmarks: Whether lips and eyes are more accurate and results have the irises.
        min_detection_confidence: The lowest score of a detected person.
        min_tracking_confidence: The lowest score of the landmark model for the presence of a person.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        TypeError: An argument has the wrong type.
        ValueError: There is no such model.
    """

    _outputs_type = HolisticOutputs

    def __init__(
        self,
        static_image_mode: bool = False,
        model_complexity: int = 1,
        smooth_landmarks: bool = True,
        enable_segmentation: bool = False,
        smooth_segmentation: bool = True,
        refine_face_landmarks: bool = False,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ) -> None:
        super().__init__(
            _NUMBER,
            **body_options(
                static_image_mode, model_complexity, smooth_landmarks, enable_segmentation, smooth_segmentation
            ),
            refine_landmarks=_base.flag(refine_face_landmarks),
            **_base.tracking(static_image_mode, min_detection_confidence, min_tracking_confidence),
        )

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        def part(name: str, count: int) -> Any:
            return memory.landmarks(NormalizedLandmarkList, name, count, 3)

        return {
            **body_fields(memory),
            "left_hand_landmarks": part("left_hand_landmarks", len(HandLandmark)),
            "right_hand_landmarks": part("right_hand_landmarks", len(HandLandmark)),
            "face_landmarks": part("face_landmarks", memory.fields.face_landmark_count),
            "segmentation_mask": memory.mask(),
        }
