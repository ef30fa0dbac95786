# SPDX-License-Identifier: Apache-2.0
"""The options that all tasks share."""

from __future__ import annotations

import ctypes
import dataclasses
import enum
import os
from typing import Any, Callable, ClassVar, Dict, Optional, Tuple, Union

import numpy as np

from lineament import _tasks
from lineament._arguments import NamedOptions, check_type, flag, fraction, number_between, whole_number
from lineament._attributes import NamedMembers
from lineament._hints import is_path, model_path_hint, similar_choice
from lineament._notes import noted
from lineament._structures import LineamentOptions
from lineament.containers import RectF
from lineament.image import path_bytes


class VisionTaskRunningMode(enum.Enum, metaclass=NamedMembers):
    """How a task receives its images.

    IMAGE: single images, with `detect`. VIDEO: the frames of one video, with `detect_for_video`. LIVE_STREAM: frames as
    they arrive, with `detect_async`, which drops frames rather than falling behind.
    """

    IMAGE = "IMAGE"
    VIDEO = "VIDEO"
    LIVE_STREAM = "LIVE_STREAM"


RunningMode = VisionTaskRunningMode


@dataclasses.dataclass
class BaseOptions(NamedOptions):
    """The model of a task, and what it runs on.

    Without a path or a buffer, the task uses the installed model, from the asset folders that
    `python -m lineament fetch` fills; MediaPipe raises ValueError then. An empty path or buffer is an error in both.

    Attributes:
        model_asset_path: The model file.
        model_asset_buffer: The contents of a model file, used in preference to a path.
        delegate: None, DEFAULT, CPU or GPU. GPU needs ONNX Runtime with CUDA (`python -m lineament fetch cuda`), or the
            accelerator (`fetch gpu`) and a Vulkan driver; where it cannot be used, models run on the CPU, and a warning
            in the log says why.
        num_threads: The threads of one inference, up to 64; 0 for one per core, at most four. A Lineament extension.
        requires_delegate: Whether a GPU that cannot be used is an error. A Lineament extension.
        allows_half_precision: Whether a GPU may compute with 16-bit floats, which is faster on most, but moves landmarks.
            Ignored on the CPU. A Lineament extension.
    """

    class Delegate(enum.IntEnum, metaclass=NamedMembers):
        """The hardware that models run on."""

        DEFAULT = 0
        CPU = 1
        GPU = 2

    model_asset_path: Optional[Union[str, os.PathLike[str]]] = None
    model_asset_buffer: Optional[Union[bytes, bytearray, memoryview, np.ndarray]] = None
    delegate: Optional[Delegate] = None
    num_threads: int = 0
    requires_delegate: bool = False
    allows_half_precision: bool = False

    def write(self, fields: LineamentOptions) -> Any:
        """Sets the fields of the library's options; the value returned must live as long as they are used."""
        hardware = self.hardware()
        fields.threads, fields.half_precision = hardware["threads"], hardware["half_precision"]
        fields.delegate = _DELEGATES.index(hardware["delegate"])
        if self.model_asset_buffer is not None:
            return self._write_buffer(fields)
        if self.model_asset_path is not None:
            path = path_bytes(self.model_asset_path, model_path_hint)
            if not path:
                raise _without_model("model_asset_path")
            fields.model_path = path
            return path
        return None

    def hardware(self) -> Dict[str, Any]:
        """Returns the library's options for threads and hardware."""
        gpu = "gpu" if flag("requires_delegate", self.requires_delegate) else "gpu-or-cpu"
        return {
            "delegate": gpu if self._checked_delegate() is BaseOptions.Delegate.GPU else "cpu",
            "half_precision": flag("allows_half_precision", self.allows_half_precision),
            "threads": whole_number("num_threads", self.num_threads, 0, _MOST_THREADS),
        }

    def _checked_delegate(self) -> Optional[Delegate]:
        """Returns the delegate, also for MediaPipe's of the same value.

        Raises:
            ValueError: It is something else.
        """
        if self.delegate is None:
            return None
        try:
            return BaseOptions.Delegate(self.delegate)
        except ValueError:
            message = f"delegate must be BaseOptions.Delegate.DEFAULT, CPU or GPU, not {self.delegate!r}."
            raise ValueError(message) from None

    def _write_buffer(self, fields: LineamentOptions) -> bytes:
        model = _model_bytes(self.model_asset_buffer)
        if not model:
            raise _without_model("model_asset_buffer")
        ctypes_pointer = ctypes.cast(ctypes.c_char_p(model), ctypes.c_void_p)
        fields.model_data, fields.model_size = ctypes_pointer, len(model)
        return model


