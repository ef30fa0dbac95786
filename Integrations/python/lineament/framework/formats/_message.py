# SPDX-License-Identifier: Apache-2.0
"""Messages that behave as protobuf's do in programs: typed fields with presence, equality, copies, text and bytes."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Iterator, List, NoReturn, Tuple, Type, TypeVar

from lineament.framework.formats import _wire
from lineament.framework.formats._fields import Descriptor, Field
from lineament.framework.formats._repeated import RepeatedCompositeContainer, RepeatedScalarContainer

Self = TypeVar("Self", bound="Message")

# The bit of a message that was marked as present without a value.
_MARKED = 1


def _scalar_property(field: Field, bit: int) -> property:
    slot, checked = field.slot, field.kind.checked

    def store(self: Any, value: Any) -> None:
        setattr(self, slot, checked(value))
        self._set |= bit

    return property(attrgetter(slot), store)


def _inner_property(field: Field) -> property:
    """Returns the property of a message or container in a message; a message is made when it is first looked at."""
    slot, kind = field.slot, field.message_class

    def read(self: Any) -> Any:
        value = getattr(self, slot)
        if value is None:
            assert kind is not None
            value = kind()
            setattr(self, slot, value)
        return value

    def refuse(self: Any, value: Any) -> NoReturn:
        raise AttributeError(
            f'Assignment not allowed to message, map, or repeated field "{field.name}" in protocol message object.'
        )

    return property(attrgetter(slot) if field.is_repeated else read, refuse)


class MessageType(type):
    """Makes a class of messages from its `_fields`."""

    def __new__(cls, name: str, bases: Tuple[type, ...], namespace: Dict[str, Any]) -> MessageType:
        fields: Tuple[Field, ...] = namespace.get("_fields", ())
        slots = tuple(field.slot for field in fields)
        namespace["__slots__"] = slots if bases else ("_set",)
        namespace["_bits"] = bits = {field.name: 2 << index for index, field in enumerate(fields)}
        for field in fields:
            scalar = field.message_class is None and not field.is_repeated
            namespace[field.name] = _scalar_property(field, bits[field.name]) if scalar else _inner_property(field)
        file = namespace["__module__"].replace("lineament", "mediapipe").replace(".", "/").replace("_pb2", ".proto")
        namespace["DESCRIPTOR"] = Descriptor(f"mediapipe.{namespace['__qualname__']}", file, fields)
        for field in fields:
            namespace[f"{field.name.upper()}_FIELD_NUMBER"] = field.number
        return super().__new__(cls, name, bases, namespace)


class Message(metaclass=MessageType):
    """A message without fields, the base of all.

    Args:
        values: The values of fields by name; None leaves a field unset.
    """

    DESCRIPTOR: ClassVar[Descriptor]
    _bits: ClassVar[Dict[str, int]]
    _packed: ClassVar[Tuple[str, ...]] = ()
    _set: int

    def __init__(self, *arguments: Any, **values: Any) -> None:
        if arguments:
            raise TypeError("No positional arguments allowed")
        self.Clear()
        for name, value in values.items():
            if value is not None:
                self._fill(self._field(name, f'Protocol message {self._name()} has no "{name}" field.'), value)

    @classmethod
    def _name(cls) -> str:
        return cls.DESCRIPTOR.name

    @classmethod
    def _field(cls, name: Any, problem: str = "") -> Field:
        """Returns the field of a name.

        Raises:
            ValueError: There is none.
        """
        field = cls.DESCRIPTOR.fields_by_name.get(name)
        if field is None:
            raise ValueError(problem or f'Protocol message {cls._name()} has no "{name}" field.')
        return field

    @classmethod
    def _packs(cls, name: str) -> bool:
        return name in cls._packed

    def _fill(self, field: Field, value: Any) -> None:
        target = getattr(self, field.name)
        if field.message_class is None:
            if field.is_repeated:
                target.extend(value)
            else:
                setattr(self, field.name, value)
        elif not field.is_repeated:
            target.MergeFrom(_as_message(field, value))
        else:
            target.extend([_as_message(field, item) for item in value])

    if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(f"'{self._name()}' object has no attribute '{name}'")

    def __dir__(self) -> List[str]:
        # As in protobuf's own, whose fields are found on access only.
        return [name for name in super().__dir__() if name not in self._bits]

    def Clear(self) -> None:
        """Unsets all fields."""
        self._set = 0
        for field in self.DESCRIPTOR.fields:
            setattr(self, field.slot, _unset(field))

    def ClearField(self, name: str) -> None:
        """Unsets a field.

        Raises:
            ValueError: There is no such field.
        """
        field = self._field(name)
        self._set &= ~self._bits[name]
        setattr(self, field.slot, _unset(field))

    def HasField(self, name: str) -> bool:
        """Returns whether a field is set.

        Raises:
            ValueError: There is no such field, or it holds any number of values.
        """
        field = self._field(name)
        if field.is_repeated:
            raise ValueError(f"Field {field.full_name} does not have presence.")
        if field.message_class is not None:
            inner = getattr(self, field.slot)
            return inner is not None and inner._is_present()
        return bool(self._set & self._bits[name])

    def _is_present(self) -> bool:
        return bool(self._set) or any(True for _ in self._present())

    def SetInParent(self) -> None:
        """Marks the message as set in the one that it is a field of."""
        self._set |= _MARKED

    def _present(self) -> Iterator[Tuple[Field, Any]]:
        for field in self.DESCRIPTOR.fields:
            value = getattr(self, field.slot)
            if len(value) > 0 if field.is_repeated else self.HasField(field.name):
                yield field, value

    def ListFields(self) -> List[Tuple[Field, Any]]:
        """Returns the fields that are set and their values, by number."""
        return sorted(self._present(), key=lambda entry: entry[0].number)

    def IsInitialized(self) -> bool:
        """Returns True: no field is required."""
        return True

    def FindInitializationErrors(self) -> List[str]:
        """Returns the fields that are required and unset: none."""
        return []

    def DiscardUnknownFields(self) -> None:
        """Does nothing: fields that a message does not have are dropped when it is read."""

    def WhichOneof(self, name: str) -> NoReturn:
        """Raises ValueError: no message has a group of fields of which only one may be set."""
        raise ValueError(f'Protocol message {self._name()} has no "{name}" field.')

    def CopyFrom(self, other: Message) -> None:
        """Replaces the contents by those of another message of the same type."""
        self._check_type(other, "CopyFrom")
        if other is not self:
            self.Clear()
            self.MergeFrom(other)

    def MergeFrom(self, other: Message) -> None:
        """Adds the contents of another message of the same type."""
        self._check_type(other, "MergeFrom")
        for field, value in other._present():
            if field.message_class is not None and not field.is_repeated:
                getattr(self, field.name).MergeFrom(value)
            else:
                self._fill(field, value)
        self.SetInParent()

    def _check_type(self, other: Any, method: str) -> None:
        if type(other) is not type(self):
            raise TypeError(
                f"Parameter to {method}() must be instance of same class: expected {type(self)} got {type(other)}."
            )

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented if not isinstance(other, Message) else False
        return self.ListFields() == other.ListFields()

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self: Self, memory: Any) -> Self:
        copy = type(self)()
        copy.MergeFrom(self)
        return copy

    __copy__ = lambda self: self.__deepcopy__(None)  # noqa: E731

    def __reduce__(self) -> Any:
        return _restored, (type(self), self.SerializeToString())

    def __str__(self) -> str:
        return "".join(line + "\n" for line in self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        for field, value in self.ListFields():
            for item in value if field.is_repeated else (value,):
                if field.message_class is None:
                    yield f"{field.name}: {field.kind.shown(item)}"
                else:
                    yield field.name + " {"
                    yield from ("  " + line for line in item._lines())
                    yield "}"

    def ByteSize(self) -> int:
        """Returns the length of the binary form."""
        return len(self.SerializeToString())

    def SerializeToString(self, **options: Any) -> bytes:
        """Returns the binary form, which is protobuf's."""
        return _wire.written(self)

    SerializePartialToString = SerializeToString

    def MergeFromString(self, data: bytes) -> int:
        """Adds the contents of a binary form and returns its length.

        Raises:
            ValueError: The data is not the form of a message; also protobuf's DecodeError, where that is imported.
        """
        _wire.read(self, bytes(data))
        return len(data)

    def ParseFromString(self, data: bytes) -> int:
        """Replaces the contents by those of a binary form and returns its length.

        Raises:
            ValueError: The data is not the form of a message; also protobuf's DecodeError, where that is imported.
        """
        self.Clear()
        return self.MergeFromString(data)

    @classmethod
    def FromString(cls: Type[Self], data: bytes) -> Self:
        """Returns the message of a binary form.

        Raises:
            ValueError: The data is not the form of a message; also protobuf's DecodeError, where that is imported.
        """
        return _restored(cls, data)


def _restored(cls: Type[Self], data: bytes) -> Self:
    message = cls()
    message.ParseFromString(data)
    return message


def _unset(field: Field) -> Any:
    if not field.is_repeated:
        return field.default_value if field.message_class is None else None
    if field.message_class is None:
        return RepeatedScalarContainer(field.kind)
    return RepeatedCompositeContainer(field.message_class)


def _as_message(field: Field, value: Any) -> Message:
    assert field.message_class is not None
    made: Message = field.message_class(**value) if isinstance(value, dict) else value
    return made
