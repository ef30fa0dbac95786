# SPDX-License-Identifier: Apache-2.0
"""MediaPipe's solutions, as its package had them up to 0.10.21: `mp.solutions.hands`, `pose`, `face_mesh` and others.

Programs that use them run with `import lineament as mp`. New programs are better off with `lineament.tasks`. Without
protobuf, only what needs no messages can be imported.
"""

from __future__ import annotations

import contextlib
import importlib
from typing import TYPE_CHECKING, Any

from lineament._hints import similar_name
from lineament._listing import hide_imports
from lineament.solutions import download_utils as download_utils
from lineament.solutions import drawing_styles as drawing_styles
from lineament.solutions import drawing_utils as drawing_utils
from lineament.solutions import face_mesh_connections as face_mesh_connections
from lineament.solutions import hands_connections as hands_connections
from lineament.solutions import objectron as objectron
from lineament.solutions import pose_connections as pose_connections
from lineament.solutions import selfie_segmentation as selfie_segmentation

with contextlib.suppress(ImportError):  # Without protobuf; `__getattr__` then raises the error.
    from lineament.solutions import face_detection as face_detection
    from lineament.solutions import face_mesh as face_mesh
    from lineament.solutions import hands as hands
    from lineament.solutions import holistic as holistic
    from lineament.solutions import pose as pose

_MODULES = ("face_detection", "face_mesh", "hands", "holistic", "pose", "selfie_segmentation", "drawing_utils")

if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

    def __getattr__(name: str) -> Any:
        """Returns the package, which old versions of MediaPipe had here.

        Raises:
            ImportError: This is a module that needs protobuf, which is not installed.
        """
        if name == "mediapipe":
            return importlib.import_module("lineament")
        if name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        hint = similar_name(name.lower(), _MODULES)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{hint}")


hide_imports(__name__)
