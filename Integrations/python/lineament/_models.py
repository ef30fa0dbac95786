# SPDX-License-Identifier: Apache-2.0
"""The model files of MediaPipe's samples, which programs name and Lineament has already."""

from __future__ import annotations

import os
from typing import Dict, NamedTuple, Optional

from lineament import _assets


class Model(NamedTuple):
    """A model of Lineament that stands for a file of MediaPipe.

    Attributes:
        task: The task that uses it.
        file: Its file in Lineament's folder of models.
        option: What selects it, unless it is the task's default.
    """

    task: str
    file: str
    option: str = ""


_FACE = Model("FaceLandmarker", "face_landmarker.task")
_SHORT = Model("FaceDetector", "face_detection_short_range.tflite")
_FULL = Model("FaceDetector", "face_detection_full_range_sparse.tflite", 'detection_range="full"')
_LITE = Model("PoseLandmarker", "pose_landmarker_lite.task", 'pose_model="lite"')
_HEAVY = Model("PoseLandmarker", "pose_landmarker_heavy.task", 'pose_model="heavy"')
_POSE = Model("PoseLandmarker", "pose_landmarker_full.task")
_MODELS: Dict[str, Model] = {
    "blaze_face_full_range.tflite": _FULL,
    "blaze_face_full_range_sparse.tflite": _FULL,
    "blaze_face_short_range.tflite": _SHORT,
    "detector.tflite": _SHORT,
    "face_detection_full_range.tflite": _FULL,
    "face_detection_full_range_sparse.tflite": _FULL,
    "face_detection_short_range.tflite": _SHORT,
    "face_landmarker.task": _FACE,
    "face_landmarker_v2.task": _FACE,
    "face_landmarker_v2_with_blendshapes.task": _FACE,
    "hand_landmarker.task": Model("HandLandmarker", "hand_landmarker.task"),
    "holistic_landmarker.task": Model("HolisticLandmarker", "holistic_landmarker.task"),
    "pose_landmarker.task": _POSE,
    "pose_landmarker_full.task": _POSE,
    "pose_landmarker_heavy.task": _HEAVY,
    "pose_landmarker_lite.task": _LITE,
}
_DOWNLOADS = {_LITE: " pose-lite", _HEAVY: " pose-heavy"}


def missing_model_hint(path: str, task: str) -> str:
    """Returns what to do about a model file that is not there, for the task that was to use it."""
    model = _MODELS.get(os.path.basename(path))
    if model is None:
        return "Lineament has models of its own: leave model_asset_path out to use them."
    if model.task != task:
        return f"This is the name of a model of {model.task}. {task} has its own: leave model_asset_path out to use it."
    remedy = f"set {model.option} and leave model_asset_path out" if model.option else "leave model_asset_path out"
    if _installed(model.file):
        return f"This model is installed already: {remedy}."
    return f"Lineament has this model: {remedy}, and download it with: python -m lineament fetch{_DOWNLOADS.get(model, '')}"


def _installed(file: str) -> Optional[str]:
    """Returns the path of a model in one of the usual folders; None if it is in neither."""
    folders = (_assets.default_folder(), _assets.users_folder())
    paths = (os.path.join(folder, "models", file) for folder in folders)
    return next(filter(os.path.exists, paths), None)
