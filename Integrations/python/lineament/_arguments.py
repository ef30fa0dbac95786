# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments, whose messages name the argument."""

from __future__ import annotations

import functools
import inspect
import math
import numbers
import operator
from typing import Any, Callable, Dict, Tuple, Type, TypeVar

from lineament._attributes import NamedAttributes
from lineament._hints import name_hint
from lineament._notes import noted

Named = TypeVar("Named", bound="NamedArguments")

_MOST = 2**31 - 1


def whole_number(name: str, value: Any, least: int, most: int = _MOST, hint: str = "") -> int:
    """Returns a whole number.

    Raises:
        TypeError: It is something else.
        ValueError: It is less than `least` or greater than `most`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {shown(value)}.{hint}") from None
    if number < least and most == _MOST:  # The maximum number of the library is of no interest then.
        raise ValueError(f"{name} must be at least {least}, not {number}.{hint}")
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {number}.{hint}")
    return number


def fraction(name: str, value: Any) -> float:
    """Returns a number from 0 to 1.

    Raises:
        TypeError: It is not a number.
        ValueError: It is out of range or NaN.
    """
    number = number_of(name, value)
    if not 0 <= number <= 1:
        # MediaPipe's message for all thresholds of presence names another option; the note has the right name.
        shown = "min_detection_confidence" if name.endswith(("_presence_confidence", "_landmarks_confidence")) else name
        error = ValueError(f"Invalid `{shown}` option: value must be in the range [0.0, 1.0]")
        raise noted(error, f"{name} is {number}.")
    return number


def number_between(name: str, value: Any, least: float, most: float) -> float:
    """Returns a number of a range.

    Raises:
        TypeError: It is not a number.
        ValueError: It is out of range or NaN.
    """
    number = number_of(name, value)
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {number}.")
    return number


def flag(name: str, value: Any) -> bool:
    """Returns whether a value counts as true.

    Raises:
        TypeError: It is a text: "no" would count as true.
    """
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} must be True or False, not {shown(value)}.")
    return bool(value)


def gpu_count(name: str, value: Any) -> float:
    """Returns a number of GPUs as Ray takes it: a part of one, or a whole number.

    Raises:
        TypeError: It is not a number.
        ValueError: It is something else.
    """
    number = finite(name, value)
    if number < 0 or (number > 1 and number != int(number)):
        raise ValueError(f"{name} must be 0 to 1, or a whole number, not {number:g}.")
    return number


def finite(name: str, value: Any) -> float:
    """Returns a finite number.

    Raises:
        TypeError: It is not a number.
        ValueError: It is infinite or NaN.
    """
    number = number_of(name, value)
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, not {number}.")
    return number


def number_of(name: str, value: Any) -> float:
    """Returns a number of any size.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, not {shown(value)}.")
    return float(value)


def check_type(name: str, value: Any, kind: Type[Any], hint: str = "") -> None:
    """Raises TypeError if an argument is not of this type of Lineament's."""
    if isinstance(value, kind):
        return
    found = type(value)
    if found.__module__.partition(".")[0] == "mediapipe":
        raise TypeError(f"{name} is MediaPipe's, not lineament's. Change every mediapipe import.")
    # As after a reload in a notebook.
    if (found.__module__, found.__qualname__) == (kind.__module__, kind.__qualname__):
        raise TypeError(f"{name} was created before lineament was reloaded. Create it again.")
    raise TypeError(f"{name} must be a lineament {kind.__name__}, not {type_name(value)}.{hint}")


def type_name(value: Any) -> str:
    """Returns the name of a value's type, with its module unless it is Python's own."""
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


# A longer text of a value is not shown in a message.
_LONGEST = 80


def shown(value: Any) -> str:
    """Returns a value as messages show it: only its type, if its text is long, as that of an array."""
    text = repr(value)
    return text if len(text) <= _LONGEST and "\n" not in text else f"{type(value).__qualname__}(…)"


class NamedArguments:
    """A class that names the argument that was probably meant by one that there is not."""

    __slots__ = ()
    _noun = "argument"

    def __new__(cls: Type[Named], *given: Any, **arguments: Any) -> Named:
        """Raises TypeError for a name that is not that of an argument."""
        cls._check(given, arguments)
        known = _parameters(cls.__init__)
        for name in arguments:
            if known and name not in known:
                hint = cls._hint(name) or name_hint(name, known, f"Its {cls._noun}s are")
                raise cls._refusal(name, hint)
        return super().__new__(cls)

    @classmethod
    def _check(cls, given: Tuple[Any, ...], arguments: Dict[str, Any]) -> None:
        """Raises TypeError for arguments of which something better is known than that they do not fit."""

    @classmethod
    def _refusal(cls, name: str, hint: str) -> TypeError:
        """Returns the error for a name that is not that of an argument."""
        return TypeError(f"{cls.__name__} has no {cls._noun} {name!r}.{hint}")

    @classmethod
    def _hint(cls, name: str) -> str:
        """Returns what to do about a name for which there is something better than a similar name."""
        return ""


class NamedOptions(NamedArguments, NamedAttributes):
    """Options that name the one that was probably meant, also where it is assigned."""

    _noun = "option"

    def __setattr__(self, name: str, value: Any) -> None:
        """Raises AttributeError for a name that is not that of an option: it would have no effect."""
        known = _parameters(type(self).__init__)
        if name not in known and not name.startswith("_"):
            hint = self._hint(name) or name_hint(name, known, "Its options are")
            raise AttributeError(f"{type(self).__name__} has no option {name!r}.{hint}")
        super().__setattr__(name, value)


@functools.lru_cache(maxsize=None)
def _parameters(make: Callable[..., None]) -> Tuple[str, ...]:
    """Returns the names of the arguments of `__init__`; none if it takes any name."""
    parameters = inspect.signature(make).parameters
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values()):
        return ()
    return tuple(parameters)[1:]
