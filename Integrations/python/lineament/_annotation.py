# SPDX-License-Identifier: Apache-2.0
"""Annotations: the tasks by name, their options, and the Arrow types of their results."""

from __future__ import annotations

import dataclasses
import json
import os
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple, Type

import numpy as np

import lineament
from lineament import _tasks
from lineament._arguments import flag
from lineament._cropping import square_crops
from lineament._hints import similar_choice, similar_name
from lineament._pyarrow import pa
from lineament._structures import LineamentOptions
from lineament.face_analyzer import FaceAnalyzer, FaceAnalyzerOptions
from lineament.face_detector import FaceDetector, FaceDetectorOptions
from lineament.face_landmarker import FaceLandmarker, FaceLandmarkerOptions
from lineament.hand_landmarker import HandLandmarker, HandLandmarkerOptions
from lineament.holistic_landmarker import FORMER_NAMES, HolisticLandmarker, HolisticLandmarkerOptions
from lineament.options import BaseOptions, TaskOptions
from lineament.pose_landmarker import PoseLandmarker, PoseLandmarkerOptions
from lineament.task import VisionTask

SCHEMA_VERSION = "1"


class Task(NamedTuple):
    """A task as it is annotated.

    Attributes:
        task_type: Its class.
        options_type: The class of its options.
    """

    task_type: Type[VisionTask[Any, Any]]
    options_type: Type[TaskOptions]

    @property
    def column(self) -> str:
        """The column of its results: "faces" or "poses"."""
        return self.options_type._kind.column

    @property
    def fields(self) -> Dict[str, pa.DataType]:
        """The fields of a face or person."""
        values = self.options_type._kind.values
        return {value.name: _type(value, values) for value in values if not value.points}


def _type(value: _tasks.Value, values: Tuple[_tasks.Value, ...]) -> pa.DataType:
    """Returns the type of a value. Points have their further numbers beside the coordinates."""
    names = [*value.components, *(other.name for other in values if other.points == value.name)]
    element = pa.struct([(name, pa.float32()) for name in names]) if names else pa.float32()
    dimensions = len(value.shape) - bool(value.components)
    return pa.list_(element) if dimensions else element


TASKS: Dict[str, Task] = {
    "face-detector": Task(FaceDetector, FaceDetectorOptions),
    "face-landmarker": Task(FaceLandmarker, FaceLandmarkerOptions),
    "pose-landmarker": Task(PoseLandmarker, PoseLandmarkerOptions),
    "hand-landmarker": Task(HandLandmarker, HandLandmarkerOptions),
    "holistic-landmarker": Task(HolisticLandmarker, HolisticLandmarkerOptions),
    "faces": Task(FaceAnalyzer, FaceAnalyzerOptions),
}

# The devices that models run on.
DELEGATES = ("cpu", "gpu")

# Options of tables.
_CROPS = ("crops", "crop_size")
# Options that a table of results cannot follow.
_LEFT_OUT = (
    "base_options",
    "running_mode",
    "result_callback",
    "output_segmentation_masks",
    "output_pose_segmentation_masks",
)


