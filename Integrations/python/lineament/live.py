# SPDX-License-Identifier: Apache-2.0
"""Live streams: frames are processed and results delivered on threads of their own; frames are dropped, not queued."""

from __future__ import annotations

import atexit
import contextlib
import logging
import threading
import traceback
import weakref
from collections import deque
from typing import Any, Callable, Deque, List, NamedTuple, Optional

from lineament._library import generation
from lineament._notes import noted
from lineament.image import Image, pointer_of
from lineament.options import ImageProcessingOptions, rotation, timestamp
from lineament.session import Session

_logger = logging.getLogger("lineament")

# How many results may wait for the callback, each with its frame.
_LARGEST_BACKLOG = 8


class _Frame(NamedTuple):
    image: Image
    rotation: int
    timestamp_ms: int


class _Outcome(NamedTuple):
    result: Any
    frame: _Frame


class LiveStream:
    """Processes frames as they arrive: while one is processed, one other waits, which a newer one replaces.

    Frames are processed on one thread and results delivered on another, in order, so a callback that is slow for a
    while costs no frames. As soon as eight results wait for it, no frame is processed, and new ones replace the waiting
    one.

    Args:
        session: The session that processes the frames; the stream closes it.
        callback: Called with each result, its image and its timestamp.
        name: The name of the task, for its threads and for messages.
    """

    def __init__(self, session: Session[Any], callback: Callable[[Any, Image, int], None], name: str) -> None:
        self._session = session
        self._callback = callback
        self._name = name
        self._generation = generation()
        # Guards what follows. Reentrant, as the garbage collector may close a stream on a thread that holds it.
        self._changed = threading.Condition(threading.RLock())
        self._threads: List[threading.Thread] = []
        self._current: Optional[_Frame] = None  # In work.
        self._waiting: Optional[_Frame] = None
        self._undelivered: Deque[_Outcome] = deque()
        self._last_timestamp: Optional[int] = None
        self._is_closed = False
        self._is_cancelled = False
        self._is_stopped = False
        self._is_detecting = False
        self._has_processed_all = False
        _streams.add(self)

    def send(self, image: Image, timestamp_ms: int, options: Optional[ImageProcessingOptions]) -> None:
        """Submits a frame and returns at once.

        Raises:
            RuntimeError: The stream was created before a fork.
            ValueError: The timestamp is not greater than the previous one, or the stream is closed.
        """
        pointer_of(image)
        frame = _Frame(image, rotation(options), timestamp(timestamp_ms))
        if self._generation != generation():
            raise RuntimeError(f"The {self._name} was created before a fork. Create it in the process that uses it.")
        with self._changed:
            if self._is_closed:
                raise ValueError(
                    f"The {self._name} is closed. Use it before close() and inside of its with block, or create another."
                )
            self._start_threads()
            self._advance(frame.timestamp_ms)
            self._waiting = frame
            self._take_waiting()
            self._changed.notify_all()

    def _start_threads(self) -> None:
        """Starts the threads that do not run yet; `_changed` is held."""
        threads = (("", self._process_frames), (" delivery", self._deliver_results))
        for suffix, work in threads[len(self._threads) :]:
            thread = threading.Thread(target=work, name=f"lineament {self._name}{suffix}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def _advance(self, timestamp_ms: int) -> None:
        last = self._last_timestamp
        if last is not None and timestamp_ms <= last:
            raise noted(
                ValueError("Input timestamp must be monotonically increasing."),
                f"{timestamp_ms} ms came after {last} ms.",
            )
        self._last_timestamp = timestamp_ms

    def _take_waiting(self) -> None:
        """Begins to work on the waiting frame if there is room for its result; `_changed` is held."""
        if self._current is None and len(self._undelivered) < _LARGEST_BACKLOG:
            self._current, self._waiting = self._waiting, None

    def close(self) -> None:
        """Ends the stream once the results of the accepted frames are delivered.

        In the callback, which it cannot wait for, it drops the frames and results that are waiting; no other callback
        follows.
        """
        if self._generation != generation() or self._is_stopped:
            return
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            threads = list(self._threads)
        if threading.current_thread() in threads:
            self._cancel()
        else:
            for thread in threads:
                thread.join()
        self._session.close()

    def stop(self) -> None:
        """Ends the stream once no frame is in the library, without waiting for a callback; for the end of Python."""
        if self._generation != generation():
            return
        with self._changed:
            self._is_stopped = True
            self._cancel()
            while self._is_detecting:
                self._changed.wait()

    def _cancel(self) -> None:
        """Ends the stream without waiting, and drops accepted frames and results that are not delivered yet."""
        with self._changed:
            self._is_closed = True
            self._is_cancelled = True
            self._waiting = None
            self._undelivered.clear()
            self._changed.notify_all()

    def _process_frames(self) -> None:
        """Processes frames until the stream is closed."""
        while True:
            frame = self._next_frame()
            if frame is None:
                return
            outcome = self._outcome(frame)
            with self._changed:
                self._current = None
                self._is_detecting = False
                if outcome is not None and not self._is_cancelled:
                    self._undelivered.append(outcome)
                self._take_waiting()
                self._changed.notify_all()
            del frame, outcome  # Otherwise the image would live until the next frame.

    def _next_frame(self) -> Optional[_Frame]:
        """Waits for the frame to process and returns it; None at the end of the stream."""
        with self._changed:
            while self._current is None and not (self._is_closed and self._waiting is None):
                self._changed.wait()
            if self._is_cancelled:
                self._current = None
            self._is_detecting = self._current is not None
            if self._current is None:
                self._has_processed_all = True
                self._changed.notify_all()
            return self._current

    def _outcome(self, frame: _Frame) -> Optional[_Outcome]:
        """Returns the result of a frame; None if there is none, which has been logged."""
        try:
            return _Outcome(self._session._detect(frame.image._pointer(), frame.rotation, frame.timestamp_ms), frame)
        except BaseException:
            if not self._is_cancelled:  # Otherwise the session may be closed already.
                _log_exception("The %s failed on the frame at %d ms", self._name, frame.timestamp_ms)
            return None

    def _deliver_results(self) -> None:
        """Passes results to the callback until all are delivered and there will be no other."""
        while True:
            outcome = self._next_outcome()
            if outcome is None:
                return
            self._deliver(outcome)
            del outcome  # Otherwise it would live until the next one.

    def _next_outcome(self) -> Optional[_Outcome]:
        """Waits for the result to deliver and returns it; None if there will be no other."""
        with self._changed:
            while not self._undelivered and not self._has_processed_all and not self._is_cancelled:
                self._changed.wait()
            if not self._undelivered:
                return None
            outcome = self._undelivered.popleft()
            self._take_waiting()
            self._changed.notify_all()
            return outcome

    def _deliver(self, outcome: _Outcome) -> None:
        frame = outcome.frame
        try:
            self._callback(outcome.result, frame.image, frame.timestamp_ms)
        except BaseException:  # Also SystemExit, which would end this thread without a word.
            _log_exception("The callback of the %s failed at %d ms", self._name, frame.timestamp_ms)


def _log_exception(message: str, *values: object) -> None:
    """Logs the exception that is being handled, or prints it if a filter or handler of the program's raises.

    Otherwise that would end the thread, and `close` would wait forever.
    """
    try:
        _logger.exception(message, *values)
    except BaseException:
        with contextlib.suppress(Exception):
            traceback.print_exc()


# The interpreter ends while daemon threads still run; none may be in the library by then.
_streams: weakref.WeakSet[LiveStream] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    for stream in list(_streams):
        stream.stop()
