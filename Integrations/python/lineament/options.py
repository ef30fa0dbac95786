"""The options that all tasks share."""

from __future__ import annotations

import ctypes
import dataclasses
import enum
import operator
import os
from typing import Any, Callable, Dict, Optional, Union

from lineament._structures import LineamentOptions
from lineament.containers import RectF
from lineament.image import path_bytes


class VisionTaskRunningMode(enum.Enum):
    """How a task receives its images.

    IMAGE: single images, with `detect`. VIDEO: the frames of one video, with `detect_for_video`. LIVE_STREAM: frames as
    they arrive, with `detect_async`, which drops frames rather than falling behind.
    """

    IMAGE = "IMAGE"
    VIDEO = "VIDEO"
    LIVE_STREAM = "LIVE_STREAM"


RunningMode = VisionTaskRunningMode


@dataclasses.dataclass
class BaseOptions:
    """The model of a task, and what it runs on.

    Without a path or a buffer, the task uses its own model from the asset folders, which
    `python -m lineament fetch` fills; MediaPipe raises ValueError then.

    Attributes:
        model_asset_path: The model file.
        model_asset_buffer: The contents of a model file, used in preference to a path.
        delegate: None, DEFAULT or CPU. GPU raises NotImplementedError.
        num_threads: The threads of one inference; 0 for one per core, at most four. A Lineament extension.
    """

    class Delegate(enum.IntEnum):
        """The hardware that models run on."""

        DEFAULT = 0
        CPU = 1
        GPU = 2

    model_asset_path: Optional[Union[str, os.PathLike[str]]] = None
    model_asset_buffer: Optional[bytes] = None
    delegate: Optional[Delegate] = None
    num_threads: int = 0

    def write(self, fields: LineamentOptions) -> Any:
        """Sets the fields of the library's options; the value returned must live as long as they are used."""
        if self.delegate == BaseOptions.Delegate.GPU:
            raise NotImplementedError("Lineament runs models on the CPU only: set BaseOptions.delegate to CPU or None.")
        fields.threads = _whole("num_threads", self.num_threads, 0)
        if self.model_asset_buffer is not None:
            return self._write_buffer(fields)
        if self.model_asset_path is not None:
            path = path_bytes(self.model_asset_path)
            if not path:
                raise ValueError("BaseOptions.model_asset_path is empty. Leave it None for Lineament's own model.")
            fields.model_path = path
            return path
        return None

    def _write_buffer(self, fields: LineamentOptions) -> bytes:
        model = bytes(memoryview(self.model_asset_buffer or b""))
        if not model:
            raise ValueError("BaseOptions.model_asset_buffer is empty. Leave it None for Lineament's own model.")
        ctypes_pointer = ctypes.cast(ctypes.c_char_p(model), ctypes.c_void_p)
        fields.model_data, fields.model_size = ctypes_pointer, len(model)
        return model


@dataclasses.dataclass
class ImageProcessingOptions:
    """How an image is prepared.

    Attributes:
        region_of_interest: Not supported by these tasks, as in MediaPipe: ValueError.
        rotation_degrees: The rotation that makes the image upright, clockwise, a multiple of 90. Coordinates still
            refer to the image as passed.
    """

    region_of_interest: Optional[RectF] = None
    rotation_degrees: int = 0


def rotation(options: Optional[ImageProcessingOptions]) -> int:
    """Returns the rotation to pass to the library, 0 to 270.

    Raises:
        ValueError: It is not a multiple of 90 degrees, or a region of interest is set.
    """
    if options is None:
        return 0
    if options.region_of_interest is not None:
        raise ValueError("region_of_interest is not supported by this task. Pass a crop of the image.")
    degrees = operator.index(options.rotation_degrees)
    if degrees % 90:
        raise ValueError(f"rotation_degrees must be a multiple of 90, not {degrees}.")
    return degrees % 360


def timestamp(timestamp_ms: int) -> int:
    """Returns a timestamp to pass to the library.

    Raises:
        TypeError: It is not a whole number.
        ValueError: It does not fit 64 bits.
    """
    value = operator.index(timestamp_ms)
    if not -(2**63) <= value < 2**63:
        raise ValueError(f"timestamp_ms {value} is out of range: timestamps are in milliseconds.")
    return value


class TaskOptions:
    """What every task's options have."""

    base_options: BaseOptions
    running_mode: RunningMode
    result_callback: Optional[Callable[..., None]]

    def write(self, fields: LineamentOptions) -> None:
        """Sets the fields of the library's options that belong to the task."""
        raise NotImplementedError

    def validated_mode(self) -> RunningMode:
        """Returns the running mode.

        Raises:
            ValueError: It is not one, or a callback is missing in live-stream mode or set in another.
        """
        mode = RunningMode(self.running_mode)
        if mode is RunningMode.LIVE_STREAM and self.result_callback is None:
            raise ValueError("Running mode LIVE_STREAM needs a result_callback.")
        if mode is not RunningMode.LIVE_STREAM and self.result_callback is not None:
            raise ValueError(f"result_callback is for running mode LIVE_STREAM, not {mode.name}.")
        return mode


def count(name: str, value: Optional[int]) -> int:
    """Returns the greatest number of faces or people to pass to the library.

    Raises:
        ValueError: It is less than 1. None stands for all.
    """
    return 0 if value is None else _whole(name, value, 1, " Use None for all.")


def choice(name: str, value: str, choices: Dict[str, int]) -> int:
    """Returns the number that stands for a choice in the library.

    Raises:
        ValueError: It is not one of `choices`.
    """
    if value not in choices:
        names = ", ".join(repr(name) for name in choices)
        raise ValueError(f"{name} must be one of {names}, not {value!r}.")
    return choices[value]


RANGES = {"short": 0, "full": 1, "auto": 2}
SMOOTHINGS = {"mediapipe": 0, "everyone": 1, "none": 2}
SEPARATIONS = {"mediapipe": 0, "distinct": 1}


def _whole(name: str, value: int, least: int, hint: str = "") -> int:
    number = operator.index(value)
    if not least <= number < 2**31:
        raise ValueError(f"{name} must be at least {least}, not {number}.{hint}")
    return number
