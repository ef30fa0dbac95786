# SPDX-License-Identifier: Apache-2.0
"""The options of tasks and tools by their names, as the library takes them."""

from __future__ import annotations

import numbers
import os
from typing import Any, Mapping

import numpy as np

from lineament._arguments import shown
from lineament._errors import call, made
from lineament._library import Handle, library
from lineament.image import Image, pointer_of


def settings(kind: str, options: Mapping[str, Any]) -> Handle:
    """Returns settings of a task or tool with these options, of which None is left out.

    Raises:
        TypeError: A value is neither a text, a number, a flag nor an image.
        ValueError: There is no such option, or it does not take the value.
    """
    functions = library()
    handle = made(functions.lineament_settings_create, functions.lineament_settings_close, kind.encode())
    for name, value in options.items():
        if isinstance(value, Image):
            call(functions.lineament_settings_set_image, handle.value, name.encode(), pointer_of(value, name))
        elif value is not None:
            call(functions.lineament_settings_set, handle.value, _text(name, name), _text(name, value))
    return handle


def _text(name: str, value: Any) -> bytes:
    """Returns a value as commands have it."""
    if isinstance(value, (bool, np.bool_)):
        return b"true" if value else b"false"
    if isinstance(value, numbers.Real):
        value = str(value.item() if isinstance(value, np.generic) else value)
    if isinstance(value, (str, os.PathLike)):
        value = os.fsencode(value)
    if not isinstance(value, bytes):
        raise TypeError(f"{name} must be a text, a number, or True or False, not {shown(value)}.")
    if b"\0" in value:
        raise ValueError(f"{name} contains a null character: {shown(value)}.")
    return value
