# SPDX-License-Identifier: Apache-2.0
"""Face meshes: 468 landmarks of each face, or 478 with irises."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from lineament.framework.formats.landmark_pb2 import NormalizedLandmarkList
from lineament.solutions import _base
from lineament.solutions._base import SolutionBase, SolutionMemory, SolutionOutputs
from lineament.solutions.face_mesh_connections import FACEMESH_CONTOURS as FACEMESH_CONTOURS
from lineament.solutions.face_mesh_connections import FACEMESH_FACE_OVAL as FACEMESH_FACE_OVAL
from lineament.solutions.face_mesh_connections import FACEMESH_IRISES as FACEMESH_IRISES
from lineament.solutions.face_mesh_connections import FACEMESH_LEFT_EYE as FACEMESH_LEFT_EYE
from lineament.solutions.face_mesh_connections import FACEMESH_LEFT_EYEBROW as FACEMESH_LEFT_EYEBROW
from lineament.solutions.face_mesh_connections import FACEMESH_LEFT_IRIS as FACEMESH_LEFT_IRIS
from lineament.solutions.face_mesh_connections import FACEMESH_LIPS as FACEMESH_LIPS
from lineament.solutions.face_mesh_connections import FACEMESH_NOSE as FACEMESH_NOSE
from lineament.solutions.face_mesh_connections import FACEMESH_RIGHT_EYE as FACEMESH_RIGHT_EYE
from lineament.solutions.face_mesh_connections import FACEMESH_RIGHT_EYEBROW as FACEMESH_RIGHT_EYEBROW
from lineament.solutions.face_mesh_connections import FACEMESH_RIGHT_IRIS as FACEMESH_RIGHT_IRIS
from lineament.solutions.face_mesh_connections import FACEMESH_TESSELATION as FACEMESH_TESSELATION

FACEMESH_NUM_LANDMARKS = 468
FACEMESH_NUM_LANDMARKS_WITH_IRISES = 478

_NUMBER = 3


class FaceMeshOutputs(SolutionOutputs):
    """The faces of an image.

    Attributes:
        multi_face_landmarks: The landmarks of each face; None if there is no face.
    """

    multi_face_landmarks: Optional[List[NormalizedLandmarkList]]


class FaceMesh(SolutionBase[FaceMeshOutputs]):
    """Finds faces and their landmarks.

    Args:
        static_image_mode: Whether images are unrelated; otherwise faces are followed from frame to frame.
        max_num_faces: The largest number of faces.
        refine_landmarks: Whether lips and eyes are more accurate and results have the irises.
        min_detection_confidence: The lowest score of a detected face.
        min_tracking_confidence: The lowest score of the landmark model for the presence of a face.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        TypeError: An argument has the wrong type.
    """

    _outputs_type = FaceMeshOutputs

    def __init__(
        self,
        static_image_mode: bool = False,
        max_num_faces: int = 1,
        refine_landmarks: bool = False,
        min_detection_confidence: float = 0.5,
        min_tracking_confidence: float = 0.5,
    ) -> None:
        super().__init__(
            _NUMBER,
            max_count=_base.whole(max_num_faces),
            refine_landmarks=_base.flag(refine_landmarks),
            **_base.tracking(static_image_mode, min_detection_confidence, min_tracking_confidence),
        )

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        shape = (memory.fields.face_count, memory.fields.face_landmark_count, 3)
        return {"multi_face_landmarks": memory.landmarks(NormalizedLandmarkList, "face_landmarks", *shape)}
