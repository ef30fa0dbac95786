# SPDX-License-Identifier: Apache-2.0
"""What concerns one image or video of a redaction alone: boxes of another detector, and what a person decides."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable as AnyIterable
from collections.abc import Mapping as AnyMapping
from ctypes import Structure, byref, c_bool, c_char_p, c_int32
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Union

from lineament._arguments import finite, shown, whole_number
from lineament._errors import call
from lineament._library import Handle

# Boxes of another detector, or the path of a file with one in each line.
Areas = Union[str, "os.PathLike[str]", Iterable[Mapping[str, Any]]]
# Rectangles, each x, y, width and height, and in a video perhaps from when to when.
Covers = Iterable[Sequence[float]]


class InputOptions(Structure):
    """`LineamentRedactorInput` of lineament.h."""

    _fields_ = [("areas", c_char_p), ("cover", c_char_p), ("uncover", c_char_p), ("thumbnails", c_bool)]

    @classmethod
    def of(
        cls, areas: Optional[Areas], cover: Optional[Covers], uncover: Iterable[int], thumbnails: bool
    ) -> Optional[InputOptions]:
        """Returns the options; None if none is given."""
        words = _cover_words(cover)
        numbers = _numbers(uncover)
        if areas is None and not words and not numbers and not thumbnails:
            return None
        return cls(
            areas=None if areas is None else _lines(areas),
            cover=words.encode() if words else None,
            uncover=",".join(map(str, numbers)).encode() if numbers else None,
            thumbnails=bool(thumbnails),
        )


def _lines(areas: Areas) -> bytes:
    """Returns boxes as lines of JSON."""
    expected = "areas must be dictionaries, or the path of a file with a JSON object per line"
    if isinstance(areas, (str, os.PathLike)):
        with open(areas, "rb") as file:
            lines = file.read()
        if b"\0" in lines:
            raise ValueError(f"{os.fspath(areas)} has a NUL byte, so it is damaged or not UTF-8.")
        return lines
    if isinstance(areas, (bytes, AnyMapping)) or not isinstance(areas, AnyIterable):
        raise TypeError(f"{expected}, not {shown(areas)}.")
    rows: List[str] = []
    for area in areas:
        if not isinstance(area, AnyMapping):
            raise TypeError(f"{expected}, not with {shown(area)} among them.")
        rows.append(json.dumps({key: _plain(value) for key, value in area.items()}))
    return "\n".join(rows).encode()


def _plain(value: Any) -> Any:
    """Returns a number of NumPy as one of Python, also in the dictionaries of a list."""
    if isinstance(value, AnyMapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value.item() if hasattr(value, "item") else value


def _cover_words(cover: Optional[Covers]) -> str:
    """Returns rectangles in the words of the command line."""
    expected = "cover must be rectangles such as [(20, 30, 120, 80)], in a video perhaps with from and to in seconds"
    if cover is None:
        return ""
    if isinstance(cover, (str, bytes)) or not isinstance(cover, AnyIterable):
        raise TypeError(f"{expected}, not {shown(cover)}.")
    words = []
    for area in cover:
        if isinstance(area, (str, bytes)) or not isinstance(area, AnyIterable):
            raise TypeError(f"{expected}, not with {shown(area)} among them.")
        numbers = [format(finite("A number of cover", number), ".6f") for number in area]
        if len(numbers) not in (4, 6):
            raise ValueError(f"{expected}, not with {len(numbers)} numbers.")
        words.append(",".join(numbers[:4]) + (f"@{numbers[4]}-{numbers[5]}" if len(numbers) == 6 else ""))
    return ";".join(words)


def _numbers(uncover: Iterable[int]) -> List[int]:
    if isinstance(uncover, (str, bytes)) or not isinstance(uncover, AnyIterable):
        raise TypeError(f"uncover must be numbers of faces such as [2, 14], not {shown(uncover)}.")
    numbers = [whole_number("A number of uncover", number, -(2**31)) for number in uncover]
    if any(number < 1 for number in numbers):
        raise ValueError(f"uncover must be numbers from 1, not {numbers}.")
    return numbers


def warn_of_missed_areas(functions: Any, session: Handle) -> None:
    """Warns of boxes that belong to no frame of a video that has ended."""
    count = c_int32()
    call(functions.lineament_redaction_missed_areas, session.value, byref(count))
    if count.value > 0:
        message = (
            f"areas: {count.value} of the boxes belong to no frame that was read, and nothing is covered for them."
        )
        warnings.warn(message, RuntimeWarning, stacklevel=3)
