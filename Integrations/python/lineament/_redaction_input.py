# SPDX-License-Identifier: Apache-2.0
"""The settings of one image or video of a redaction: boxes of another detector, and decisions by hand."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable as AnyIterable
from collections.abc import Mapping as AnyMapping
from ctypes import byref, c_int32
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from lineament._arguments import finite, flag, shown, type_name, whole_number
from lineament._errors import call
from lineament._library import Handle

# Boxes of another detector, or the path of a file with one in each line.
Areas = Union[str, "os.PathLike[str]", Iterable[Mapping[str, Any]]]
# Rectangles, each x, y, width and height, and in a video perhaps from when to when.
Covers = Iterable[Sequence[float]]


def input_options(
    areas: Optional[Areas], cover: Optional[Covers], uncover: Iterable[int], thumbnails: bool
) -> Dict[str, Any]:
    """Returns the library's options of one image or video; None, or False, for those that are not given."""
    return {
        "areas": None if areas is None else _lines(areas),
        "cover": _cover_words(cover) or None,
        "uncover": ",".join(map(str, _numbers(uncover))) or None,
        "thumbnails": flag("thumbnails", thumbnails),
    }


def _lines(areas: Areas) -> bytes:
    """Returns boxes as lines of JSON."""
    expected = "areas must be dictionaries, or the path of a file with a JSON object per line"
    if isinstance(areas, str) and areas.lstrip().startswith(("{", "[")):
        raise ValueError(f"{expected}, not {shown(areas)}. Use json.loads().")
    if isinstance(areas, (str, os.PathLike)):
        with open(areas, "rb") as file:
            lines = file.read()
        if b"\0" in lines:
            raise ValueError(f"{os.fspath(areas)} has a NUL byte, so it is damaged or not UTF-8.")
        return lines
    if isinstance(areas, (bytes, AnyMapping)) or not isinstance(areas, AnyIterable):
        hint = f" Use [{shown(areas)}]." if isinstance(areas, AnyMapping) else ""
        raise TypeError(f"{expected}, not {shown(areas)}.{hint}")
    if hasattr(areas, "to_dict"):
        raise TypeError(f"{expected}, not {type_name(areas)}. Use areas.to_dict('records').")
    rows: List[str] = []
    for area in areas:
        if not isinstance(area, AnyMapping):
            example = '{"x": 120, "y": 80, "width": 64, "height": 20}'
            raise TypeError(f"{expected}, not with {shown(area)} among them. An area is {example}.")
        rows.append(encoded("areas", dict(area)))
    return "\n".join(rows).encode()


def encoded(name: str, value: Any, indent: Optional[int] = None) -> str:
    """Returns an argument as JSON, with the numbers and arrays of NumPy as those of Python.

    Raises:
        TypeError: It has something that JSON does not have.
        ValueError: It has a number that is not finite.
    """

    def plain(part: Any) -> Any:
        if isinstance(part, AnyMapping):
            return dict(part)
        if hasattr(part, "tolist"):
            return part.tolist()
        raise TypeError(f"{name} must have texts, numbers, lists and dictionaries only, not {shown(part)}.")

    try:
        return json.dumps(value, indent=indent, allow_nan=False, default=plain)
    except ValueError as error:
        if "JSON compliant" not in str(error):
            raise ValueError(f"{name} contains itself.") from None
        raise ValueError(f"{name} has a number that is infinite or NaN.") from None


def _cover_words(cover: Optional[Covers]) -> str:
    """Returns rectangles in the words of the command line."""
    expected = "cover must be rectangles such as [(20, 30, 120, 80)], in a video perhaps with from and to in seconds"
    if cover is None:
        return ""
    if isinstance(cover, (str, bytes)) or not isinstance(cover, AnyIterable):
        raise TypeError(f"{expected}, not {shown(cover)}.")
    words = []
    for area in cover:
        if isinstance(area, (str, bytes, AnyMapping)) or not isinstance(area, AnyIterable):
            raise TypeError(f"{expected}, not with {shown(area)} among them.")
        values = [round(finite("A number of cover", number), 6) for number in area]
        if len(values) not in (4, 6):
            raise ValueError(f"{expected}, not with {len(values)} numbers.")
        numbers = [format(value, ".6f") for value in values]
        words.append(",".join(numbers[:4]) + (f"@{numbers[4]}-{numbers[5]}" if len(numbers) == 6 else ""))
    return ";".join(words)


def _numbers(uncover: Iterable[int]) -> List[int]:
    if isinstance(uncover, (str, bytes)) or not isinstance(uncover, AnyIterable):
        raise TypeError(f"uncover must be numbers of faces such as [2, 14], not {shown(uncover)}.")
    return [whole_number("A number of uncover", number, -(2**31)) for number in uncover]


def warn_of_missed_areas(functions: Any, session: Handle) -> None:
    """Warns of boxes that belong to no frame of a video that has ended."""
    count = c_int32()
    call(functions.lineament_redaction_missed_areas, session.value, byref(count))
    if count.value > 0:
        message = (
            f"areas: {count.value} of the boxes belong to no frame that was read, and nothing is covered for them."
        )
        warnings.warn(message, RuntimeWarning, stacklevel=3)
