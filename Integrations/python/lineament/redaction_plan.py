# SPDX-License-Identifier: Apache-2.0
"""Plans of redactions: what is covered in a file, to be looked at, edited, and rendered without models."""

from __future__ import annotations

import os
from ctypes import byref, c_void_p
from typing import Any, Dict, Iterable, Iterator, NoReturn, Optional, Tuple, Union

import numpy as np

from lineament._arguments import NamedArguments, finite, shown
from lineament._attributes import NamedAttributes
from lineament._drawing import as_image
from lineament._errors import call, made
from lineament._hints import file_hint, is_path, is_plan_name
from lineament._library import library, refused_copy
from lineament._redaction_input import encoded
from lineament.image import Image, path_bytes, pointer_of
from lineament.redactor import _shown, _timed, checked_frames
from lineament.video import Frame


class RedactionPlan(NamedArguments, NamedAttributes):
    """Renders the plan of one image or video. A Lineament extension.

    `Redactor.plan` and `Redactor.plan_video` make plans, and `lineament redact --plan`. What is in one, docs/redact.md tells.

    Args:
        plan: The plan: the dictionary of JSON, or its text.
        path: The image or video. A plan belongs to the file that it was made of, by its SHA-256.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: The plan is wrong, such as at a line and key that the message names, or is one of another file.
    """

    def __init__(self, plan: Union[str, Dict[str, Any]], path: Union[str, "os.PathLike[str]"]) -> None:
        text = _json(plan)
        file = path_bytes(path, file_hint)
        self._functions = functions = library()
        self._handle = made(functions.lineament_plan_open, functions.lineament_plan_close, text.encode(), file)

    def redact(self, image: Union[Image, np.ndarray]) -> np.ndarray:
        """Returns a copy of the image, an array of shape (height, width, 3), RGB. What is translucent is shown on white.

        Raises:
            TypeError: It is not an image.
            ValueError: The image is no scaled copy of the planned one, or the plan is one of a video, or is closed.
        """
        copy, handle = c_void_p(), self._handle.opened("plan")
        # Held during the call: the image of an array is freed with its last reference.
        held = as_image(image)
        call(self._functions.lineament_plan_render, handle, pointer_of(held), float("nan"), byref(copy))
        return _shown(Image._of_pointer(copy.value))

    def redact_video(
        self, frames: Iterable[Union[Frame, Tuple[Union[Image, np.ndarray], float]]]
    ) -> Iterator[np.ndarray]:
        """Yields a copy of each frame of the video, an array of shape (height, width, 3), RGB.

        Args:
            frames: The frames, as `read_video(path, square_pixels=True)` gives them, or images or arrays, each with its time in
                seconds.

        Raises:
            TypeError: They are not frames.
            ValueError: A frame is outside of the part of the video that was analyzed, or the plan is closed.
        """
        self._handle.opened("plan")
        return self._copies(checked_frames(frames))

    def _copies(self, frames: Iterable[Any]) -> Iterator[np.ndarray]:
        # How long a frame is shown is known once the next one is there.
        last: Optional[Tuple[Image, float]] = None
        try:
            for frame in frames:
                image, time = _timed(frame)
                time = finite("time", time)
                if last is not None:
                    yield self._copy(*last, time)
                last = image, time
        except Exception:
            # The frames before a damaged place have their copies.
            if last is not None:
                yield self._copy(*last, float("inf"))
            raise
        if last is not None:
            yield self._copy(*last, float("inf"))

    def _copy(self, image: Image, time: float, end: float) -> np.ndarray:
        copy, handle = c_void_p(), self._handle.opened("plan")
        call(self._functions.lineament_plan_render_until, handle, pointer_of(image), time, end, byref(copy))
        return _shown(Image._of_pointer(copy.value))

    def close(self) -> None:
        """Releases the plan. Safe to call twice."""
        self._handle.release()

    def __enter__(self) -> RedactionPlan:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise refused_copy("RedactionPlan")


def _json(plan: Any) -> str:
    """Returns a plan as a text of JSON, also one with numbers of NumPy.

    Raises:
        TypeError: It is no plan, or has something that JSON does not have.
        ValueError: It is the path of one, or has a number that is not finite.
    """
    expected = "plan must be a dictionary, or a text of JSON"
    if is_path(plan) and is_plan_name(plan):
        hint = f" Read the file: pathlib.Path({os.fspath(plan)!r}).read_text()."
        raise (ValueError if isinstance(plan, str) else TypeError)(f"{expected}, not {shown(plan)}.{hint}")
    if isinstance(plan, str):
        return plan
    if not isinstance(plan, dict):
        hint = " Use plan.decode()." if isinstance(plan, bytes) else ""
        raise TypeError(f"{expected}, not {shown(plan)}.{hint}")
    return encoded("plan", plan, indent=1)
