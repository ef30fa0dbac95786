"""Sequences over arrays that make a landmark or a category only when it is looked at."""

from __future__ import annotations

from typing import Any, Iterator, List, Optional, Sequence, Tuple, TypeVar, Union, overload

import numpy as np

from lineament.blendshapes import BLENDSHAPE_NAMES
from lineament.containers import Category, Landmark, NormalizedLandmark

Element = TypeVar("Element")


class LazySequence(Sequence[Element]):
    """A read-only sequence that equals a list of the same elements. Slices are lists."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def _at(self, index: int) -> Element:
        """Returns the element at an index from 0."""
        raise NotImplementedError

    def _arrays(self) -> Tuple[Optional[np.ndarray], ...]:
        """Returns the arrays that the elements are made of."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Element: ...

    @overload
    def __getitem__(self, index: slice) -> List[Element]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Element, List[Element]]:
        positions = range(len(self))[index]
        if isinstance(positions, range):
            return [self._at(position) for position in positions]
        return self._at(positions)

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self):
            return all(_same(mine, theirs) for mine, theirs in zip(self._arrays(), other._arrays()))
        if isinstance(other, Sequence) and not isinstance(other, (str, bytes)):
            return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other))
        return NotImplemented

    def __add__(self, other: Sequence[Element]) -> List[Element]:
        return [*self, *other]

    def __radd__(self, other: Sequence[Element]) -> List[Element]:
        return [*other, *self]

    def __repr__(self) -> str:
        return repr(list(self))


def _same(left: Optional[np.ndarray], right: Optional[np.ndarray]) -> bool:
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
        self._points, self._visibilities, self._presences = points, visibilities, presences

    def __len__(self) -> int:
        return len(self._points)

    def _at(self, index: int) -> Element:
        visibility = None if self._visibilities is None else float(self._visibilities[index])
        presence = None if self._presences is None else float(self._presences[index])
        element: Element = self._make(*self._points[index].tolist(), visibility, presence)
        return element

    def __iter__(self) -> Iterator[Element]:
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
        self._scores = scores

    def __len__(self) -> int:
        return len(self._scores)

    def _at(self, index: int) -> Category:
        return Category(index, float(self._scores[index]), None, BLENDSHAPE_NAMES[index])

    def __iter__(self) -> Iterator[Category]:
        for index, score in enumerate(self._scores.tolist()):
            yield Category(index, score, None, BLENDSHAPE_NAMES[index])

    def _arrays(self) -> Tuple[Optional[np.ndarray], ...]:
        return (self._scores,)
