# SPDX-License-Identifier: Apache-2.0
"""Images: from arrays, from files, and as arrays."""

from __future__ import annotations

import operator
import os
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Tuple, Union

import numpy as np

from lineament._arguments import NamedArguments, check_type, shown, type_name, whole_number
from lineament._attributes import NamedAttributes
from lineament._errors import call
from lineament._hints import image_hint, is_video_name, path_hint
from lineament._library import Handle, library
from lineament._notes import full_text, noted, notes_of
from lineament._views import view
from lineament.image_format import PIXEL_TYPES, ImageFormat, address_of, checked_format, layout

if TYPE_CHECKING:
    import numpy.typing as npt

PathLike = Union[str, "os.PathLike[str]"]


class Image(NamedArguments, NamedAttributes):
    """An image whose pixels never change.

    The pixels are copied from `data`. Its rows may be padded and may be a crop of a larger array, as in
    `frame[100:300, 50:250]`; that costs no additional copy for 8-bit formats.

    Args:
        image_format: SRGB, SRGBA, SBGRA or GRAY8 for uint8; GRAY16, SRGB48 or SRGBA64 for uint16; VEC32F1, VEC32F2 or
            VEC32F4 for float32.
        data: An array of shape (height, width, channels), or (height, width) for one channel.

    Raises:
        ValueError: Shape or type do not fit the format, or the array has no pixels, or more than 1048576 on a side,
            or its pixels are not next to each other in memory, as after a transposition or in `bgr[:, :, ::-1]`.
    """

    _elsewhere = {
        **dict.fromkeys(("shape", "dtype", "data", "numpy", "copy"), "Use numpy_view(), an array."),
        "_image_ptr": "MediaPipe's tasks take mediapipe.Image, lineament's tasks this one.",
    }
    __slots__ = ("__weakref__", "_format", "_handle", "_height", "_is_padded", "_pixels", "_width")

    @classmethod
    def _check(cls, given: Tuple[Any, ...], arguments: Dict[str, Any]) -> None:
        """Raises TypeError for an image or a path without a format."""
        if len(given) == 1 and not arguments and not isinstance(given[0], ImageFormat):
            raise TypeError(f"An image is made of a format and an array.{image_hint(given[0])}")

    def __init__(self, image_format: ImageFormat, data: npt.NDArray[Any]) -> None:
        self._format = checked_format(image_format)
        self._height, self._width, row_bytes = layout(self._format, data)
        self._handle: Optional[Handle] = _create(self._format, data, self._width, self._height, row_bytes)
        self._pixels: Optional[np.ndarray] = None
        self._is_padded = True

    @classmethod
    def create_from_file(cls, file_name: PathLike) -> Image:
        """Decodes an image file and returns it upright, as `lineament.read_image` does.

        Raises:
            FileNotFoundError: There is no such file.
            PermissionError: The process may not read the file.
            RuntimeError: The file cannot be decoded, or is a folder.
            ValueError: The path is not valid.
        """
        try:
            return cls._read(library().MpImageCreateFromFile, path_bytes(file_name))
        except (FileNotFoundError, RuntimeError) as error:
            raise noted(error, _remedy(os.fsdecode(file_name), error)) from None

    @classmethod
    def _read(cls, function: Any, path: bytes) -> Image:
        """Returns the image of a file. A folder is an invalid argument to the library, but MediaPipe's RuntimeError."""
        try:
            return cls._opened(function, path)
        except ValueError as error:
            if os.path.isdir(path):
                raise noted(RuntimeError(str(error)), *notes_of(error)) from None
            raise

    @classmethod
    def _opened(cls, function: Any, *arguments: Any) -> Image:
        """Returns the image that a function of the library creates."""
        pointer = c_void_p()
        call(function, *arguments, byref(pointer))
        return cls._of_pointer(pointer.value)

    @classmethod
    def _of_pointer(cls, pointer: Optional[int]) -> Image:
        """Returns an image that owns a handle of the library."""
        assert pointer is not None
        functions = library()
        image = cls.__new__(cls)
        image._handle = Handle(pointer, functions.MpImageFree)
        image._format = ImageFormat(functions.MpImageGetFormat(pointer))
        image._width = functions.MpImageGetWidth(pointer)
        image._height = functions.MpImageGetHeight(pointer)
        image._pixels = None
        image._is_padded = False
        return image

    @classmethod
    def _of_array(cls, image_format: ImageFormat, pixels: np.ndarray) -> Image:
        """Returns an image over a contiguous read-only array, which is copied only if a task needs the image."""
        image = cls.__new__(cls)
        image._handle = None
        image._format = image_format
        image._height, image._width = pixels.shape[:2]
        image._pixels = pixels.reshape(image._height, image._width, -1)
        image._is_padded = True
        return image

    def _pointer(self) -> int:
        """Returns the handle for the library."""
        if self._handle is None:
            assert self._pixels is not None
            row_bytes = self._pixels.strides[0]
            self._handle = _create(self._format, self._pixels, self._width, self._height, row_bytes)
        pointer = self._handle.value
        assert pointer is not None
        return pointer

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._height

    @property
    def channels(self) -> int:
        """The number of values per pixel."""
        return PIXEL_TYPES[self._format][1]

    @property
    def image_format(self) -> ImageFormat:
        """The pixel format."""
        return self._format

    @property
    def step(self) -> int:
        """The bytes from one row to the next in MediaPipe's storage of the image.

        For images from arrays, and masks, a multiple of 16, as MediaPipe pads their rows; those from files have no
        padding. `numpy_view()` never has any.
        """
        return -(-self._row_bytes // _ROW_ALIGNMENT) * _ROW_ALIGNMENT if self._is_padded else self._row_bytes

    @property
    def _row_bytes(self) -> int:
        """The bytes of the pixels of a row."""
        kind, channels = PIXEL_TYPES[self._format]
        return self._width * channels * int(np.dtype(kind).itemsize)

    def numpy_view(self) -> npt.NDArray[Any]:
        """Returns the pixels as a read-only array of shape (height, width, channels), without a copy.

        The array remains valid after the image is gone.
        """
        if self._pixels is None:
            kind, channels = PIXEL_TYPES[self._format]
            address = c_void_p()
            call(getattr(library(), _DATA[kind]), self._pointer(), byref(address))
            assert address.value is not None
            shape = (self._height, self._width, channels)
            self._pixels = view(self._handle, address.value, shape, kind)
        pixels: np.ndarray = self._pixels.view()
        return pixels

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> npt.NDArray[Any]:
        """Returns the pixels to NumPy: `numpy.array(image)` is a copy that may be changed. A Lineament extension."""
        pixels = self.numpy_view()
        if dtype is not None and pixels.dtype != dtype:
            if copy is False:
                raise ValueError(f"The pixels are {pixels.dtype}, so {np.dtype(dtype)} needs a copy.")
            return pixels.astype(dtype)
        return pixels.copy() if copy else pixels

    def __getitem__(self, key: Tuple[int, ...]) -> Any:
        """Returns the value at (row, column, channel), or at (row, column) if there is one channel.

        Raises:
            IndexError: The position is outside the image.
            TypeError: It is not a tuple of whole numbers.
            ValueError: The number of indices does not fit the image.
        """
        if not isinstance(key, tuple) or any(isinstance(index, slice) for index in key):
            raise TypeError(f"image[{key!r}] does not name a value: use image[row, column, channel], or numpy_view().")
        position = [operator.index(index) for index in key]
        size = (self._height, self._width, self.channels)
        if len(position) == 2 and self.channels == 1:
            position.append(0)
        if len(position) != 3:
            raise noted(
                ValueError(f"Invalid index dimension: {len(key)} (expected 2 or 3)"),
                "Use image[row, column, channel], or image[row, column] with one channel.",
            )
        if not all(0 <= index < limit for index, limit in zip(position, size)):
            raise IndexError(f"{tuple(key)} is outside the image of shape {size}.")
        return self.numpy_view()[tuple(position)].item()

    def is_contiguous(self) -> bool:
        """Returns whether there is no padding between rows in MediaPipe's storage of the image, as `step` tells."""
        return self.step == self._row_bytes

    def is_empty(self) -> bool:
        """Returns whether there are no pixels."""
        return bool(library().MpImageIsEmpty(self._pointer()))

    def is_aligned(self, alignment_boundary: int) -> bool:
        """Returns whether each row begins at a multiple of `alignment_boundary` bytes, a power of two, as `step` tells.

        Raises:
            ValueError: The boundary is not a power of two.
        """
        boundary = whole_number("alignment_boundary", alignment_boundary, 1, 2**31)
        if boundary & (boundary - 1):
            raise ValueError(f"alignment_boundary must be a power of two, not {boundary}.")
        return self.step % boundary == 0 and address_of(self.numpy_view()) % boundary == 0

    def uses_gpu(self) -> bool:
        """Returns False: pixels are in main memory."""
        return bool(library().MpImageUsesGpu(self._pointer()))

    def __repr__(self) -> str:
        return f"<Image {self._width}x{self._height} {self._format.name}>"

    def __reduce__(self) -> Any:
        return Image, (self._format, np.array(self.numpy_view()))


def read_image(source: Union[PathLike, bytes, bytearray, memoryview]) -> Image:
    """Decodes an image file, or the bytes of one, and returns it upright according to its EXIF orientation.

    JPEG, PNG, WebP, GIF, TIFF, BMP, PNM, HEIC, AVIF, or JPEG XL where libvips has it: the format is detected from the
    content. Of an animation it is the first picture; `read_video` reads it whole.

    Raises:
        FileNotFoundError: There is no such file.
        PermissionError: The process may not read the file.
        RuntimeError: The file cannot be decoded, or is a folder.
        TypeError: `source` is neither a path nor bytes.
        ValueError: The path is not valid.
    """
    try:
        if isinstance(source, bytes):
            return Image._opened(library().lineament_image_decode, source, len(source))
        if isinstance(source, (bytearray, memoryview)):
            data = np.frombuffer(source if memoryview(source).contiguous else bytes(source), np.uint8)
            return Image._opened(library().lineament_image_decode, address_of(data), data.size)
        return Image._read(library().lineament_image_open, path_bytes(source))
    except (FileNotFoundError, NotImplementedError) as error:
        raise noted(error, _remedy(source, error)) from None


def _remedy(source: Any, error: Exception) -> str:
    """Returns what to do about a source that is not an image, unless its error says so."""
    if "read_video" in full_text(error):
        return ""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "Write a video into a file, for lineament.read_video(path)." if is_video(bytes(source[:12])) else ""
    if os.fsdecode(source).startswith("data:"):
        return "Pass the bytes of what follows the comma: lineament.read_image(base64.b64decode(text))."
    if "://" in os.fsdecode(source):
        return "Images are not downloaded. Pass their bytes: lineament.read_image(data)."
    return "A video is read by lineament.read_video(path)." if is_video_name(source) else ""


# The major brands of HEIF files: HEIC, AVIF, and their sequences.
_IMAGE_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"mif2", b"msf1", b"avif", b"avis")


