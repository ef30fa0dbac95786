# SPDX-License-Identifier: Apache-2.0
"""Parts that the vision tasks share."""

from __future__ import annotations

from lineament.tasks.python.vision.core import image, image_processing_options, vision_task_running_mode

__all__ = [
    "image",
    "image_processing_options",
    "vision_task_running_mode",
]
