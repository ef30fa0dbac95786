# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of running modes."""

from __future__ import annotations

from lineament.options import VisionTaskRunningMode

__all__ = [
    "VisionTaskRunningMode",
]
