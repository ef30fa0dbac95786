# SPDX-License-Identifier: Apache-2.0
"""Downloads of models, where MediaPipe has them."""

from __future__ import annotations

import os

from lineament import _assets

# The models that `python -m lineament fetch` downloads only by name, by the names of MediaPipe's files.
_OPTIONAL = {"pose_landmark_lite.tflite": "pose-lite", "pose_landmark_heavy.tflite": "pose-heavy"}


def download_oss_model(model_path: str) -> None:
    """Downloads what a solution needs in the place of a model of MediaPipe's, unless it is there.

    Args:
        model_path: The path of the model in MediaPipe's package.

    Raises:
        ConnectionError: It cannot be downloaded; the reason is printed.
    """
    name = _OPTIONAL.get(os.path.basename(model_path))
    if _assets.fetch(_assets.default_folder(), *([name] if name else [])):
        raise ConnectionError(f"Cannot download {name or 'the models'}. Run `python -m lineament fetch {name or ''}`.")
