"""Turns the library's statuses into exceptions: those that MediaPipe raises for them."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_void_p
from typing import Any, Dict, Tuple, Type

from lineament import _library

_EXCEPTIONS: Dict[int, Tuple[Type[Exception], str]] = {
    1: (TimeoutError, "The call was cancelled."),
    2: (RuntimeError, "An error of unknown kind."),
    3: (ValueError, "An argument is not valid."),
    4: (TimeoutError, "The call took too long."),
    5: (FileNotFoundError, "A file was not found."),
    6: (FileExistsError, "The file exists."),
    7: (PermissionError, "Permission was denied."),
    8: (RuntimeError, "A resource is exhausted."),
    9: (RuntimeError, "The call is not possible in this state."),
    10: (RuntimeError, "The call was aborted."),
    11: (IndexError, "An index is out of range."),
    12: (NotImplementedError, "Lineament does not have this."),
    13: (RuntimeError, "An internal error."),
    14: (RuntimeError, "The service is unavailable."),
    15: (RuntimeError, "The data is damaged."),
    16: (PermissionError, "Not authenticated."),
}


def call(function: Any, *arguments: Any) -> None:
    """Calls a function of the library that returns a status, with a place for its message as the last argument.

    Raises:
        Exception: The status is not kMpOk; the type depends on the status, as in MediaPipe.
    """
    error = c_void_p()
    status = function(*arguments, byref(error))
    if status:
        raise _exception(status, _taken(error))


def _taken(error: c_void_p) -> str:
    """Returns the text of a message and releases the message."""
    if not error.value:
        return ""
    text = ctypes.string_at(error.value).decode("utf-8", "replace")
    _library.library().MpErrorFree(error)
    return text


def _exception(status: int, message: str) -> Exception:
    kind, default = _EXCEPTIONS.get(status, (RuntimeError, f"An error with the unknown status {status}."))
    if "lineament models fetch" in message:
        message += " Run: python -m lineament fetch"
    return kind(message or default)
