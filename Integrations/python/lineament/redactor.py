"""Redaction: copies of images and videos in which nobody can be recognized."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import Any, Dict, Iterable, Iterator, NoReturn, Optional, Tuple, Union

import numpy as np

from lineament._arguments import finite
from lineament._drawing import as_image, rgb
from lineament._errors import call
from lineament._library import Handle, library, refused_copy
from lineament.image import Image, pointer_of
from lineament.video import Frame

_SUBJECTS = {"faces": 0, "heads": 1, "people": 2}
_METHODS = {"blur": 0, "pixelate": 1, "fill": 2}


class Redactor:
    """Makes everyone in images and videos unrecognizable. A Lineament extension.

    No detector finds everyone: look at the copies before you publish them.

    Args:
        what: What is covered: "faces", "heads" with hair and ears, or "people": bodies by their masks, and heads.
        how: How: "blur", "pixelate", or "fill", which leaves nothing.
        min_detection_confidence: The score from which a face is covered, 0 to 1; lower than for landmarks, as covering too
            much does less harm.

    Raises:
        ValueError: An argument is not valid.
        RuntimeError: Cairo, which draws, is missing.
    """

    def __init__(self, what: str = "faces", how: str = "blur", min_detection_confidence: float = 0.3) -> None:
        subject, method = _number("what", what, _SUBJECTS), _number("how", how, _METHODS)
        confidence = finite("min_detection_confidence", min_detection_confidence)
        self._functions = library()
        pointer = c_void_p()
        call(self._functions.lineament_redactor_create, subject, method, confidence, byref(pointer))
        self._handle = Handle(pointer.value, self._functions.lineament_redactor_close, None)

    def redact(self, image: Union[Image, np.ndarray]) -> np.ndarray:
        """Returns a copy of an image, an array of shape (height, width, 3), RGB.

        Args:
            image: The image, or an array: RGB (height, width, 3), or gray.

        Raises:
            ValueError: The image has another shape or type, or the redactor is closed.
        """
        image = as_image(image)
        redact = self._functions.lineament_redactor_redact
        return rgb(Image._opened(redact, self._handle.opened("redactor"), pointer_of(image)))

    def redact_video(
        self, frames: Iterable[Union[Frame, Tuple[Union[Image, np.ndarray], float]]]
    ) -> Iterator[np.ndarray]:
        """Yields a copy of each frame of a video, an array of shape (height, width, 3), RGB.

        Faces are tracked: gaps in their detection are bridged, and each face is also covered for half a second before and
        after. So copies come up to a second after their frames, which are kept until then.

        Args:
            frames: The frames, as `read_video` gives them, or images or arrays, each with its time in seconds.

        Raises:
            ValueError: The time of a frame is not greater than that of the one before, or the redactor is closed.
        """
        functions, pointer = self._functions, c_void_p()
        call(functions.lineament_redaction_create, self._handle.opened("redactor"), byref(pointer))
        session = Handle(pointer.value, functions.lineament_redaction_close, None)
        try:
            for frame in frames:
                image, time = (frame.image, frame.time) if isinstance(frame, Frame) else frame
                image = as_image(image)
                call(functions.lineament_redaction_add, session.value, pointer_of(image), finite("time", time))
                yield from _ready(functions, session)
            call(functions.lineament_redaction_finish, session.value)
            yield from _ready(functions, session)
        finally:
            session.release()

    def close(self) -> None:
        """Releases the models. Safe to call twice."""
        self._handle.release()

    def __enter__(self) -> Redactor:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise refused_copy("Redactor")


def _number(name: str, word: str, numbers: Dict[str, int]) -> int:
    number: Optional[int] = numbers.get(word)
    if number is None:
        raise ValueError(f"{name} must be one of {', '.join(numbers)}, not {word!r}.")
    return number


def _ready(functions: Any, session: Handle) -> Iterator[np.ndarray]:
    """Yields the copies that are ready."""
    while True:
        pointer = c_void_p()
        call(functions.lineament_redaction_next, session.value, byref(pointer))
        if pointer.value is None:
            return
        yield rgb(Image._of_pointer(pointer.value))
