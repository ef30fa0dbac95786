# SPDX-License-Identifier: Apache-2.0
"""Finds and loads liblineament, at its first use."""

from __future__ import annotations

import ctypes
import operator
import os
import stat
import sys
import threading
from ctypes import c_bool, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_size_t, c_void_p
from functools import partial
from typing import Any, Dict, List, Optional, Tuple

from lineament import _ffmpeg

_FILE = "liblineament.dylib" if sys.platform == "darwin" else "liblineament.so"

# Pointers are passed as c_void_p, which takes byref(…), addresses and bytes alike and converts faster than POINTER(…).
_P = c_void_p
_DATA = [c_int, c_int, c_int, _P, c_int, _P, _P]
_FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "MpErrorFree": (None, [_P]),
    "MpImageCreateFromUint16Data": (c_int, _DATA),
    "MpImageCreateFromFloatData": (c_int, _DATA),
    "MpImageCreateFromFile": (c_int, [c_char_p, _P, _P]),
    "MpImageUsesGpu": (c_bool, [_P]),
    "MpImageIsEmpty": (c_bool, [_P]),
    "MpImageGetWidth": (c_int, [_P]),
    "MpImageGetHeight": (c_int, [_P]),
    "MpImageGetFormat": (c_int, [_P]),
    "MpImageDataUint8": (c_int, [_P, _P, _P]),
    "MpImageDataUint16": (c_int, [_P, _P, _P]),
    "MpImageDataFloat32": (c_int, [_P, _P, _P]),
    "MpImageFree": (None, [_P]),
    "lineament_version": (c_char_p, []),
    "lineament_add_asset_folder": (c_int, [c_char_p, _P]),
    "lineament_image_create": (c_int, [c_int, c_int, c_int, c_size_t, _P, c_size_t, _P, _P]),
    "lineament_image_open": (c_int, [c_char_p, _P, _P]),
    "lineament_image_decode": (c_int, [_P, c_size_t, _P, _P]),
    "lineament_settings_create": (c_int, [c_char_p, _P, _P]),
    "lineament_settings_set": (c_int, [_P, c_char_p, c_char_p, _P]),
    "lineament_settings_set_image": (c_int, [_P, c_char_p, _P, _P]),
    "lineament_settings_close": (c_int, [_P, _P]),
    "lineament_options_init": (None, [_P, c_int32]),
    "lineament_task_create": (c_int, [_P, _P, _P]),
    "lineament_task_close": (c_int, [_P, _P]),
    "lineament_task_detect": (c_int, [_P, _P, c_int32, _P, _P]),
    "lineament_task_detect_batch": (c_int, [_P, _P, _P, c_int32, _P, _P, _P]),
    "lineament_task_detect_batch_with_crops": (c_int, [_P, _P, _P, c_int32, c_int32, c_int32, c_float, _P, _P, _P]),
    "lineament_result_free": (None, [_P]),
    "lineament_result_faces_without_landmarks": (c_int, [_P, _P, _P]),
    "lineament_result_draw": (c_int, [_P, _P, c_int32, _P, _P]),
    "lineament_image_encode": (c_int, [_P, c_char_p, _P, _P, _P]),
    "lineament_result_crop_with": (c_int, [_P, _P, _P, _P, _P]),
    "lineament_data_free": (None, [_P]),
    "lineament_redactor_create_with": (c_int, [_P, _P, _P]),
    "lineament_redactor_with": (c_int, [_P, _P, _P, _P]),
    "lineament_redaction_missed_areas": (c_int, [_P, _P, _P]),
    "lineament_redactor_redact": (c_int, [_P, _P, _P, _P]),
    "lineament_redactor_redact_file": (c_int, [_P, _P, c_size_t, c_char_p, _P, _P, _P, _P]),
    "lineament_redactor_redact_with_report": (c_int, [_P, _P, _P, _P, _P]),
    "lineament_redactor_close": (c_int, [_P, _P]),
    "lineament_redaction_create": (c_int, [_P, _P, _P]),
    "lineament_redaction_add": (c_int, [_P, _P, c_double, _P]),
    "lineament_redaction_finish": (c_int, [_P, _P]),
    "lineament_redaction_next": (c_int, [_P, _P, _P]),
    "lineament_redaction_next_with_report": (c_int, [_P, _P, _P, _P, _P]),
    "lineament_redaction_close": (c_int, [_P, _P]),
    "lineament_redactor_plan": (c_int, [_P, _P, c_char_p, _P, _P]),
    "lineament_redaction_record": (c_int, [_P, _P]),
    "lineament_redaction_skip": (c_int, [_P, _P]),
    "lineament_redaction_plan": (c_int, [_P, c_char_p, _P, _P]),
    "lineament_plan_open": (c_int, [c_char_p, c_char_p, _P, _P]),
    "lineament_plan_render": (c_int, [_P, _P, c_double, _P, _P]),
    "lineament_plan_render_until": (c_int, [_P, _P, c_double, c_double, _P, _P]),
    "lineament_plan_close": (c_int, [_P, _P]),
    "lineament_recording_create_with": (c_int, [_P, _P, c_int32, c_int32, c_int32, _P, _P]),
    "lineament_recording_read": (c_int, [_P, _P, c_int32, c_char_p, _P, _P, _P]),
    "lineament_recording_task": (c_int, [_P, _P, _P]),
    "lineament_recording_add": (c_int, [_P, _P, c_double, _P]),
    "lineament_recording_write": (c_int, [_P, c_char_p, _P, _P]),
    "lineament_recording_close": (c_int, [_P, _P]),
    "lineament_session_create": (c_int, [_P, _P, _P]),
    "lineament_session_detect": (c_int, [_P, _P, c_int32, c_int64, _P, _P]),
    "lineament_session_reset": (c_int, [_P, _P]),
    "lineament_session_close": (c_int, [_P, _P]),
    "lineament_solution_options_init": (None, [_P, c_int32]),
    "lineament_solution_create": (c_int, [_P, _P, _P]),
    "lineament_solution_process": (c_int, [_P, c_int32, c_int32, c_size_t, _P, _P, _P]),
    "lineament_solution_reset": (c_int, [_P, _P]),
    "lineament_solution_close": (c_int, [_P, _P]),
    "lineament_solution_result_free": (None, [_P]),
    "lineament_video_open": (c_int, [c_char_p, c_bool, c_double, c_double, c_int32, c_bool, _P, _P, _P]),
    "lineament_video_next": (c_int, [_P, _P, _P, _P]),
    "lineament_video_close": (c_int, [_P, _P]),
}


