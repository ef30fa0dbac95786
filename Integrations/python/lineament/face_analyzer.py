# SPDX-License-Identifier: Apache-2.0
"""The face analyzer: head angles, smiles, open eyes and ten landmarks of faces, as ML Kit has them."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Callable, Dict, List, NamedTuple, Optional

import numpy as np

from lineament._attributes import NamedAttributes
from lineament._cached import cached_property
from lineament._hints import is_path
from lineament._tasks import TASKS
from lineament.containers import BoundingBox
from lineament.image import Image, PathLike
from lineament.options import BaseOptions, RunningMode, TaskOptions
from lineament.results import TaskResult
from lineament.task import VisionTask

FACE_LANDMARK_NAMES = (
    "mouthBottom",
    "mouthRight",
    "mouthLeft",
    "leftEar",
    "rightEar",
    "leftEye",
    "rightEye",
    "leftCheek",
    "rightCheek",
    "noseBase",
)

# The contours with the numbers of their points, in the order in which `contours_array` has them.
FACE_CONTOURS = {
    "face": 36,
    "leftEyebrowTop": 5,
    "leftEyebrowBottom": 5,
    "rightEyebrowTop": 5,
    "rightEyebrowBottom": 5,
    "leftEye": 16,
    "rightEye": 16,
    "upperLipBottom": 9,
    "lowerLipTop": 9,
    "upperLipTop": 11,
    "lowerLipBottom": 9,
    "noseBridge": 2,
    "noseBottom": 3,
    "leftCheek": 1,
    "rightCheek": 1,
}
_CONTOUR_POINTS = sum(FACE_CONTOURS.values())


class HeadAngles(NamedTuple):
    """The angles of a head in degrees, with ML Kit's signs; None where unknown.

    Attributes:
        x: Pitch, positive when the face looks up.
        y: Yaw, positive when the face looks toward the right edge of the image.
        z: Roll, positive when the head is rotated counterclockwise in the image.
    """

    x: Optional[float]
    y: Optional[float]
    z: Optional[float]


class Point(NamedTuple):
    """A point in pixels of the image, from its upper left corner."""

    x: float
    y: float


@dataclasses.dataclass(frozen=True)
class Face(NamedAttributes):
    """A face. Left and right are the subject's.

    One that the landmark model does not confirm has `angles.x` None and no probabilities: many of those are seen from the
    side, and some are no faces, whatever their size.

    Attributes:
        bounding_box: The box in pixels.
        angles: The angles of the head.
        smiling_probability: 0 to 1; None if unknown, such as for a face seen from the side.
        left_eye_open_probability: 0 to 1; None if unknown.
        right_eye_open_probability: 0 to 1; None if unknown.
        landmarks: The visible ones of `FACE_LANDMARK_NAMES`, such as "noseBase", in pixels.
        tracking_id: An ID that the face keeps while it is tracked; None for single images.
        contours: The points of each of `FACE_CONTOURS`, in pixels, if they were requested and this is the largest face;
            otherwise empty.
    """

    bounding_box: BoundingBox
    angles: HeadAngles
    smiling_probability: Optional[float]
    left_eye_open_probability: Optional[float]
    right_eye_open_probability: Optional[float]
    landmarks: Dict[str, Point]
    tracking_id: Optional[int] = None
    contours: Dict[str, List[Point]] = dataclasses.field(default_factory=dict)


class FaceAnalyzerResult(TaskResult):
    """The faces of an image.

    Args:
        faces: The value of `faces`.
    """

    _names = ("faces",)

    def __init__(self, faces: List[Face]) -> None:
        self.faces = faces

    @cached_property
    def faces(self) -> List[Face]:
        """The faces, largest first."""
        columns = (self.boxes_array, self.angles_array, self.expressions_array, self.landmarks_array)
        count = len(self.boxes_array)
        ids: List[Optional[int]] = [*self.track_ids] or [None] * count
        contours = [_contours(points) for points in self.contours_array] or [{}] * count
        return [_face(*row) for row in zip(*(column.tolist() for column in columns), ids, contours)]

    @cached_property
    def boxes_array(self) -> np.ndarray:
        """The boxes, of shape (n, 4): left, top, width and height in pixels."""
        return self._array("boxes", (4,), _no_array)

    @cached_property
    def angles_array(self) -> np.ndarray:
        """The angles about x, y and z, of shape (n, 3), in degrees; NaN where unknown."""
        return self._array("angles", (3,), _no_array)

    @cached_property
    def expressions_array(self) -> np.ndarray:
        """The probabilities of a smile, the left and the right eye open, of shape (n, 3); NaN where unknown."""
        return self._array("expressions", (3,), _no_array)

    @cached_property
    def landmarks_array(self) -> np.ndarray:
        """The landmarks in the order of `FACE_LANDMARK_NAMES`, of shape (n, 10, 2), in pixels; NaN if hidden."""
        return self._array("landmarks", (10, 2), _no_array)

    @cached_property
    def contours_array(self) -> np.ndarray:
        """The points of all contours, of shape (n, 133, 2), in pixels; (0, 133, 2) if not requested or there is no face.

        The points follow each other in the order of `FACE_CONTOURS`. Only the largest face has them; those of the
        others are NaN.
        """
        return self._array("contours", (_CONTOUR_POINTS, 2), _no_array)


def _no_array() -> np.ndarray:
    raise AttributeError("A FaceAnalyzerResult that was made from a list has no arrays.")


def _face(
    box: List[float],
    angles: List[float],
    expressions: List[float],
    landmarks: List[List[float]],
    tracking_id: Optional[int],
    contours: Dict[str, List[Point]],
) -> Face:
    points = {name: Point(*point) for name, point in zip(FACE_LANDMARK_NAMES, landmarks) if not math.isnan(point[0])}
    smiling, left_eye_open, right_eye_open = map(_known, expressions)
    bounding_box = BoundingBox(*(round(side) for side in box))
    return Face(
        bounding_box,
        HeadAngles(*map(_known, angles)),
        smiling,
        left_eye_open,
        right_eye_open,
        points,
        tracking_id,
        contours,
    )


def _contours(points: np.ndarray) -> Dict[str, List[Point]]:
    """Returns the points of a face by contour."""
    if np.isnan(points[0, 0]):
        return {}
    ends = np.cumsum(list(FACE_CONTOURS.values()))[:-1]
    parts = np.split(points, ends)
    return {name: [Point(*point) for point in part.tolist()] for name, part in zip(FACE_CONTOURS, parts)}


def _known(value: float) -> Optional[float]:
    return None if math.isnan(value) else value


@dataclasses.dataclass
class FaceAnalyzerOptions(TaskOptions):
    """The options of a face analyzer.

    Attributes:
        running_mode: IMAGE, VIDEO or LIVE_STREAM.
        result_callback: In running mode LIVE_STREAM, called with each result, its image and its timestamp.
        detection_range: The sizes of the faces to detect: "auto" for all from about eight pixels, "short" for faces
            near the camera, "full" for smaller ones.
        landmark_mode: "all" or "none" for ten landmarks per face.
        contour_mode: "all" or "none" for the contours of the largest face.
        classification_mode: "all" or "none" for smiles and open eyes.
        min_face_size: The minimum width of a face, as a fraction of the image width. ML Kit's own default is 0.1.
        base_options: The threads and the hardware; the models are the task's own.
    """

    _kind = TASKS["faces"]

    running_mode: RunningMode = RunningMode.IMAGE
    result_callback: Optional[Callable[[FaceAnalyzerResult, Image, int], None]] = None
    detection_range: str = "auto"
    landmark_mode: str = "all"
    contour_mode: str = "none"
    classification_mode: str = "all"
    min_face_size: float = 0.0
    base_options: BaseOptions = dataclasses.field(default_factory=BaseOptions, repr=False)

    def validated_mode(self) -> RunningMode:
        """Returns the running mode, once it is checked that no model is named.

        Raises:
            TypeError: An option has the wrong type.
            ValueError: It is not one, a callback does not fit it, or a model is named.
        """
        mode = super().validated_mode()
        if self.base_options.model_asset_path is not None or self.base_options.model_asset_buffer is not None:
            raise ValueError("A FaceAnalyzer has its own models. Leave model_asset_path and model_asset_buffer out.")
        return mode


class FaceAnalyzer(VisionTask[FaceAnalyzerOptions, FaceAnalyzerResult]):
    """Analyzes faces: head angles, smiles, open eyes and ten landmarks, in images, videos and live streams."""

    _options_type = FaceAnalyzerOptions
    _result_type = FaceAnalyzerResult

    @classmethod
    def _options_hint(cls, value: Any) -> str:
        """Returns what to do with a value that is not the options of the task, which has no models to name."""
        return " Use FaceAnalyzerOptions(…)." if is_path(value) else super()._options_hint(value)

    @classmethod
    def create_from_model_path(cls, model_path: PathLike) -> FaceAnalyzer:
        """Raises NotImplementedError: the task has its own models."""
        raise NotImplementedError("A FaceAnalyzer has its own models. Create it with FaceAnalyzer().")
