# SPDX-License-Identifier: Apache-2.0
"""The lines of a body, as pairs of landmarks."""

from __future__ import annotations

from typing import FrozenSet, Tuple

from lineament.pose_landmarks import PoseLandmarksConnections as _Lines

# Drawings follow the order of the set, which depends on the order in which it is filled: MediaPipe's.
POSE_CONNECTIONS: FrozenSet[Tuple[int, int]] = frozenset([(line.start, line.end) for line in _Lines.POSE_LANDMARKS])
