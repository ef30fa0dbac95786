# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's tasks: BaseOptions, components and vision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lineament.options import BaseOptions
from lineament.tasks import python
from lineament.tasks.python import _absence, components, core, vision

__all__ = [
    "BaseOptions",
    "components",
    "core",
    "python",
    "vision",
]

if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

    def __getattr__(name: str) -> Any:
        raise _absence(__name__, name)