def is_video(start: bytes) -> bool:
    """Returns whether a file begins as MP4, MOV, MKV, WebM or AVI do, and not as HEIC or AVIF."""
    if start[4:8] == b"ftyp":
        return start[8:12] not in _IMAGE_BRANDS
    return start[4:8] == b"moov" or start[:4] == b"\x1aE\xdf\xa3" or start[8:12] == b"AVI "


# MediaPipe's ImageFrame::kDefaultAlignmentBoundary.
_ROW_ALIGNMENT = 16


def pointer_of(image: Any, name: str = "image") -> int:
    """Returns the handle of an image that was passed as the argument of this name.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(image, Image):
        check_type(name, image, Image, image_hint(image))
    pointer: int = image._pointer()
    return pointer


# A longer path is none: the system's limit is 4096 bytes.
_LONGEST_PATH = 1 << 16


def path_bytes(path: PathLike, hint: Callable[[Any], str] = path_hint) -> bytes:
    """Returns a path as the library takes it.

    Args:
        path: The path.
        hint: Returns what to do with a value that is not one, for the message.

    Raises:
        TypeError: It is not a path.
        ValueError: It contains a null character, or is much too long, as the contents of a file are.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"Expected a path, not {type_name(path)}.{hint(path)}")
    encoded = os.fsencode(path)
    remedy = hint(path) if isinstance(path, bytes) else ""
    if b"\0" in encoded:
        raise ValueError(f"The path {shown(path)} contains a null character.{remedy}")
    if len(encoded) > _LONGEST_PATH:
        raise ValueError(f"A path of {len(encoded)} bytes is too long.{remedy}")
    return encoded


