# SPDX-License-Identifier: Apache-2.0
"""The binary form of messages."""

from __future__ import annotations

import struct
import sys
from typing import Any, Iterator, Tuple

from lineament.framework.formats._fields import FLOAT, INT64, STRING, Field

_FLOAT = struct.Struct("<f")
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def _decode_error() -> ValueError:
    """Returns the error for what is not the form of a message: one that is also protobuf's, where that is imported."""
    module = sys.modules.get("google.protobuf.message")
    kinds = (ValueError,) if module is None else (ValueError, module.DecodeError)
    error: ValueError = type("DecodeError", kinds, {})("Error parsing message")
    return error


def written(message: Any) -> bytes:
    """Returns the binary form of a message."""
    parts = []
    for field, value in message.ListFields():
        packed = field.is_repeated and message._packs(field.name)
        if packed:
            data = b"".join(_scalar(field, item) for item in value)
            parts.append(_varint(field.number << 3 | _BYTES) + _varint(len(data)) + data)
            continue
        for item in value if field.is_repeated else (value,):
            parts.append(_varint(field.number << 3 | _wire_type(field)) + _value(field, item))
    return b"".join(parts)


def _wire_type(field: Field) -> int:
    if field.kind is FLOAT:
        return _FIXED32
    return _BYTES if field.kind is STRING or field.message_class is not None else _VARINT


def _value(field: Field, value: Any) -> bytes:
    if field.message_class is None and field.kind is not STRING:
        return _scalar(field, value)
    data = value.encode() if field.kind is STRING else written(value)
    return _varint(len(data)) + data


def _scalar(field: Field, value: Any) -> bytes:
    return _FLOAT.pack(value) if field.kind is FLOAT else _varint(value)


def _varint(value: int) -> bytes:
    value &= 2**64 - 1
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def read(message: Any, data: bytes) -> None:
    """Adds what a binary form holds to a message. Fields that the message does not have are skipped.

    Raises:
        ValueError: The data is not the form of a message; also protobuf's DecodeError, where that is imported.
    """
    try:
        for number, wire_type, value in _entries(data):
            field = message.DESCRIPTOR.fields_by_number.get(number)
            if field is not None and _suits(field, wire_type):
                _store(message, field, wire_type, value)
    except (IndexError, UnicodeDecodeError, struct.error) as error:
        raise _decode_error() from error


def _suits(field: Field, wire_type: int) -> bool:
    """Returns whether an entry can hold the field. An entry of another type is skipped, as fields are that a message lacks."""
    is_number = field.message_class is None and field.kind is not STRING
    return wire_type == _wire_type(field) or (wire_type == _BYTES and is_number and field.is_repeated)


def _entries(data: bytes) -> Iterator[Tuple[int, int, Any]]:
    place = 0
    while place < len(data):
        key, place = _read_varint(data, place)
        wire_type = key & 7
        value: Any
        if wire_type == _VARINT:
            value, place = _read_varint(data, place)
        else:
            size = {_FIXED64: 8, _FIXED32: 4}.get(wire_type)
            if size is None:
                if wire_type != _BYTES:
                    raise _decode_error()
                size, place = _read_varint(data, place)
            if place + size > len(data):
                raise _decode_error()
            value, place = data[place : place + size], place + size
        yield key >> 3, wire_type, value


def _read_varint(data: bytes, place: int) -> Tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 2**64 - 1, place
    raise _decode_error()


def _store(message: Any, field: Field, wire_type: int, value: Any) -> None:
    if field.message_class is not None:
        target = getattr(message, field.name)
        target = target.add() if field.is_repeated else target
        target.SetInParent()
        read(target, value)
    elif field.is_repeated:
        getattr(message, field.name).extend(_items(field, wire_type, value))
    else:
        item = next(_items(field, wire_type, value))
        # A number that a newer version of the enumeration may have is dropped, as fields are that a message does not have.
        if field.enum_type is None or item in field.enum_type.values_by_number:
            setattr(message, field.name, item)


def _items(field: Field, wire_type: int, value: Any) -> Iterator[Any]:
    """Yields the values of an entry, which is packed if it is of bytes and the field not of text."""
    if field.kind is STRING:
        yield value.decode()
    elif field.kind is FLOAT:
        for (number,) in _FLOAT.iter_unpack(value):
            yield number
    elif wire_type == _BYTES:
        place = 0
        while place < len(value):
            number, place = _read_varint(value, place)
            yield _signed(field, number)
    else:
        yield _signed(field, value)


def _signed(field: Field, value: int) -> int:
    """Returns a number with its sign, of which a field of 32 bits keeps the low ones."""
    bits = 64 if field.kind is INT64 else 32
    value &= 2**bits - 1
    return value - 2**bits if value >> (bits - 1) else value
