# SPDX-License-Identifier: Apache-2.0
"""Lines, circles and rectangles on arrays: OpenCV's, or nearly the same where it is not installed."""

from __future__ import annotations

import math
from typing import Any, Iterator, List, Tuple

import numpy as np

Pixel = Tuple[int, int]

try:
    import cv2
except ImportError:
    cv2 = None  # type: ignore[assignment, unused-ignore]


class OpenCVStrokes:
    """OpenCV's own shapes on an image."""

    def __init__(self, image: np.ndarray) -> None:
        self._image = image

    def line(self, start: Pixel, end: Pixel, color: Any, thickness: int) -> None:
        """Draws a line."""
        cv2.line(self._image, start, end, color, thickness)

    def circle(self, center: Pixel, radius: int, color: Any, thickness: int) -> None:
        """Draws a circle; a negative thickness fills it."""
        cv2.circle(self._image, center, radius, color, thickness)

    def rectangle(self, start: Pixel, end: Pixel, color: Any, thickness: int) -> None:
        """Draws the outline of a rectangle; a negative thickness fills it."""
        cv2.rectangle(self._image, start, end, color, thickness)

    def arrow(self, start: Pixel, end: Pixel, color: Any, thickness: int) -> None:
        """Draws a line with a tip."""
        cv2.arrowedLine(self._image, start, end, color, thickness)


# Positions on the array are in units of 1/65536 pixel.
_SHIFT = 16
_ONE = 1 << _SHIFT
_HALF = _ONE >> 1
Point = Tuple[int, int]
# Beyond it is what was not a number.
_FARTHEST = 1 << 24


def _rounded(value: float) -> int:
    """Returns the nearest whole number, the even one of two."""
    return round(value)


class ArrayStrokes:
    """The same shapes by NumPy, which follow OpenCV's rules for lines that are not smoothed."""

    def __init__(self, image: np.ndarray) -> None:
        if not image.flags.writeable:
            raise ValueError("The image is read-only; draw on a copy of it.")
        self._image = image
        self._height, self._width = image.shape[:2]

    def line(self, start: Pixel, end: Pixel, color: Any, thickness: int) -> None:
        """Draws a line."""
        if max(map(abs, (*start, *end))) > _FARTHEST:
            return
        if thickness <= 1:
            self._thin_line(start, end, color)
            return
        corners = [(x << _SHIFT, y << _SHIFT) for x, y in (start, end)]
        self._thick_line(corners[0], corners[1], color, thickness, ends=(True, True))

    def circle(self, center: Pixel, radius: int, color: Any, thickness: int) -> None:
        """Draws a circle; a negative thickness fills it."""
        if thickness < 0:
            self._disc(center, radius, color)
        elif thickness <= 1:
            self._thin_circle(center, radius, color)
        else:
            points = _polygon_of_circle(center, radius)
            for index, (one, other) in enumerate(zip(points, points[1:])):
                self._thick_line(one, other, color, thickness, ends=(index == 0, True))

    def rectangle(self, start: Pixel, end: Pixel, color: Any, thickness: int) -> None:
        """Draws the outline of a rectangle; a negative thickness fills it."""
        if thickness < 0:
            left, right = sorted((start[0], end[0]))
            for row in range(max(min(start[1], end[1]), 0), min(max(start[1], end[1]), self._height - 1) + 1):
                self._span(row, left, right, color)
            return
        corners = [start, (end[0], start[1]), end, (start[0], end[1]), start]
        for one, other in zip(corners, corners[1:]):
            self.line(one, other, color, thickness)

    def arrow(self, start: Pixel, end: Pixel, color: Any, thickness: int) -> None:
        """Draws a line with a tip, a tenth as long."""
        self.line(start, end, color, thickness)
        size = math.hypot(start[0] - end[0], start[1] - end[1]) / 10
        direction = math.atan2(start[1] - end[1], start[0] - end[0])
        for turn in (math.pi / 4, -math.pi / 4):
            x = _rounded(end[0] + size * math.cos(direction + turn))
            y = _rounded(end[1] + size * math.sin(direction + turn))
            self.line((x, y), end, color, thickness)

    def _put(self, columns: Any, rows: Any, color: Any) -> None:
        inside = (columns >= 0) & (columns < self._width) & (rows >= 0) & (rows < self._height)
        self._image[rows[inside], columns[inside]] = np.clip(color, 0, 255)

    def _span(self, row: int, first: int, last: int, color: Any) -> None:
        if 0 <= row < self._height and last >= 0 and first < self._width:
            self._image[row, max(first, 0) : last + 1] = np.clip(color, 0, 255)

    def _thin_line(self, start: Pixel, end: Pixel, color: Any) -> None:
        if end[0] < start[0]:
            start, end = end, start
        run, rise = end[0] - start[0], end[1] - start[1]
        is_steep = abs(rise) > run
        major, minor = (abs(rise), run) if is_steep else (run, abs(rise))
        steps = np.arange(major + 1)
        aside = (2 * minor * steps + major - 1) // max(2 * major, 1)
        down = 1 if rise >= 0 else -1
        columns, rows = (aside, down * steps) if is_steep else (steps, down * aside)
        self._put(start[0] + columns, start[1] + rows, color)

    def _edge(self, start: Point, end: Point, color: Any) -> None:
        """Draws a thin line between positions in fractions of pixels."""
        run, rise = end[0] - start[0], end[1] - start[1]
        is_flat = abs(run) > abs(rise)
        along, aside = (0, 1) if is_flat else (1, 0)
        if (run if is_flat else rise) < 0:
            start, end = end, start
        length, shift = end[along] - start[along], end[aside] - start[aside]
        step = int(shift * _ONE / (length | 1))
        count = (length >> _SHIFT) + 1
        steps = np.arange(count)
        places = [steps + ((start[along] + _HALF) >> _SHIFT), (start[aside] + _HALF + step * steps) >> _SHIFT]
        places = [
            np.append(places[0], (end[along] + _HALF) >> _SHIFT),
            np.append(places[1], (end[aside] + _HALF) >> _SHIFT),
        ]
        columns, rows = places if is_flat else places[::-1]
        self._put(columns, rows, color)

    def _thick_line(self, start: Point, end: Point, color: Any, thickness: int, ends: Tuple[bool, bool]) -> None:
        run, rise = (start[0] - end[0]) / _ONE, (end[1] - start[1]) / _ONE
        length = run * run + rise * rise
        half = thickness << (_SHIFT - 1)
        if length > np.finfo(float).eps:
            scale = (half + (thickness & 1) * _ONE * 0.5) / math.sqrt(length)
            x, y = _rounded(rise * scale), _rounded(run * scale)
            corners = [(start[0] + x, start[1] + y), (start[0] - x, start[1] - y)]
            self._polygon([*corners, (end[0] - x, end[1] - y), (end[0] + x, end[1] + y)], color)
        for point, is_round in zip((start, end), ends):
            if is_round:
                center = ((point[0] + _HALF) >> _SHIFT, (point[1] + _HALF) >> _SHIFT)
                self._disc(center, (half + _HALF) >> _SHIFT, color)

    def _polygon(self, corners: List[Point], color: Any) -> None:
        """Fills a convex polygon, with its outline."""
        for index, corner in enumerate(corners):
            self._edge(corners[index - 1], corner, color)
        rows = [(corner[1] + _HALF) >> _SHIFT for corner in corners]
        top, bottom = min(rows), min(max(rows), self._height - 1)
        first = min(range(len(corners)), key=lambda index: corners[index][1])
        sides = [_Side(corners, rows, first, step) for step in (1, -1)]
        for row in range(top, bottom + 1):
            if not all([side.advance(row) for side in sides]):  # noqa: C419 - each side has to advance
                return
            left, right = sorted(side.x for side in sides)
            self._span(row, (left + _HALF) >> _SHIFT, (right + _HALF) >> _SHIFT, color)
            for side in sides:
                side.x += side.step

    def _thin_circle(self, center: Pixel, radius: int, color: Any) -> None:
        for across, down in _octant(radius):
            for x, y in ((across, down), (down, across)):
                self._put(center[0] + np.array([-x, x, -x, x]), center[1] + np.array([-y, -y, y, y]), color)

    def _disc(self, center: Pixel, radius: int, color: Any) -> None:
        for across, down in _octant(radius):
            for x, y in ((across, down), (down, across)):
                for row in (center[1] - y, center[1] + y):
                    self._span(row, center[0] - x, center[0] + x, color)


