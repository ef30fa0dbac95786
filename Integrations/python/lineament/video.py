# SPDX-License-Identifier: Apache-2.0
"""Videos: files, cameras and network streams, frame by frame."""

from __future__ import annotations

import dataclasses
import os
import threading
import warnings
from ctypes import byref, c_void_p
from typing import Any, Callable, ClassVar, Iterator, List, Mapping, NoReturn, Optional, TypeVar

from lineament._arguments import finite, flag, shown, whole_number
from lineament._attributes import NamedAttributes
from lineament._errors import call
from lineament._hints import is_image_name, is_path, video_path_hint
from lineament._library import Handle, library, refused_copy
from lineament._notes import noted, notes_of
from lineament._structures import LineamentFrameInfo, LineamentVideoInfo
from lineament.image import Image, PathLike, path_bytes


@dataclasses.dataclass(frozen=True)
class Frame(NamedAttributes):
    """A frame of a video.

    Attributes:
        image: The frame, upright.
        timestamp_ms: Its time in milliseconds, greater than that of the previous frame.
        time: Its time in seconds since the first frame of the video.
        index: Its index, counted from 0 at the first frame of the chosen range.
    """

    _elsewhere: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("shape", "width", "height", "numpy_view"), "Use frame.image."
    )
    image: Image
    timestamp_ms: int
    time: float
    index: int


class Video(NamedAttributes):
    """An open video: an iterator of its frames, and a context manager that closes it.

    Made by `read_video` and `open_stream`.

    Attributes:
        width: The width of the frames as they are read, in pixels.
        height: Their height in pixels.
        frame_rate: Frames per second; 0 if unknown.
        duration: Seconds; 0 if unknown.
    """

    _elsewhere = {
        "read": "Use a loop, for frame in video, or next(video).",
        "isOpened": "Use a loop, for frame in video, which ends with the video.",
        "release": "Use close().",
        "get": "It has width, height, frame_rate and duration.",
        "set": "Use lineament.read_video(path, start=…) to begin later.",
        "seek": "Use lineament.read_video(path, start=…) to begin later.",
        "fps": "Use frame_rate.",
    }
    width: int
    height: int
    frame_rate: float
    duration: float

    def __init__(self, *_: Any, **__: Any) -> None:
        raise TypeError("A video is opened by lineament.read_video(path), a camera by lineament.open_stream(address).")

    @classmethod
    def _opened(
        cls, source: bytes, is_stream: bool, start: float, duration: float, every: int, square_pixels: bool
    ) -> Video:
        """Returns an open video or stream."""
        video = cls.__new__(cls)
        video._open(source, is_stream, start, duration, every, square_pixels)
        return video

    def _open(
        self, source: bytes, is_stream: bool, start: float, duration: float, every: int, square_pixels: bool
    ) -> None:
        self._functions = library()
        self._is_stream = is_stream
        self._is_at_end = False
        info = LineamentVideoInfo()

        def opened() -> Handle:
            pointer = c_void_p()
            arguments = (source, is_stream, start, duration, every, square_pixels, byref(pointer), byref(info))
            call(self._functions.lineament_video_open, *arguments)
            return Handle(pointer.value, self._functions.lineament_video_close, None)

        # If Ctrl-C leaves it, the handle is closed as nothing refers to it.
        self._handle = _interruptible(opened, lambda: None) if is_stream else opened()
        self.width, self.height = info.width, info.height
        self.frame_rate, self.duration = info.frame_rate, info.duration

    def __iter__(self) -> Iterator[Frame]:
        """Returns the video itself, which goes on where it is; at its end, with a warning, as a second loop does nothing."""
        if self._is_at_end:
            again = "open_stream(address)" if self._is_stream else "read_video(path)"
            message = f"The video has been read to its end. To read it again, open it again: lineament.{again}."
            warnings.warn(message, RuntimeWarning, stacklevel=2)
        return self

    def __next__(self) -> Frame:
        """Returns the next frame.

        Raises:
            RuntimeError: The video is damaged from here on.
            TimeoutError: The camera or server does not answer in time, or the video was closed meanwhile.
            ValueError: The video is closed.
        """
        if self._is_at_end:
            raise StopIteration
        handle = self._handle.opened("video")
        if self._is_stream:
            frame = _interruptible(lambda: self._read(handle), self.close)
        else:
            frame = self._read(handle)
        if frame is None:
            self._is_at_end = True
            self.close()
            raise StopIteration
        return frame

    def _read(self, handle: int) -> Optional[Frame]:
        """Returns the next frame; None at the end."""
        pointer, info = c_void_p(), LineamentFrameInfo()
        call(self._functions.lineament_video_next, handle, byref(pointer), byref(info))
        if pointer.value is None:
            return None
        return Frame(Image._of_pointer(pointer.value), info.timestamp_ms, info.time, info.index)

    def close(self) -> None:
        """Closes the video. Safe to call twice; happens by itself at the end of the video."""
        self._handle.release()

    def __enter__(self) -> Video:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        rate = f", {self.frame_rate:g} frames/s" if self.frame_rate else ""
        length = f", {self.duration:g} s" if self.duration else ""
        return f"<Video {self.width}x{self.height}{rate}{length}>"

    def __reduce__(self) -> NoReturn:
        raise refused_copy("Video")


