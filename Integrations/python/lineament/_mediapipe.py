"""Puts liblineament under an installed MediaPipe, and the solutions back that it had up to 0.10.21."""

from __future__ import annotations

import ctypes
import importlib
import re
from typing import Any, Callable, Optional, Tuple

from lineament import _library
from lineament._aliases import place_solutions
from lineament._errors import explained

# The tasks of MediaPipe 1.2 that Lineament does not have, by the beginnings of their functions' names.
_OTHER_TASKS = (
    "AudioClassifier",
    "AudioEmbedder",
    "GestureRecognizer",
    "ImageClassifier",
    "ImageEmbedder",
    "ImageSegmenter",
    "InteractiveSegmenterLegacy",
    "InteractiveSegmenter",
    "LanguageDetector",
    "ObjectDetector",
    "TextClassifier",
    "TextEmbedder",
)


class _Library(ctypes.CDLL):
    """liblineament in the place of libmediapipe; a missing function raises NotImplementedError."""

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getattr__(name)
        except AttributeError:
            if not name.startswith("Mp"):
                raise
        task = next((task for task in _OTHER_TASKS if name.startswith(f"Mp{task}")), f"function {name}")
        raise NotImplementedError(
            f"Lineament has no {task}; it has FaceDetector, FaceLandmarker, HandLandmarker, HolisticLandmarker and "
            "PoseLandmarker."
        )


# The first version of MediaPipe without solutions, and the first that is too new.
_WITHOUT_SOLUTIONS, _TOO_NEW = (0, 10, 31), (2,)


def use_in_mediapipe() -> None:
    """Puts `solutions` back into an installed MediaPipe, and makes MediaPipe 1.2 run its tasks with Lineament.

    MediaPipe 0.10.31 to 1.x then have `mediapipe.solutions`, `mediapipe.python.solutions` and
    `mediapipe.framework.formats` again, which run with Lineament. So do MediaPipe 1.2's tasks for faces, hands and
    bodies; its other tasks raise NotImplementedError from then on. The tasks of other versions stay as they are.

    Call this before the first import of these modules, and before the first task or image of MediaPipe is created.
    Further calls do nothing.

    Raises:
        ImportError: MediaPipe or liblineament is not installed.
        RuntimeError: The installed MediaPipe is older or newer, or a 1.2 that has loaded its own library already.
    """
    version = _installed_version()
    if not _WITHOUT_SOLUTIONS <= _numbers(version) < _TOO_NEW:
        raise RuntimeError(
            f"use_in_mediapipe() works with MediaPipe 0.10.31 to 1.x, but MediaPipe {version} is installed."
        )
    if version.startswith("1.2."):
        _use_in_tasks()
    place_solutions(importlib.import_module("mediapipe"))


def _numbers(version: str) -> Tuple[int, ...]:
    """Returns the numbers of a version, such as (0, 10, 31)."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _use_in_tasks() -> None:
    """Makes MediaPipe 1.2's tasks run with Lineament."""
    bindings: Any = importlib.import_module("mediapipe.tasks.python.core.mediapipe_c_bindings")
    if isinstance(bindings._shared_lib, _Library):
        return
    if bindings._shared_lib is not None:
        raise RuntimeError(
            "MediaPipe has loaded its own library already. Call lineament.use_in_mediapipe() before the first "
            "mediapipe.Image or task is created."
        )
    bindings._shared_lib = _Library(_library.library().path)
    utilities: Any = importlib.import_module("mediapipe.tasks.python.core.mediapipe_c_utils")
    utilities.convert_to_exception = _with_notes(utilities.convert_to_exception)


def _with_notes(convert: Callable[..., Optional[Exception]]) -> Callable[..., Optional[Exception]]:
    """Returns MediaPipe's function for statuses, with Lineament's remedies as notes rather than in the message."""

    def converted(*arguments: Any) -> Optional[Exception]:
        error = convert(*arguments)
        return None if error is None else explained(type(error), str(error))

    return converted


def _installed_version() -> str:
    from importlib import metadata  # Takes as long to import as the rest of the package.

    try:
        return metadata.version("mediapipe")
    except metadata.PackageNotFoundError:
        pass
    try:
        return str(importlib.import_module("mediapipe").__version__)
    except ImportError as error:
        raise ImportError("MediaPipe is not installed. Install it with: pip install mediapipe==1.2.2") from error
