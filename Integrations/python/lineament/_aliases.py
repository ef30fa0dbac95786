"""The places at which older versions of MediaPipe had its solutions and messages."""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

# The places in MediaPipe's package, and Lineament's modules that stand there.
_PLACES = {
    "solutions": "lineament.solutions",
    "python.solutions": "lineament.solutions",
    "python.solution_base": "lineament.python.solution_base",
    "framework.formats": "lineament.framework.formats",
}


def place_solutions(package: Any) -> None:
    """Makes Lineament's solutions and messages modules of a package, such as MediaPipe's, under their old names."""
    for place, name in _PLACES.items():
        module = importlib.import_module(name)
        parent = package
        *parents, last = place.split(".")
        for part in parents:
            parent = _submodule(parent, part)
        setattr(parent, last, module)
        for loaded, submodule in list(sys.modules.items()):
            if loaded == name or loaded.startswith(f"{name}."):
                sys.modules[f"{package.__name__}.{place}{loaded[len(name) :]}"] = submodule


def _submodule(package: Any, name: str) -> Any:
    """Returns a package's submodule, which is made if it is not there."""
    full_name = f"{package.__name__}.{name}"
    try:
        return importlib.import_module(full_name)
    except ModuleNotFoundError:
        module = types.ModuleType(full_name, "Made by lineament.use_in_mediapipe().")
        module.__path__ = []
        sys.modules[full_name] = module
        setattr(package, name, module)
        return module
