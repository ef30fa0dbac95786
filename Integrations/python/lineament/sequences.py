# SPDX-License-Identifier: Apache-2.0
"""Sequences over arrays that make a landmark or a category when it is first looked at."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, TypeVar, Union, overload

import numpy as np

from lineament._arguments import shown
from lineament._attributes import NamedAttributes
from lineament._hints import similar_name
from lineament.blendshapes import BLENDSHAPE_NAMES, Blendshapes
from lineament.containers import Category, Landmark, NormalizedLandmark

Element = TypeVar("Element")


_FIELDS = ("x", "y", "z", "visibility", "presence", "score", "category_name")
_CHANGES = ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")


class LazySequence(NamedAttributes, Sequence[Element]):
    """A sequence of fixed elements that equals a list of the same elements. Slices are lists.

    An element is made when it is first looked at, and remembered: changes of its fields remain.
    """

    __slots__ = ("_made",)
    _elsewhere = {
        "landmark": "It is the sequence of landmarks itself: use landmarks[0].x.",
        **dict.fromkeys(_FIELDS, "It is a sequence, whose elements have that: use one of them, such as landmarks[0]."),
        **dict.fromkeys(_CHANGES, "Use list(…) for a list that can be changed."),
    }
    __hash__ = None  # type: ignore[assignment]

    def __init__(self) -> None:
        self._made: Dict[int, Element] = {}

    def _make_one(self, index: int) -> Element:
        """Returns a new element for an index from 0."""
        raise NotImplementedError

    def _make_all(self) -> Iterator[Element]:
        """Yields a new element for each index."""
        raise NotImplementedError

    def _arrays(self) -> Tuple[Optional[np.ndarray], ...]:
        """Returns the arrays that the elements are made of."""
        raise NotImplementedError

    def _at(self, index: int) -> Element:
        """Returns the element at an index from 0."""
        element = self._made.get(index)
        # Of two threads that make it, both must have the one that is remembered.
        return self._made.setdefault(index, self._make_one(index)) if element is None else element

    def __iter__(self) -> Iterator[Element]:
        if len(self._made) < len(self):
            for index, element in enumerate(self._make_all()):
                self._made.setdefault(index, element)
        return map(self._made.__getitem__, range(len(self)))

    def copy(self) -> List[Element]:
        """Returns the elements as a list, which can be changed."""
        return list(self)

    def __reduce__(self) -> Any:
        return type(self), self._arrays(), dict(self._made) or None

    def __setstate__(self, made: Dict[int, Element]) -> None:
        self._made.update(made)

    @overload
    def __getitem__(self, index: int) -> Element: ...

    @overload
    def __getitem__(self, index: slice) -> List[Element]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Element, List[Element]]:
        try:
            positions = range(len(self))[index]
        except TypeError:
            raise TypeError(
                f"An index is a whole number or a slice, not {shown(index)}.{self._index_hint(index)}"
            ) from None
        except IndexError:
            raise IndexError(f"{index} is out of range: there are {len(self)} elements.") from None
        if isinstance(positions, range):
            return [self._at(position) for position in positions]
        return self._at(positions)

    def _index_hint(self, index: Any) -> str:
        """Returns the remedy for a value that is not an index."""
        return ""

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self) and not self._made and not other._made:
            return all(_equal_arrays(mine, theirs) for mine, theirs in zip(self._arrays(), other._arrays()))
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other))
        return NotImplemented

    def __add__(self, other: Sequence[Element]) -> List[Element]:
        return [*self, *other]

    def __radd__(self, other: Sequence[Element]) -> List[Element]:
        return [*other, *self]

    def __repr__(self) -> str:
        return repr(list(self))


def _equal_arrays(left: Optional[np.ndarray], right: Optional[np.ndarray]) -> bool:
    if left is None or right is None:
        return left is right
    return np.array_equal(left, right, equal_nan=True)


class _LandmarkSequence(LazySequence[Element]):
    """Landmarks over an array of shape (n, 3), with visibilities and presences of shape (n,) or None."""

    __slots__ = ("_points", "_presences", "_visibilities")
    _make: Any

    def __init__(
        self, points: np.ndarray, visibilities: Optional[np.ndarray] = None, presences: Optional[np.ndarray] = None
    ) -> None:
        super().__init__()
        self._points, self._visibilities, self._presences = points, visibilities, presences

    def __len__(self) -> int:
        return len(self._points)

    def _make_one(self, index: int) -> Element:
        visibility = None if self._visibilities is None else float(self._visibilities[index])
        presence = None if self._presences is None else float(self._presences[index])
        element: Element = self._make(*self._points[index].tolist(), visibility, presence)
        return element

    def _make_all(self) -> Iterator[Element]:
        nothing = [None] * len(self)
        visibilities = nothing if self._visibilities is None else self._visibilities.tolist()
        presences = nothing if self._presences is None else self._presences.tolist()
        for point, visibility, presence in zip(self._points.tolist(), visibilities, presences):
            yield self._make(*point, visibility, presence)

    def _arrays(self) -> Tuple[Optional[np.ndarray], ...]:
        return self._points, self._visibilities, self._presences


class NormalizedLandmarks(_LandmarkSequence[NormalizedLandmark]):
    """The landmarks of one face or person in fractions of the image."""

    __slots__ = ()
    _make = NormalizedLandmark


class WorldLandmarks(_LandmarkSequence[Landmark]):
    """The landmarks of one person in meters."""

    __slots__ = ()
    _make = Landmark


class Categories(LazySequence[Category]):
    """The blendshapes of one face over an array of 52 scores."""

    __slots__ = ("_scores",)

    def __init__(self, scores: np.ndarray) -> None:
        super().__init__()
        self._scores = scores

    def __len__(self) -> int:
        return len(self._scores)

    def _index_hint(self, index: Any) -> str:
        member = next((each.name for each in Blendshapes if BLENDSHAPE_NAMES[each] == index), "")
        if member:
            return (
                f" Use Blendshapes.{member}, or {{each.category_name: each.score for each in blendshapes}}[{index!r}]."
            )
        return similar_name(index, BLENDSHAPE_NAMES) if isinstance(index, str) else ""

    def _make_one(self, index: int) -> Category:
        return Category(index, float(self._scores[index]), None, BLENDSHAPE_NAMES[index])

    def _make_all(self) -> Iterator[Category]:
        for index, score in enumerate(self._scores.tolist()):
            yield Category(index, score, None, BLENDSHAPE_NAMES[index])

    def _arrays(self) -> Tuple[Optional[np.ndarray], ...]:
        return (self._scores,)
