# SPDX-License-Identifier: Apache-2.0
"""The places at which older versions of MediaPipe had its solutions and messages."""

from __future__ import annotations

import glob
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types
from typing import Any, Optional, Sequence

# The parts of MediaPipe's package; Lineament has them under the same names.
_PARTS = ("framework", "python", "solutions")


def has_solutions(package: Any) -> bool:
    """Returns whether a package has solutions of its own, as MediaPipe up to 0.10.30."""
    name = f"{package.__name__}.python"
    return _found(name) and _found(f"{name}.solutions")


def _found(name: str) -> bool:
    """Returns whether a module can be imported other than through `_Finder`, given that its parent can."""
    parent = importlib.import_module(name.rpartition(".")[0])
    finders = (finder for finder in sys.meta_path if not isinstance(finder, _Finder))
    return any(finder.find_spec(name, getattr(parent, "__path__", None)) for finder in finders)


def place_solutions(package: Any) -> None:
    """Lets Lineament's solutions and messages be found in a package, such as MediaPipe's, under their old names.

    They are found where nothing else is, such as messages that a program has compiled for itself: these are known to
    protobuf, and would not find each other if some were replaced. Those may also be in a folder `mediapipe` of the
    program's path, into which Python does not look beside an installed MediaPipe.
    """
    if any(isinstance(finder, _Finder) and finder.package == package.__name__ for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _Finder(package.__name__))
    others = getattr(package, "__getattr__", None)

    def attribute(name: str) -> Any:
        if name in _PARTS:
            return importlib.import_module(f"{package.__name__}.{name}")
        if others is not None:
            return others(name)
        raise AttributeError(f"module {package.__name__!r} has no attribute {name!r}")

    package.__getattr__ = attribute


class _Finder:
    """Finds Lineament's modules under MediaPipe's names, unless another finder finds something there.

    It stands before the others, as these would make second modules of the files of Lineament's packages.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Optional[types.ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        """Returns what loads a module; None for one that Lineament does not have, or that is there already."""
        package, _, rest = name.partition(".")
        if package != self.package or rest.partition(".")[0] not in _PARTS:
            return None
        parent = sys.modules[name.rpartition(".")[0]]
        if not parent.__name__.startswith("lineament.") and _found(name):
            return None
        compiled = _compiled(package) if rest == "framework" else None
        if compiled is not None:
            return compiled
        ours = f"lineament.{rest}"
        loader: Any = _Loader(ours)
        return importlib.machinery.ModuleSpec(name, loader) if importlib.util.find_spec(ours) else None


def _compiled(package: str) -> Optional[importlib.machinery.ModuleSpec]:
    """Returns what loads the compiled messages in the program's path; None if there are none."""
    folders = [os.path.join(entry or os.curdir, package) for entry in sys.path]
    compiled = [folder for folder in folders if glob.glob(os.path.join(folder, "framework", "formats", "*_pb2.py"))]
    return importlib.machinery.PathFinder.find_spec(f"{package}.framework", compiled) if compiled else None


class _Loader:
    """Loads a module of Lineament under another name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Returns None, for a new module, which `exec_module` replaces."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Puts Lineament's module in the place of the new one."""
        sys.modules[module.__name__] = importlib.import_module(self._name)