def _without_model(name: str) -> ValueError:
    """Returns the error for a path or a buffer that is empty."""
    error = ValueError(
        "ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or "
        "'file_descriptor_meta'."
    )
    return noted(error, f"BaseOptions.{name} is empty. Leave it None for Lineament's own model.")


def _model_bytes(buffer: Any) -> bytes:
    """Returns the contents of a buffer.

    Raises:
        TypeError: It is not a buffer.
    """
    try:
        return bytes(memoryview(buffer))
    except TypeError:
        hint = " Use model_asset_path for the path of a file." if is_path(buffer) else ""
        hint = " Use file.read()." if hasattr(buffer, "read") else hint
        found = type(buffer).__qualname__
        raise TypeError(f"model_asset_buffer must be bytes, or an array of them, not {found}.{hint}") from None


_MOST_THREADS = 64

# In the order of LineamentDelegate.
_DELEGATES = ("cpu", "gpu-or-cpu", "gpu")


@dataclasses.dataclass
class ImageProcessingOptions(NamedOptions):
    """How an image is prepared.

    Attributes:
        region_of_interest: Not supported by these tasks, as in MediaPipe: ValueError.
        rotation_degrees: The rotation that makes the image upright, clockwise, a multiple of 90. Coordinates still
            refer to the image as passed.
    """

    region_of_interest: Optional[RectF] = None
    rotation_degrees: int = 0


def rotation(options: Optional[ImageProcessingOptions]) -> int:
    """Returns the rotation to pass to the library: not reduced to a turn, as the angle's last bits show in the results.

    Raises:
        TypeError: The options are something else, or the rotation is not a whole number.
        ValueError: It is not a multiple of 90 degrees, or a region of interest is set.
    """
    if options is None:
        return 0
    hint = " Use ImageProcessingOptions(rotation_degrees=…)."
    if isinstance(options, int):
        hint += " A timestamp is for detect_for_video(image, timestamp_ms)."
    check_type("image_processing_options", options, ImageProcessingOptions, hint)
    if options.region_of_interest is not None:
        raise noted(ValueError("This task doesn't support region-of-interest."), "Pass a crop of the image.")
    degrees = whole_number("rotation_degrees", options.rotation_degrees, -(2**31) + 1)
    if degrees % 90:
        raise noted(ValueError("Expected rotation to be a multiple of 90°."), f"rotation_degrees is {degrees}.")
    return degrees


_MOST_MS = 9_000_000_000_000


def timestamp(timestamp_ms: Any) -> int:
    """Returns a timestamp to pass to the library.

    Raises:
        TypeError: It is not a whole number, as which a float without a fraction counts.
        ValueError: It is more than 285 years either way, which the library refuses.
    """
    if isinstance(timestamp_ms, float) and timestamp_ms.is_integer():  # As numpy.float64, and OpenCV's positions, are.
        timestamp_ms = int(timestamp_ms)
    return whole_number(
        "timestamp_ms", timestamp_ms, -_MOST_MS, _MOST_MS, " Timestamps are in milliseconds: round(1000 * seconds)."
    )