class _Side:
    """One side of a convex polygon, from its highest corner downward."""

    def __init__(self, corners: List[Point], rows: List[int], first: int, direction: int) -> None:
        self._corners, self._rows = corners, rows
        self._index, self._direction = first, direction
        self._end = rows[first]
        self._left = len(corners)
        self.x, self.step = -_ONE, 0

    def advance(self, row: int) -> bool:
        """Goes on to the edge that a row crosses, and returns whether there is one."""
        if row < self._end:
            return True
        while self._left > 0:
            self._left -= 1
            following = (self._index + self._direction) % len(self._corners)
            start, end = self._corners[self._index], self._corners[following]
            self._index, self._end = following, self._rows[following]
            if self._end > row:
                rows = self._end - row
                self.x, self.step = start[0], int(((end[0] - start[0]) * 2 + rows) / (2 * rows))
                return True
        return False


def _octant(radius: int) -> Iterator[Tuple[int, int]]:
    """Yields the points of an eighth of a circle around 0: along the longer axis, and along the shorter."""
    error, across, down, plus, minus = 0, radius, 0, 1, (radius << 1) - 1
    while across >= down:
        yield across, down
        down += 1
        error += plus
        plus += 2
        if error > 0:
            error -= minus
            across -= 1
            minus -= 2


def _polygon_of_circle(center: Pixel, radius: int) -> List[Point]:
    """Returns the corners of the polygon that OpenCV draws for a circle."""
    step = next(step for most, step in ((3, 90), (10, 30), (15, 18), (math.inf, 5)) if radius < most)
    points: List[Point] = []
    for angle in range(0, 360 + step, step):
        degrees = math.radians(min(angle, 360))
        # OpenCV's table of sines has seven digits.
        x = (center[0] + radius * round(math.cos(degrees), 7)) * _ONE
        y = (center[1] + radius * round(math.sin(degrees), 7)) * _ONE
        point = (_rounded(x), _rounded(y))
        if not points or points[-1] != point:
            points.append(point)
    return points if len(points) > 1 else [points[0]] * 2


def drawing(image: np.ndarray) -> Any:
    """Returns what draws on an image."""
    return ArrayStrokes(image) if cv2 is None else OpenCVStrokes(image)
