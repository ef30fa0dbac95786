# SPDX-License-Identifier: Apache-2.0
"""The rows of shards: results with their paths, in one schema for images and for frames of videos."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Optional

from lineament._pyarrow import pa

# A row group ends with the table that makes it this large.
_GROUP_ROWS, _GROUP_BYTES = 4096, 32 << 20


def rows_of(schema: pa.Schema, paths: List[str], results: Any) -> pa.Table:
    """Returns results as rows of a shard.

    Args:
        schema: The schema of the shard, which has columns for frames if the job has videos.
        paths: The path of each row.
        results: A table or batch of images or frames with the columns of results, and maybe others.
    """
    columns = [pa.array(paths, pa.string())]
    for field in list(schema)[1:]:
        if field.name in results.schema.names:
            columns.append(_as_type(results.column(field.name), field.type))
        else:
            columns.append(pa.nulls(len(paths), field.type))
    return pa.Table.from_arrays(columns, schema=schema)


def _as_type(column: Any, kind: pa.DataType) -> Any:
    """Returns a column, whose faces or people get an empty track if `kind` has one."""
    if column.type == kind:
        return column
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    return pa.chunked_array([_with_tracks(pa.concat_arrays([chunk]), kind) for chunk in chunks], kind)


def _with_tracks(lists: pa.ListArray, kind: pa.DataType) -> pa.ListArray:
    values = lists.values
    fields = list(kind.value_type)
    tracks = pa.nulls(len(values), pa.int64())
    subjects = pa.StructArray.from_arrays([*values.flatten(), tracks], fields=fields)
    return pa.ListArray.from_arrays(lists.offsets, subjects, type=kind, mask=lists.is_null())


def with_messages(rows: pa.Table, errors: List[Optional[str]]) -> pa.Table:
    """Returns rows with other errors."""
    index = rows.schema.get_field_index("error")
    return rows.set_column(index, rows.schema.field(index), pa.array(errors, pa.string()))


def with_replaced(rows: pa.Table, replacements: pa.Table) -> pa.Table:
    """Returns rows with replacements for those that have an error, in order."""
    indices: List[int] = []
    replaced = 0
    for index, error in enumerate(rows["error"].to_pylist()):
        indices.append(index if error is None else len(rows) + replaced)
        replaced += error is not None
    return pa.concat_tables([rows, replacements]).take(pa.array(indices, pa.int64()))


def row_groups(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yields tables joined to what becomes a row group each."""
    group: List[pa.Table] = []
    rows = size = 0
    for table in tables:
        group.append(table)
        rows, size = rows + len(table), size + table.nbytes
        if rows >= _GROUP_ROWS or size >= _GROUP_BYTES:
            yield pa.concat_tables(group)
            group, rows, size = [], 0, 0
    if group:
        yield pa.concat_tables(group)


def counts_of(rows: pa.Table) -> Dict[str, int]:
    """Returns how many rows, errors, and faces or poses there are."""
    from pyarrow import compute

    column = rows.schema.names[-1]
    subjects = compute.sum(compute.list_value_length(rows[column])).as_py() or 0
    return {"rows": len(rows), "failed": len(rows) - rows["error"].null_count, column: subjects}
