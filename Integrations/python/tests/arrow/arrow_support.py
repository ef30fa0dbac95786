# SPDX-License-Identifier: Apache-2.0
"""The shared parts of the tests of `lineament.arrow` and `lineament.ray`.

Run with: python -m unittest discover -s Integrations/python/tests/arrow
Set LINEAMENT_PROGRAM to the command line program to compare with it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import struct
import subprocess
import sys
import unittest
import zlib

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from support import IMPORTED, PACKAGE, PROBLEM, SAMPLE, drop_privileges, gif, pixels

os.environ["PYTHONPATH"] = IMPORTED + os.pathsep + os.environ.get("PYTHONPATH", "")
PROGRAM = os.environ.get("LINEAMENT_PROGRAM", "")
DOCS = os.path.join(PACKAGE, "docs")


def needs(*modules: str, program: bool = False) -> unittest.case._Outcome:
    """Returns a decorator that skips a test, with a message, if something is missing."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    reason = PROBLEM or (f"not installed: {', '.join(missing)}" if missing else "")
    if not reason and program and not os.path.exists(PROGRAM):
        reason = "LINEAMENT_PROGRAM does not name the command line program"
    return unittest.skipIf(reason, reason)


def write_ppm(path: str, image: np.ndarray) -> str:
    """Writes an image of shape (height, width, 3) and returns its path."""
    height, width = image.shape[:2]
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (width, height) + np.ascontiguousarray(image[:, :, :3]).tobytes())
    return path


def write_photos(folder: str) -> list[str]:
    """Writes photos with no, one and two faces, and returns their paths."""
    sample = pixels()[:, :, :3]
    images = {
        "flipped": sample[:, ::-1],
        "cropped": sample[20:320, 60:400],
        "two": np.concatenate([sample, sample[:, ::-1]], axis=1),
        "none": np.full((120, 160, 3), 90, np.uint8),
        "dark": sample // 3,
    }
    shutil.copy(SAMPLE, os.path.join(folder, "astronaut.png"))
    paths = [write_ppm(os.path.join(folder, f"{name}.ppm"), image) for name, image in images.items()]
    return sorted([*paths, os.path.join(folder, "astronaut.png")])


def write_broken(folder: str) -> list[str]:
    """Writes files that are no images, or damaged ones, and returns their paths and that of a missing file."""
    with open(SAMPLE, "rb") as file:
        whole = file.read()
    header = struct.pack(">IIBBBBB", 65500, 65500, 8, 2, 0, 0, 0)
    checksum = struct.pack(">I", zlib.crc32(b"IHDR" + header))
    contents = {
        "empty.jpg": b"",
        "text.jpg": b"This is not an image.\n" * 40,
        "half.png": whole[: len(whole) // 2],
        "zeros.png": bytes(4096),
        "bomb.png": b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + header + checksum + bytes(400),
        "head.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    }
    for name, content in contents.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    return sorted(os.path.join(folder, name) for name in [*contents, "missing.jpg"])


def write_video(path: str, count: int = 12) -> str:
    """Writes an animated GIF of a face that moves to the right, and returns its path."""
    gray = (pixels()[:320:2, :400:2, :3].mean(axis=2) / 2).astype(np.uint8)
    with open(path, "wb") as file:
        file.write(gif([np.roll(gray, 2 * index, axis=1) for index in range(count)]))
    return path


def command_line(*arguments: str) -> list[dict]:
    """Returns the JSON lines of the command line program."""
    done = subprocess.run([PROGRAM, *arguments, "--format", "json"], capture_output=True, text=True, timeout=300)
    return [json.loads(line) for line in done.stdout.splitlines()]


def run_without_privileges(*command: str) -> subprocess.CompletedProcess:
    """Runs a command to which the permissions of files apply, even if this process is root's."""
    needs_drop = sys.platform == "linux" and os.geteuid() == 0
    drop = drop_privileges if needs_drop else None
    return subprocess.run(command, capture_output=True, text=True, timeout=100, preexec_fn=drop)


def processes(text: str) -> list[int]:
    """Returns the processes that descend from this one and have a text in their command line."""
    parents: dict[int, int] = {}
    commands: dict[int, str] = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/cmdline") as command:
                fields = stat.read().rpartition(")")[2].split()
                if fields[0] != "Z":
                    parents[int(entry)], commands[int(entry)] = int(fields[1]), command.read()
        except OSError:
            continue
    return [process for process in parents if text in commands[process] and _descends(process, parents)]


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        process = parents[process]
        if process == os.getpid():
            return True
    return False


WORKER = "lineament._arrow_worker"
