"""Live streams: frames are processed on a thread of their own, and dropped rather than queued."""

from __future__ import annotations

import atexit
import logging
import threading
import weakref
from typing import Any, Callable, NamedTuple, Optional

from lineament._library import generation
from lineament.image import Image, pointer_of
from lineament.options import ImageProcessingOptions, rotation, timestamp
from lineament.session import Session

_logger = logging.getLogger("lineament")


class _Frame(NamedTuple):
    image: Image
    rotation: int
    timestamp_ms: int


class LiveStream:
    """Processes frames as they arrive: while one is processed, one other waits, which a newer one replaces.

    Args:
        session: The session that processes the frames; the stream closes it.
        callback: Called with each result, its image and its timestamp.
        name: The name of the task, for its thread and for messages.
    """

    def __init__(self, session: Session[Any], callback: Callable[[Any, Image, int], None], name: str) -> None:
        self._session = session
        self._callback = callback
        self._name = name
        self._generation = generation()
        # Guards what follows. Reentrant, as the garbage collector may close a stream on a thread that holds it.
        self._changed = threading.Condition(threading.RLock())
        self._thread: Optional[threading.Thread] = None
        self._current: Optional[_Frame] = None  # In work, until its callback has returned.
        self._waiting: Optional[_Frame] = None
        self._last_timestamp: Optional[int] = None
        self._is_closed = False
        self._is_stopped = False
        self._is_detecting = False
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
                raise ValueError(f"The {self._name} is closed.")
            if self._thread is None:
                thread = threading.Thread(target=self._run, name=f"lineament {self._name}", daemon=True)
                thread.start()
                self._thread = thread
            self._advance(frame.timestamp_ms)
            if self._current is None:
                self._current = frame
                self._changed.notify_all()
            else:
                self._waiting = frame

    def _advance(self, timestamp_ms: int) -> None:
        last = self._last_timestamp
        if last is not None and timestamp_ms <= last:
            raise ValueError(
                f"Input timestamp must be monotonically increasing: {timestamp_ms} ms came after {last} ms."
            )
        self._last_timestamp = timestamp_ms

    def close(self) -> None:
        """Ends the stream once the accepted frames are processed; in the callback, after that callback."""
        if self._generation != generation() or self._is_stopped:
            return
        with self._changed:
            thread = self._thread
            is_callback = thread is threading.current_thread()
            self._end(drops_waiting=is_callback)
        if thread is not None and not is_callback:
            thread.join()
        self._session.close()

    def stop(self) -> None:
        """Ends the stream once no frame is in the library, without waiting for a callback; for the end of Python."""
        if self._generation != generation():
            return
        with self._changed:
            self._is_stopped = True
            self._end(drops_waiting=True)
            while self._is_detecting:
                self._changed.wait()

    def _end(self, drops_waiting: bool) -> None:
        """Ends the stream; `_changed` is held."""
        self._is_closed = True
        if drops_waiting:
            self._waiting = None
        self._changed.notify_all()

    def _run(self) -> None:
        """Processes frames until the stream is closed."""
        while True:
            frame = self._next()
            if frame is None:
                return
            self._process(frame)
            del frame  # Otherwise its image would live until the next frame.
            with self._changed:
                self._current, self._waiting = self._waiting, None

    def _next(self) -> Optional[_Frame]:
        """Waits for a frame and returns it; None if the stream is closed."""
        with self._changed:
            while self._current is None and not self._is_closed:
                self._changed.wait()
            frame = None if self._is_stopped else self._current
            self._is_detecting = frame is not None
            return frame

    def _process(self, frame: _Frame) -> None:
        try:
            result = self._session._detect(frame.image._pointer(), frame.rotation, frame.timestamp_ms)
        except BaseException:
            _logger.exception("The %s failed on the frame at %d ms", self._name, frame.timestamp_ms)
            return
        finally:
            with self._changed:
                self._is_detecting = False
                self._changed.notify_all()
        try:
            self._callback(result, frame.image, frame.timestamp_ms)
        except BaseException:  # Also SystemExit, which would end this thread without a word.
            _logger.exception("The callback of the %s failed at %d ms", self._name, frame.timestamp_ms)


# The interpreter ends while daemon threads still run; none may be in the library by then.
_streams: weakref.WeakSet[LiveStream] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    for stream in list(_streams):
        stream.stop()
