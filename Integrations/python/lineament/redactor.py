# SPDX-License-Identifier: Apache-2.0
"""Redaction: copies of images and videos in which people cannot be recognized."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable as AnyIterable
from ctypes import byref, c_double, c_size_t, c_void_p, string_at
from typing import Any, Callable, Dict, Iterable, Iterator, NoReturn, Optional, Tuple, Union

import numpy as np

from lineament._arguments import NamedArguments, check_type, finite, flag, fraction, shown, type_name, whole_number
from lineament._attributes import NamedAttributes
from lineament._drawing import as_image, rgb
from lineament._errors import call, made, taken
from lineament._first_use import call_with_models
from lineament._hints import (
    file_hint,
    frames_hint,
    image_file_hint,
    is_image_name,
    is_path,
    is_video_name,
    similar_name,
)
from lineament._library import Handle, library, refused_copy
from lineament._notes import noted
from lineament._redaction_input import Areas, Covers, input_options, warn_of_missed_areas
from lineament._settings import settings
from lineament.image import Image, PathLike, file_bytes, is_video, path_bytes, pointer_of, read_image
from lineament.options import BaseOptions
from lineament.video import Frame, read_video

# The covers of an image or frame, and the places to check: a line of the command line's --report.
Report = Dict[str, Any]


class Redactor(NamedArguments, NamedAttributes):
    """Makes everyone in images and videos unrecognizable. A Lineament extension.

    No detector finds everyone: look at the copies before you publish them.

    Args:
        what: What is covered: "faces", "heads" with hair and ears, or "people": bodies by their masks, and heads.
        how: How: "blur", "pixelate", or "fill", which leaves nothing; or an image or array to put in its place.
        min_detection_confidence: The score from which a face is covered, 0 to 1; lower than for landmarks, as covering too
            much does less harm.
        keep: Whose face stays visible: "nobody", "largest" in each image (not in videos), or the track IDs of a first report
            of the same video, such as [1, 4]. Not with "people".
        review: Whether what would be covered is drawn instead of covered.
        verify: Whether each finished copy is searched again, and what is found in it covered and reported; takes about as
            long again.
        base_options: The threads and the hardware; the models are the redactor's own.

    Raises:
        RuntimeError: Cairo, which draws what would be covered, is missing (`review` only).
        TypeError: An argument has the wrong type.
        ValueError: An argument is not valid, or two exclude each other.
    """

    def __init__(
        self,
        what: str = "faces",
        how: Union[str, Image, np.ndarray] = "blur",
        min_detection_confidence: float = 0.3,
        keep: Union[str, Iterable[int]] = "nobody",
        review: bool = False,
        verify: bool = False,
        base_options: Optional[BaseOptions] = None,
    ) -> None:
        base = BaseOptions() if base_options is None else base_options
        check_type("base_options", base, BaseOptions, " Use BaseOptions().")
        if base.model_asset_path is not None or base.model_asset_buffer is not None:
            raise ValueError("A redactor has models of its own. Leave model_asset_path and model_asset_buffer out.")
        if isinstance(how, str) and is_image_name(how):
            raise ValueError(f"how is the name of a file. Read the image: lineament.read_image({how!r}).")
        cover = how if isinstance(how, str) else as_image(how)
        if not isinstance(cover, str):
            pointer_of(cover, "how")  # Refuses what is no image.
        options = {
            "what": what,
            "how": cover,
            "min_detection_confidence": fraction("min_detection_confidence", min_detection_confidence),
            "keep": _kept(keep),
            "review": flag("review", review),
            "verify": flag("verify", verify),
            **base.hardware(),
        }
        self._functions, given = library(), settings("redact", options)
        create, close = self._functions.lineament_redactor_create_with, self._functions.lineament_redactor_close
        self._handle = made(create, close, given.value, by=call_with_models)

    def redact(
        self,
        image: Union[Image, np.ndarray],
        on_report: Optional[Callable[[Report], object]] = None,
        areas: Optional[Areas] = None,
        cover: Optional[Covers] = None,
        uncover: Iterable[int] = (),
    ) -> np.ndarray:
        """Returns a copy of an image, an array of shape (height, width, 3), RGB. What is translucent is shown on white.

        Args:
            image: The image, or an array: RGB (height, width, 3), or gray.
            on_report: Called with what is covered: the members `covered`, `people`, and so on of the command line's
                `--report`, each with a `doubt` if it is worth a look.
            areas: Boxes of another detector, which are covered as well: dictionaries such as
                `{"x": 120, "y": 80, "width": 64, "height": 20}`, or the path of a file with one as JSON in each line.
            cover: Rectangles that are covered as a whole: x, y, width and height, in pixels.
            uncover: The numbers of faces that stay visible, from 1, as a review or the report of the image has them.

        Raises:
            FileNotFoundError: There is no file of that name in `areas`.
            TypeError: It is not an image, such as the path of one, or `on_report` is no function.
            ValueError: The image has another shape or type, a box is wrong, there is no such number, or the redactor is closed.
        """
        image = as_image(image)
        _check_function(on_report)
        pointer, report = c_void_p(), c_void_p()
        redact = self._functions.lineament_redactor_redact_with_report
        with self._for_input(areas, cover, uncover) as handle:
            call(redact, handle, pointer_of(image), byref(pointer), byref(report))
        copy = _shown(Image._of_pointer(pointer.value))
        text = taken(report)
        if on_report is not None:
            on_report(json.loads(text))
        return copy

    def redact_file(
        self,
        source: Union[PathLike, bytes, bytearray, memoryview],
        kind: Optional[str] = None,
        on_report: Optional[Callable[[Report], object]] = None,
        areas: Optional[Areas] = None,
        cover: Optional[Covers] = None,
        uncover: Iterable[int] = (),
    ) -> bytes:
        """Returns a copy of an image file, or of the bytes of one, as the bytes of a file.

        In a copy of the same kind, only what is covered changes: JPEG is not compressed again elsewhere, 16 bits are kept, and
        so is the opacity of PNG and WebP. Of other data, a copy has the color profile and the orientation of JPEG.

        Args:
            source: The path, or the bytes.
            kind: "jpg", "png" or "webp"; by default that of the file, or PNG if it is another.
            on_report: Called with what is covered, as by `redact`.
            areas: Boxes of another detector, as for `redact`.
            cover: Rectangles that are covered, as for `redact`.
            uncover: The numbers of faces that stay visible, as for `redact`.

        Raises:
            FileNotFoundError: There is no such file.
            RuntimeError: The file cannot be decoded, or is a folder.
            TypeError: `source` is neither a path nor bytes, `kind` is no text, or `on_report` is no function.
            ValueError: The kind is another, the file is a video, or the redactor is closed.
        """
        word = _kind(kind)
        _check_function(on_report)
        data = file_bytes(source, image_file_hint)
        if is_video(data[:12]):
            path = "path" if isinstance(source, (bytes, bytearray, memoryview)) else repr(os.fspath(source))
            raise ValueError(
                f"redact_file() is for images, and this is a video. Use redact_video(lineament.read_video({path})), "
                "or `lineament redact` for a copy with its sound."
            )
        copy, size, report = c_void_p(), c_size_t(), c_void_p()
        redact = self._functions.lineament_redactor_redact_file
        with self._for_input(areas, cover, uncover) as handle:
            call(redact, handle, data, len(data), word, byref(copy), byref(size), byref(report))
        try:
            made = string_at(copy.value or 0, size.value)
        finally:
            self._functions.lineament_data_free(copy)
        text = taken(report)
        if on_report is not None:
            on_report(json.loads(text))
        return made

    def redact_video(
        self,
        frames: Iterable[Union[Frame, Tuple[Union[Image, np.ndarray], float]]],
        on_report: Optional[Callable[[Report], object]] = None,
        areas: Optional[Areas] = None,
        cover: Optional[Covers] = None,
    ) -> Iterator[np.ndarray]:
        """Yields a copy of each frame of a video, an array of shape (height, width, 3), RGB.

        Faces are tracked: gaps in their detection are bridged, and each face is also covered for half a second before and
        after. So copies come up to a second after their frames, which are kept until then.

        Args:
            frames: The frames, as `read_video` gives them, or images or arrays, each with its time in seconds.
            on_report: Called with what is covered in a frame before its copy is yielded, as by `redact`, with its
                `timestampInMilliseconds`.
            areas: Boxes of another detector, as for `redact`, each with its `time` in seconds, as the frames have it or, for
                frames of `read_video`, with `"clock": "container"` as the file has it, or with the number of its `frame` among
                these, from 0. They are tracked as faces are. A `RuntimeWarning` at the end says how many belong to no frame.
            cover: Rectangles that are covered: x, y, width and height, in pixels, and perhaps from when to when, in seconds.

        Raises:
            TypeError: They are not frames, such as the path of a video, or `on_report` is no function.
            ValueError: The time of a frame is not greater than that of the one before, the largest face is to be kept, or
                the redactor is closed.
        """
        frames = checked_frames(frames)
        _check_function(on_report)
        with self._for_input(areas, cover) as handle:
            session = self._session(handle)
        return _copies(self._functions, session, frames, on_report)

    def plan(
        self,
        path: Union[str, "os.PathLike[str]"],
        areas: Optional[Areas] = None,
        cover: Optional[Covers] = None,
        uncover: Iterable[int] = (),
        thumbnails: bool = False,
    ) -> Dict[str, Any]:
        """Returns what would be covered in an image file, as a dictionary that `RedactionPlan` renders once it was edited.

        Args:
            path: The image. The plan belongs to it by its SHA-256.
            areas: Boxes of another detector, as for `redact`.
            cover: Rectangles that are covered, as for `redact`.
            uncover: The numbers of faces that stay visible, as for `redact`.
            thumbnails: Whether each track has a small image, as a URL of the scheme `data`.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no image, or the redactor is closed.
        """
        file, text = path_bytes(path, file_hint), c_void_p()
        try:
            image = read_image(os.fsdecode(file))
        except NotImplementedError as error:
            raise noted(
                error, "For the plan of a video, use plan_video(path)." if is_video_name(file) else ""
            ) from None
        with self._for_input(areas, cover, uncover, thumbnails) as handle:
            call(self._functions.lineament_redactor_plan, handle, pointer_of(image), file, byref(text))
        return _document(text)

    def plan_video(
        self,
        path: Union[str, "os.PathLike[str]"],
        areas: Optional[Areas] = None,
        cover: Optional[Covers] = None,
        thumbnails: bool = False,
    ) -> Dict[str, Any]:
        """Returns what would be covered in a video file, as a dictionary that `RedactionPlan` renders once it was edited.

        Args:
            path: The video. The plan belongs to it by its SHA-256.
            areas: Boxes of another detector, as for `redact_video`.
            cover: Rectangles that are covered, as for `redact_video`.
            thumbnails: Whether each track has a small image, as a URL of the scheme `data`.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no video, or the redactor is closed.
        """
        file = path_bytes(path, file_hint)
        functions, text = self._functions, c_void_p()
        with self._for_input(areas, cover, thumbnails=thumbnails) as handle:
            session = self._session(handle)
        try:
            call(functions.lineament_redaction_record, session.value)
            with read_video(os.fsdecode(file), square_pixels=True) as video:
                for frame in video:
                    call(functions.lineament_redaction_add, session.value, pointer_of(frame.image), frame.time)
                    call(functions.lineament_redaction_skip, session.value)
            call(functions.lineament_redaction_finish, session.value)
            call(functions.lineament_redaction_skip, session.value)
            warn_of_missed_areas(functions, session)
            call(functions.lineament_redaction_plan, session.value, file, byref(text))
        finally:
            session.release()
        return _document(text)

    @contextlib.contextmanager
    def _for_input(
        self,
        areas: Optional[Areas],
        cover: Optional[Covers],
        uncover: Iterable[int] = (),
        thumbnails: bool = False,
    ) -> Iterator[Any]:
        """Gives the redactor for one image or video: another one that shares the models, or this one if nothing is special."""
        handle = self._handle.opened("redactor")
        options = input_options(areas, cover, uncover, thumbnails)
        if not any(options.values()):
            yield handle
            return
        functions, given = self._functions, settings("redact", options)
        other = made(functions.lineament_redactor_with, functions.lineament_redactor_close, handle, given.value)
        try:
            yield other.value
        finally:
            other.release()

    def _session(self, redactor: Any) -> Handle:
        """Returns the redaction of one video."""
        return made(self._functions.lineament_redaction_create, self._functions.lineament_redaction_close, redactor)

    def close(self) -> None:
        """Releases the models. Safe to call twice."""
        self._handle.release()

    def __enter__(self) -> Redactor:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise refused_copy("Redactor")


def _copies(
    functions: Any, session: Handle, frames: Iterable[Any], on_report: Optional[Callable[[Report], object]]
) -> Iterator[np.ndarray]:
    """Yields the copies of frames, and closes the session at the end."""
    try:
        for frame in frames:
            image, time = _timed(frame)
            call(functions.lineament_redaction_add, session.value, pointer_of(image), finite("time", time))
            yield from _ready(functions, session, on_report)
        call(functions.lineament_redaction_finish, session.value)
        yield from _ready(functions, session, on_report)
        warn_of_missed_areas(functions, session)
    finally:
        session.release()


def _document(text: c_void_p) -> Dict[str, Any]:
    """Returns the dictionary of a text of JSON that C code has made."""
    document: Dict[str, Any] = json.loads(taken(text))
    return document


# The names that the library gives the kinds of files that it writes.
_KINDS = {"jpg": b"jpg", "jpeg": b"jpg", "png": b"png", "webp": b"webp"}


def _kind(kind: Any) -> Optional[bytes]:
    """Returns the kind of a file as the library takes it."""
    if kind is None:
        return None
    if not isinstance(kind, str):
        raise TypeError(f"kind must be jpg, png or webp, not {shown(kind)}.")
    word = _KINDS.get(kind.lower())
    if word is None:
        hint = similar_name(kind.lower(), _KINDS)
        raise ValueError(f"The type must be png, jpg or webp, not kind={shown(kind)}.{hint}")
    return word


def checked_frames(frames: Any) -> AnyIterable[Any]:
    """Returns the frames of a video.

    Raises:
        TypeError: They are none, such as the path of a video.
    """
    if is_path(frames) or isinstance(frames, (bytes, bytearray, np.ndarray)) or not isinstance(frames, AnyIterable):
        raise TypeError(f"frames must be frames, not {type_name(frames)}.{frames_hint(frames)}")
    return frames


def _check_function(on_report: Any) -> None:
    if on_report is not None and not callable(on_report):
        raise TypeError(f"on_report must be a function, not {shown(on_report)}.")


def _timed(frame: Any) -> Tuple[Image, float]:
    """Returns the image of a frame and its time in seconds."""
    if isinstance(frame, Frame):
        return frame.image, frame.time
    if not isinstance(frame, (tuple, list)) or len(frame) != 2:
        message = f"Each frame must be a Frame, or an image with its time in seconds, not {type_name(frame)}."
        raise TypeError(message + frames_hint(frame))
    if isinstance(frame[1], (Image, np.ndarray)):
        raise TypeError("The image of a frame comes before its time: (image, seconds).")
    return as_image(frame[0]), frame[1]


def _kept(keep: Union[str, Iterable[int]]) -> str:
    """Returns whose face stays visible in the words of the command line."""
    if isinstance(keep, str):
        return keep
    if not isinstance(keep, AnyIterable):
        raise TypeError(f"keep must be nobody, largest, or track IDs such as [1, 4], not {shown(keep)}.")
    tracks = [whole_number("A track ID of keep", number, -(2**31)) for number in keep]
    return ",".join(map(str, tracks)) if tracks else "nobody"


def _shown(copy: Image) -> np.ndarray:
    """Returns the colors of a copy, as they look on white where it is translucent."""
    colors = rgb(copy)
    alpha = copy.numpy_view()[:, :, 3:].astype(np.uint16)
    if alpha.min(initial=255) == 255:
        return colors
    return ((colors * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)


def _ready(functions: Any, session: Handle, on_report: Optional[Callable[[Report], object]]) -> Iterator[np.ndarray]:
    """Yields the copies that are ready."""
    while True:
        pointer, seconds, report = c_void_p(), c_double(), c_void_p()
        next_copy = functions.lineament_redaction_next_with_report
        call(next_copy, session.value, byref(pointer), byref(seconds), byref(report))
        if pointer.value is None:
            return
        copy, text = _shown(Image._of_pointer(pointer.value)), taken(report)
        if on_report is not None:
            on_report(json.loads(text))
        yield copy
