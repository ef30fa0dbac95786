# SPDX-License-Identifier: Apache-2.0
"""Batches, through Arrow's C data interface, without pyarrow."""

from __future__ import annotations

import ctypes
import io
import os
from collections.abc import Iterable as AnyIterable
from ctypes import byref, c_void_p
from itertools import chain, islice
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Type, Union

import numpy as np

from lineament import _library
from lineament._arguments import shown, type_name, whole_number
from lineament._cores import available_cores
from lineament._errors import call, explained
from lineament._structures import ArrowArray, ArrowSchema, ReleaseArray, ReleaseSchema
from lineament._tasks import TASKS, Task, Value
from lineament._views import view
from lineament.image import PathLike, path_bytes
from lineament.image_format import address_of

# The column of the faces that a face landmarker has no landmarks of, if there are some.
FACES_WITHOUT_LANDMARKS = "faces_without_landmarks"

# Images for each job of a call: enough to keep all jobs busy, and few enough that an interrupt is heard soon.
_CHUNK = 16


def detect_many(
    functions: _library.Library,
    kind: Task,
    task: Callable[[], int],
    inputs: Iterable[Any],
    jobs: int,
) -> Iterator[Union[BatchRow, Exception]]:
    """Returns an iterator of the arrays of each input's result, or its error, in order, chunk by chunk.

    Args:
        functions: The library.
        kind: The task.
        task: Returns the task's handle.
        inputs: Either paths, or the contents of files as bytes.
        jobs: How many images to process at a time; 0 for one per core.

    Raises:
        TypeError: An input is neither a path nor bytes, or both occur.
        ValueError: `jobs` is out of range, or the task is closed.
    """
    jobs = whole_number("jobs", jobs, 0)
    return _chunks(functions, kind, task, iter(iterable(inputs)), jobs)


def peeked(inputs: Any) -> Tuple[Any, Iterable[Any]]:
    """Returns the first input of a batch, None if there is none, and an iterator of all."""
    values = iter(iterable(inputs))
    try:
        first = next(values)
    except StopIteration:
        return None, iter(())
    return first, chain((first,), values)


def iterable(inputs: Any) -> Iterable[Union[PathLike, bytes]]:
    """Returns the inputs of a batch.

    Raises:
        TypeError: They are none, or a single one.
    """
    if isinstance(inputs, (str, bytes, bytearray, memoryview, os.PathLike, io.IOBase)):
        raise TypeError(f"inputs must be a list of paths or of bytes. For one, pass [{shown(inputs)}].")
    if not isinstance(inputs, AnyIterable):
        raise TypeError(f"inputs must be a list of paths or of bytes, not {type_name(inputs)}.")
    values: Iterable[Union[PathLike, bytes]] = inputs
    return values


def _chunks(
    functions: _library.Library,
    kind: Task,
    task: Callable[[], int],
    inputs: Iterator[Union[PathLike, bytes]],
    jobs: int,
) -> Iterator[Union[BatchRow, Exception]]:
    size = _CHUNK * (jobs or available_cores())
    had_bytes: Optional[bool] = None
    while True:
        values = list(islice(inputs, size))
        if not values:
            return
        values, has_bytes = checked(values)
        if had_bytes not in (None, has_bytes):
            raise TypeError(_MIXED)
        had_bytes = has_bytes
        yield from _detected(functions, kind, task(), values, has_bytes, jobs)


def _detected(
    functions: _library.Library, kind: Task, task: int, values: List[Any], has_bytes: bool, jobs: int
) -> List[Union[BatchRow, Exception]]:
    """Returns the results of one call of the library."""
    batch, memory = _Input(values, has_bytes), _Memory()
    arguments = (byref(batch.schema), byref(batch.array), jobs, byref(memory.schema), byref(memory.array))
    try:
        call(functions.lineament_task_detect_batch, task, *arguments)
    finally:  # Ctrl-C during the call raises as it returns, with the structures filled.
        memory.own()
    columns = Column(memory.schema, memory.array, memory).children
    return [_row(kind, columns, index, None if has_bytes else value) for index, value in enumerate(values)]


