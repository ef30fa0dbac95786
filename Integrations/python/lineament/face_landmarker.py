# SPDX-License-Identifier: Apache-2.0
"""The face landmarker: 478 landmarks, 52 blendshapes and the head pose of faces."""

from __future__ import annotations

import dataclasses
from typing import Callable, List, Optional, Sequence

import numpy as np

from lineament._cached import cached_property
from lineament._cropping import Faces
from lineament._tasks import TASKS
from lineament.containers import Category, Detection, NormalizedLandmark
from lineament.face_detector import detections_without_landmarks
from lineament.image import Image
from lineament.options import BaseOptions, RunningMode, TaskOptions
from lineament.results import TaskResult, coordinates, field_array
from lineament.sequences import Categories, NormalizedLandmarks
from lineament.task import VisionTask


class FaceLandmarkerResult(Faces, TaskResult):
    """The landmarks of the faces of an image.

    Args:
        face_landmarks: The value of `face_landmarks`.
        face_blendshapes: The value of `face_blendshapes`.
        facial_transformation_matrixes: The value of `facial_transformation_matrixes`.
    """

    _names = ("face_landmarks", "face_blendshapes", "facial_transformation_matrixes")

    def __init__(
        self,
        face_landmarks: List[Sequence[NormalizedLandmark]],
        face_blendshapes: List[Sequence[Category]],
        facial_transformation_matrixes: List[np.ndarray],
    ) -> None:
        self.face_landmarks = face_landmarks
        self.face_blendshapes = face_blendshapes
        self.facial_transformation_matrixes = facial_transformation_matrixes

    @cached_property
    def face_landmarks(self) -> List[Sequence[NormalizedLandmark]]:
        """The 478 landmarks of each face, best detection first.

        In videos, faces that are only tracked come before those detected in the frame.
        """
        return [NormalizedLandmarks(points) for points in self.face_landmarks_array]

    @cached_property
    def face_blendshapes(self) -> List[Sequence[Category]]:
        """The 52 blendshapes of each face; empty if not requested."""
        return [Categories(scores) for scores in self.face_blendshapes_array]

    @cached_property
    def facial_transformation_matrixes(self) -> List[np.ndarray]:
        """The transformation from the canonical face to each face, 4 by 4, in centimeters; empty if not requested."""
        return [np.array(matrix) for matrix in self.facial_transformation_matrixes_array]

    @cached_property
    def face_landmarks_array(self) -> np.ndarray:
        """The landmarks, of shape (n, 478, 3), in fractions of the image. A Lineament extension."""
        return self._array("landmarks", (478, 3), lambda: coordinates(self.face_landmarks, 478))

    @cached_property
    def face_blendshapes_array(self) -> np.ndarray:
        """The blendshapes, of shape (n, 52), 0 to 1; (0, 52) if not requested. A Lineament extension."""
        return self._array("blendshapes", (52,), lambda: field_array(self.face_blendshapes, ("score",), (52,)))

    @cached_property
    def facial_transformation_matrixes_array(self) -> np.ndarray:
        """The matrices, of shape (n, 4, 4), row by row; (0, 4, 4) if not requested. A Lineament extension.

        A face whose pose could not be solved has a matrix of NaN.
        """

        def matrices() -> np.ndarray:
            return np.array(self.facial_transformation_matrixes, np.float32).reshape(-1, 4, 4)

        return self._array("matrices", (4, 4), matrices)

    @cached_property
    def angles_array(self) -> np.ndarray:
        """The pitch, yaw and roll of each head, of shape (n, 3), in degrees. A Lineament extension.

        Pitch is positive when the face looks up, yaw toward the right edge of the image, and roll when the head is
        rotated counterclockwise. NaN where the pose could not be solved; (0, 3) if matrices were not requested.
        """
        return self._array("angles", (3,), lambda: np.empty((0, 3), np.float32))

    @cached_property
    def angles_toward_camera_array(self) -> np.ndarray:
        """The angles against the ray to the camera, of shape (n, 3), as in `angles_array`. A Lineament extension.

        They are 0 for a face that looks into the camera, wherever in the image it is; (0, 3) if matrices were not
        requested.
        """
        return self._array("angles_toward_camera", (3,), lambda: np.empty((0, 3), np.float32))

    @cached_property
    def meshes_array(self) -> np.ndarray:
        """The landmarks in centimeters from the camera, of shape (n, 478, 3). A Lineament extension.

        x is to the right of the image, y up, z toward the viewer, so that z is negative. NaN where the pose could not be
        solved; (0, 478, 3) if meshes were not requested.
        """
        return self._array("meshes", (478, 3), lambda: np.empty((0, 478, 3), np.float32))

    @cached_property
    def scores_array(self) -> np.ndarray:
        """The confidence that each is a face, of shape (n,), 0 to 1; (0,) if unknown. A Lineament extension."""
        return self._array("scores", (), lambda: np.empty(0, np.float32))

    @cached_property
    def faces_without_landmarks(self) -> List[Detection]:
        """The detected faces without landmarks, best score first. A Lineament extension.

        They are faces of a few pixels, and those that the landmark model does not confirm, whatever their size: turned or
        hidden ones, and false finds.
        Empty for a result that was unpickled or made from lists.
        """
        return detections_without_landmarks(self._arrays)


