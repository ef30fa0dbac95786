# SPDX-License-Identifier: Apache-2.0
"""How results are written as Parquet."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Tuple

from lineament._pyarrow import pa


def writer_options(schema: pa.Schema) -> Dict[str, Any]:
    """Returns the options of `pyarrow.parquet.ParquetWriter`: floats byte by byte, dictionaries for texts, zstd."""
    leaves = [leaf for field in schema for leaf in _leaves(field.name, field.type)]
    return {
        "compression": "zstd",
        "use_byte_stream_split": [path for path, kind in leaves if pa.types.is_floating(kind)],
        "use_dictionary": [path for path, kind in leaves if pa.types.is_string(kind) or pa.types.is_large_string(kind)],
    }


def _leaves(path: str, kind: pa.DataType) -> Iterator[Tuple[str, pa.DataType]]:
    """Yields the columns of Parquet that a column of Arrow consists of, with their types."""
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        yield from _leaves(f"{path}.list.element", kind.value_type)
    elif pa.types.is_struct(kind):
        for field in kind:
            yield from _leaves(f"{path}.{field.name}", field.type)
    else:
        yield path, kind