Value = TypeVar("Value")


def _interruptible(work: Callable[[], Value], end: Callable[[], None]) -> Value:
    """Returns the value of a function that may wait for long; Ctrl-C calls `end` and leaves it.

    Python handles Ctrl-C only on the main thread, and not during a call into the library, so the function runs on
    another thread.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    values: List[Value] = []
    errors: List[BaseException] = []
    is_done = threading.Event()

    def run() -> None:
        try:
            values.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            is_done.set()

    threading.Thread(target=run, name="lineament stream", daemon=True).start()
    try:
        while not is_done.wait(0.2):
            pass
    except BaseException:
        end()
        raise
    if errors:
        raise errors.pop()
    return values.pop()


def read_video(
    path: PathLike,
    start: float = 0,
    duration: Optional[float] = None,
    every: int = 1,
    square_pixels: bool = False,
) -> Video:
    """Opens a video file.

    Args:
        path: The file: MP4, MOV, MKV, WebM, AVI, or animated GIF, PNG, WebP or AVIF.
        start: The time in seconds to begin at.
        duration: The seconds to read; None to read to the end.
        every: Yields every n-th frame.
        square_pixels: Whether the frames of videos whose pixels are not square, such as those of DV and many
            broadcasts, are scaled to the shape in which players show them, in which faces are found better. By default
            they are as stored, as OpenCV gives them to MediaPipe.

    Raises:
        FileNotFoundError: There is no such file.
        PermissionError: The process may not read the file.
        RuntimeError: The file is not a video that can be read, or is a folder.
        TypeError: An argument has the wrong type.
        ValueError: An argument is out of range, or the path is an address.
    """
    try:
        return opened_file(path, start, duration, every, square_pixels)
    except NotImplementedError as error:
        raise noted(error, "An image is read by lineament.read_image(path)." if is_image_name(path) else "") from None


def opened_file(
    path: PathLike, start: float, duration: Optional[float], every: int, square_pixels: bool = False
) -> Video:
    """Opens a video file as `read_video` does, whose errors have nothing that the library does not say."""
    interval = whole_number("every", every, 1)
    start = finite("start", start)
    if start < 0:
        raise ValueError(f"start must be at least 0 seconds, not {start}.")
    seconds = 0.0 if duration is None else finite("duration", duration)
    if duration is not None and seconds <= 0:
        raise ValueError(f"duration must be more than 0 seconds, not {duration}. Use None to read to the end.")
    source = path_bytes(path, video_path_hint)
    if (source.startswith(b"camera:") or b"://" in source) and not os.path.exists(source):
        raise ValueError(f"{path} is an address, not a file: use open_stream.")
    try:
        return Video._opened(source, False, start, seconds, interval, flag("square_pixels", square_pixels))
    except ValueError as error:
        # As for images.
        if os.path.isdir(source):
            raise noted(RuntimeError(str(error)), *notes_of(error)) from None
        raise


def open_stream(address: str) -> Video:
    """Opens a camera or a network stream: "camera:/dev/video0", or an rtsp, http or https address.

    Raises:
        ConnectionError: The server cannot be reached.
        FileNotFoundError: There is no such camera.
        RuntimeError: The stream cannot be read.
        TimeoutError: The camera or server does not answer in time.
        TypeError: The address is not a text.
        ValueError: It is not an address of a supported kind.
    """
    if not isinstance(address, str):
        hint = " Use lineament.read_video(path) for a file." if is_path(address) else ""
        raise TypeError(f'address must be a text such as "camera:/dev/video0", not {shown(address)}.{hint}')
    try:
        return Video._opened(path_bytes(address), True, 0, 0, 1, False)
    except (FileNotFoundError, NotImplementedError) as error:
        is_file = "://" not in address and not address.startswith("camera:")
        remedy = (
            'A file is read by lineament.read_video(path), a camera by lineament.open_stream("camera:/dev/video0").'
        )
        raise noted(error, remedy if is_file else "") from None
