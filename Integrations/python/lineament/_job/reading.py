# SPDX-License-Identifier: Apache-2.0
"""Reads files that the library cannot open: those on other file systems than the local one."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Deque, Iterable, Iterator, List, NamedTuple, Optional

from lineament._job.storage import Places

_THREADS = 8
_READ_AHEAD = 32
# Object stores charge for each request, and a block is one.
_BLOCK = 64 << 20
# The library's own limit for an image.
_MOST_BYTES = 1 << 30


class Content(NamedTuple):
    """A file that was read.

    Attributes:
        path: Its address.
        content: Its bytes; None if it could not be read.
        error: Why it could not be read.
    """

    path: str
    content: Optional[bytes]
    error: Optional[str] = None


class RemoteFiles:
    """Reads files ahead, several at a time.

    Args:
        places: Opens the files.
    """

    def __init__(self, places: Places) -> None:
        self._places = places

    def contents(self, paths: Iterable[str]) -> Iterator[Content]:
        """Yields the contents of files, in order."""
        with ThreadPoolExecutor(_THREADS) as threads:
            waiting: Deque[Future[Content]] = deque()
            for path in paths:
                waiting.append(threads.submit(self._content, path))
                if len(waiting) >= _READ_AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _content(self, path: str) -> Content:
        try:
            system, file = self._places.file(path)
            with system.open_input_stream(file) as stream:
                content = stream.read(_MOST_BYTES + 1)
        except FileNotFoundError:
            return Content(path, None, f"{path}: no such file.")
        except (OSError, ValueError) as error:
            return Content(path, None, f"{path} cannot be read: {error}")
        if len(content) > _MOST_BYTES:
            return Content(path, None, f"{path} is larger than the limit of {_MOST_BYTES} bytes.")
        return Content(path, content)

    @contextlib.contextmanager
    def downloaded(self, path: str) -> Iterator[str]:
        """Copies a file to the local file system, and yields its path there.

        Raises:
            OSError: It cannot be read, or there is no room for it.
        """
        system, file = self._places.file(path)
        handle, local = tempfile.mkstemp(suffix=os.path.splitext(path)[1])
        try:
            with os.fdopen(handle, "wb") as target, system.open_input_stream(file) as source:
                shutil.copyfileobj(source, target, _BLOCK)
            yield local
        finally:
            os.unlink(local)


def in_groups(contents: Iterable[Content], count: int) -> Iterator[List[Content]]:
    """Yields contents in lists of `count`, the last of which may be shorter."""
    group: List[Content] = []
    for content in contents:
        group.append(content)
        if len(group) == count:
            yield group
            group = []
    if group:
        yield group
