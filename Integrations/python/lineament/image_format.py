# SPDX-License-Identifier: Apache-2.0
"""The pixel formats of images, and how arrays hold them."""

from __future__ import annotations

import enum
from typing import Any, Dict, Tuple, Type

import numpy as np

from lineament._arguments import check_type, type_name
from lineament._attributes import NamedMembers
from lineament._hints import data_hint
from lineament._notes import noted


class _Formats(NamedMembers):
    def _remedy(cls, name: str) -> str:
        """Returns how to make an image of OpenCV's frames."""
        return " Convert OpenCV's three channels: cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)." if "BGR" in name else ""


class ImageFormat(enum.IntEnum, metaclass=_Formats):
    """The pixel formats: interleaved channels of 8-bit, 16-bit or 32-bit floating-point values.

    SBGRA (blue, green, red, alpha), the order of OpenCV's four-channel arrays, is a Lineament extension.
    """

    UNKNOWN = 0
    SRGB = 1
    SRGBA = 2
    GRAY8 = 3
    GRAY16 = 4
    SRGB48 = 7
    SRGBA64 = 8
    VEC32F1 = 9
    SBGRA = 11
    VEC32F2 = 12
    VEC32F4 = 13


# The type and the number of the values of a pixel.
PIXEL_TYPES: Dict[ImageFormat, Tuple[Type[Any], int]] = {
    ImageFormat.SRGB: (np.uint8, 3),
    ImageFormat.SRGBA: (np.uint8, 4),
    ImageFormat.SBGRA: (np.uint8, 4),
    ImageFormat.GRAY8: (np.uint8, 1),
    ImageFormat.GRAY16: (np.uint16, 1),
    ImageFormat.SRGB48: (np.uint16, 3),
    ImageFormat.SRGBA64: (np.uint16, 4),
    ImageFormat.VEC32F1: (np.float32, 1),
    ImageFormat.VEC32F2: (np.float32, 2),
    ImageFormat.VEC32F4: (np.float32, 4),
}

# The library's limit, which is checked here as ctypes would truncate a larger side to 32 bits.
_LARGEST_SIDE = 1 << 20


def address_of(array: np.ndarray) -> int:
    """Returns the address of an array's first element."""
    address: int = array.__array_interface__["data"][0]
    return address


def checked_format(value: Any) -> ImageFormat:
    """Returns an image format, also for its number.

    Raises:
        TypeError: It is something else, such as the data.
        ValueError: There is no such format.
    """
    if isinstance(value, np.ndarray):
        raise TypeError("image_format comes first: lineament.Image(lineament.ImageFormat.SRGB, array).")
    if not isinstance(value, (int, str)):
        check_type("image_format", value, ImageFormat, " Use lineament.ImageFormat.SRGB.")
    try:
        return ImageFormat(value)
    except ValueError as error:
        raise noted(error, f"Use lineament.ImageFormat.SRGB; there are {', '.join(ImageFormat.__members__)}.") from None


def layout(image_format: ImageFormat, data: Any) -> Tuple[int, int, int]:
    """Returns height, width and bytes from row to row of an array.

    Raises:
        TypeError: It is not an array.
        ValueError: It does not hold an image of this format, or not in an order that can be read, or is too large.
    """
    if not isinstance(data, np.ndarray):
        raise TypeError(f"data must be a numpy.ndarray, not {type_name(data)}.{data_hint(data)}")
    if data.ndim not in (2, 3):
        error = ValueError(f"Unsupported number of dimensions:{data.ndim}")
        batch = " Pass one image of a batch at a time: data[0]." if data.ndim == 4 else ""
        note = "data must be of shape (height, width, channels), or (height, width) for one channel."
        raise noted(error, note + batch)
    if data.dtype not in (np.uint8, np.uint16, np.float32) or not data.dtype.isnative:
        error = ValueError(f"Unsupported numpy data type: {data.dtype}")
        raise noted(error, f"data must be uint8, uint16 or float32.{_conversion(data)}")
    kind, channels = PIXEL_TYPES.get(image_format, (None, 0))
    if data.dtype != kind:
        raise _unsupported(image_format, data.dtype)
    if data.size == 0:
        raise ValueError(f"data has no pixels: its shape is {data.shape}.")
    if max(data.shape[:2]) > _LARGEST_SIDE:
        raise ValueError(f"The sides of an image must be at most {_LARGEST_SIDE} pixels, not {data.shape[:2]}.")
    found = 1 if data.ndim == 2 else data.shape[2]
    if found != channels:
        raise _misshapen(image_format, data, found)
    return data.shape[0], data.shape[1], _row_bytes(data, channels)


