# SPDX-License-Identifier: Apache-2.0
"""Arrays over the library's memory, which they and their views keep alive."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np


class _Span:
    """Memory that NumPy can make an array of; keeps the owner of the memory alive."""

    __slots__ = ("__array_interface__", "_owner")

    def __init__(self, owner: Any, address: int, shape: Tuple[int, ...], type_name: str) -> None:
        self._owner = owner
        self.__array_interface__ = {"version": 3, "data": (address, True), "shape": shape, "typestr": type_name}


def view(owner: Any, address: int, shape: Tuple[int, ...], dtype: Any = np.float32) -> np.ndarray:
    """Returns a read-only array over memory at `address`, without a copy; it keeps `owner` alive."""
    return np.asarray(_Span(owner, address, shape, np.dtype(dtype).str))
