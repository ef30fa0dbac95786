# SPDX-License-Identifier: Apache-2.0
"""The fields of messages: their types, defaults and checks, and what JSON printers of protobuf read of them."""

from __future__ import annotations

import math
import operator
import struct
from typing import Any, Dict, List, Optional, Tuple, Type

_FLOAT = struct.Struct("<f")


def single(value: float) -> float:
    """Returns a number rounded to float32."""
    try:
        return float(_FLOAT.unpack(_FLOAT.pack(value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _checked_float(value: Any) -> float:
    if not hasattr(type(value), "__float__") and not hasattr(type(value), "__index__"):
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


class EnumValue:
    """A value of an enumeration."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number


class Enumeration(Kind):
    """An enumeration, whose values may be given by name; what protobuf calls its wrapper and its descriptor.

    Args:
        name: Its name.
        numbers: The numbers of its values by name.
    """

    def __init__(self, name: str, numbers: Dict[str, int]) -> None:
        super().__init__(name, 14, 8, 0, self._checked, self._shown)
        self.full_name = f"mediapipe.{name}"
        self.values_by_name = {key: EnumValue(key, number) for key, number in numbers.items()}
        self.values_by_number = {value.number: value for value in self.values_by_name.values()}

    def __getattr__(self, name: str) -> int:
        values = self.__dict__.get("values_by_name", {})
        if name not in values:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        number: int = values[name].number
        return number

    def _checked(self, value: Any) -> int:
        if isinstance(value, str):
            if value not in self.values_by_name:
                raise ValueError(f'unknown enum label "{value}"')
            return self.values_by_name[value].number
        number = operator.index(value)
        if number not in self.values_by_number:
            raise ValueError(f"invalid enumerator {number}")
        return number

    def _shown(self, number: int) -> str:
        return self.values_by_number[number].name

    def Name(self, number: int) -> str:
        """Returns the name of a value.

        Raises:
            ValueError: There is none.
        """
        if number not in self.values_by_number:
            raise ValueError(f"Enum {self.name} has no name defined for value {number!r}")
        return self._shown(number)

    def Value(self, name: str) -> int:
        """Returns the number of a value.

        Raises:
            ValueError: There is none.
        """
        if name not in self.values_by_name:
            raise ValueError(f"Enum {self.name} has no value defined for name {name!r}")
        return self.values_by_name[name].number

    def keys(self) -> List[str]:
        """Returns the names."""
        return list(self.values_by_name)

    def values(self) -> List[int]:
        """Returns the numbers."""
        return list(self.values_by_number)

    def items(self) -> List[Tuple[str, int]]:
        """Returns names and numbers."""
        return list(zip(self.keys(), self.values()))


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
    is_required = False
    containing_oneof = None
    full_name = ""
    containing_type: Optional[Descriptor] = None

    def __init__(self, name: str, number: int, kind: Any, is_repeated: bool = False) -> None:
        self.name, self.number, self.is_repeated = name, number, is_repeated
        self.message_class: Optional[Type[Any]] = None if isinstance(kind, Kind) else kind
        self.kind: Kind = kind if isinstance(kind, Kind) else _MESSAGE
        self.has_presence = not is_repeated
        self.enum_type = kind if isinstance(kind, Enumeration) else None
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
    """The description of a class of messages.

    Args:
        full_name: Its name in .proto files, with the package.
        file: The path of its .proto file.
        fields: Its fields.
    """

    has_options = False
    is_extendable = False
    oneofs_by_name: Dict[str, Any] = {}

    def __init__(self, full_name: str, file: str, fields: Any) -> None:
        self.full_name = full_name
        self.file = _File(file)
        self.name = full_name.rpartition(".")[2]
        self.fields = list(fields)
        self.fields_by_name: Dict[str, Field] = {field.name: field for field in fields}
        self.fields_by_number: Dict[int, Field] = {field.number: field for field in fields}
        self.fields_by_camelcase_name: Dict[str, Field] = {field.json_name: field for field in fields}
        for field in fields:
            field.containing_type, field.full_name = self, f"{full_name}.{field.name}"

    def GetOptions(self) -> Any:
        """Returns the options of the message: none."""
        return _NoOptions()


class _NoOptions:
    map_entry = False


class _File:
    def __init__(self, name: str) -> None:
        self.name = name
