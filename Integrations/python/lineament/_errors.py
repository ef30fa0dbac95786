# SPDX-License-Identifier: Apache-2.0
"""Turns the library's statuses into exceptions: those that MediaPipe raises for them."""

from __future__ import annotations

import ctypes
import re
from ctypes import byref, c_void_p
from typing import Any, Dict, Type

from lineament import _library
from lineament._notes import noted

# Those that the library returns; it returns others for what no type of Python's stands for.
_EXCEPTIONS: Dict[int, Type[Exception]] = {
    1: TimeoutError,  # cancelled
    3: ValueError,  # invalid argument
    4: TimeoutError,  # deadline exceeded
    5: FileNotFoundError,
    7: PermissionError,
    12: NotImplementedError,
    14: ConnectionError,
}


def call(function: Any, *arguments: Any) -> None:
    """Calls a function of the library that returns a status, with a place for its message as the last argument.

    Raises:
        Exception: The status is not kMpOk; the type depends on the status, as in MediaPipe.
    """
    error = c_void_p()
    status = function(*arguments, byref(error))
    if status:
        raise _exception(status, taken(error))


def made(create: Any, close: Any, *arguments: Any, by: Any = call) -> _library.Handle:
    """Returns the handle that a function of the library makes, called by `by`, and that `close` releases.

    Raises:
        Exception: As `call`.
    """
    pointer = c_void_p()
    by(create, *arguments, byref(pointer))
    return _library.Handle(pointer.value, close, None)


def taken(error: c_void_p) -> str:
    """Returns a text of the library, such as an error's message, and releases it."""
    if not error.value:
        return ""
    text = ctypes.string_at(error.value).decode("utf-8", "replace")
    _library.library().MpErrorFree(error)
    return text


def _exception(status: int, text: str) -> Exception:
    kind = _EXCEPTIONS.get(status, RuntimeError)
    return explained(kind, text or f"The call failed with status {status}.")


def explained(kind: Type[Exception], text: str) -> Exception:
    """Returns an exception for a text of the library: the message is its first line, what to do is a note."""
    message, _, remedy = _in_python(text).partition("\n")
    return noted(kind(message), remedy)


def _in_python(message: str) -> str:
    """Returns a message with Python's commands and options in place of those of the command line and Swift."""
    message = re.sub(r" \(in a package, `swift run [^`]*`\)", "", message)
    message = message.replace("lineament models fetch", "python -m lineament fetch")
    message = message.replace("Open it with VideoReader.", "Open it with lineament.read_video(path).")
    return message.replace("BaseOptions.model_asset_path, --model", "BaseOptions(model_asset_path=…)")
