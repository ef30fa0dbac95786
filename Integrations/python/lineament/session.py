# SPDX-License-Identifier: Apache-2.0
"""Sessions: the state of one video or camera over the models of a task."""

from __future__ import annotations

from ctypes import byref
from typing import Any, Generic, NoReturn, Optional, Type, TypeVar

from lineament._attributes import NamedAttributes
from lineament._errors import call, made
from lineament._library import Library, refused_copy
from lineament._memory import ResultMemory
from lineament.image import Image, pointer_of
from lineament.options import ImageProcessingOptions, rotation, timestamp
from lineament.results import TaskResult

Result = TypeVar("Result", bound=TaskResult)


class Session(NamedAttributes, Generic[Result]):
    """One video or camera, with tracks and smoothing of its own. Made by a task's `create_session`."""

    _elsewhere = dict.fromkeys(
        ("detect_async", "detect_for_video", "process"), "A session has detect(image, timestamp_ms)."
    )

    def __init__(self, *_: Any, **__: Any) -> None:
        raise TypeError("A session is made by a task: landmarker.create_session().")

    @classmethod
    def _opened(cls, functions: Library, task: int, result_type: Type[Result]) -> Session[Result]:
        """Returns a new session of a task, by the library's handle of the task."""
        session = cls.__new__(cls)
        session._open(functions, task, result_type)
        return session

    def _open(self, functions: Library, task: int, result_type: Type[Result]) -> None:
        self._functions = functions
        self._result_type = result_type
        self._handle = made(functions.lineament_session_create, functions.lineament_session_close, task)

    def detect(
        self, image: Image, timestamp_ms: int, image_processing_options: Optional[ImageProcessingOptions] = None
    ) -> Result:
        """Returns the faces or people of the next frame.

        Args:
            image: The frame.
            timestamp_ms: Its time in milliseconds, greater than that of the previous frame.
            image_processing_options: How to rotate the frame.

        Raises:
            ValueError: The timestamp is not greater, the session is closed, or a rotation is not valid. The frame is
                ignored then.
        """
        return self._detect(pointer_of(image), rotation(image_processing_options), timestamp(timestamp_ms), image)

    def _detect(self, image: int, degrees: int, timestamp_ms: int, frame: Optional[Image] = None) -> Result:
        """Returns the result of a frame, with arguments as the library takes them."""
        memory = ResultMemory(self._functions, frame)
        detect: Any = self._functions.lineament_session_detect
        call(detect, self._handle.opened("session"), image, degrees, timestamp_ms, byref(memory.fields))
        return self._result_type._of(memory)

    def reset(self) -> None:
        """Starts a new video: forgets tracks, smoothing and timestamps."""
        call(self._functions.lineament_session_reset, self._handle.opened("session"))

    def close(self) -> None:
        """Ends the session. Safe to call twice."""
        self._handle.release()

    def __enter__(self) -> Session[Result]:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise refused_copy("Session")
