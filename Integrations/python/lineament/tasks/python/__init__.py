# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's tasks package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lineament._hints import similar_name
from lineament.options import BaseOptions
from lineament.tasks.python import components, core, vision

__all__ = [
    "BaseOptions",
    "components",
    "core",
    "vision",
]

_ABSENT = ("audio", "decision", "retrieval", "text")


def _absence(module: str, name: str) -> AttributeError:
    """Returns the error for a name that a module does not have; it explains the absence of what MediaPipe has there."""
    if name in _ABSENT:
        return AttributeError(
            f"Lineament has no mp.tasks.{name}; it has FaceDetector, FaceLandmarker, HandLandmarker, HolisticLandmarker and "
            "PoseLandmarker in mp.tasks.vision."
        )
    return AttributeError(f"module {module!r} has no attribute {name!r}.{similar_name(name, [*__all__, 'python'])}")


if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

    def __getattr__(name: str) -> Any:
        raise _absence(__name__, name)
