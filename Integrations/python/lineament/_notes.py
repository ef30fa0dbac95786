# SPDX-License-Identifier: Apache-2.0
"""Notes of exceptions: what to do about them, beside a message that is MediaPipe's to the letter."""

from __future__ import annotations

from typing import Tuple, TypeVar

Error = TypeVar("Error", bound=BaseException)


def noted(error: Error, *notes: str) -> Error:
    """Returns an exception with notes, which tracebacks show; Python before 3.11 only keeps them, in `__notes__`."""
    for note in filter(None, notes):
        if hasattr(error, "add_note"):
            error.add_note(note)
        else:
            error.__notes__ = [*notes_of(error), note]
    return error


def notes_of(error: BaseException) -> Tuple[str, ...]:
    """Returns the notes of an exception."""
    return tuple(getattr(error, "__notes__", ()))


def full_text(error: BaseException) -> str:
    """Returns the message of an exception and its notes, which begin a line each."""
    return "\n".join([str(error), *notes_of(error)])
