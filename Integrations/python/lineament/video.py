"""Videos: files, cameras and network streams, frame by frame."""

from __future__ import annotations

import dataclasses
import operator
from ctypes import byref, c_void_p
from typing import Any, Iterator, Optional

from lineament._errors import call
from lineament._library import Handle, library
from lineament._structures import LineamentFrameInfo, LineamentVideoInfo
from lineament.image import Image, PathLike, path_bytes


@dataclasses.dataclass(frozen=True)
class Frame:
    """A frame of a video.

    Attributes:
        image: The frame, upright.
        timestamp_ms: Its time in milliseconds, greater than that of the previous frame.
        time: Its time in seconds from the first frame.
        index: Its position in the video, from 0.
    """

    image: Image
    timestamp_ms: int
    time: float
    index: int


class Video:
    """An open video: an iterator of its frames, and a context manager that closes it.

    Made by `read_video` and `open_stream`.

    Attributes:
        width: The width of the upright frames in pixels.
        height: Their height in pixels.
        frame_rate: Frames per second; 0 if unknown.
        duration: Seconds; 0 if unknown.
    """

    _handle: Optional[Handle] = None

    def __init__(self, source: bytes, allow_address: bool, start: float, duration: float, every: int) -> None:
        self._functions = library()
        self._is_at_end = False
        pointer, info = c_void_p(), LineamentVideoInfo()
        arguments = (source, allow_address, start, duration, every, byref(pointer), byref(info))
        call(self._functions.lineament_video_open, *arguments)
        assert pointer.value is not None
        close: Any = self._functions.lineament_video_close
        self._handle = Handle(pointer.value, lambda value: close(value, None))
        self.width: int = info.width
        self.height: int = info.height
        self.frame_rate: float = info.frame_rate
        self.duration: float = info.duration

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        """Returns the next frame.

        Raises:
            RuntimeError: The video is damaged from here on.
            ValueError: The video is closed.
        """
        if self._is_at_end:
            raise StopIteration
        handle = None if self._handle is None else self._handle.value
        if handle is None:
            raise ValueError("The video is closed.")
        pointer, info = c_void_p(), LineamentFrameInfo()
        call(self._functions.lineament_video_next, handle, byref(pointer), byref(info))
        if pointer.value is None:
            self._is_at_end = True
            self.close()
            raise StopIteration
        return Frame(Image._of_pointer(pointer.value), info.timestamp_ms, info.time, info.index)

    def close(self) -> None:
        """Closes the video. Idempotent; done at the end of the video, too."""
        if self._handle is not None:
            self._handle.release()

    def __enter__(self) -> Video:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def read_video(path: PathLike, start: float = 0, duration: Optional[float] = None, every: int = 1) -> Video:
    """Opens a video file.

    Args:
        path: The file: MP4, MOV, MKV, WebM, AVI or animated GIF.
        start: The time in seconds to begin at.
        duration: The seconds to read; None to read to the end.
        every: Yields every n-th frame.

    Raises:
        FileNotFoundError: There is no such file.
        RuntimeError: The file is not a video that can be read.
        ValueError: An argument is out of range.
    """
    interval = operator.index(every)
    if not 1 <= interval < 2**31:
        raise ValueError(f"every must be at least 1, not {interval}.")
    if not start >= 0:
        raise ValueError(f"start must be at least 0 seconds, not {start}.")
    if duration is not None and not duration > 0:
        raise ValueError(f"duration must be more than 0 seconds, not {duration}. Use None to read to the end.")
    return Video(path_bytes(path), False, start, duration or 0, interval)


def open_stream(address: str) -> Video:
    """Opens a camera or a network stream: "camera:/dev/video0", or an rtsp, http or https address.

    Raises:
        FileNotFoundError: There is no such camera.
        RuntimeError: The stream cannot be read.
    """
    return Video(path_bytes(address), True, 0, 0, 1)
