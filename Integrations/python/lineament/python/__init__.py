# SPDX-License-Identifier: Apache-2.0
"""The place of MediaPipe's solutions in its package: `mediapipe.python.solutions`."""

import sys

from lineament import solutions as solutions
from lineament._listing import hide_imports
from lineament.python import solution_base as solution_base

# The modules are those of lineament.solutions, whichever way they are imported.
for _name, _module in list(sys.modules.items()):
    if _name == "lineament.solutions" or _name.startswith("lineament.solutions."):
        sys.modules[_name.replace("lineament", __name__, 1)] = _module

hide_imports(__name__)
