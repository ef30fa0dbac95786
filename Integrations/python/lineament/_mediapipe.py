# SPDX-License-Identifier: Apache-2.0
"""Puts liblineament under an installed MediaPipe, and the solutions back that it had up to 0.10.21."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Callable, Iterator, Optional

from lineament import _library
from lineament._aliases import has_solutions, place_solutions
from lineament._errors import explained
from lineament._mediapipe_library import MediaPipeLibrary

# The modules of MediaPipe that declare the functions of its library that Lineament has.
_MODULES = (
    "core.image",
    "face_detector",
    "face_landmarker",
    "hand_landmarker",
    "holistic_landmarker",
    "pose_landmarker",
)

# The newest version that Lineament was tried with.
_TRIED = "1.2.3"


def use_in_mediapipe() -> None:
    """Puts `solutions` back into an installed MediaPipe, and makes it run its tasks with Lineament.

    MediaPipe then has `mediapipe.solutions`, `mediapipe.python.solutions` and `mediapipe.framework.formats` again, as
    up to 0.10.21; they run with Lineament. Modules of these names that can be imported otherwise, such as messages that
    the program has compiled, also in a folder `mediapipe` of its path, are left as they are. MediaPipe's tasks for
    faces, hands and bodies run with Lineament, too; its other tasks raise NotImplementedError from then on.

    This works with every version of MediaPipe without solutions of its own whose structures fit those of Lineament,
    which is checked: the options that Lineament reads are looked up by their names, and the results that it writes must
    have the same layout.

    Call this before the first import of these modules, and before the first task or image of MediaPipe is created.
    Further calls do nothing.

    Raises:
        ImportError: MediaPipe or liblineament is not installed.
        RuntimeError: The installed MediaPipe has solutions of its own, has a structure that does not fit, or has loaded
            its own library already. Nothing is changed then.
    """
    package = _installed()
    if has_solutions(package):
        raise RuntimeError(
            f"MediaPipe {_version()} has solutions of its own. use_in_mediapipe() works with MediaPipe 0.10.31 or newer; "
            f"install one with: pip install mediapipe=={_TRIED}"
        )
    _use_in_tasks()
    place_solutions(package)


def _installed() -> Any:
    try:
        return importlib.import_module("mediapipe")
    except ModuleNotFoundError as error:
        if error.name != "mediapipe":
            raise
        raise ImportError("MediaPipe is not installed. Install it with: pip install mediapipe") from error


def _version() -> str:
    from importlib import metadata  # Takes as long to import as the rest of the package.

    try:
        return metadata.version("mediapipe")
    except metadata.PackageNotFoundError:
        return str(getattr(_installed(), "__version__", "of an unknown version"))


def _use_in_tasks() -> None:
    """Makes MediaPipe's tasks run with Lineament."""
    try:
        bindings: Any = importlib.import_module("mediapipe.tasks.python.core.mediapipe_c_bindings")
        utilities: Any = importlib.import_module("mediapipe.tasks.python.core.mediapipe_c_utils")
        loaded, convert = bindings._shared_lib, utilities.convert_to_exception
    except (AttributeError, ModuleNotFoundError) as error:
        raise _refusal(f"it loads its library in another way: {error}") from error
    if isinstance(loaded, MediaPipeLibrary):
        return
    if loaded is not None:
        raise RuntimeError(
            "MediaPipe has loaded its own library already. Call lineament.use_in_mediapipe() before the first "
            "mediapipe.Image or task is created."
        )
    library = MediaPipeLibrary(_library.library().path, _refusal)
    for signature in _signatures():
        _declare(library, signature)
    bindings._shared_lib = library
    utilities.convert_to_exception = _with_notes(convert)


def _signatures() -> Iterator[Any]:
    """Returns what MediaPipe declares of the functions; what is not found here is checked when a task is created."""
    for name in _MODULES:
        full_name = f"mediapipe.tasks.python.vision.{name}"
        if importlib.util.find_spec(full_name):  # MediaPipe 0.10.31 has no holistic landmarker.
            yield from getattr(importlib.import_module(full_name), "_CTYPES_SIGNATURES", ())


def _declare(library: MediaPipeLibrary, signature: Any) -> None:
    """Checks a function as MediaPipe declares it.

    Raises:
        RuntimeError: Lineament does not have it, or a structure of its does not fit.
    """
    try:
        function = getattr(library, signature.func_name)
    except NotImplementedError as error:
        raise _refusal(f"it calls {signature.func_name}, which Lineament does not have") from error
    function.argtypes = signature.argtypes
    function.restype = signature.restype


def _refusal(difference: str) -> RuntimeError:
    """Returns the error for a MediaPipe that does not fit."""
    from lineament import __version__

    return RuntimeError(
        f"Lineament {__version__} does not fit MediaPipe {_version()}: {difference}. Install a newer Lineament, or the "
        f"newest MediaPipe that this one was tried with: pip install mediapipe=={_TRIED}"
    )


def _with_notes(convert: Callable[..., Optional[Exception]]) -> Callable[..., Optional[Exception]]:
    """Returns MediaPipe's function for statuses, with Lineament's remedies as notes rather than in the message."""

    def converted(*arguments: Any) -> Optional[Exception]:
        error = convert(*arguments)
        return None if error is None else explained(type(error), str(error))

    return converted
