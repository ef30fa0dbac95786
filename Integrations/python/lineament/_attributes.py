# SPDX-License-Identifier: Apache-2.0
"""Objects and enumerations that say what they have when they are asked for something else."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, ClassVar, List, Mapping

from lineament._hints import name_hint, similar_name

# An enumeration with more names than this is not listed.
_LONGEST_LIST = 12


class NamedAttributes:
    """An object whose AttributeError names the attribute that was probably meant, or all.

    `_elsewhere` has a sentence for each attribute that programs look for here, and find elsewhere.
    """

    __slots__ = ()
    _elsewhere: ClassVar[Mapping[str, str]] = {}

    if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

        def __getattr__(self, name):
            if hasattr(type(self), name):  # A property has raised AttributeError; it is to raise its own.
                return object.__getattribute__(self, name)
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            hint = self._elsewhere.get(name)
            if hint is None and name.startswith("_"):
                raise AttributeError(message)
            raise AttributeError(f"{message}. {hint or name_hint(name, _names(type(self)), 'It has').strip()}")


def _names(kind: type) -> List[str]:
    """Returns the names of a class, with those that only its instances have and it declares."""
    declared = {name for base in kind.__mro__ for name in base.__dict__.get("__annotations__", ())}
    return sorted({*dir(kind), *declared})


class NamedConstants(type):
    """The type of a class of constants whose AttributeError names the one that was probably meant, or all."""

    if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

        def __getattr__(cls, name):
            message = f"type object {cls.__name__!r} has no attribute {name!r}"
            if name.startswith("_"):
                raise AttributeError(message)
            raise AttributeError(f"{message}.{name_hint(name, dir(cls), 'It has')}")


class NamedMembers(enum.EnumMeta):
    """The type of an enumeration whose AttributeError names the member that was probably meant."""

    if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

        def __getattr__(cls, name):
            members = cls.__dict__.get("_member_map_", {})
            if name in members:  # Up to Python 3.10, this is how members are found.
                return members[name]
            if name.startswith("_"):
                raise AttributeError(name)
            is_long = len(members) > _LONGEST_LIST
            all_names = f" list({cls.__name__}) has all." if is_long else name_hint(name, members, "It has")
            hint = (similar_name(name, members) or all_names) + cls._remedy(name)
            raise AttributeError(f"{cls.__name__} has no {name!r}.{hint}")

    def _remedy(cls, name: str) -> str:
        """Returns what else to do about a name that is not there."""
        return ""
