# SPDX-License-Identifier: Apache-2.0
"""The containers of fields that hold any number of values."""

from __future__ import annotations

import operator
import threading
from collections.abc import MutableSequence
from copy import deepcopy
from typing import Any, Callable, Generic, Iterable, Iterator, List, NoReturn, Optional, TypeVar, Union, overload

from lineament.framework.formats._fields import Kind

Element = TypeVar("Element")


def _position(index: Any) -> Any:
    return index if isinstance(index, slice) else operator.index(index)


class RepeatedScalarContainer(MutableSequence[Element]):
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


class RepeatedCompositeContainer(Generic[Element]):
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

    def __iter__(self) -> Iterator[Element]:
        return iter(self._items)

    @overload
    def __getitem__(self, index: int) -> Element: ...

    @overload
    def __getitem__(self, index: slice) -> List[Element]: ...

    def __getitem__(self, index: Union[int, slice]) -> Any:
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

    def add(self, **values: Any) -> Element:
        """Appends a new message with these values and returns it."""
        message: Element = self._class(**values)
        self._items.append(message)
        return message

    def append(self, message: Element) -> Element:
        """Appends a copy of a message and returns it."""
        self.insert(len(self), message)
        return self[-1]

    def insert(self, index: int, message: Element) -> None:
        """Inserts a copy of a message."""
        copy = self._class()
        copy.CopyFrom(message)
        self._items.insert(index, copy)

    def extend(self, messages: Optional[Iterable[Element]]) -> None:
        """Appends copies of messages; None is none."""
        for message in [] if messages is None else list(messages):
            self.append(message)

    MergeFrom = extend

    def pop(self, index: int = -1) -> Element:
        """Removes a message and returns it."""
        message: Element = self._items.pop(index)
        return message

    def remove(self, message: Element) -> None:
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