@dataclasses.dataclass
class FaceLandmarkerOptions(TaskOptions):
    """The options of a face landmarker.

    Attributes:
        base_options: The model; the default is Lineament's own.
        running_mode: IMAGE, VIDEO or LIVE_STREAM.
        num_faces: The maximum number of faces; None for all, a Lineament extension.
        min_face_detection_confidence: The lowest score of a detection, 0 to 1.
        min_face_presence_confidence: The lowest score of the landmarks, 0 to 1.
        min_tracking_confidence: The overlap, 0 to 1, above which a face counts as the one tracked in the previous
            frame.
        output_face_blendshapes: Whether to return blendshapes.
        output_facial_transformation_matrixes: Whether to return transformation matrices.
        output_face_meshes: Whether to return meshes in centimeters; see `meshes_array`. A Lineament extension.
        result_callback: In running mode LIVE_STREAM, called with each result, its image and its timestamp.
        detection_range: The sizes of the faces to detect: "short" as in MediaPipe, "full" for smaller ones, "auto" for
            all sizes from about eight pixels. A Lineament extension.
        smoothing: Which faces to smooth in videos: "mediapipe" (only if num_faces is 1), "everyone", or "none". A
            Lineament extension.
        max_searched_pixels: The maximum number of pixels that detection_range "auto" searches in one image, over all
            scales. A Lineament extension.
        camera_fov: The vertical angle of view of the camera in degrees, 1 to 170, which the transformation matrices
            depend on. MediaPipe assumes 63. A Lineament extension.
        focal_length: The focal length of the camera in pixels of the upright image, which takes the place of
            camera_fov; 0 if unknown. A Lineament extension.
    """

    _kind = TASKS["face-landmarker"]

    base_options: BaseOptions = dataclasses.field(default_factory=BaseOptions)
    running_mode: RunningMode = RunningMode.IMAGE
    num_faces: Optional[int] = 1
    min_face_detection_confidence: float = 0.5
    min_face_presence_confidence: float = 0.5
    min_tracking_confidence: float = 0.5
    output_face_blendshapes: bool = False
    output_facial_transformation_matrixes: bool = False
    result_callback: Optional[Callable[[FaceLandmarkerResult, Image, int], None]] = None
    detection_range: str = "short"
    smoothing: str = "mediapipe"
    max_searched_pixels: int = 150_000_000
    camera_fov: float = 63.0
    focal_length: float = 0.0
    output_face_meshes: bool = False


class FaceLandmarker(VisionTask[FaceLandmarkerOptions, FaceLandmarkerResult]):
    """Detects the landmarks of faces in images, videos and live streams."""

    _options_type = FaceLandmarkerOptions
    _result_type = FaceLandmarkerResult
