# SPDX-License-Identifier: Apache-2.0
"""Programs that PyInstaller has frozen, and the end of the interpreter."""

from __future__ import annotations

import glob
import os
import subprocess
import sys
import tempfile
import unittest

from support import SAMPLE, needs_library

import lineament

try:
    import PyInstaller
except ImportError:
    PyInstaller = None

PROGRAM = """
import sys
import lineament as mp
detector = mp.tasks.vision.FaceDetector()
print(len(detector.detect(mp.read_image(sys.argv[1])).detections), mp.solutions.hands.__name__)
"""


@needs_library
class EndTests(unittest.TestCase):
    def test_a_task_that_is_never_closed_ends_in_silence(self):
        run = subprocess.run([sys.executable, "-c", PROGRAM, SAMPLE], capture_output=True, text=True, timeout=300)
        self.assertEqual((run.stdout, run.stderr), ("1 lineament.solutions.hands\n", ""))

    def test_closing_needs_no_name_of_its_module(self):
        """At the end of the interpreter, names of modules may be gone."""
        task = lineament.tasks.vision.FaceDetector
        names = {name for name in task.__del__.__code__.co_names if name in task.__del__.__globals__}
        self.assertEqual(names, set())


@unittest.skipUnless(PyInstaller, "PyInstaller is not installed")
@unittest.skipUnless(os.environ.get("LINEAMENT_TESTS_OF_WHEEL"), "only the wheel has the hook as an entry point")
class FrozenTests(unittest.TestCase):
    def test_a_frozen_program_finds_the_library(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "faces.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(PROGRAM)
            command = [sys.executable, "-m", "PyInstaller", "--log-level", "ERROR", "--distpath", folder, path]
            subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=900)
            (program,) = glob.glob(os.path.join(folder, "faces", "faces"))
            run = subprocess.run([program, SAMPLE], capture_output=True, text=True, timeout=300)
            self.assertEqual((run.stdout, run.stderr), ("1 lineament.solutions.hands\n", ""))


if __name__ == "__main__":
    unittest.main()
