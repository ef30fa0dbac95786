# SPDX-License-Identifier: Apache-2.0
"""Face detection: a box, a score and six keypoints of each face."""

from __future__ import annotations

import enum
from typing import Any, Dict, List, Optional

from lineament._attributes import NamedMembers
from lineament.framework.formats.detection_pb2 import Detection
from lineament.framework.formats.location_data_pb2 import LocationData
from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory, SolutionOutputs

_NUMBER = 4
# A score, a box and six keypoints.
_VALUES = 17


class FaceKeyPoint(enum.IntEnum, metaclass=NamedMembers):
    """The keypoints of a face in the order of a detection. Left and right are the person's."""

    RIGHT_EYE = 0
    LEFT_EYE = 1
    NOSE_TIP = 2
    MOUTH_CENTER = 3
    RIGHT_EAR_TRAGION = 4
    LEFT_EAR_TRAGION = 5


def get_key_point(detection: Optional[Detection], key_point_enum: int) -> Optional[LocationData.RelativeKeypoint]:
    """Returns a keypoint of a detection; None if there is no detection."""
    if not detection or not detection.location_data:
        return None
    return detection.location_data.relative_keypoints[key_point_enum]


class FaceDetectionOutputs(SolutionOutputs):
    """The faces of an image.

    Attributes:
        detections: The faces, best score first; None if there is no face.
    """

    detections: Optional[List[Detection]]


class FaceDetection(SolutionBase[FaceDetectionOutputs]):
    """Detects faces in images, each by itself.

    Args:
        min_detection_confidence: Without effect, as in MediaPipe 0.10.21: the lowest score of a face is 0.5, and 0.6
            within five meters.
        model_selection: 1 for faces within five meters of the camera; otherwise within two.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        TypeError: An argument has the wrong type.
    """

    _outputs_type = FaceDetectionOutputs

    def __init__(self, min_detection_confidence: float = 0.5, model_selection: int = 0) -> None:
        super().__init__(
            _NUMBER,
            model=int(model_selection == 1),
            min_detection_confidence=_base.confidence(min_detection_confidence),
        )

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        rows = memory.array("detections", memory.fields.detection_count, _VALUES)
        return {"detections": None if rows is None else [_detection(row) for row in rows.tolist()]}


def _detection(row: List[float]) -> Detection:
    score, xmin, ymin, width, height, *points = row
    return Detection(
        label_id=[0],
        score=[score],
        location_data=LocationData(
            format=LocationData.RELATIVE_BOUNDING_BOX,
            relative_bounding_box={"xmin": xmin, "ymin": ymin, "width": width, "height": height},
            relative_keypoints=[{"x": x, "y": y} for x, y in zip(points[::2], points[1::2])],
        ),
    )
