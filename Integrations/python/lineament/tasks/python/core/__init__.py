# SPDX-License-Identifier: Apache-2.0
"""Parts that all tasks share."""

from __future__ import annotations

from lineament.tasks.python.core import base_options

__all__ = [
    "base_options",
]
