# SPDX-License-Identifier: Apache-2.0
"""The columns of batches that are annotated: which has the images, and where the results go."""

from __future__ import annotations

from typing import Any, List, Optional, Union

from lineament._annotation import Annotation, metadata_of
from lineament._pyarrow import pa

Batch = Union[pa.RecordBatch, pa.Table]

_PATHS, _BYTES = "strings", "binary values"
_CONTENTS = {"path": _PATHS, "bytes": _BYTES}


def image_column(batch: Batch, name: Optional[str]) -> pa.ChunkedArray:
    """Returns the column of the images, as strings or binary values.

    Args:
        batch: The batch.
        name: The name of the column; None for the one that is called "path" or "bytes".

    Raises:
        ValueError: The column is missing or of a wrong type, or there are two.
    """
    name = _only_name(batch.schema.names) if name is None else name
    count = batch.schema.names.count(name)
    if count != 1:
        columns = ", ".join(map(repr, batch.schema.names)) or "none"
        found = f"{count} columns" if count else "no column"
        raise ValueError(f"The batch has {found} {name!r}; its columns are {columns}.")
    column = batch.column(name)
    target = _target(column.type, _CONTENTS.get(name))
    if target is None:
        expected = _CONTENTS.get(name, f"{_PATHS} or {_BYTES}")
        raise ValueError(f"The column {name!r} must have {expected}, not {column.type}.")
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    return pa.chunked_array([chunk if chunk.type == target else chunk.cast(target) for chunk in chunks], target)


def _only_name(names: List[str]) -> str:
    found = [name for name in _CONTENTS if name in names]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError("The batch has the columns 'path' and 'bytes'. Name the one to read: column='bytes'.")
    columns = ", ".join(map(repr, names)) or "none"
    raise ValueError(f"The batch has no column 'path' or 'bytes'; its columns are {columns}.")


def _target(kind: pa.DataType, contents: Optional[str]) -> Optional[pa.DataType]:
    """Returns the type that the library takes for a type of column; None if there is none."""
    types = pa.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    if types.is_null(kind):
        return pa.binary() if contents == _BYTES else pa.string()
    if contents != _BYTES and (types.is_string(kind) or types.is_large_string(kind)):
        return kind
    if contents != _PATHS and (types.is_binary(kind) or types.is_large_binary(kind)):
        return kind
    if contents != _BYTES and getattr(types, "is_string_view", _never)(kind):
        return pa.large_string()
    if contents != _PATHS and getattr(types, "is_binary_view", _never)(kind):
        return pa.large_binary()
    return None


def _never(kind: Any) -> bool:
    """Stands in for what older versions of pyarrow do not have."""
    return False


def with_results(batch: Batch, rows: List[pa.StructArray], annotation: Annotation) -> Batch:
    """Returns a batch with the result columns.

    Args:
        batch: The batch.
        rows: The results of its rows, in order, in as many pieces as they came.
        annotation: The task and its options.
    """
    added = annotation.schema()
    kind = pa.struct(list(added))
    metadata = metadata_of(batch.schema, annotation.metadata())
    schema = pa.schema([*batch.schema, *added], metadata)
    if isinstance(batch, pa.Table):
        results = pa.Table.from_struct_array(pa.chunked_array(rows or [pa.array([], kind)], kind))
        return pa.Table.from_arrays([*batch.columns, *results.columns], schema=schema)
    joined = rows[0] if len(rows) == 1 else pa.concat_arrays([pa.array([], kind), *rows])
    return pa.RecordBatch.from_arrays([*batch.columns, *joined.flatten()], schema=schema)


def check_names(batch: Batch, annotation: Annotation) -> None:
    """Raises ValueError if a batch has a column with the name of a result."""
    taken = [name for name in annotation.schema().names if name in batch.schema.names]
    if taken:
        raise ValueError(f"The batch already has a column {taken[0]!r}. Drop or rename it.")