class Library:
    """The functions of liblineament as attributes, with their signatures.

    Args:
        path: The file of the library, or its name for the system's loader.

    Raises:
        OSError: The system cannot load it.
        ImportError: It lacks a function, so it is another version.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.cdll = ctypes.CDLL(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            try:
                function = getattr(self.cdll, name)
            except AttributeError:
                raise ImportError(
                    f"{path} has no function {name}, so it does not belong to this version of the Python package. "
                    "Install the wheel again, or rebuild the library."
                ) from None
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    @property
    def version(self) -> str:
        """The version of the library, such as "1.0.0"."""
        return str(self.lineament_version().decode())


_loaded: Optional[Library] = None
_lock = threading.Lock()


def library() -> Library:
    """Returns the library, loaded at the first call.

    Raises:
        ImportError: The library was not found or cannot be loaded. The message lists the places that were searched.
    """
    if _loaded is not None:
        return _loaded
    with _lock:
        return _loaded if _loaded is not None else _load()


def _load() -> Library:
    global _loaded
    _ffmpeg.offer()
    problems = []
    for path in _candidates():
        try:
            _check_is_trusted(path)
            functions = Library(path)
            _add_models_of_package(functions)
            _loaded = functions
            return functions
        except OSError as error:
            problems.append((path, str(error)))
    raise ImportError(_explanation(problems))


def _add_models_of_package(functions: Library) -> None:
    """Lets the library find the files of the package lineament-models, unless LINEAMENT_HOME names others."""
    folder = folder_of_models()
    if folder is not None and not os.environ.get("LINEAMENT_HOME"):
        error = c_void_p()
        functions.lineament_add_asset_folder(os.fsencode(folder), ctypes.byref(error))
        if error:
            functions.MpErrorFree(error)


def folder_of_models() -> Optional[str]:
    """Returns the folder of the package lineament-models; None if it is not installed."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "share", "lineament")
    return folder if os.path.isdir(folder) else None


def _candidates() -> List[str]:
    """Returns the paths to try, in order; only LINEAMENT_LIBRARY if that is set."""
    named = os.environ.get("LINEAMENT_LIBRARY")
    if named:
        return [os.path.abspath(named)]
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), _FILE)
    folders = ["/usr/local/lib", os.path.expanduser("~/.local/lib"), os.path.join(sys.prefix, "lib")]
    return [beside, _FILE, *(os.path.join(folder, _FILE) for folder in folders)]