def file_bytes(source: Union[PathLike, bytes, bytearray, memoryview], hint: Callable[[Any], str]) -> bytes:
    """Returns the bytes of a file, which may be the source themselves.

    Args:
        source: The path, or the bytes.
        hint: Returns what to do with a value that is neither, for the message.

    Raises:
        FileNotFoundError: There is no such file.
        PermissionError: The process may not read the file.
        RuntimeError: It is a folder.
        TypeError: `source` is neither a path nor bytes.
        ValueError: The path is not valid.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    path = os.fsdecode(path_bytes(source, hint))
    if os.path.isdir(path):
        raise RuntimeError(f"{path} is a folder, not a file.")
    with open(path, "rb") as file:
        return file.read()


_DATA: Dict[Any, str] = {np.uint8: "MpImageDataUint8", np.uint16: "MpImageDataUint16", np.float32: "MpImageDataFloat32"}
_CREATE: Dict[Any, str] = {np.uint16: "MpImageCreateFromUint16Data", np.float32: "MpImageCreateFromFloatData"}


def _create(image_format: ImageFormat, data: np.ndarray, width: int, height: int, row_bytes: int) -> Handle:
    """Returns a handle of the library for a copy of the pixels."""
    functions = library()
    pointer = c_void_p()
    kind, channels = PIXEL_TYPES[image_format]
    if kind is np.uint8:
        size = row_bytes * (height - 1) + width * channels
        create = functions.lineament_image_create
        call(create, image_format, width, height, row_bytes, address_of(data), size, byref(pointer))
    else:
        packed = np.ascontiguousarray(data)
        if packed.size >= 2**31:
            raise ValueError(f"data of shape {data.shape} is too large: more than {2**31 - 1} values.")
        create = getattr(functions, _CREATE[kind])
        call(create, image_format, width, height, address_of(packed), packed.size, byref(pointer))
    assert pointer.value is not None
    return Handle(pointer.value, functions.MpImageFree)
