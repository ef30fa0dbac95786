# SPDX-License-Identifier: Apache-2.0
"""Drawings of results."""

from __future__ import annotations

from ctypes import byref, c_size_t, c_void_p, string_at
from typing import Any, Optional, Union

import numpy as np

from lineament._errors import call
from lineament._library import library
from lineament._memory import ResultMemory
from lineament._structures import LineamentResult
from lineament.image import Image, pointer_of
from lineament.image_format import ImageFormat

_LABELS = {"auto": 0, "none": 1, "all": 2}


def draw(arrays: Any, image: Union[Image, np.ndarray], labels: str) -> Image:
    """Returns the drawing of a result's arrays over an image."""
    fields = own_fields(arrays, "drawn")
    if labels not in _LABELS:
        raise ValueError(f"labels must be one of {', '.join(_LABELS)}, not {labels!r}.")
    image = as_image(image)
    return Image._opened(library().lineament_result_draw, byref(fields), pointer_of(image), _LABELS[labels])


def own_fields(arrays: Any, use: str) -> LineamentResult:
    """Returns the C structure of arrays that a task of this process returned.

    Raises:
        ValueError: They were unpickled, made from lists, or are part of a batch.
    """
    if isinstance(arrays, ResultMemory):
        return arrays.fields
    raise ValueError(
        f"Only a result that a task of this process returned can be {use}, not one that was unpickled, made from lists, "
        "or is part of a batch. Detect the image again."
    )


def as_image(image: Union[Image, np.ndarray]) -> Image:
    """Returns an image, or the image of an array: RGB (height, width, 3), or gray."""
    if not isinstance(image, np.ndarray):
        return image
    return Image(ImageFormat.GRAY8 if image.ndim == 2 else ImageFormat.SRGB, image)


def rgb(drawing: Image) -> np.ndarray:
    """Returns the colors of a drawing, an array of shape (height, width, 3)."""
    pixels = drawing.numpy_view()
    return np.ascontiguousarray(pixels[:, :, 2::-1] if drawing.image_format == ImageFormat.SBGRA else pixels[:, :, :3])


def png(arrays: Any) -> Optional[bytes]:
    """Returns the drawing of a result's arrays over their image as a PNG file; None if the image is gone."""
    image = arrays.image() if isinstance(arrays, ResultMemory) and arrays.image is not None else None
    return None if image is None else encoded(draw(arrays, image, "auto"), "png")


def encoded(image: Image, kind: str) -> bytes:
    """Returns the file of an image: "png", "jpg" or "webp"."""
    functions, data, size = library(), c_void_p(), c_size_t()
    call(functions.lineament_image_encode, pointer_of(image), kind.encode(), byref(data), byref(size))
    try:
        return string_at(data.value or 0, size.value)
    finally:
        functions.lineament_data_free(data)
