# SPDX-License-Identifier: Apache-2.0
"""Remedies for values that are not what was expected: sentences that follow the message of an exception."""

from __future__ import annotations

import difflib
import os
import re
from typing import Any, Iterable

import numpy as np

_VIDEO_ENDINGS = (".avi", ".dv", ".m4v", ".mkv", ".mov", ".mp4", ".mpeg", ".mpg", ".mts", ".ts", ".webm")
_IMAGE_ENDINGS = (".avif", ".bmp", ".heic", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
_FROM_PATH = "lineament.read_image(path)"
_UNREAD = "cv2.imread() returns None for a file that it cannot read, and VideoCapture.read() after the last frame."
_PAIR = "VideoCapture.read() returns two values: ok, frame = capture.read()."


def is_path(value: Any) -> bool:
    """Returns whether a value is a path of a file rather than its contents."""
    return isinstance(value, (str, os.PathLike))


def is_video_name(path: Any) -> bool:
    """Returns whether a path ends like that of a video."""
    return os.fsdecode(path).lower().endswith(_VIDEO_ENDINGS)


def is_image_name(path: Any) -> bool:
    """Returns whether a path ends like that of an image."""
    return os.fsdecode(path).lower().endswith(_IMAGE_ENDINGS)


def is_plan_name(path: Any) -> bool:
    """Returns whether a path ends like that of a plan."""
    return os.fsdecode(path).lower().endswith(".json")


def image_hint(value: Any) -> str:
    """Returns how to make a lineament.Image of a value."""
    if isinstance(value, np.ndarray):
        return f" Use lineament.Image(lineament.ImageFormat.{_format_name(value)}, array)."
    if _is_pillow(value):
        return " Use lineament.Image(lineament.ImageFormat.SRGB, numpy.asarray(image.convert('RGB')))."
    hint = _source_hint(value)
    if hint:
        return hint
    if hasattr(value, "image") and hasattr(value, "timestamp_ms"):
        return " Pass the image of the frame: frame.image."
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], bool):
        return f" {_PAIR}"
    if isinstance(value, (list, tuple)):
        return " Pass one image at a time."
    if hasattr(value, "__array__"):
        return " Use lineament.Image(lineament.ImageFormat.SRGB, numpy.asarray(image))."
    return f" Use {_FROM_PATH}, or lineament.Image(lineament.ImageFormat.SRGB, array)."


def data_hint(value: Any) -> str:
    """Returns what to pass for the pixels of an image instead of a value."""
    hint = _source_hint(value)
    if hint or hasattr(value, "numpy_view"):
        return hint or " It is an image already: pass it to a task."
    is_like_array = isinstance(value, (list, tuple)) or hasattr(value, "__array__") or _is_pillow(value)
    return " Use numpy.asarray(data)." if is_like_array else ""


def array_hint(value: Any) -> str:
    """Returns how to make an array of red, green and blue of a value."""
    if _is_pillow(value):
        return " Use numpy.asarray(image.convert('RGB'))."
    if hasattr(value, "numpy_view"):
        return " Use image.numpy_view()."
    if is_path(value) and is_video_name(value):
        return f" Read the video: lineament.read_video({os.fspath(value)!r}), and pass frame.image.numpy_view()."
    if is_path(value):
        return f" Read the file first: lineament.read_image({os.fspath(value)!r}).numpy_view()."
    if isinstance(value, (bytes, bytearray, memoryview)):
        return " Decode the bytes first: lineament.read_image(data).numpy_view()."
    if value is None:
        return f" {_UNREAD}"
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], bool):
        return f" {_PAIR}"
    if hasattr(value, "get") and type(value).__module__ == "cv2":
        return " Use image.get()."
    return " Use numpy.asarray(image, numpy.uint8)."


def frames_hint(value: Any) -> str:
    """Returns how to make frames of a value that is none or has none."""
    if is_path(value):
        return f" Read the video: lineament.read_video({os.fspath(value)!r})."
    if isinstance(value, (bytes, bytearray, memoryview)) or hasattr(value, "read"):
        return " Write the video into a file and read that: lineament.read_video(path)."
    if value is None or isinstance(value, (int, float)):
        return " Read a video: lineament.read_video(path)."
    return " Pass (image, seconds)."