def _check_is_trusted(path: str) -> None:
    """Raises OSError if every user could replace the file, except beside this module, which is trusted already."""
    folder = os.path.dirname(path)
    if not folder or folder == os.path.dirname(os.path.abspath(__file__)):
        return
    for place in (path, folder):
        if os.path.exists(place) and os.stat(place).st_mode & stat.S_IWOTH:
            raise OSError(f"{place} is writable by every user, so nothing is loaded from it. Run: chmod o-w {place}")


def _explanation(problems: List[Tuple[str, str]]) -> str:
    """Returns the message for a library that could not be loaded from any of the places."""
    found = [(path, problem) for path, problem in problems if not _is_absent(path, problem)]
    if found:
        lines = "\n".join(f"  {path}: {problem}" for path, problem in found)
        return f"{_FILE} is there but cannot be loaded:\n{lines}\n{_advice(lines)}"
    lines = "\n".join(f"  {path if os.path.dirname(path) else path + ' (system loader)'}" for path, _ in problems)
    is_set = bool(os.environ.get("LINEAMENT_LIBRARY"))
    setting = "Correct LINEAMENT_LIBRARY" if is_set else "Set LINEAMENT_LIBRARY to its path"
    return (
        f"{_FILE} (the native library) was not found. Looked for:\n{lines}\n"
        f"{setting}, or install Lineament's wheel, which contains it: pip install lineament-*.whl\n"
        "In a checkout, `make wheel` makes the wheel and `make library` the library alone."
    )


def _advice(problems: str) -> str:
    """Returns what to do about a library that is there but cannot be loaded."""
    if "GLIBC" in problems:  # Also GLIBCXX.
        return (
            "This system is older than the one that the wheel was built on. In a checkout on this system, `make wheel` "
            "builds one that fits."
        )
    return "If a library that it needs is missing, install the package that has it; `ldd` on the file lists them all."


def _is_absent(path: str, problem: str) -> bool:
    if os.path.dirname(path):
        return not os.path.exists(path)
    return problem.startswith(f"{path}:") and "No such file" in problem


# A process made by fork() inherits handles but not the library's threads. The library refuses such handles; this module
# counts forks so that nothing inherited is closed or waited for.
_generation = 0


def generation() -> int:
    """Returns how many times this process and its ancestors were forked since the package was imported."""
    return _generation


class _Gate:
    """Runs what finalizers have to do; `id` in the place of `run` does nothing."""

    def __init__(self) -> None:
        self.run: Any = operator.methodcaller("__call__")


_gate = _Gate()


def _count_fork() -> None:
    global _generation, _lock, _gate
    _generation += 1
    _lock = threading.Lock()
    _gate.run = id
    _gate = _Gate()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_count_fork)


class Finalizer:
    """Calls a function of the library once nothing refers to it any more, unless the process was forked meanwhile.

    Ctrl-C raises KeyboardInterrupt in whatever Python code runs next; in a `__del__` that is written in Python it would
    be printed and lost. All that this `__del__` consists of is implemented in C, so the exception comes after it.
    """

    __slots__ = ("_call",)

    def __init__(self, function: Any, *arguments: Any) -> None:
        self._call: Any = partial(operator.methodcaller("run", partial(function, *arguments)), _gate)

    def run(self) -> None:
        """Calls the function now, unless that is done already."""
        call, self._call = self._call, tuple
        call()

    __del__ = property(operator.attrgetter("_call"))


class Handle:
    """A handle of the library, which is released once.

    Args:
        value: The handle's address; None for a handle that is released already.
        release: The function that releases it, called with the address.
        arguments: Further arguments of the function.
    """

    __slots__ = ("_finalizer", "_generation", "_lock", "_value")

    def __init__(self, value: Optional[int], release: Any = None, *arguments: Any) -> None:
        self._value = value
        self._finalizer = None if value is None else Finalizer(release, value, *arguments)
        self._generation = _generation
        self._lock = threading.Lock()

    @property
    def value(self) -> Optional[int]:
        """The address; None once released."""
        return self._value

    def opened(self, name: str) -> int:
        """Returns the address.

        Raises:
            ValueError: The handle is released; the message says that `name` is closed.
        """
        value = self._value
        if value is None:
            raise ValueError(
                f"The {name} is closed. Use it before close() and inside of its with block, or create another."
            )
        return value

    def release(self) -> None:
        """Releases the handle, unless that is done already or it was created before a fork."""
        if self._generation != _generation:
            self._value = None  # Without the lock, which another thread may have held during the fork.
            return
        with self._lock:
            value, self._value = self._value, None
        if value is not None and self._finalizer is not None:
            self._finalizer.run()


def refused_copy(name: str) -> TypeError:
    """Returns the error for an attempt to copy or pickle what has a handle."""
    return TypeError(f"A {name} cannot be copied or sent to another process: create it there.")
