"""MediaPipe's tasks package."""

from __future__ import annotations

from lineament.options import BaseOptions
from lineament.tasks.python import components, core, vision

__all__ = [
    "BaseOptions",
    "components",
    "core",
    "vision",
]
