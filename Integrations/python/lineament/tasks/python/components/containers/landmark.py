# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's module of landmarks."""

from __future__ import annotations

from lineament.containers import Landmark, NormalizedLandmark

__all__ = [
    "Landmark",
    "NormalizedLandmark",
]
