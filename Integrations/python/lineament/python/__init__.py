"""The place of MediaPipe's solutions in its package: `mediapipe.python.solutions`."""

import sys

from lineament import solutions as solutions

# Modules have one identity, whichever way they are imported.
sys.modules[f"{__name__}.solutions"] = solutions
for _name, _module in list(sys.modules.items()):
    if _name.startswith("lineament.solutions."):
        sys.modules[_name.replace("lineament.solutions.", f"{__name__}.solutions.", 1)] = _module
