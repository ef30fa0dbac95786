# SPDX-License-Identifier: Apache-2.0
"""The shared parts of the tests: where things are, and images to try.

Run with: python -m unittest discover -s Integrations/python/tests
An installed package is tested if there is one, otherwise the one of the checkout.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import importlib.util
import os
import subprocess
import sys
import textwrap
import unittest
from typing import Iterator, Type

import numpy as np

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHECKOUT = os.path.dirname(os.path.dirname(PACKAGE))
if importlib.util.find_spec("lineament") is None:
    sys.path.insert(0, PACKAGE)


def _set_default(name: str, *parts: str) -> None:
    path = os.path.join(CHECKOUT, *parts)
    if os.path.exists(path):
        os.environ.setdefault(name, path)


import lineament as mp  # noqa: E402
from lineament import _library  # noqa: E402
from lineament._notes import full_text  # noqa: E402

IMPORTED = os.path.dirname(os.path.dirname(os.path.abspath(mp.__file__)))
# Set by the scripts that test an installed wheel: a wheel without its library is no reason to skip.
IS_WHEEL = "LINEAMENT_TESTS_OF_WHEEL" in os.environ
if not IS_WHEEL and not os.path.exists(os.path.join(IMPORTED, "lineament", "liblineament.so")):
    _set_default("LINEAMENT_LIBRARY", ".build-program", "ready", "liblineament.so")
_set_default("LINEAMENT_HOME", ".lineament")

HOME = os.environ.get("LINEAMENT_HOME") or os.path.expanduser("~/.local/share/lineament")
SAMPLE = os.path.join(HOME, "samples", "astronaut.png")
MODELS = {
    "FaceDetector": os.path.join(HOME, "models", "face_detection_short_range.tflite"),
    "FaceLandmarker": os.path.join(HOME, "models", "face_landmarker.task"),
    "PoseLandmarker": os.path.join(HOME, "models", "pose_landmarker_full.task"),
    "HandLandmarker": os.path.join(HOME, "models", "hand_landmarker.task"),
    "HolisticLandmarker": os.path.join(HOME, "models", "holistic_landmarker.task"),
}
TESTDATA = os.path.join(os.path.dirname(CHECKOUT), "shared", "testdata")


def _problem() -> str:
    try:
        _library.library()
    except ImportError as error:
        return str(error)
    return "" if os.path.exists(SAMPLE) else f"{SAMPLE} is missing; run: python -m lineament fetch"


PROBLEM = _problem()
if IS_WHEEL and PROBLEM:
    sys.exit(PROBLEM)
HAS_MEDIAPIPE = importlib.util.find_spec("mediapipe") is not None

needs_library = unittest.skipIf(PROBLEM, PROBLEM)
needs_mediapipe = unittest.skipUnless(HAS_MEDIAPIPE and not PROBLEM, PROBLEM or "mediapipe is not installed")
needs_testdata = unittest.skipUnless(os.path.isdir(TESTDATA) and not PROBLEM, PROBLEM or f"{TESTDATA} is missing")


@functools.cache
def photo() -> mp.Image:
    """Returns the sample photo: one person, 512 by 512 pixels."""
    return mp.read_image(SAMPLE)


@functools.cache
def pixels() -> np.ndarray:
    """Returns the pixels of the sample photo, writable."""
    return np.array(photo().numpy_view())


@functools.cache
def empty() -> mp.Image:
    """Returns an image without a person."""
    return mp.Image(mp.ImageFormat.SRGB, np.zeros((480, 640, 3), np.uint8))


@functools.cache
def task(name: str) -> object:
    """Returns a task for single images with the default options, which all tests share."""
    return getattr(mp.tasks.vision, name)()


@contextlib.contextmanager
def raises(test: unittest.TestCase, kind: Type[Exception], pattern: str) -> Iterator[None]:
    """Expects an exception whose message, or a note of it, matches a regular expression."""
    with test.assertRaises(kind) as caught:
        yield
    test.assertRegex(full_text(caught.exception), pattern)


TASKS = ("FaceDetector", "FaceLandmarker", "PoseLandmarker", "HandLandmarker", "HolisticLandmarker")


def run(program: str, *arguments: str, unprivileged: bool = False, **environment: str) -> subprocess.CompletedProcess:
    """Runs a Python program in a process of its own, to which the permissions of files apply if it is unprivileged."""
    path = os.pathsep.join([IMPORTED, *filter(None, [os.environ.get("PYTHONPATH")])])
    variables = {**os.environ, "PYTHONPATH": path, **environment}
    command = [sys.executable, "-c", textwrap.dedent(program), *arguments]
    drop = drop_privileges if unprivileged and sys.platform == "linux" and os.geteuid() == 0 else None
    return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=120, preexec_fn=drop)


def drop_privileges() -> None:
    """Drops CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH from what the next program may have."""
    for capability in (1, 2):
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)


def gif(frames: list[np.ndarray], hundredths: int = 10) -> bytes:
    """Returns an animated GIF of gray frames with values from 0 to 127, without compression."""
    height, width = frames[0].shape
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    palette = bytes(value for level in range(128) for value in (2 * level,) * 3)
    parts = [b"GIF89a", size, b"\xf6\0\0", palette]
    for frame in frames:
        # Codes of eight bits: 128 clears the table, often enough that codes never grow; 129 ends the frame.
        values = frame.astype(np.uint8).tobytes()
        codes = b"".join(b"\x80" + values[start : start + 100] for start in range(0, len(values), 100)) + b"\x81"
        blocks = (codes[start : start + 255] for start in range(0, len(codes), 255))
        parts += [b"\x21\xf9\x04\0", hundredths.to_bytes(2, "little"), b"\0\0", b"\x2c\0\0\0\0", size, b"\0\x07"]
        parts += [bytes([len(block)]) + block for block in blocks]
        parts.append(b"\0")
    return b"".join([*parts, b"\x3b"])