def _conversion(data: np.ndarray) -> str:
    """Returns how to make 8-bit values of others."""
    if data.dtype.kind == "f":
        return " Values from 0 to 1 become 8-bit ones by (255 * data).astype(numpy.uint8)."
    return " Values from 0 to 255 become 8-bit ones by data.astype(numpy.uint8)." if data.dtype.kind in "iu" else ""


# The names of the types in MediaPipe's messages, and their formats.
_EXPECTED = {
    "uint8": "GRAY8, SRGB, or SRGBA for uint8_t data",
    "uint16": "GRAY16, SRGB48, or SRGBA64 for uint16_t data",
    "float32": "VEC32F1, VEC32F2, or VEC32F4 for float data",
}


def _unsupported(image_format: ImageFormat, dtype: np.dtype[Any]) -> ValueError:
    """Returns the error for a format that does not have values of this type."""
    formats = ", ".join(choice.name for choice, (type_, _) in PIXEL_TYPES.items() if dtype == type_)
    error = ValueError(f"Unsupported image format: {image_format.name} (expected {_EXPECTED[dtype.name]})")
    hint = _conversion(np.empty(0, dtype)) if dtype == np.float32 else ""
    return noted(error, f"{dtype} data needs one of the image formats {formats}.{hint}")


def _misshapen(image_format: ImageFormat, data: np.ndarray, found: int) -> ValueError:
    """Returns the error for an array with another number of channels than the format; MediaPipe accepts too many."""
    channels = PIXEL_TYPES[image_format][1]
    shape = "(height, width) or (height, width, 1)" if channels == 1 else f"(height, width, {channels})"
    explanation = f"The image format {image_format.name} needs data of shape {shape}, not {data.shape}."
    explanation += _other_layout(image_format, data, found)
    if found > channels:
        return ValueError(explanation)
    size, expected = data.nbytes, data.nbytes // found * channels
    return noted(ValueError(f"Pixel data size is too small: {size} (expected {expected})"), explanation)


def _other_layout(image_format: ImageFormat, data: np.ndarray, found: int) -> str:
    """Returns what fits the shape of an array instead."""
    if data.ndim == 3 and data.shape[0] in (1, 3, 4) and found > 4:
        return " Channels come last: numpy.ascontiguousarray(numpy.moveaxis(data, 0, 2))."
    kind = PIXEL_TYPES[image_format][0]
    fitting = [choice.name for choice, pixel in PIXEL_TYPES.items() if pixel == (kind, found)]
    return f" Use {' or '.join(fitting)}." if fitting else ""


def _row_bytes(data: np.ndarray, channels: int) -> int:
    """Returns the bytes from row to row of an array whose pixels are next to each other.

    Raises:
        ValueError: They are not.
    """
    height, width = data.shape[:2]
    pixel = channels * data.itemsize
    packed: int = width * pixel
    if data.flags.c_contiguous:
        return packed
    row, column = data.strides[:2]
    channel = data.strides[2] if data.ndim == 3 else data.itemsize
    is_packed = (channels == 1 or channel == data.itemsize) and (width == 1 or column == pixel)
    if not is_packed or (height > 1 and row < packed):
        raise ValueError(
            "The pixels of data are not next to each other in memory, as after a transposition or with a negative "
            "step, such as in bgr[:, :, ::-1]. Pass numpy.ascontiguousarray(data)."
        )
    return int(row) if height > 1 else packed
