"""A module of MediaPipe that Lineament does not have: importing it raises ImportError, which says what to do."""

from __future__ import annotations

from lineament.tasks.python.vision import _without_drawing

raise ImportError(_without_drawing("drawing_styles"))
