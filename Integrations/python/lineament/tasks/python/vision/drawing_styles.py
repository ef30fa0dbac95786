"""A module of MediaPipe that Lineament does not have: importing it raises ImportError, which says what to do."""

from __future__ import annotations

from lineament.tasks.python.vision import _drawing_advice

raise ImportError(_drawing_advice("drawing_styles"))
