# SPDX-License-Identifier: Apache-2.0
"""The Python blocks of the READMEs run as they are shown."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
import types
import unittest

import numpy as np
from support import CHECKOUT, PACKAGE, SAMPLE, gif, needs_library, pixels

import lineament as mp

HAS_READMES = os.path.exists(os.path.join(CHECKOUT, "README.md"))


def blocks(path: str) -> list[str]:
    """Returns the Python blocks of a page."""
    with open(path, encoding="utf-8") as page:
        return re.findall(r"```python\n(.*?)```", page.read(), re.S)


@needs_library
@unittest.skipUnless(HAS_READMES, "the README is not beside the tests")
class ReadmeTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        for name in ("portrait.png", "portrait.jpg", "photos/a.jpg"):
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            shutil.copy(SAMPLE, name)
        frame = np.arange(64 * 48).reshape(48, 64) % 128
        with open("clip.mp4", "wb") as clip:
            clip.write(gif([frame, frame]))

    def test_project_readme(self) -> None:
        (block,) = blocks(os.path.join(CHECKOUT, "README.md"))
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(block, {})
        self.assertRegex(output.getvalue(), r"^0\.4\d* \(1, 478, 3\)\n$")

    def test_page_of_solutions(self) -> None:
        found = blocks(os.path.join(CHECKOUT, "docs", "solutions.md"))
        names = {"image": pixels(), "annotated": pixels().copy()}
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            for block in found:
                if "use_in_mediapipe" not in block:
                    exec(block, names)
        self.assertEqual(len(found), 3)
        self.assertRegex(output.getvalue(), r"^0\.4\d*\n0\.4\d*\n$")
        self.assertFalse(np.array_equal(names["annotated"], pixels()))

    def test_package_readme(self) -> None:
        array = np.ascontiguousarray(pixels())
        with open(SAMPLE, "rb") as sample:
            request = types.SimpleNamespace(body=sample.read())
        names = {
            "request": request,
            "array": array,
            "bgra": np.ascontiguousarray(np.dstack([array[:, :, ::-1], array[:, :, :1]])),
            "image": mp.read_image(SAMPLE),
            "timestamp_ms": 40,
            "pathlib": __import__("pathlib"),
        }
        found = blocks(os.path.join(PACKAGE, "README.md"))
        self.assertGreater(len(found), 5)
        for block in found:
            # That one changes the whole process; test_mediapipe has programs of their own for it.
            if "use_in_mediapipe" not in block:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(block, names)


if __name__ == "__main__":
    unittest.main()
