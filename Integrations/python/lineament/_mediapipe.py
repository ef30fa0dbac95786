"""Puts liblineament under an installed MediaPipe."""

from __future__ import annotations

import ctypes
import importlib
from typing import Any, Callable, Optional

from lineament import _library
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


def use_in_mediapipe() -> None:
    """Makes an installed MediaPipe 1.2 run its tasks for faces, hands and bodies with Lineament.

    Call this before the first task or image of MediaPipe is created. Its other tasks raise NotImplementedError from
    then on. Further calls do nothing.

    Raises:
        ImportError: MediaPipe or liblineament is not installed.
        RuntimeError: The installed MediaPipe is not a 1.2, or has loaded its own library already.
    """
    version = _installed_version()
    if not version.startswith("1.2."):
        raise RuntimeError(f"use_in_mediapipe() works with MediaPipe 1.2, but MediaPipe {version} is installed.")
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
