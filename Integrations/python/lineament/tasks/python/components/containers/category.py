# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of categories."""

from __future__ import annotations

from lineament.containers import Category

__all__ = [
    "Category",
]
