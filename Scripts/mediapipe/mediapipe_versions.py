#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares several versions of MediaPipe with themselves over Lineament's library, and prints a table.

    usage: mediapipe_versions.py FOLDER...

Each folder has one version, as `pip install --target` makes it; test_mediapipe.sh makes them. First come the structures of
MediaPipe's C functions that changed from one folder to the next, then the table: the tasks in images and videos, live
streams, the texts of errors, and the unit tests of `use_in_mediapipe()` (tests/test_mediapipe.py). Photos are the sample photo
and, where they are, some of LINEAMENT_TESTDATA.

Exit status: 0 if all is equal where MediaPipe does not fail by itself, otherwise 1.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any, Dict, List, Tuple

from mediapipe_cases import CASES, TASKS

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = pathlib.Path(__file__).with_name("mediapipe_cases.py")
COLUMNS = tuple(task.name for task in TASKS)
PHOTOS = ("official/portrait.jpg", "official/pose.jpg", "official/three_people.jpg", "pose/standing_red_shirt.jpg")
# How the text of a cell begins where MediaPipe fails with its own library, and Lineament does not.
FAILS = "MediaPipe fails"
TESTS = ("UnderMediaPipeTests", "MadeUpVersionTests", "CompiledMessageTests")
# What may differ, by unit. Both run the same models, but not on the same build of XNNPACK. The largest differences that
# were measured, with 1.2.3 on a processor with AVX-512, are in docs/accuracy.md; this is about ten times these.
TOLERANCES = {"count": 0, "pixels": 0, "fraction": 4e-5, "meters": 1e-5, "matrix": 4e-3, "mask": 1e-5}


