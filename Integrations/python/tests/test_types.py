# SPDX-License-Identifier: Apache-2.0
"""Types and names as editors and type checkers see them."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import types
import typing
import unittest

import typed_program
from support import needs_library, photo

import lineament as mp


def public_modules() -> list[types.ModuleType]:
    """Returns the modules of the package that a program may import; those that need pyarrow only where it is installed."""
    left_out = {"lineament.liblineament"}  # In a wheel; it is no module of Python's.
    if importlib.util.find_spec("pyarrow") is None:
        left_out |= {"lineament.arrow", "lineament.ray"}
    if importlib.util.find_spec("ray") is None:
        left_out.add("lineament.ray")
    names = [found.name for found in pkgutil.walk_packages(mp.__path__, "lineament.") if "._" not in found.name]
    return [mp, *(importlib.import_module(name) for name in names if name not in left_out)]


class ListingTests(unittest.TestCase):
    """The names that dir() shows."""

    def test_no_imports_are_shown(self):
        for module in public_modules():
            names = dir(module)
            self.assertTrue(names or module.__name__.endswith("__init__"), module)
            for name in names:
                value = getattr(module, name)
                with self.subTest(module=module.__name__, name=name):
                    self.assertNotIn(name, ("annotations", "TYPE_CHECKING"))
                    self.assertNotIsInstance(value, typing.TypeVar)
                    if isinstance(value, types.ModuleType):
                        self.assertTrue(value.__name__.startswith("lineament."))
                    elif name != "__version__":
                        self.assertEqual(getattr(value, "__module__", "lineament").partition(".")[0], "lineament")

    def test_what_is_shown(self):
        for module, names in [
            (mp, ["FaceAnalyzer", "Image", "read_image", "solutions", "tasks"]),
            (mp.solutions, ["drawing_utils", "face_mesh", "hands", "holistic", "pose"]),
            (mp.solutions.hands, ["HAND_CONNECTIONS", "HandLandmark", "Hands"]),
            (mp.tasks, ["BaseOptions", "vision"]),
            (mp.tasks.vision, ["FaceLandmarker", "RunningMode", "drawing_styles", "drawing_utils"]),
            (mp.tasks.vision.drawing_utils, ["DrawingSpec", "draw_landmarks"]),
            (mp.python.solution_base, ["SolutionBase"]),
        ]:
            self.assertLessEqual(set(names), set(dir(module)), module)


@needs_library
class TypeTests(unittest.TestCase):
    """A program that uses the whole package; `make lint` checks its types."""

    def test_it_runs(self):
        typed_program.main(photo())

    def test_what_is_wrong_fails(self):
        with self.assertRaises(AttributeError):
            typed_program.misuse(photo().numpy_view())


if __name__ == "__main__":
    unittest.main()