def _row(kind: Task, columns: Dict[str, Column], index: int, path: Optional[bytes]) -> Union[BatchRow, Exception]:
    """Returns the arrays of an input's result, or its error."""
    message = columns["error"].text(index)
    if message is not None:
        return explained(_error_type(path), message)
    width, height = int(columns["width"].value(index)), int(columns["height"].value(index))
    subjects, others = columns[kind.column], columns.get(FACES_WITHOUT_LANDMARKS)
    row = BatchRow(kind, subjects.child, *subjects.span(index), width, height)
    if others is not None:
        row.others = BatchRow(TASKS["face-detector"], others.child, *others.span(index), width, height)
    return row


def _error_type(path: Optional[bytes]) -> Type[Exception]:
    """Returns the type that `read_image` raises for a file, since a row has only the text of its error."""
    if path is None:
        return RuntimeError
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return FileNotFoundError
    except PermissionError:
        return PermissionError
    except OSError:
        return RuntimeError
    return RuntimeError if os.access(path, os.R_OK) else PermissionError


_MIXED = "inputs must be either paths or bytes, not both."
_MIXED_IMAGES = "Pass images that are in memory by themselves."


def is_image(value: Any) -> bool:
    """Returns whether a value is an image in memory."""
    return hasattr(value, "numpy_view") or isinstance(value, np.ndarray)


def checked(values: List[Any]) -> Tuple[List[Any], bool]:
    """Returns inputs as bytes, and whether they are the contents of files rather than paths."""
    are_bytes = [isinstance(value, (bytes, bytearray, memoryview)) for value in values]
    for value, is_bytes in zip(values, are_bytes):
        if not is_bytes and not isinstance(value, (str, os.PathLike)):
            hint = " Pass its path or .read()." if hasattr(value, "read") else ""
            hint = f" {_MIXED_IMAGES}" if is_image(value) else hint
            raise TypeError(f"inputs must be paths, or files' contents as bytes, not {type_name(value)}.{hint}")
    if any(are_bytes) and not all(are_bytes):
        raise TypeError(_MIXED)
    return (values, True) if any(are_bytes) else ([path_bytes(value) for value in values], False)


# The library does not release what it is passed; these only say that it is not released yet.
_keep_schema = ReleaseSchema(lambda schema: None)
_keep_array = ReleaseArray(lambda array: None)


class _Input:
    """An Arrow array of bytes (large_binary) or of paths (large_utf8)."""

    def __init__(self, values: List[Any], has_bytes: bool) -> None:
        values = [value if memoryview(value).contiguous else bytes(value) for value in values]
        lengths = [memoryview(value).nbytes for value in values]
        self._offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        self._data = np.frombuffer(b"".join(values) or b"\0", np.uint8)
        self._buffers = (c_void_p * 3)(None, address_of(self._offsets), address_of(self._data))
        self.schema = ArrowSchema(format=b"Z" if has_bytes else b"U", name=b"", release=_keep_schema)
        self.array = ArrowArray(length=len(values), n_buffers=3, buffers=self._buffers, release=_keep_array)


class _Memory:
    """The structures that the library fills, released with the last view of them."""

    def __init__(self) -> None:
        self.schema, self.array = ArrowSchema(), ArrowArray()
        self._finalizers: List[_library.Finalizer] = []

    def own(self) -> None:
        """Takes over the structures, which the library has filled."""
        filled = [structure for structure in (self.array, self.schema) if structure.release]
        self._finalizers = [_library.Finalizer(structure.release, structure) for structure in filled]


_TYPES: Dict[str, Any] = {"i": np.int32, "l": np.int64, "f": np.float32, "g": np.float64}


