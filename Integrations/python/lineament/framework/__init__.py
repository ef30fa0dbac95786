# SPDX-License-Identifier: Apache-2.0
"""The place of MediaPipe's framework; its messages are in `formats`."""

from lineament._listing import hide_imports
from lineament.framework import formats as formats

hide_imports(__name__)
