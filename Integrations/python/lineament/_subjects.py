# SPDX-License-Identifier: Apache-2.0
"""Columns of faces and people as NumPy arrays over Arrow's memory."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Tuple, Union

import numpy as np

from lineament._pyarrow import pa
from lineament._tasks import TASKS


@dataclasses.dataclass(frozen=True)
class Subjects:
    """The faces or people of a column. All arrays but those of `points` are read-only views of Arrow's memory.

    Of a column in several pieces, that is a copy in one.

    Attributes:
        offsets: Where the faces or people of each row begin, and where the last end: those of row `i` have the indices
            from `offsets[i]` to `offsets[i + 1]`.
        fields: The arrays by name. Those of structures, such as `box`, are a dict of one array for each component.
    """

    offsets: np.ndarray
    fields: Dict[str, Any]

    def __len__(self) -> int:
        """Returns the number of faces or people."""
        return int(self.offsets[-1] - self.offsets[0])

    def __getitem__(self, name: str) -> Any:
        """Returns the array of a field, or the arrays of its components.

        None if all of its values are null: it was not requested, or the task does not have it.
        """
        return self.fields[name]

    def points(self, name: str = "landmarks") -> np.ndarray:
        """Returns points as one array of shape (n, points, components). It is a copy: Arrow keeps x, y, z apart."""
        return np.stack(list(self.fields[name].values()), axis=-1)


def subjects_of(column: Union[pa.ListArray, pa.ChunkedArray]) -> Subjects:
    """Returns the faces or people of a column, if it can be without a copy; see `lineament.arrow.to_numpy`."""
    if isinstance(column, pa.ChunkedArray):
        if column.num_chunks > 1:  # Arrays are one piece of memory.
            column = column.combine_chunks()
            column = pa.concat_arrays(column.chunks) if isinstance(column, pa.ChunkedArray) else column
        else:
            column = column.chunk(0) if column.num_chunks else pa.array([], column.type)
    if not isinstance(column, pa.Array):
        hint = " Pass one of its columns, such as table.column('faces')." if hasattr(column, "column") else ""
        raise TypeError(f"Expected a column of faces or poses, not {type(column).__qualname__}.{hint}")
    if not _is_list(column.type) or not pa.types.is_struct(column.type.value_type):
        raise ValueError(f"Expected the column of faces or poses, a list of structures, not {column.type}.")
    offsets = column.offsets.to_numpy()
    if column.null_count and np.diff(offsets)[column.is_null().to_numpy(zero_copy_only=False)].any():
        raise ValueError("Null rows of the column hide values. Copy it first: pyarrow.concat_arrays([column]).")
    elements = column.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))
    if offsets[0]:
        offsets = offsets - offsets[0]
    names = [field.name for field in elements.type]
    shapes = _shapes(names)
    return Subjects(offsets, {name: _values(elements.field(name), name, shapes.get(name, ())) for name in names})


def _values(array: pa.Array, name: str, shape: Tuple[int, ...]) -> Any:
    """Returns the values of a field: an array, a dict of arrays for a structure, or None if all are null."""
    if pa.types.is_struct(array.type):
        return {field.name: array.field(field.name).to_numpy() for field in array.type}
    if array.null_count:
        if array.null_count < len(array):
            raise ValueError(
                f"Some values of '{name}' are null, so the field is not a single array. "
                "Pass the rows with and without it separately."
            )
        return None
    if pa.types.is_fixed_size_binary(array.type):
        return _crops(array)
    if not _is_list(array.type):
        return array.to_numpy()
    shape = (len(array), *shape)
    elements = _elements(array, name, int(np.prod(shape[1:])))
    if pa.types.is_struct(elements.type):
        return {field.name: elements.field(field.name).to_numpy().reshape(shape) for field in elements.type}
    return elements.to_numpy().reshape(shape)


def _crops(array: pa.Array) -> np.ndarray:
    """Returns crops, which are squares in RGB, as an array of shape (n, side, side, 3)."""
    size = array.type.byte_width
    side = round((size // 3) ** 0.5)
    data = np.frombuffer(array.buffers()[1] or b"", np.uint8)
    return data[array.offset * size : (array.offset + len(array)) * size].reshape(-1, side, side, 3)


def _elements(array: pa.Array, name: str, length: int) -> pa.Array:
    """Returns the elements of lists, all of which must have the same length."""
    offsets = array.offsets.to_numpy()
    if not (np.diff(offsets) == length).all():
        raise ValueError(f"Not all lists of {name} have {length} elements, so this column is not one of lineament's.")
    return array.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))


def _shapes(names: List[str]) -> Dict[str, Tuple[int, ...]]:
    """Returns the shapes of lists, those of the task whose faces or people have most of these fields."""
    task = max(TASKS.values(), key=lambda task: sum(value.name in names for value in task.values))
    # The components of points are apart.
    return {value.name: value.shape[: -1 if value.components else None] for value in task.values}


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))
