# SPDX-License-Identifier: Apache-2.0
"""The base of the results of all tasks."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, List, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np

from lineament import _drawing
from lineament._attributes import NamedAttributes
from lineament._cached import cached_property
from lineament._memory import CopiedArrays
from lineament._summary import summary
from lineament.image import Image

if TYPE_CHECKING:
    from lineament._memory import Arrays

Result = TypeVar("Result", bound="TaskResult")


class TaskResult(NamedAttributes):
    """The faces or people of one image.

    The `…_array` attributes are read-only NumPy arrays over the library's memory, which is released with the last of
    them. The other attributes are MediaPipe's; their objects are made when they are first looked at, and may be
    changed. The arrays remain the output of the model.
    """

    _names: ClassVar[Tuple[str, ...]]
    _arrays: Optional[Arrays] = None
    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def _of(cls: type[Result], arrays: Arrays) -> Result:
        """Returns the result that consists of `arrays`."""
        result = cls.__new__(cls)
        result._arrays = arrays
        return result

    def _array(self, name: str, shape: Tuple[int, ...], otherwise: Callable[[], np.ndarray]) -> np.ndarray:
        """Returns an array of the library, of shape (0, *shape) if it was not requested or there is no face or person.

        For a result that was made from lists, what `otherwise` returns.
        """
        if self._arrays is None:
            return otherwise()
        array = self._arrays.get(name)
        return np.empty((0, *shape), np.float32) if array is None else array

    @cached_property
    def boxes_array(self) -> np.ndarray:
        """The boxes around the faces, hands or people, of shape (n, 4): left, top, width and height in pixels. A Lineament extension.

        (0, 4) for a result that was made from lists.
        """
        return self._array("boxes", (4,), lambda: np.empty((0, 4), np.float32))

    @property
    def track_ids(self) -> List[int]:
        """An ID for each face or person, kept while it is tracked. A Lineament extension.

        Empty for single images, and for a face detector, which does not track.
        """
        ids = None if self._arrays is None else self._arrays.get("track_ids")
        return [] if ids is None else [int(track) for track in ids]

    @property
    def timestamp_ms(self) -> int:
        """The timestamp of the frame in milliseconds; 0 for single images. A Lineament extension."""
        return 0 if self._arrays is None else self._arrays.timestamp_ms

    @property
    def width(self) -> int:
        """The width of the image in pixels; 0 if unknown. A Lineament extension."""
        return 0 if self._arrays is None else self._arrays.width

    @property
    def height(self) -> int:
        """The height of the image in pixels; 0 if unknown. A Lineament extension."""
        return 0 if self._arrays is None else self._arrays.height

    def draw(self, image: Union[Image, np.ndarray], labels: str = "auto") -> np.ndarray:
        """Returns a copy of the image with the result drawn over it, an array of shape (height, width, 3). A Lineament extension.

        The drawing is that of `lineament … --annotate`: each of several people in a color of its own.

        Args:
            image: The image that the result is of, or an array of its shape: RGB (height, width, 3), or gray.
            labels: The labels: "auto", those that cover nothing; "none", or "all".

        Raises:
            ValueError: The image has another size, or the result was not returned by a task of this process: it was
                unpickled, or made from lists.
            RuntimeError: Cairo, which draws, is missing.
        """
        return _drawing.rgb(_drawing.draw(self._arrays, image, labels))

    def _repr_png_(self) -> Optional[bytes]:
        """The drawing in notebooks, as long as the image is in memory; otherwise None."""
        return _drawing.png(self._arrays)

    def to_dict(self) -> Dict[str, Any]:
        """Returns MediaPipe's attributes as dictionaries, lists and numbers, for `json.dumps`. A Lineament extension.

        So are `boxes`, `scores` and `track_ids`, with an element for each face, hand or person, where they are known.
        Segmentation masks are NumPy arrays of shape (height, width).
        """
        members = {name: _plain(getattr(self, name)) for name in self._names}
        if self._arrays is not None:
            others = {name: getattr(self, f"{name}_array", ()) for name in ("boxes", "scores")}
            others["track_ids"] = self.track_ids
            members.update({name: _plain(values) for name, values in others.items() if len(values)})
        return members

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(_equal_values(getattr(self, name), getattr(other, name)) for name in self._names)

    def __repr__(self) -> str:
        return summary(type(self).__name__, {name: getattr(self, name) for name in self._names})

    def __reduce__(self) -> Any:
        if self._arrays is None:
            make: Any = type(self)
            arguments: Tuple[Any, ...] = tuple(getattr(self, name) for name in self._names)
        else:
            make, arguments = type(self)._of, (CopiedArrays(self._arrays),)
        return make, arguments, self._changes(make(*arguments)) or None

    def _changes(self, original: TaskResult) -> Dict[str, Any]:
        """Returns the attributes that were assigned or changed since the result was made as `original` is."""
        return {
            name: value
            for name, value in list(vars(self).items())
            if name != "_arrays" and not (hasattr(original, name) and _equal_values(value, getattr(original, name)))
        }


def draw(image: Union[Image, np.ndarray], result: TaskResult, labels: str = "auto") -> np.ndarray:
    """Returns a copy of an image with a result drawn over it: `result.draw(image, labels)`."""
    if not hasattr(result, "draw"):
        raise TypeError(
            f"result must be the result of a task, not {type(result).__name__}.{_result_hint(image, result)}"
        )
    return result.draw(image, labels)


def _result_hint(image: Any, result: Any) -> str:
    """Returns what to do about an object that is not a result."""
    if isinstance(image, TaskResult):
        return " The image comes first: lineament.draw(image, result)."
    return " Pass all that detect() returns, not a part of it." if isinstance(result, Sequence) else ""


def coordinates(landmarks: Sequence[Sequence[Any]], count: int) -> np.ndarray:
    """Returns the coordinates of landmark objects as an array of shape (n, count, 3)."""
    return field_array(landmarks, ("x", "y", "z"), (count, 3))


def field_array(rows: Sequence[Sequence[Any]], names: Tuple[str, ...], shape: Tuple[int, ...]) -> np.ndarray:
    """Returns fields of objects in nested sequences as an array of shape (n, *shape); NaN where a field is None."""
    values = [[[_number(getattr(element, name)) for name in names] for element in row] for row in rows]
    return np.array(values, np.float32).reshape(len(rows), *shape)


def _number(value: Optional[float]) -> float:
    return float("nan") if value is None else value


def _equal_values(left: Any, right: Any) -> bool:
    """Returns whether two attributes of results have equal contents."""
    if isinstance(left, Image) and isinstance(right, Image):
        same = left.image_format == right.image_format
        return same and np.array_equal(left.numpy_view(), right.numpy_view())
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        return np.array_equal(left, right, equal_nan=True)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_equal_values, left, right))
    return bool(left == right)


def _plain(value: Any) -> Any:
    """Returns a value that consists of dictionaries, lists, texts and numbers."""
    if isinstance(value, Image):
        return np.array(value.numpy_view()[:, :, 0])
    if isinstance(value, np.ndarray):
        return value.tolist()
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if hasattr(value, "_asdict"):  # A named tuple.
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _plain(element) for key, element in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(element) for element in value]
    return value
