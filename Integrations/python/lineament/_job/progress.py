# SPDX-License-Identifier: Apache-2.0
"""The output of the job: a line of progress, and a summary with counts."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any, Mapping

_SUBJECTS = {"faces": ("face", "faces"), "poses": ("person", "people")}
_NAMES = {"images": ("image", "images"), "videos": ("video", "videos"), "frames": ("frame", "frames"), **_SUBJECTS}


class Progress:
    """Prints to standard error; the line of progress on a terminal only, otherwise once a minute.

    Args:
        total: The number of images and videos.
        is_quiet: Whether to print errors only.
    """

    def __init__(self, total: int, is_quiet: bool) -> None:
        self._total = total
        self._is_quiet = is_quiet
        self._is_terminal = sys.stderr.isatty()
        self._begun = self._shown = time.monotonic()
        self._before = 0
        self.counts: Counter[str] = Counter()

    def add(self, counts: Mapping[str, Any], is_new: bool = True) -> None:
        """Adds the counts of a shard, and shows progress if it was done just now."""
        self.counts.update({name: counts.get(name, 0) for name in (*_NAMES, "failed")})
        if is_new:
            self._show()
        else:
            self._before = self._done

    @property
    def _done(self) -> int:
        return self.counts["images"] + self.counts["videos"]

    def _show(self) -> None:
        now = time.monotonic()
        if self._is_quiet or now - self._shown < (0.5 if self._is_terminal else 60):
            return
        self._shown = now
        speed = (self._done - self._before) / max(0.001, now - self._begun)
        parts = [f"{self._done} of {self._total} inputs", f"{speed:.1f} a second"]
        if self.counts["failed"]:
            parts.append(f"{self.counts['failed']} failed")
        if speed > 0 and self._done < self._total:
            parts.append(f"{_duration((self._total - self._done) / speed)} left")
        self._print(", ".join(parts), end="" if self._is_terminal else "\n")

    def end(self) -> None:
        """Prints the summary, such as "60 images, 2 failed, 74 faces, 12.1 s"."""
        if self._is_quiet:
            return
        parts = [_counted(name, self.counts[name]) for name in ("images", "videos", "frames") if self.counts[name]]
        if self.counts["failed"]:
            parts.append(f"{self.counts['failed']} failed")
        parts += [_counted(name, self.counts[name]) for name in _SUBJECTS if self.counts[name]]
        parts.append(f"{time.monotonic() - self._begun:.1f} s")
        self._print(", ".join(parts), end="\n")

    def message(self, text: str) -> None:
        """Prints an error or a note, even if the job is quiet."""
        self._print(text, end="\n")

    def _print(self, text: str, end: str) -> None:
        print(f"\r\033[K{text}" if self._is_terminal else text, end=end, file=sys.stderr, flush=True)


def _counted(name: str, count: int) -> str:
    return f"{count} {_NAMES[name][count != 1]}"


def _duration(seconds: float) -> str:
    """Returns a duration as "m:ss" or "h:mm:ss"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