class Column:
    """One column of an Arrow array: a struct, a list, text or numbers.

    Args:
        schema: Its type.
        array: Its buffers.
        owner: What keeps them alive.
        shift: Where its first value is, counted from the beginning of `array`.
    """

    def __init__(self, schema: ArrowSchema, array: ArrowArray, owner: Any, shift: int = 0) -> None:
        self._owner = owner
        self._format = schema.format.decode()
        self._offset = array.offset + shift
        self._validity = array.buffers[0] if array.n_buffers and array.null_count else None
        self._array = array
        self.children: Dict[str, Column] = {}
        child_shift = self._offset if self._format == "+s" else 0
        for index in range(schema.n_children):
            child = schema.children[index].contents
            name = child.name.decode() if child.name else ""
            self.children[name] = Column(child, array.children[index].contents, owner, child_shift)

    @property
    def child(self) -> Column:
        """The values of a list."""
        return next(iter(self.children.values()))

    def values(self, start: int, stop: int) -> np.ndarray:
        """Returns numbers, without a copy."""
        dtype = np.dtype(_TYPES[self._format])
        return self._view(1, dtype, start, stop)

    def value(self, index: int) -> Any:
        """Returns one number."""
        return self.values(index, index + 1)[0]

    def span(self, index: int) -> Tuple[int, int]:
        """Returns where the elements of a list begin and end among its child's values."""
        start, stop = self.offsets(index, index + 1).tolist()
        return start, stop

    def offsets(self, start: int, stop: int) -> np.ndarray:
        """Returns where the elements of the lists or texts from `start` to `stop` begin, and where the last end."""
        is_large = self._format in ("+L", "U", "Z")
        return self._view(1, np.dtype(np.int64 if is_large else np.int32), start, stop + 1)

    def text(self, index: int) -> Optional[str]:
        """Returns a text, or None if it is null."""
        if self._is_null(index):
            return None
        start, stop = self.span(index)
        return ctypes.string_at(self._array.buffers[2] + start, stop - start).decode("utf-8", "replace")

    def _is_null(self, index: int) -> bool:
        if not self._validity:
            return False
        byte, bit = divmod(self._offset + index, 8)
        return not ctypes.string_at(self._validity + byte, 1)[0] >> bit & 1

    def _view(self, buffer: int, dtype: np.dtype[Any], start: int, stop: int) -> np.ndarray:
        address = self._array.buffers[buffer]
        if stop == start or not address:
            return np.zeros(max(stop - start, 0), dtype)
        address += (self._offset + start) * dtype.itemsize
        return view(self._owner, address, (stop - start,), dtype)


class BatchRow:
    """The arrays of the faces or people of one image of a batch, as `ResultMemory` has them.

    Args:
        kind: The task.
        subjects: The faces or people of all images.
        start: Where those of this image begin.
        stop: Where they end.
        width: The width of the image in pixels.
        height: The height of the image in pixels.
    """

    timestamp_ms = 0
    # The faces without landmarks, if the batch has some.
    others: Optional[BatchRow] = None

    def __init__(self, kind: Task, subjects: Column, start: int, stop: int, width: int, height: int) -> None:
        self._values = {value.array: value for value in kind.values}
        self._subjects, self._start, self._stop = subjects, start, stop
        self.count, self.width, self.height = stop - start, width, height

    def get(self, name: str) -> Optional[np.ndarray]:
        """Returns the array of this name, or None if the result does not have it."""
        value = self._values.get(name)
        if value is None or not self.count:
            return None
        if value.points:
            numbers = self._points(value.points, (value.name,))
            return None if numbers is None else numbers[:, :, 0]
        if not value.shape:
            return self._subjects.children[value.name].values(self._start, self._stop)
        if not value.components:
            return self._lists(value.name, *value.shape)
        return self._structures(value) if len(value.shape) == 1 else self._points(value.name, value.components)

    def _points(self, column: str, fields: Tuple[str, ...]) -> Optional[np.ndarray]:
        """Returns fields of a list of structs as an array of shape (count, n, len(fields)): a copy."""
        points = self._subjects.children.get(column)
        if points is None:
            return None
        start, stop = points.offsets(self._start, self._stop)[[0, -1]].tolist()
        columns = [points.child.children[field] for field in fields if field in points.child.children]
        if stop == start or not columns:
            return None
        values = [values.values(start, stop) for values in columns]
        return np.stack(values, axis=-1).reshape(self.count, -1, len(columns))

    def _lists(self, column: str, *shape: int) -> Optional[np.ndarray]:
        """Returns a list of numbers as an array of shape (count, *shape): a view if no face lacks its list."""
        lists = self._subjects.children.get(column)
        if lists is None:
            return None
        offsets = lists.offsets(self._start, self._stop)
        start, stop = offsets[[0, -1]].tolist()
        if stop == start:
            return None
        values = lists.child.values(start, stop)
        size = int(np.prod(shape))
        if len(values) == self.count * size:
            return values.reshape(self.count, *shape)
        rows = np.full((self.count, size), np.nan, np.float32)
        rows[np.diff(offsets) == size] = values.reshape(-1, size)
        return rows.reshape(self.count, *shape)

    def _structures(self, value: Value) -> np.ndarray:
        """Returns structures as an array of shape (count, len(components)): a copy."""
        children = self._subjects.children[value.name].children
        return np.stack([children[name].values(self._start, self._stop) for name in value.components], axis=-1)