class TaskOptions(NamedOptions):
    """The base of the options of every task."""

    _kind: ClassVar[_tasks.Task]
    base_options: BaseOptions
    running_mode: RunningMode
    result_callback: Optional[Callable[..., None]]

    @classmethod
    def _hint(cls, name: str) -> str:
        """Returns where an option belongs that is one of BaseOptions."""
        is_of_base = any(field.name == name for field in dataclasses.fields(BaseOptions))
        return f" Set it in base_options=BaseOptions({name}=…)." if is_of_base else ""

    def write(self, fields: LineamentOptions) -> None:
        """Sets the fields of the library's options that belong to the task.

        Raises:
            TypeError: An option has the wrong type.
            ValueError: An option is out of range.
        """
        for option in self._kind.options:
            setattr(fields, option.field, _checked(option, getattr(self, option.name)))

    def validated_mode(self) -> RunningMode:
        """Returns the running mode.

        Raises:
            TypeError: An option has the wrong type.
            ValueError: It is not one, or a callback is missing in live-stream mode or set in another.
        """
        check_type("base_options", self.base_options, BaseOptions, _base_hint(self.base_options))
        mode = _checked_mode(self.running_mode)
        if self.result_callback is not None and not callable(self.result_callback):
            raise TypeError(f"result_callback must be a function, not {self.result_callback!r}.")
        if mode is RunningMode.LIVE_STREAM and self.result_callback is None:
            raise noted(
                ValueError("The vision task is in live stream mode, a user-defined result callback must be provided."),
                "Set result_callback in the options.",
            )
        if mode is not RunningMode.LIVE_STREAM and self.result_callback is not None:
            raise noted(
                ValueError(
                    "The vision task is in image or video mode, a user-defined result callback should not be provided."
                ),
                f"result_callback is for running mode LIVE_STREAM, not {mode.name}.",
            )
        return mode


def _base_hint(value: Any) -> str:
    """Returns what to pass for base_options instead of a value."""
    if is_path(value):
        return f" Use BaseOptions(model_asset_path={os.fspath(value)!r})."
    return " Use BaseOptions(**…)." if isinstance(value, dict) else " Use BaseOptions()."


def _checked_mode(value: Any) -> RunningMode:
    """Returns a running mode, also for its name.

    Raises:
        TypeError: It is something else.
        ValueError: There is no running mode of this name.
    """
    remedy = "Use RunningMode.IMAGE, RunningMode.VIDEO or RunningMode.LIVE_STREAM."
    if not isinstance(value, str):
        check_type("running_mode", value, RunningMode, f" {remedy}")
    try:
        return RunningMode(value)
    except ValueError as error:
        raise noted(error, remedy) from None


def _checked(option: _tasks.Option, value: Any) -> Any:
    """Returns the value of an option as the library takes it."""
    if option.kind == "fraction":
        return fraction(option.name, value)
    if option.kind == "number":
        return number_between(option.name, value, option.least, option.most)
    if option.kind == "limit":
        return count(option.name, value)
    if option.kind == "count":
        return whole_number(option.name, value, option.least, option.most)
    if option.kind == "choice":
        return choice(option.name, value, option.choices)
    return flag(option.name, value)


def count(name: str, value: Optional[int]) -> int:
    """Returns the greatest number of faces or people to pass to the library.

    Raises:
        ValueError: It is less than 1. None stands for all.
    """
    return 0 if value is None else whole_number(name, value, 1, hint=" Use None for all.")


def choice(name: str, value: str, choices: Tuple[str, ...]) -> int:
    """Returns the number that stands for a choice in the library.

    Raises:
        TypeError: It is not a text.
        ValueError: It is not one of `choices`.
    """
    if not isinstance(value, str) or value not in choices:
        names = ", ".join(repr(name) for name in choices)
        kind = ValueError if isinstance(value, str) else TypeError
        raise kind(f"{name} must be one of {names}, not {value!r}.{similar_choice(value, choices)}")
    return choices.index(value)
