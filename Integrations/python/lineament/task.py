# SPDX-License-Identifier: Apache-2.0
"""The base of all tasks: running modes, sessions and batches over one set of loaded models."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from ctypes import byref, c_void_p
from typing import Any, ClassVar, Deque, Generic, Iterable, Iterator, List, NoReturn, Optional, Type, TypeVar, Union

import numpy as np

from lineament import _arrow
from lineament._arguments import check_type, shown, type_name, whole_number
from lineament._attributes import NamedAttributes
from lineament._cores import available_cores
from lineament._drawing import as_image
from lineament._errors import call
from lineament._first_use import call_with_models
from lineament._hints import is_path
from lineament._library import Handle, library, refused_copy
from lineament._memory import ResultMemory
from lineament._models import missing_model_hint
from lineament._notes import noted
from lineament._structures import LineamentOptions
from lineament.image import Image, PathLike, pointer_of
from lineament.live import LiveStream
from lineament.options import BaseOptions, ImageProcessingOptions, RunningMode, TaskOptions, rotation
from lineament.results import TaskResult
from lineament.session import Session

Options = TypeVar("Options", bound=TaskOptions)
Result = TypeVar("Result", bound=TaskResult)
Task = TypeVar("Task", bound="VisionTask[Any, Any]")


class VisionTask(NamedAttributes, Generic[Options, Result]):
    """A task with its loaded models. It may be used from many threads at once.

    Args:
        options: The options; None for the default ones. If they name no model, the installed one is used, where
            MediaPipe raises ValueError.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        ImportError: liblineament is missing.
        RuntimeError: A model cannot be read.
        TypeError: An option has the wrong type.
        ValueError: An option or a model is not valid.
    """

    _elsewhere = {"process": "Use detect(image), or detect_for_video(image, timestamp_ms) for the frames of a video."}
    _options_type: ClassVar[Any]
    _result_type: ClassVar[Any]
    _handle = Handle(None)
    _session: Optional[Session[Any]] = None
    _stream: Optional[LiveStream] = None

    def __init__(self, options: Optional[Options] = None, **others: Any) -> None:
        kind = self._options_type.__name__
        if others:
            given = ", ".join(f"{name}={shown(value)}" for name, value in others.items())
            raise TypeError(
                f"{type(self).__name__} takes its options as one object: {kind}({given}). Pass that to "
                f"{type(self).__name__}.create_from_options()."
            )
        options = self._options_type() if options is None else options
        check_type("options", options, self._options_type, self._options_hint(options))
        self._mode = options.validated_mode()
        self._functions = library()
        self._handle = self._created(options)
        if self._mode is RunningMode.VIDEO:
            self._session = self.create_session()
        elif self._mode is RunningMode.LIVE_STREAM:
            assert options.result_callback is not None
            self._stream = LiveStream(self.create_session(), options.result_callback, type(self).__name__)

    @classmethod
    def create_from_model_path(cls: Type[Task], model_path: PathLike) -> Task:
        """Returns a task for single images with a model file and the default options.

        Raises:
            FileNotFoundError: There is no such file, or it is the model of another task.
            RuntimeError: The model cannot be read.
            ValueError: The model is not valid.
        """
        return cls(cls._options_type(base_options=BaseOptions(model_asset_path=model_path)))

    @classmethod
    def create_from_options(cls: Type[Task], options: Options) -> Task:
        """Returns a task with these options; with the installed model if they name none, where MediaPipe raises.

        Raises:
            FileNotFoundError: A model or the runtime is missing.
            RuntimeError: A model cannot be read.
            ValueError: An option or a model is not valid.
        """
        return cls(options)

    @classmethod
    def _options_hint(cls, value: Any) -> str:
        """Returns what to do with a value that is not the options of this task."""
        kind = cls._options_type.__name__
        if is_path(value):
            return f" Use {cls.__name__}.create_from_model_path()."
        if isinstance(value, BaseOptions):
            return f" Use {kind}(base_options=…)."
        if isinstance(value, TaskOptions):
            return f" Use {type(value).__name__[: -len('Options')]}, or {kind}."
        return f" Use {kind}(**…)." if isinstance(value, dict) else f" Use {kind}()."

    def _created(self, options: TaskOptions) -> Handle:
        """Returns the library's handle of a new task."""
        fields, pointer = LineamentOptions(), c_void_p()
        self._functions.lineament_options_init(byref(fields), options._kind.number)
        model = options.base_options.write(fields)
        options.write(fields)
        try:
            call_with_models(self._functions.lineament_task_create, byref(fields), byref(pointer))
        except FileNotFoundError as error:
            path = options.base_options.model_asset_path
            if path is None or os.path.exists(path):  # Then the runtime is missing.
                raise
            raise noted(error, missing_model_hint(os.fsdecode(path), type(self).__name__)) from None
        del model
        assert pointer.value is not None
        return Handle(pointer.value, self._functions.lineament_task_close, None)

    def detect(self, image: Image, image_processing_options: Optional[ImageProcessingOptions] = None) -> Result:
        """Returns the faces or people of one image. For running mode IMAGE.

        Raises:
            ValueError: The task has another running mode or is closed, or a rotation is not valid.
        """
        self._check_mode(RunningMode.IMAGE, "detect")
        pixels = pointer_of(image)
        memory = ResultMemory(self._functions, image)
        degrees = rotation(image_processing_options)
        detect = self._functions.lineament_task_detect
        call(detect, self._pointer(), pixels, degrees, byref(memory.fields))
        result: Result = self._result_type._of(memory)
        return result

    def detect_for_video(
        self, image: Image, timestamp_ms: int, image_processing_options: Optional[ImageProcessingOptions] = None
    ) -> Result:
        """Returns the faces or people of the next frame of a video. For running mode VIDEO.

        Args:
            image: The frame.
            timestamp_ms: Its time in milliseconds, greater than that of the previous frame.
            image_processing_options: How to rotate the frame.

        Raises:
            ValueError: The timestamp is not greater, the task has another running mode or is closed, or a rotation is
                not valid.
        """
        self._check_mode(RunningMode.VIDEO, "detect_for_video")
        assert self._session is not None
        result: Result = self._session.detect(image, timestamp_ms, image_processing_options)
        return result

    def detect_async(
        self, image: Image, timestamp_ms: int, image_processing_options: Optional[ImageProcessingOptions] = None
    ) -> None:
        """Submits the next frame of a live stream and returns at once. For running mode LIVE_STREAM.

        The result is passed to `result_callback`, on a thread of its own; up to eight results wait for a slow callback.
        While a frame is processed, or so many results wait, one other frame waits; a newer one replaces it.

        Raises:
            ValueError: The timestamp is not greater than the previous one, the task has another running mode or is
                closed, or a rotation is not valid.
        """
        self._check_mode(RunningMode.LIVE_STREAM, "detect_async")
        assert self._stream is not None
        self._stream.send(image, timestamp_ms, image_processing_options)

    def create_session(self) -> Session[Result]:
        """Returns a session for one video or camera: tracks and smoothing of its own over the task's models.

        Works in every running mode. The session remains usable after the task is closed. A Lineament extension.
        """
        return Session._opened(self._functions, self._pointer(), self._result_type)

    def detect_batch(
        self, inputs: Iterable[Union[PathLike, bytes, Image, np.ndarray]], jobs: int = 0
    ) -> List[Union[Result, Exception]]:
        """Decodes many image files and returns the faces or people of each. A Lineament extension.

        Works in every running mode, without tracking. Images are upright according to their EXIF orientation.

        Args:
            inputs: Paths, or the contents of files as bytes; or images in memory, as for `detect_many`.
            jobs: How many images to process at a time; 0 for one per core.

        Returns:
            A result for each input, in order, or the exception, if the image cannot be read.

        Raises:
            TypeError: An input is something else, or they are not all of one of these kinds.
            ValueError: `jobs` is out of range, the task is closed, or it returns segmentation masks of files.
        """
        inputs = list(_arrow.iterable(inputs))
        if not all(map(_arrow.is_image, inputs)):
            _arrow.checked(inputs)  # All of them, before the work begins.
        return list(self.detect_many(inputs, jobs))

    def detect_many(
        self, inputs: Iterable[Union[PathLike, bytes, Image, np.ndarray]], jobs: int = 0
    ) -> Iterator[Union[Result, Exception]]:
        """Like `detect_batch`, but yields the results while it works. A Lineament extension.

        Processes and holds 16 files for each job at a time, or one image in memory, so `inputs` may be of any length.

        Args:
            inputs: Paths, or the contents of files as bytes; or, in running mode IMAGE, images or arrays: RGB (height, width,
                3), or gray.
            jobs: How many images to process at a time; 0 for one per core.

        Yields:
            A result for each input, in order, or the exception, if the image cannot be read.

        Raises:
            TypeError: An input is something else, or they are not all of one of these kinds.
            ValueError: `jobs` is out of range, the task is closed, has another running mode than images in memory need, or
                returns segmentation masks of files.
        """
        first, inputs = _arrow.peeked(inputs)
        if _arrow.is_image(first):
            jobs = whole_number("jobs", jobs, 0)
            self._check_mode(RunningMode.IMAGE, "detect_many")
            return self._detected_images(inputs, jobs or available_cores())
        rows = _arrow.detect_many(self._functions, self._options_type._kind, self._pointer, inputs, jobs)
        return (row if isinstance(row, Exception) else self._result_type._of(row) for row in rows)

    def _detected_images(self, images: Iterable[Any], jobs: int) -> Iterator[Union[Result, Exception]]:
        """Yields the results of images in memory, in order; the interpreter's lock is free while each is processed."""

        def detected(image: Any) -> Union[Result, Exception]:
            try:
                return self.detect(as_image(image))
            except (RuntimeError, ValueError) as error:
                self._pointer()  # A closed task does not concern an image.
                return error

        with ThreadPoolExecutor(jobs) as threads:
            waiting: Deque[Future[Union[Result, Exception]]] = deque()
            for image in images:
                if not _arrow.is_image(image):
                    raise TypeError(f"inputs must all be images in memory, not {type_name(image)}.")
                if len(waiting) > jobs:
                    yield waiting.popleft().result()
                waiting.append(threads.submit(detected, image))
            while waiting:
                yield waiting.popleft().result()

    def close(self) -> None:
        """Releases the models. In running mode LIVE_STREAM, first delivers the accepted frames. Safe to call twice."""
        if self._stream is not None:
            self._stream.close()
        if self._session is not None:
            self._session.close()
        self._handle.release()

    def _pointer(self) -> int:
        return self._handle.opened(type(self).__name__)

    def _check_mode(self, mode: RunningMode, method: str) -> None:
        if self._mode is not mode:
            raise noted(
                ValueError(
                    f"Task is not initialized with the {_MODES[mode]} mode. "
                    f"Current running mode:{_MODES[self._mode]} mode"
                ),
                f"{method}() is for running mode {mode.name}, but this {type(self).__name__} has {self._mode.name}: "
                f"use {_METHODS[self._mode]}(), or set running_mode in the options.",
            )
        self._pointer()

    def __enter__(self: Task) -> Task:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise refused_copy(type(self).__name__)

    def __del__(self) -> None:
        # An exception could only be printed. At the end of the interpreter, `contextlib` itself may be gone.
        try:  # noqa: SIM105
            self.close()
        except BaseException:
            pass


_MODES = {RunningMode.IMAGE: "image", RunningMode.VIDEO: "video", RunningMode.LIVE_STREAM: "live stream"}
_METHODS = {
    RunningMode.IMAGE: "detect",
    RunningMode.VIDEO: "detect_for_video",
    RunningMode.LIVE_STREAM: "detect_async",
}
