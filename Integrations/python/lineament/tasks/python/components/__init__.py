# SPDX-License-Identifier: Apache-2.0
"""Parts that several tasks share."""

from __future__ import annotations

from lineament.tasks.python.components import containers

__all__ = [
    "containers",
]
