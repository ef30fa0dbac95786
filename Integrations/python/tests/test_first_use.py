# SPDX-License-Identifier: Apache-2.0
"""The first program on a terminal downloads the runtime and the models."""

from __future__ import annotations

import os
import shutil
import tempfile
import unittest

from support import HOME, needs_library, run

from lineament import _library

PROGRAM = """
import sys
from lineament import _first_use
from lineament.tasks.python import vision
_first_use._is_watched = lambda: sys.argv[1] == "terminal"
try:
    vision.FaceDetector()
    vision.PoseLandmarker()
    print("loaded")
except FileNotFoundError as error:
    print(error)
"""


@needs_library
@unittest.skipIf(_library.folder_of_models(), "the package lineament-models is installed")
class FirstUseTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.mirror = os.path.join(self.folder, "mirror")
        os.mkdir(self.mirror)
        for kind in ("lib", "models", "samples"):
            for name in os.listdir(os.path.join(HOME, kind)):
                os.symlink(os.path.realpath(os.path.join(HOME, kind, name)), os.path.join(self.mirror, name))
        # Out of the checkout, whose models the library would find.
        self.library = shutil.copy(_library.library().path, self.folder)

    def run_where_nothing_is(self, where: str):
        folders = {"LINEAMENT_HOME": "", "XDG_DATA_HOME": self.folder, "HOME": self.folder}
        return run(PROGRAM, where, LINEAMENT_LIBRARY=self.library, LINEAMENT_MIRROR=self.mirror, **folders)

    def test_terminal(self) -> None:
        done = self.run_where_nothing_is("terminal")
        self.assertEqual(done.stdout, "loaded\n", done.stderr)
        self.assertEqual(done.stderr.count("are downloaded into"), 1)
        again = self.run_where_nothing_is("terminal")
        self.assertEqual(again.stdout, "loaded\n", again.stderr)
        self.assertNotIn("are downloaded into", again.stderr)

    def test_pipe(self) -> None:
        done = self.run_where_nothing_is("pipe")
        self.assertRegex(done.stdout, "was not found")
        self.assertEqual(done.stderr, "")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "lineament")))


if __name__ == "__main__":
    unittest.main()