def path_hint(value: Any) -> str:
    """Returns what to do with a value that is not the path of an image."""
    if isinstance(value, bytes):
        return " The contents of a file are decoded by lineament.read_image(data)."
    if hasattr(value, "read"):
        return " Pass its path or .read()."
    if isinstance(value, np.ndarray) and value.ndim == 1:
        return " The contents of a file are decoded by lineament.read_image(array.tobytes())."
    if isinstance(value, np.ndarray) or _is_pillow(value):
        return image_hint(value)
    if hasattr(value, "numpy_view"):
        return " It is an image already: pass it to a task."
    if isinstance(value, int):
        return ' For a camera, use lineament.open_stream("camera:/dev/video0").'
    if isinstance(value, (list, tuple)):
        return " Pass one path at a time."
    return ""


def video_path_hint(value: Any) -> str:
    """Returns what to do with a value that is not the path of a video."""
    if isinstance(value, int):
        return path_hint(value)
    if isinstance(value, (list, tuple)):
        return " Pass one path at a time."
    if hasattr(value, "read"):
        return " Pass its path or .read() it into a file whose path you pass."
    is_contents = isinstance(value, (bytes, bytearray, memoryview))
    return " Write the video into a file, and pass its path." if is_contents else ""


def model_path_hint(value: Any) -> str:
    """Returns what to do with a value that is not the path of a model."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return " Use model_asset_buffer for the contents of a file."
    if hasattr(value, "read"):
        return " Use model_asset_buffer for .read()."
    return " Use create_from_options(options)." if hasattr(value, "base_options") else ""


def file_hint(value: Any) -> str:
    """Returns what to do with a value that is not the path of a file."""
    if hasattr(value, "name") and hasattr(value, "read"):
        return " Pass its path."
    return " Write it into a file, and pass its path." if _is_contents(value) else ""


def image_file_hint(value: Any) -> str:
    """Returns what to redact with a value that is neither the path of an image nor the contents of a file."""
    if hasattr(value, "read"):
        return " Pass its path or .read()."
    if isinstance(value, np.ndarray) and value.ndim == 1:
        return " Pass array.tobytes() for the contents of a file."
    if isinstance(value, np.ndarray) or hasattr(value, "numpy_view"):
        return " Use redact(image) for an image that is in memory."
    if _is_pillow(value):
        return " Use redact(numpy.asarray(image.convert('RGB'))) for an image that is in memory."
    return " Pass one path at a time." if isinstance(value, (list, tuple)) else ""


def _is_contents(value: Any) -> bool:
    """Returns whether a value is an image or the contents of a file."""
    is_image = isinstance(value, np.ndarray) or hasattr(value, "numpy_view") or _is_pillow(value)
    return is_image or isinstance(value, (bytes, bytearray, memoryview)) or hasattr(value, "read")


def name_hint(name: str, names: Iterable[str], noun: str) -> str:
    """Returns the name that was probably meant by one that there is not, otherwise all names."""
    known = [each for each in names if not each.startswith("_")]
    return similar_name(name, known) or f" {noun} {', '.join(known)}."


def similar_name(name: str, names: Iterable[str]) -> str:
    """Returns the name that was probably meant by one that there is not; empty if none is similar."""
    similar = difflib.get_close_matches(name, names, 1)
    return f" Did you mean {similar[0]!r}?" if similar else ""


def similar_choice(value: Any, choices: Iterable[str]) -> str:
    """Returns the choice that was probably meant by a value, however it is written; empty if none is similar."""
    if not isinstance(value, str):
        return ""
    words = re.sub("(?<=[a-z])(?=[A-Z])", "-", value)
    return similar_name(re.sub("[_ ]", "-", words).lower(), choices)


def _source_hint(value: Any) -> str:
    """Returns how to read an image from a path, bytes or a file; empty for other values."""
    if is_path(value) and is_video_name(value):
        return f" Read the video: lineament.read_video({os.fspath(value)!r}), and pass the image of each frame."
    if is_path(value):
        return f" Read the file first: lineament.read_image({os.fspath(value)!r})."
    if isinstance(value, (bytes, bytearray, memoryview)):
        return " Decode the bytes first: lineament.read_image(data)."
    if hasattr(value, "read"):
        return " Read the file first: lineament.read_image(file.read())."
    return f" {_UNREAD} Use {_FROM_PATH}, which says why." if value is None else ""


def _format_name(array: np.ndarray) -> str:
    """Returns the image format that an array probably has."""
    if array.ndim == 2 or array.shape[2:] == (1,):
        return "GRAY8"
    return "SRGBA" if array.shape[2:] == (4,) else "SRGB"


def _is_pillow(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "PIL"
