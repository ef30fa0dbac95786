# SPDX-License-Identifier: Apache-2.0
"""python -m lineament: what it prints and returns, without the network."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from importlib import metadata
from unittest import mock

from support import HOME, IMPORTED, IS_WHEEL, PACKAGE, SAMPLE, needs_library, run

import lineament as mp
from lineament import __main__ as command_line
from lineament import _assets, _program
from lineament._notes import noted


def lineament(*arguments, **environment):
    variables = {**os.environ, "PYTHONPATH": IMPORTED, **environment}
    command = [sys.executable, "-m", "lineament", *arguments]
    return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=120)


class NoteTests(unittest.TestCase):
    """The remedy for an error."""

    def test_notes_follow_the_message(self):
        error = noted(FileNotFoundError("fetch.sh was not found."), "Install the wheel again.")
        printed = io.StringIO()
        with mock.patch.object(_assets, "fetch", side_effect=error), contextlib.redirect_stderr(printed):
            self.assertEqual(command_line.main(["fetch"]), 1)
        self.assertEqual(printed.getvalue(), "error: fetch.sh was not found.\nInstall the wheel again.\n")


class CommandLineTests(unittest.TestCase):
    """The commands as a user calls them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_version_and_usage(self):
        done = lineament("--version")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, f"lineament {mp.__version__}"))
        for arguments in ((), ("dance",), ("fetch", "--from", "x")):
            self.assertEqual(lineament(*arguments).returncode, 2)
        self.assertIn("fetch", lineament("--help").stdout)

    @needs_library
    def test_check(self):
        done = lineament("check")
        self.assertRegex(done.stdout, r"library .*liblineament\.so(\.0)?, version")
        self.assertRegex(done.stdout, "ok +.*face_landmarker.task")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = lineament("check", "--folder", self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, "missing +.*face_landmarker.task")
        self.assertIn("python -m lineament fetch", done.stdout)

    def test_check_without_the_library(self):
        done = lineament("check", LINEAMENT_LIBRARY=f"{self.folder}/absent.so")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, "library  missing\n.*not found")

    def test_the_optional_files_are_named(self):
        names = ("pose-lite", "pose-heavy", "gpu", "cuda")
        for text in (lineament("fetch", "--help").stdout, lineament("fetch", "other").stderr):
            for name in names:
                self.assertIn(name, text)

    @needs_library
    def test_fetch_from_a_mirror(self):
        """Files that are whole are kept, and others are taken from the mirror."""
        mirror, target = os.path.join(self.folder, "mirror"), os.path.join(self.folder, "target")
        os.mkdir(mirror)
        for part in ("lib", "models", "samples"):
            for path in pathlib.Path(HOME, part).iterdir():
                shutil.copy(path, mirror)
        done = lineament("fetch", "--folder", target, LINEAMENT_MIRROR=mirror)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"Set LINEAMENT_HOME={target}", done.stdout)
        self.assertTrue(os.path.exists(f"{target}/models/face_landmarker.task"))
        self.assertEqual(lineament("check", "--folder", target).returncode, 0)
        self.assertNotIn("fetching", lineament("fetch", "--folder", target, LINEAMENT_MIRROR=mirror).stderr)

    def test_default_folder(self):
        saved = {name: os.environ.pop(name, None) for name in ("LINEAMENT_HOME", "XDG_DATA_HOME")}
        try:
            self.assertEqual(_assets.default_folder(), os.path.expanduser("~/.local/share/lineament"))
            os.environ["XDG_DATA_HOME"] = "/data"
            self.assertEqual(_assets.default_folder(), "/data/lineament")
            os.environ["LINEAMENT_HOME"] = "/home/models"
            self.assertEqual(_assets.default_folder(), "/home/models")
        finally:
            for name, value in saved.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value

    @needs_library
    def test_relative_asset_folder(self):
        program = """
            import os, sys
            import lineament as mp
            os.chdir(os.path.dirname(sys.argv[1]))
            mp.add_asset_folder(os.path.basename(sys.argv[1]))
            os.chdir("/")
            print(len(mp.tasks.vision.FaceDetector().detect(mp.read_image(sys.argv[2])).detections))
        """
        done = run(program, os.path.abspath(HOME), SAMPLE, LINEAMENT_HOME="/absent", HOME="/absent", XDG_DATA_HOME="")
        self.assertEqual(done.stdout, "1\n", done.stderr)

    def test_scripts(self):
        folder = _assets._scripts_folder()
        for name in ("fetch.sh", "manifest.txt", "wheels.txt", "model_bundle.py", "yunet_to_tflite.py"):
            self.assertTrue(os.path.exists(os.path.join(folder, name)), name)

    def test_this_python_is_first(self):
        first = _assets.environment()["PATH"].split(os.pathsep)[0]
        folder = os.path.dirname(os.path.abspath(sys.executable))
        self.assertEqual(first == folder, os.path.exists(os.path.join(folder, "python3")) or first == folder)


class ProgramTests(unittest.TestCase):
    """The console command `lineament`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.package, self.path = self.folder / "package", self.folder / "bin"
        for each in (self.package / "bin", self.path):
            each.mkdir(parents=True)
        shutil.copy(_program.__file__, self.package / "_program.py")

    def lineament(self, *arguments):
        """Runs the command of a package of its own, which is alone on the path with what a test puts there."""
        command = [sys.executable, "-c", "import sys, _program; sys.exit(_program.main())", *arguments]
        variables = {**os.environ, "PATH": str(self.path), "PYTHONPATH": str(self.package)}
        return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=60)

    def put(self, folder, text):
        """Writes a script named lineament."""
        (folder / "lineament").write_text(text, encoding="utf-8")
        (folder / "lineament").chmod(0o755)

    def test_it_is_in_the_package(self):
        project = pathlib.Path(PACKAGE, "pyproject.toml").read_text(encoding="utf-8")
        self.assertIn('[project.scripts]\nlineament = "lineament._program:main"\n', project)
        self.assertIn('"bin/*"', project)

    @unittest.skipUnless(IS_WHEEL, "not an installed wheel")
    def test_a_wheel_has_it(self):
        (entry,) = [each for each in metadata.distribution("lineament").entry_points if each.name == "lineament"]
        self.assertEqual(entry.value, "lineament._program:main")
        self.assertIn("hands", metadata.metadata("lineament")["Summary"])

    def test_without_the_program_it_says_how_to_get_it(self):
        self.put(self.path, "#!/bin/sh\necho another environment")
        done = self.lineament("detect", "photo.jpg")
        self.assertEqual((done.returncode, done.stdout), (127, ""))
        self.assertIn("make program && make install", done.stderr)
        self.assertIn("python -m lineament fetch", done.stderr)

    def test_the_program_beside_it_gets_arguments_and_returns_its_status(self):
        self.put(self.package / "bin", '#!/bin/sh\necho "$@"; exit 3')
        shutil.copy("/bin/false", self.path / "lineament")
        done = self.lineament("redact", "a photo.jpg", "--keep=1")
        self.assertEqual((done.returncode, done.stdout), (3, "redact a photo.jpg --keep=1\n"), done.stderr)

    def test_a_program_on_the_path_is_not_hidden(self):
        shutil.copy("/bin/echo", self.path / "lineament")
        done = self.lineament("crop", "photo.jpg")
        self.assertEqual((done.returncode, done.stdout), (0, "crop photo.jpg\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
