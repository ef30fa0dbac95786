"""The containers of fields that hold any number of values."""

from __future__ import annotations

import operator
import threading
from collections.abc import MutableSequence
from copy import deepcopy
from typing import Any, Callable, Iterable, Iterator, List, NoReturn, Optional

from lineament.framework.formats._fields import Kind


def _position(index: Any) -> Any:
    return index if isinstance(index, slice) else operator.index(index)


class RepeatedScalarContainer(MutableSequence):  # type: ignore[type-arg]
    """Numbers or texts of a message."""

    __slots__ = ("_items", "_kind")

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._items: List[Any] = []

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        return self._items[_position(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            self._items[index] = [self._kind.checked(item) for item in value]
        else:
            self._items[operator.index(index)] = self._kind.checked(value)

    def __delitem__(self, index: Any) -> None:
        del self._items[_position(index)]

    def insert(self, index: int, value: Any) -> None:
        """Inserts a value."""
        self._items.insert(index, self._kind.checked(value))

    def extend(self, values: Optional[Iterable[Any]]) -> None:
        """Appends values; None is none."""
        self._items.extend([self._kind.checked(value) for value in (() if values is None else values)])

    MergeFrom = extend

    def sort(self, **arguments: Any) -> None:
        """Sorts the values."""
        self._items.sort(**arguments)

    def __eq__(self, other: object) -> bool:
        return self._items == (other._items if isinstance(other, RepeatedScalarContainer) else other)

    def __repr__(self) -> str:
        return repr(self._items)

    def __copy__(self) -> List[Any]:
        return list(self._items)

    def __deepcopy__(self, memory: Any) -> List[Any]:
        return list(self._items)


# Held while the messages of a result are made, which several threads may look at first.
_MAKING = threading.RLock()


class RepeatedCompositeContainer:
    """Messages in a message. Those of a result are made when they are first looked at."""

    __slots__ = ("_class", "_list", "_make")

    def __init__(self, message_class: Any, make: Optional[Callable[[], List[Any]]] = None) -> None:
        self._class = message_class
        self._list: List[Any] = []
        self._make = make

    @property
    def _items(self) -> List[Any]:
        if self._make is not None:
            with _MAKING:
                if self._make is not None:
                    self._list, self._make = self._make(), None
        return self._list

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __getitem__(self, index: Any) -> Any:
        items = self._items
        try:
            return items[index]
        except TypeError:
            raise TypeError(f"list indices must be integers or slices, not {type(index).__name__}") from None

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        raise TypeError("'RepeatedCompositeContainer' object does not support item assignment")

    def __delitem__(self, index: Any) -> None:
        del self._items[_position(index)]

    def __contains__(self, value: object) -> bool:
        return value in self._items

    def add(self, **values: Any) -> Any:
        """Appends a new message with these values and returns it."""
        message = self._class(**values)
        self._items.append(message)
        return message

    def append(self, message: Any) -> Any:
        """Appends a copy of a message and returns it."""
        self.insert(len(self), message)
        return self._items[-1]

    def insert(self, index: int, message: Any) -> None:
        """Inserts a copy of a message."""
        copy = self._class()
        copy.CopyFrom(message)
        self._items.insert(index, copy)

    def extend(self, messages: Optional[Iterable[Any]]) -> None:
        """Appends copies of messages; None is none."""
        for message in [] if messages is None else list(messages):
            self.append(message)

    MergeFrom = extend

    def pop(self, index: int = -1) -> Any:
        """Removes a message and returns it."""
        return self._items.pop(index)

    def remove(self, message: Any) -> None:
        """Removes the first message that is equal."""
        self._items.remove(message)

    def reverse(self) -> None:
        """Reverses the order."""
        self._items.reverse()

    def sort(self, **arguments: Any) -> None:
        """Sorts the messages."""
        self._items.sort(**arguments)

    def __eq__(self, other: object) -> bool:
        return self._items == (other._items if isinstance(other, RepeatedCompositeContainer) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._items)

    def __deepcopy__(self, memory: Any) -> List[Any]:
        return deepcopy(self._items, memory)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a container of messages cannot be pickled; pickle the message that it belongs to")


# As protobuf's, which lacks some of the methods as well.
MutableSequence.register(RepeatedCompositeContainer)
