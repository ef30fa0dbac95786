# SPDX-License-Identifier: Apache-2.0
"""The memory of results: the library's, or copies of it."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Optional, Tuple
from weakref import ReferenceType, ref

import numpy as np

from lineament import _library
from lineament._structures import LineamentResult
from lineament._tasks import TASKS
from lineament._views import view

if TYPE_CHECKING:
    from typing import Protocol

    from lineament.image import Image

    class Arrays(Protocol):
        """Where a result's arrays come from: a detection, a batch, or a pickle."""

        count: int
        width: int
        height: int
        timestamp_ms: int

        def get(self, name: str) -> Optional[np.ndarray]:
            """Returns the array of this name in LineamentResult, or None if the result does not have it."""


# The arrays of LineamentResult.
_ARRAYS = [field[0] for field in LineamentResult._fields_ if field[1] is c_void_p and field[0] != "owner"]

_SHAPES = {task.number: {value.array: value.shape for value in task.values} for task in TASKS.values()}


def _shape(result: LineamentResult, name: str) -> Tuple[int, ...]:
    """Returns the shape of an array of a result."""
    if name == "masks":
        return result.count, result.height, result.width
    return (result.count, *_SHAPES[result.task].get(name, ()))


class ResultMemory:
    """One LineamentResult, released once neither it nor a view of its arrays is referred to."""

    __slots__ = ("_finalizer", "fields", "image")

    def __init__(self, library: _library.Library, image: Optional[Image] = None) -> None:
        self.fields = LineamentResult()
        # For notebooks; a reference would keep each frame of a video in memory.
        self.image: Optional[ReferenceType[Image]] = None if image is None else ref(image)
        self._finalizer = _library.Finalizer(library.lineament_result_free, byref(self.fields))

    count = property(lambda self: self.fields.count)
    width = property(lambda self: self.fields.width)
    height = property(lambda self: self.fields.height)
    timestamp_ms = property(lambda self: self.fields.timestamp_ms)

    def get(self, name: str) -> Optional[np.ndarray]:
        """Returns the array of this name, or None if the result does not have it."""
        address = getattr(self.fields, name)
        if not address:
            return None
        dtype = np.int64 if name == "track_ids" else np.float32
        return view(self, address, _shape(self.fields, name), dtype)


class CopiedArrays:
    """The arrays of a result that was pickled."""

    def __init__(self, arrays: Arrays) -> None:
        self.count, self.width, self.height = arrays.count, arrays.width, arrays.height
        self.timestamp_ms = arrays.timestamp_ms
        self._copies = {name: None if array is None else np.array(array) for name, array in _all(arrays)}

    def get(self, name: str) -> Optional[np.ndarray]:
        """Returns the array of this name, or None if the result does not have it."""
        return self._copies[name]


def _all(arrays: Arrays) -> Any:
    return ((name, arrays.get(name)) for name in _ARRAYS)
