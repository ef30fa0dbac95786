"""Objects that say what they have when they are asked for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Mapping

from lineament._hints import name_hint


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
            if name.startswith("_"):
                raise AttributeError(message)
            hint = self._elsewhere.get(name) or name_hint(name, dir(type(self)), "It has").strip()
            raise AttributeError(f"{message}. {hint}")