class Annotation:
    """A task with all of its options.

    Args:
        task: The name of a task, one of `TASKS`.
        options: Fields of the task's options, and `model_asset_path`. What is absent has the command line's default.
        base: Fields of `BaseOptions` for what the models run on, which change no column; `hardware` returns them.

    Raises:
        TypeError: The task does not have one of the options.
        ValueError: There is no such task, or an option is out of range.
    """

    def __init__(self, task: str, options: Mapping[str, Any], base: Optional[Mapping[str, Any]] = None) -> None:
        if task not in TASKS:
            hint = similar_choice(task, TASKS)
            raise ValueError(f"task must be one of {', '.join(map(repr, TASKS))}, not {task!r}.{hint}")
        self.task = task
        self.base = dict(base or {})
        self.options = option_defaults(task)
        for name, value in options.items():
            name = FORMER_NAMES.get(name, name)
            if name not in self.options:
                hint = similar_name(name, self.options)
                raise TypeError(f"{task} has no option {name!r}; its options are {', '.join(self.options)}.{hint}")
            self.options[name] = _plain(value)
        self._task_options(1).write(LineamentOptions())  # Checks the values.
        self.crops = square_crops(self.options.get("crops"), self.options.get("crop_size"))
        json.dumps(self.options)

    def create_task(self, threads: int) -> VisionTask[Any, Any]:
        """Loads the models and returns the task. `threads` are those of one inference; 0 for all cores."""
        return TASKS[self.task].task_type(self._task_options(threads))

    def _task_options(self, threads: int) -> TaskOptions:
        fields = {name: value for name, value in self.options.items() if name not in ("model_asset_path", *_CROPS)}
        options = TASKS[self.task].options_type(**fields)
        options.base_options = BaseOptions(self.options.get("model_asset_path"), num_threads=threads, **self.base)
        return options

    @property
    def sees_square_pixels(self) -> bool:
        """Whether videos are read as players show them, as by the command line: not where MediaPipe's way is asked for."""
        options = self.options
        if self.task == "holistic-landmarker":
            return bool(options["smoothing"] != "mediapipe")
        if self.task == "pose-landmarker":
            return bool(options["separation"] == "distinct")
        return bool(options["detection_range"] == "auto")

    @property
    def column(self) -> str:
        """The column of the results: "faces" or "poses"."""
        return TASKS[self.task].column

    @property
    def values(self) -> Tuple[_tasks.Value, ...]:
        """The values of a face or person."""
        return TASKS[self.task].options_type._kind.values

    def subject_type(self, is_video: bool = False) -> pa.DataType:
        """Returns the type of a face or person; those of videos have a track."""
        fields = dict(TASKS[self.task].fields)
        if self.crops is not None:
            fields["crop"] = pa.binary(self.crops.side**2 * 3)
        if is_video:
            fields["track"] = pa.int64()
        return pa.struct(list(fields.items()))

    def schema(self, is_video: bool = False) -> pa.Schema:
        """Returns the result columns, with the task, the options and the versions in the metadata."""
        columns = [("frame", pa.int64()), ("time_ms", pa.int64())] if is_video else []
        columns += [("error", pa.string()), ("width", pa.int32()), ("height", pa.int32())]
        columns.append((self.column, pa.list_(self.subject_type(is_video))))
        return pa.schema(columns, self.metadata())

    def metadata(self) -> Dict[str, str]:
        """Returns the metadata of the schema."""
        return {
            "lineament.schema_version": SCHEMA_VERSION,
            "lineament.version": lineament.__version__,
            "lineament.task": self.task,
            "lineament.options": json.dumps(self.options, sort_keys=True),
        }


def hardware(delegate: str, allows_half_precision: bool) -> Dict[str, Any]:
    """Returns the fields of `BaseOptions` for what the models run on.

    Raises:
        ValueError: There is no such hardware.
    """
    if delegate not in DELEGATES:
        hint = similar_choice(delegate, DELEGATES)
        raise ValueError(f"delegate must be one of {', '.join(map(repr, DELEGATES))}, not {delegate!r}.{hint}")
    half_precision = flag("allows_half_precision", allows_half_precision)
    if delegate == "cpu":
        if half_precision:
            raise ValueError("allows_half_precision is for a GPU. Pass delegate='gpu', too.")
        return {}
    gpu = int(BaseOptions.Delegate.GPU)  # As JSON has it, for child processes.
    return {"delegate": gpu, "requires_delegate": True, "allows_half_precision": half_precision}


def _plain(value: Any) -> Any:
    """Returns an option as JSON can have it: a path as text, and NumPy's numbers as Python's."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0:
        return value.item()
    return value


def option_defaults(task: str) -> Dict[str, Any]:
    """Returns the options of a task by name, with the command line's defaults."""
    described = {option.name: option.front_default for option in _tasks.TASKS[task].options}
    defaults: Dict[str, Any] = {}
    for field in dataclasses.fields(TASKS[task].options_type):  # type: ignore[arg-type]
        if field.name not in _LEFT_OUT:
            defaults[field.name] = described[field.name]
    if task in ("face-landmarker", "holistic-landmarker"):
        defaults.update(dict.fromkeys(_CROPS))
    if task != "faces":
        defaults["model_asset_path"] = None
    return defaults


def error_row(annotation: Annotation, message: str) -> pa.Array:
    """Returns a result of one row that consists of an error."""
    schema = annotation.schema()
    row = {name: message if name == "error" else None for name in schema.names}
    return pa.array([row], pa.struct(list(schema)))


def metadata_of(schema: pa.Schema, added: Mapping[str, str]) -> Dict[bytes, bytes]:
    """Returns the metadata of a schema with further entries."""
    present: Optional[Dict[bytes, bytes]] = schema.metadata
    return {**(present or {}), **{key.encode(): value.encode() for key, value in added.items()}}
