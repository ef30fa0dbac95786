# SPDX-License-Identifier: Apache-2.0
"""A child process and the pipes to it."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from typing import Any, Optional, Tuple

from lineament._arrow_worker import LENGTH, NOWHERE

# The child imports what the parent would, wherever the parent found it.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from lineament._arrow_worker import main; main()"
# 24 days in milliseconds: poll() takes no more.
_LONGEST_POLL = 2**31 - 1


class ChildProcess:
    """A running `lineament._arrow_worker`. It is started without fork(), and ends with this process."""

    def __init__(self) -> None:
        self._folder = _current_folder()
        command = [sys.executable, "-c", _PROGRAM, *sys.path]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._requests, self._replies = self._process.stdin, self._process.stdout
        self._owner = os.getpid()
        self._poll = select.poll()
        self._poll.register(self._replies, select.POLLIN)

    def follow(self) -> None:
        """Moves the child to the current folder of this process, where relative paths begin.

        Raises:
            BrokenPipeError: The child has ended.
        """
        folder = _current_folder()
        if folder != self._folder:
            self.send(b"F", folder)
            self._folder = folder

    def send(self, tag: bytes, content: Any) -> None:
        """Sends a message.

        Raises:
            BrokenPipeError: The child has ended.
        """
        rest = memoryview(content).cast("B")
        self._requests.write(tag + LENGTH.pack(len(rest)))
        while rest:
            rest = rest[self._requests.write(rest) :]

    def receive(self, seconds: Optional[float]) -> Tuple[bytes, bytearray]:
        """Returns the tag and the content of the next message.

        Args:
            seconds: How long to wait for it; None for as long as it takes.

        Raises:
            EOFError: The child has ended.
            TimeoutError: It did not arrive in time.
        """
        end = None if seconds is None else time.monotonic() + seconds
        tag = bytes(self._read(1, end))
        if tag == b".":
            return tag, bytearray()
        (length,) = LENGTH.unpack(self._read(LENGTH.size, end))
        return tag, self._read(length, end)

    def _read(self, count: int, end: Optional[float]) -> bytearray:
        content = bytearray(count)
        rest = memoryview(content)
        while rest:
            left = None if end is None else min(max(0.0, end - time.monotonic()) * 1000, _LONGEST_POLL)
            if not self._poll.poll(left):
                raise TimeoutError
            received = os.readv(self._replies.fileno(), [rest])
            if received == 0:
                raise EOFError
            rest = rest[received:]
        return content

    def ending(self) -> str:
        """Waits for the end of a process that has closed its pipes, and returns "ended by signal 11", for example."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        status = self._process.returncode
        if status is None:
            return "closed its pipes"
        return f"ended by signal {-status}" if status < 0 else f"ended with status {status}"

    def kill(self) -> None:
        """Ends the process; after a fork, only leaves it to the process that started it."""
        if self._owner == os.getpid():
            self._process.kill()
        for pipe in (self._requests, self._replies):
            with contextlib.suppress(OSError):
                pipe.close()
        if self._owner == os.getpid():
            self._process.wait()


def _current_folder() -> bytes:
    try:
        return os.getcwdb()
    except FileNotFoundError:
        return NOWHERE  # It has been deleted.
