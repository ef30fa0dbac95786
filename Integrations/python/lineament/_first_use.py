# SPDX-License-Identifier: Apache-2.0
"""Downloads the runtime and the models for the first program on a terminal that misses them."""

from __future__ import annotations

import sys
import threading
from typing import Any

from lineament import _assets
from lineament._errors import call
from lineament._notes import full_text

_lock = threading.Lock()
_is_done = False


def call_with_models(function: Any, *arguments: Any) -> None:
    """Calls a function of the library that loads models; if they are missing, once more after they were downloaded.

    Nothing is downloaded unless a person types at a terminal and sees the messages.

    Raises:
        Exception: As `call`.
    """
    try:
        call(function, *arguments)
    except FileNotFoundError as error:
        if not (_is_about_download(error) and _is_watched() and _fetch()):
            raise
        call(function, *arguments)


def _is_about_download(error: FileNotFoundError) -> bool:
    """Returns whether the runtime or a model is missing that `fetch` downloads without a name."""
    text = full_text(error)
    return "was not found" in text and "`python -m lineament fetch`" in text


def _is_watched() -> bool:
    # A process of a pool has the terminal, too, but no `stdin` on it; a notebook has neither.
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def _fetch() -> bool:
    """Downloads the files unless that was tried before, and returns whether another attempt makes sense."""
    global _is_done
    with _lock:
        if not _is_done:
            _is_done = True
            folder = _assets.default_folder()
            print(
                f"note: The runtime and the models are downloaded into {folder}, once (75 MB). Ctrl-C stops.",
                file=sys.stderr,
                flush=True,
            )
            return _assets.fetch(folder) == 0
        return True
