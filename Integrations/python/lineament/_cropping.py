# SPDX-License-Identifier: Apache-2.0
"""Faces cut out of images."""

from __future__ import annotations

from ctypes import byref, string_at
from typing import Any, Dict, NamedTuple, Optional, Union

import numpy as np

from lineament._arguments import finite, whole_number
from lineament._drawing import as_image, own_fields
from lineament._errors import call
from lineament._hints import similar_choice
from lineament._library import library
from lineament._settings import settings
from lineament._structures import LineamentCrops
from lineament.image import Image, pointer_of

_TEMPLATES = {"arcface": 0, "ffhq": 1, "square": 2, "passport": 3}
_SIDES = {"arcface": 112, "ffhq": 512, "square": 256}


class SquareCrops(NamedTuple):
    """How faces are placed in the crops of tables, which are squares.

    Attributes:
        template: The template, one of `SQUARES`.
        side: The side in pixels.
        margin: The margin of "square".
    """

    template: str
    side: int
    margin: float = 0.25

    @property
    def number(self) -> int:
        """The template as the library has it."""
        return _TEMPLATES[self.template]


SQUARES = tuple(_SIDES)


def square_crops(template: Optional[str], side: Optional[int]) -> Optional[SquareCrops]:
    """Returns checked settings; None without a template."""
    if template is None:
        if side is not None:
            raise ValueError("crop_size needs crops, the template.")
        return None
    if template not in SQUARES:
        hint = similar_choice(template, SQUARES)
        raise ValueError(f"crops must be one of {', '.join(SQUARES)}, not {template!r}.{hint}")
    return SquareCrops(template, _SIDES[template] if side is None else whole_number("crop_size", side, 8, 8192))


class Faces:
    """Face results: what they add to `TaskResult`."""

    _arrays: Any

    def crops(
        self,
        image: Union[Image, np.ndarray],
        template: str = "arcface",
        size: Optional[int] = None,
        margin: float = 0.25,
    ) -> np.ndarray:
        """Returns the faces cut out of the image, aligned and resampled once. A Lineament extension.

        Args:
            image: The image that the result is of, or an array of its shape: RGB (height, width, 3), or gray.
            template: Where a face is placed: "arcface" (112 pixels, or a multiple of 112 or 128), "ffhq" (512), "square"
                (256: all landmarks and a margin), or "passport" (531 high, 35:45).
            size: The side, or the height for "passport", in pixels, 8 to 8192; None for the one above.
            margin: The margin on each side of "square", as a fraction of the side without margins, 0 to 4.

        Returns:
            An array of shape (n, height, width, 3), RGB, in the order of the result. Faces of a holistic landmarker that
            were not found are black.

        Raises:
            ValueError: An argument is not valid, the image does not have the size of the result's, or the result was not
                returned by a task of this process: it was unpickled, or made from lists.
        """
        if isinstance(image, str) and image in _TEMPLATES:
            raise TypeError(f"The image comes first: result.crops(image, {image!r}).")
        fields = own_fields(self._arrays, "cut out")
        options: Dict[str, Any] = {
            "template": template,
            "size": None if size is None else whole_number("size", size, 0),
        }
        if template == "square":
            options["margin"] = finite("margin", margin)
        functions, crops, image, given = library(), LineamentCrops(), as_image(image), settings("crop", options)
        call(functions.lineament_result_crop_with, byref(fields), pointer_of(image), given.value, byref(crops))
        shape = (crops.count, crops.height, crops.width, 3)
        try:
            data = string_at(crops.pixels, int(np.prod(shape)))
        finally:
            functions.lineament_data_free(crops.pixels)
        return np.frombuffer(bytearray(data), np.uint8).reshape(shape)
