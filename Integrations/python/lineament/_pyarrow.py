# SPDX-License-Identifier: Apache-2.0
"""pyarrow, which only `lineament.arrow` and `lineament.ray` need."""

from __future__ import annotations

try:
    import pyarrow as pa
except ImportError as error:
    raise ImportError("lineament.arrow needs pyarrow. Run: pip install pyarrow") from error

__all__ = ["pa"]
