# SPDX-License-Identifier: Apache-2.0
"""The names that `dir()` shows of modules: their own, not those that they import."""

from __future__ import annotations

import sys
import types
from functools import partial
from typing import Any, List, NoReturn, TypeVar

from lineament._hints import similar_name


def hide_imports(package: str) -> None:
    """Makes `dir()` show the own names only of a package's modules that are loaded."""
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            vars(module).setdefault("__dir__", partial(_own_names, module))
            if not _is_private(name):
                vars(module).setdefault("__getattr__", partial(_refuse, module))


def _is_private(name: str) -> bool:
    return any(part.startswith("_") for part in name.split("."))


# The names that older versions of MediaPipe had in modules that have others today.
_FORMER = {"FACE_CONNECTIONS": "Use FACEMESH_CONTOURS or FACEMESH_TESSELATION."}


def _refuse(module: types.ModuleType, name: str) -> NoReturn:
    """Raises AttributeError, whose message names what was probably meant."""
    message = f"module {module.__name__!r} has no attribute {name!r}"
    if name.startswith("_"):
        raise AttributeError(message)
    hint = _FORMER.get(name) or similar_name(name, dir(module)).strip()
    raise AttributeError(f"{message}. {hint}" if hint else message)


def _own_names(module: types.ModuleType) -> List[str]:
    """Returns the names of a module: those in `__all__`, otherwise all public ones that stand for Lineament's."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    return sorted(name for name, value in vars(module).items() if _is_public(name) and _is_own(value))


def _is_public(name: str) -> bool:
    return not name.startswith("_") and name != "TYPE_CHECKING"


def _is_own(value: Any) -> bool:
    """Returns whether a value is a public module, class or function of Lineament, or a plain value."""
    origin = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    if isinstance(value, TypeVar):
        return False
    if origin is None:
        return type(value).__module__ != "__future__"
    package, *parts = origin.split(".")
    return package == "lineament" and not any(part.startswith("_") for part in parts)