def main() -> int:
    """Prints the differences, and returns the exit status."""
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    if not folders:
        print("usage: mediapipe_versions.py FOLDER...", file=sys.stderr)
        return 2
    _print_changes(folders)
    rows = {folder.name: _row(folder) for folder in folders}
    heads = (*COLUMNS, "live streams", "errors", "tests")
    print(f"\n| MediaPipe | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
    for name, row in rows.items():
        print(f"| {name} | {' | '.join(_cell(text) for text in row.values())} |")
    for name, row in rows.items():
        for head, text in row.items():
            print(f"\n{name}, {head}: {text}")
    return 0 if all(_is_fine(text) for row in rows.values() for text in row.values()) else 1


def _cell(text: str) -> str:
    if text.startswith(FAILS):
        return "MediaPipe fails"
    return "equal" if text.startswith("equal") else "no"


def _is_fine(text: str) -> bool:
    """Whether nothing is wrong with Lineament."""
    return text.startswith(("equal", FAILS))


def _print_changes(folders: List[pathlib.Path]) -> None:
    before: Dict[str, Any] = {}
    for folder in folders:
        done = _run(folder, "structures")
        if done.returncode != 0:
            print(f"{folder.name}: {_ending(done)}")
            continue
        now = json.loads(done.stdout)
        names = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
        if before:
            print(f"\nStructures of {folder.name} that changed: {len(names) or 'none'}")
            for name in names:
                print(f"  {name}: {_change(before.get(name), now.get(name))}")
        before = now


def _change(before: Any, now: Any) -> str:
    """Returns what changed in a structure."""
    if before is None or now is None:
        return "new" if before is None else "gone"
    old, new = before["fields"], now["fields"]
    parts = [f"{before['size']} to {now['size']} bytes"] if before["size"] != now["size"] else []
    parts += [f"+ {name} ({new[name][0]} at byte {new[name][1]})" for name in new if name not in old]
    parts += [f"- {name}" for name in old if name not in new]
    parts += [
        f"{name} was {old[name][0]}, is {new[name][0]}" for name in new if name in old and old[name][0] != new[name][0]
    ]
    if [name for name in old if name in new] != [name for name in new if name in old]:
        parts.append(f"order: {', '.join(new)}")
    return "; ".join(parts) or "fields moved"


def _row(folder: pathlib.Path) -> Dict[str, str]:
    """Returns what a version shows, by column."""
    testdata = pathlib.Path(os.environ.get("LINEAMENT_TESTDATA") or ROOT.parent / "shared" / "testdata")
    photos = [str(testdata / photo) for photo in PHOTOS if (testdata / photo).exists()]
    theirs, ours = (_answers(folder, way, photos) for way in ("theirs", "ours"))
    row = {name: _compared(theirs[name], ours[name]) for name in COLUMNS}
    live = {name: _compared(theirs[f"{name}, live stream"], ours[f"{name}, live stream"]) for name in COLUMNS}
    differing = {name: text for name, text in live.items() if not _is_fine(text)}
    row["live streams"] = "; ".join(f"{name}: {text}" for name, text in differing.items()) or "equal"
    row["errors"] = _compared_errors(theirs["errors"], ours["errors"])
    row["tests"] = _tests(folder)
    return row


def _answers(folder: pathlib.Path, way: str, photos: List[str]) -> Dict[str, Any]:
    """Returns what the cases give with a version, by name. After one that ends its process, another one goes on."""
    found: List[Any] = []
    while len(found) < len(CASES):
        done = _run(folder, way, str(len(found)), *photos)
        found += map(json.loads, done.stdout.splitlines())
        if len(found) < len(CASES):
            found.append(_ending(done))
    return dict(zip(CASES, found))


def _tests(folder: pathlib.Path) -> str:
    """Returns "equal" if the unit tests pass with a version, or their output."""
    tests = ROOT / "Integrations" / "python" / "tests"
    command = [sys.executable, "-m", "unittest", "-q", *(f"test_mediapipe.{name}" for name in TESTS)]
    done = subprocess.run(command, env=_environment(folder), cwd=tests, capture_output=True, text=True, check=False)
    return "equal" if done.returncode == 0 else done.stderr[-2000:]


def _environment(folder: pathlib.Path) -> Dict[str, str]:
    path = os.pathsep.join([str(folder.resolve()), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "GLOG_minloglevel": "3"}


def _run(folder: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the cases with a version."""
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, env=_environment(folder), capture_output=True, text=True, check=False)


def _ending(done: subprocess.CompletedProcess[str]) -> str:
    """Returns how a process ended, and what it said of that."""
    said = [line for line in done.stderr.splitlines() if "Check failed" in line or "Error" in line]
    return f"ended its process with status {done.returncode}: {(said or done.stderr.splitlines() or [''])[-1]}"


def _compared(theirs: Any, ours: Any) -> str:
    """Returns "equal" with the largest differences by unit, or what differs."""
    if isinstance(ours, str):
        return f"Lineament: {ours}"
    if isinstance(theirs, str):
        return f"{FAILS}: {theirs}"
    shapes = [[(unit, len(numbers)) for unit, numbers in each] for each in (theirs, ours)]
    if shapes[0] != shapes[1]:
        return "another number of results"
    largest = _largest(theirs, ours)
    text = ", ".join(f"{unit} {difference:.1e}" for unit, difference in largest.items() if difference)
    is_equal = all(difference <= TOLERANCES[unit] for unit, difference in largest.items())
    return f"equal{text and f' but for {text}'}" if is_equal else f"differs: {text}"


def _largest(theirs: List[Tuple[str, List[float]]], ours: List[Tuple[str, List[float]]]) -> Dict[str, float]:
    largest: Dict[str, float] = {}
    for (unit, numbers), (_, others) in zip(theirs, ours):
        difference = max((abs(one - other) for one, other in zip(numbers, others)), default=0)
        largest[unit] = max(largest.get(unit, 0), difference)
    return largest


def _compared_errors(theirs: Any, ours: Any) -> str:
    if isinstance(ours, str):
        return f"Lineament: {ours}"
    if isinstance(theirs, str):
        return f"{FAILS}: {theirs}"
    differing = [name for name in theirs if theirs[name] != ours[name]]
    if not differing:
        return f"equal: {len(theirs)}"
    shown = "; ".join(f"{name}: {theirs[name]!r} became {ours[name]!r}" for name in differing)
    return f"{len(differing)} of {len(theirs)} differ: {shown}"


if __name__ == "__main__":
    sys.exit(main())
