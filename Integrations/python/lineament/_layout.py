# SPDX-License-Identifier: Apache-2.0
"""Whether a structure of another library's description fits one of ours, and how to fill ours from it."""

from __future__ import annotations

import ctypes
from _ctypes import CFuncPtr
from itertools import zip_longest
from typing import AbstractSet, Any, Iterator, List, Mapping, NamedTuple, Set, Tuple, Type

Structure = Type[ctypes.Structure]


class Misfit(Exception):
    """Structures or functions that cannot stand for each other; the message says in what they differ."""


class Move(NamedTuple):
    """Bytes to copy from one structure to another.

    Attributes:
        source: Where they are in the given structure.
        target: Where they belong in ours.
        size: How many they are.
    """

    source: int
    target: int
    size: int


class _Field(NamedTuple):
    """A field of a structure."""

    name: str
    kind: str
    offset: int
    size: int

    def __str__(self) -> str:
        return f"{self.name} ({self.kind} of {self.size} bytes at byte {self.offset})"


def moves(theirs: Structure, ours: Structure, names: Mapping[str, str], optional: AbstractSet[str]) -> List[Move]:
    """Returns how to fill our structure from theirs, field by field, by name.

    Args:
        theirs: The given structure. What only it has is left out.
        ours: The structure to fill.
        names: The names in theirs that are not ours, by ours.
        optional: Fields of ours that stay 0 where theirs lacks them.

    Raises:
        Misfit: Theirs lacks a field, or has it in another form.
    """
    given = {field.name: (field, kind) for field, kind in _fields(theirs)}
    copied: List[Move] = []
    for field, kind in _fields(ours):
        name = names.get(field.name, field.name)
        if name not in given:
            if field.name in optional:
                continue
            raise Misfit(f"{theirs.__name__} lacks the field {name}")
        source, their_kind = given[name]
        if field.kind == source.kind == "structure":
            inner = moves(their_kind, kind, names, optional)
            copied += [Move(source.offset + one.source, field.offset + one.target, one.size) for one in inner]
            continue
        if (source.kind, source.size) != (field.kind, field.size):
            raise Misfit(f"{theirs.__name__} has {source} where {field} is expected")
        check_equal(their_kind, kind)
        copied.append(Move(source.offset, field.offset, source.size))
    return copied


def check_equal(theirs: Any, ours: Any) -> None:
    """Checks that two types, and all that they point to, have the same layout and the same names of fields.

    Raises:
        Misfit: They differ.
    """
    _check_equal(theirs, ours, set())


def _check_equal(theirs: Any, ours: Any, known: Set[Tuple[Any, Any]]) -> None:
    if (theirs, ours) in known:
        return
    known.add((theirs, ours))
    if _kind(theirs) == _kind(ours) == "structure":
        _check_fields(theirs, ours, known)
    elif (_kind(theirs), _size(theirs)) != (_kind(ours), _size(ours)):
        raise Misfit(f"there is a {_shown(theirs)} where a {_shown(ours)} is expected")
    given, expected = _targets(theirs), _targets(ours)
    if given and expected and len(given) != len(expected):
        raise Misfit(f"a callback takes {len(given) - 1} arguments where {len(expected) - 1} are expected")
    for one, other in zip(given, expected):
        _check_equal(one, other, known)


def _check_fields(theirs: Structure, ours: Structure, known: Set[Tuple[Any, Any]]) -> None:
    nothing = (None, None)
    for (given, their_kind), (field, kind) in zip_longest(_fields(theirs), _fields(ours), fillvalue=nothing):
        if given != field:
            raise Misfit(f"{theirs.__name__} has {given or 'no field'} where {field or 'none'} is expected")
        _check_equal(their_kind, kind, known)
    if ctypes.sizeof(theirs) != ctypes.sizeof(ours):
        raise Misfit(f"{theirs.__name__} has {ctypes.sizeof(theirs)} bytes where {ctypes.sizeof(ours)} are expected")


def _fields(structure: Structure) -> Iterator[Tuple[_Field, Any]]:
    """Returns the fields of a structure with their types, those of its bases first."""
    for base in reversed(structure.__mro__):
        for name, kind, *_ in base.__dict__.get("_fields_", ()):
            place = getattr(structure, name)
            yield _Field(name, _kind(kind), place.offset, place.size), kind


def _targets(kind: Any) -> List[Any]:
    """Returns the types behind a pointer: that of what it points to, or those of a function's result and parameters."""
    if kind is None:
        return []
    if issubclass(kind, ctypes._Pointer):
        return [kind._type_]
    if issubclass(kind, CFuncPtr):
        return [kind._restype_, *kind._argtypes_]
    return []


# The kinds of ctypes' simple types, by their codes. All others are whole numbers.
_KINDS = {**dict.fromkeys("fdg", "float"), **dict.fromkeys("zZPO", "pointer")}


def _kind(kind: Any) -> str:
    if kind is None:
        return "nothing"
    if issubclass(kind, ctypes.Structure):
        return "structure"
    if issubclass(kind, (ctypes._Pointer, CFuncPtr)):
        return "pointer"
    if issubclass(kind, ctypes._SimpleCData):
        return _KINDS.get(str(kind._type_), "integer")
    return str(kind.__name__)


def _size(kind: Any) -> int:
    return 0 if kind is None else ctypes.sizeof(kind)


def _shown(kind: Any) -> str:
    name = kind.__name__ if _kind(kind) == "structure" else _kind(kind)
    return f"{name} of {_size(kind)} bytes"
