"""MediaPipe's tasks: BaseOptions, components and vision."""

from __future__ import annotations

from lineament.options import BaseOptions
from lineament.tasks import python
from lineament.tasks.python import components, core, vision

__all__ = [
    "BaseOptions",
    "components",
    "core",
    "python",
    "vision",
]
