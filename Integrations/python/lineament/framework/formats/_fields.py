"""The fields of messages: their types, defaults and checks, and what JSON printers of protobuf read of them."""

from __future__ import annotations

import math
import operator
import struct
from typing import Any, Dict, Optional, Type

_FLOAT = struct.Struct("<f")


def single(value: float) -> float:
    """Returns a number rounded to float32."""
    try:
        return float(_FLOAT.unpack(_FLOAT.pack(value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _checked_float(value: Any) -> float:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"must be real number, not {type(value).__name__}")
    return single(float(value))


def _checked_int(value: Any, bits: int) -> int:
    number = operator.index(value)
    if not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
        raise ValueError(f"Value out of range: {number}")
    return number


def _checked_text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if not isinstance(value, str):
        raise TypeError(f"bad argument type for built-in operation: {value!r} is not a string")
    return value


def _shown_float(value: float) -> str:
    """Returns the shorter of six and nine digits that is the same float32."""
    if not math.isfinite(value):
        return str(value)
    short = f"{value:.6g}"
    return short if single(float(short)) == value else f"{value:.9g}"


_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "'": "\\'", "\\": "\\\\"}


def _shown_text(value: str) -> str:
    return '"' + "".join(_ESCAPES.get(character, character) for character in value) + '"'


class Kind:
    """A type of values. The numbers are those of protobuf's descriptors.

    Args:
        name: Its name in .proto files.
        number: The number of the type.
        cpp_type: The number of the type in C++.
        default: The value of a field that is not set.
        checked: Returns the value as it is stored.
        shown: Returns the value as text.
    """

    def __init__(self, name: str, number: int, cpp_type: int, default: Any, checked: Any, shown: Any = str) -> None:
        self.name, self.number, self.cpp_type, self.default = name, number, cpp_type, default
        self.checked, self.shown = checked, shown


FLOAT = Kind("float", 2, 6, 0.0, _checked_float, _shown_float)
INT64 = Kind("int64", 3, 2, 0, lambda value: _checked_int(value, 64))
INT32 = Kind("int32", 5, 1, 0, lambda value: _checked_int(value, 32))
STRING = Kind("string", 9, 9, "", _checked_text, _shown_text)
_MESSAGE = Kind("message", 11, 10, None, None)


def enumeration(values: Dict[str, int]) -> Kind:
    """Returns the type of an enumeration; values may be given by name."""
    names = {number: name for name, number in values.items()}

    def checked(value: Any) -> int:
        number = values.get(value) if isinstance(value, str) else operator.index(value)
        if number is None:
            raise ValueError(f"unknown enum label {value!r}")
        return number

    return Kind("enum", 14, 8, 0, checked, lambda value: names.get(value, str(value)))


class Field:
    """A field of a message, with the attributes of protobuf's field descriptors that printers read.

    Args:
        name: Its name.
        number: Its number in the binary form.
        kind: The type of its values; a class of messages for a field that holds one.
        is_repeated: Whether it holds any number of values.
    """

    LABEL_REPEATED = 3
    is_extension = False
    containing_oneof = None
    has_presence = True

    def __init__(self, name: str, number: int, kind: Any, is_repeated: bool = False) -> None:
        self.name, self.number, self.is_repeated = name, number, is_repeated
        self.message_class: Optional[Type[Any]] = None if isinstance(kind, Kind) else kind
        self.kind: Kind = kind if isinstance(kind, Kind) else _MESSAGE
        self.slot = "_" + name
        self.label = self.LABEL_REPEATED if is_repeated else 1
        self.type, self.cpp_type = self.kind.number, self.kind.cpp_type
        self.default_value: Any = [] if is_repeated else self.kind.default
        first, *others = name.split("_")
        self.json_name = self.camelcase_name = first + "".join(map(str.capitalize, others))

    @property
    def message_type(self) -> Any:
        """The descriptor of the messages that the field holds, or None."""
        return None if self.message_class is None else self.message_class.DESCRIPTOR


class Descriptor:
    """What is known of a class of messages.

    Args:
        full_name: Its name in .proto files, with the package.
        fields: Its fields.
    """

    has_options = False

    def __init__(self, full_name: str, fields: Any) -> None:
        self.full_name = full_name
        self.file = _File()
        self.name = full_name.rpartition(".")[2]
        self.fields = list(fields)
        self.fields_by_name: Dict[str, Field] = {field.name: field for field in fields}
        self.fields_by_number: Dict[int, Field] = {field.number: field for field in fields}
        self.fields_by_camelcase_name: Dict[str, Field] = {field.json_name: field for field in fields}

    def GetOptions(self) -> Any:
        """Returns the options of the message: none."""
        return _NoOptions()


class _NoOptions:
    map_entry = False


class _File:
    name = "mediapipe"
