# SPDX-License-Identifier: Apache-2.0
"""Recordings: what the program is asked, and what becomes of its answers. Without pandas, most of it is skipped."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import warnings
from unittest import mock

import numpy as np

from lineament import _program, capture

HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_C3D = importlib.util.find_spec("c3d") is not None

program_path = _program.path

# A program that writes down what it was asked, and a table of two frames.
PROGRAM = """#!/bin/sh
printf '%s\\n' "$@" > "$(dirname "$0")/asked"
cat > "$4" << 'END'
time,frame,track,part,point,name,x,y,z,world_x,world_y,world_z,visibility,value,known
0.000000,0,1,body,0,nose,10.0,20.0,-1.0,0.1,-0.6,-0.2,0.9,,seen
0.500000,1,1,body,0,nose,11.0,20.0,-1.0,0.2,-0.6,-0.2,0.9,,seen
0.500000,1,1,body,15,leftWrist,30.0,40.0,-1.0,0.3,0.1,-0.4,0.9,,bridged
0.500000,1,1,blendshape,,jawOpen,,,,,,,,0.25,seen
END
echo "error: $1 ended early" >&2
CLOSING
exit STATUS
"""


class CaptureTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        patch = mock.patch.object(_program, "path", lambda: str(self.folder / "program"))
        patch.start()
        self.addCleanup(patch.stop)
        self.answer(0)

    def answer(self, status, closing=""):
        """Makes the program end with a status, and with a closing line."""
        program = self.folder / "program"
        text = PROGRAM.replace("STATUS", str(status))
        program.write_text(text.replace("CLOSING", closing and f"echo '{closing}' >&2"))
        os.chmod(program, 0o755)

    def test_options_have_the_programs_names(self):
        capture.write(
            "a.mp4", self.folder / "a.bvh", num_people=1, free_feet=True, in_place=False, rate=None, smooth="median"
        )
        asked = (self.folder / "asked").read_text().split("\n")[:-1]
        self.assertEqual(
            asked,
            ["capture", "a.mp4", "--output", str(self.folder / "a.bvh")]
            + ["--num-people=1", "--free-feet", "--smooth=median"],
        )

    def test_one_run_writes_several_files(self):
        capture.write("a.mp4", [self.folder / "a.bvh", self.folder / "a.trc"], num_people=1)
        asked = (self.folder / "asked").read_text().split("\n")[:-1]
        outputs = ["--output", str(self.folder / "a.bvh"), "--output", str(self.folder / "a.trc")]
        self.assertEqual(asked, ["capture", "a.mp4", *outputs, "--num-people=1"])
        with self.assertRaisesRegex(ValueError, "no output"):
            capture.write("a.mp4", [])

    def test_options_are_listed(self):
        """Those that the tests use are there, and each says what it does."""
        self.assertLessEqual(
            {"smooth", "max_gap", "free_feet", "in_place", "rate", "focal_length"}, set(capture.OPTIONS)
        )
        for name, text in capture.OPTIONS.items():
            self.assertRegex(name, "^[a-z_]+$")
            self.assertTrue(text.endswith("."), name)

    def test_wrong_options_are_value_errors(self):
        self.answer(2)
        with self.assertRaisesRegex(ValueError, "^capture ended early$"):
            capture.write("a.mp4", self.folder / "a.bvh", smooth="much")

    def test_an_input_that_ends_early_is_a_warning(self):
        self.answer(1, "2 frames, 2 people → 2 files, a.bvh")
        with self.assertWarnsRegex(RuntimeWarning, "ends early: capture ended early$"):
            capture.write("a.mp4", self.folder / "a.bvh")

    def test_a_file_of_before_is_no_success(self):
        self.answer(1)
        (self.folder / "a.bvh").write_text("of before")
        with self.assertRaisesRegex(RuntimeError, "^capture ended early$"):
            capture.write("a.mp4", self.folder / "a.bvh")
        with self.assertRaisesRegex(ValueError, "standard output"):
            capture.write("a.mp4", "-")

    def test_nothing_is_taken_for_an_option(self):
        capture.write("--help", self.folder / "a.bvh")
        self.assertEqual((self.folder / "asked").read_text().split("\n")[1], "./--help")
        for options, kind, message in [
            ({"max_gaps": 1}, ValueError, "no option 'max_gaps'. Did you mean 'max_gap'"),
            ({"help": True}, ValueError, "no option 'help'. The options are format, "),
            ({"in_place": "no"}, TypeError, "in_place must be True or False, not 'no'"),
            ({"max_gap": True}, TypeError, "max_gap needs a value, not True"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(kind, message):
                capture.write("a.mp4", self.folder / "a.bvh", **options)

    def test_sources_and_outputs_are_paths(self):
        for source, message in [
            (None, "^source must be a path, not NoneType.$"),
            (np.zeros((2, 2, 3), np.uint8), "^source must be a path, not numpy.ndarray.$"),
            (0, 'A camera is "camera:/dev/video0"'),
            (b"contents", "Write the video into a file"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(TypeError, message):
                capture.write(source, self.folder / "a.bvh")
        with self.assertRaisesRegex(TypeError, "^output must be a path, not NoneType.$"):
            capture.write("a.mp4", None)
        with self.assertRaisesRegex(ValueError, "null character"):
            capture.write("a\0.mp4", "a.bvh")

    def test_a_missing_source_is_a_missing_file(self):
        self.answer(1)
        program = self.folder / "program"
        program.write_text(program.read_text().replace("$1 ended early", "a.mp4: no such file."))
        with self.assertRaisesRegex(FileNotFoundError, "^a.mp4: no such file.$"):
            capture.write("a.mp4", self.folder / "a.bvh")

    def test_advice_for_a_shell_is_left_out(self):
        self.answer(2, "Usage: lineament capture [<options>] <input>\n  See more.")
        with self.assertRaisesRegex(ValueError, "^capture ended early$"):
            capture.write("a.mp4", self.folder / "a.bvh", smooth="much")

    def test_the_programs_options_are_known(self):
        path = program_path()
        if path is None:
            self.skipTest("The program is not installed.")
        text = subprocess.run([path, "capture", "--help"], capture_output=True, text=True, check=True).stdout
        names = {name.replace("-", "_") for name in re.findall("^ +(?:-., )?--([a-z-]+)", text, re.MULTILINE)}
        known = {*capture.OPTIONS, *capture._OTHERS}
        self.assertEqual(names - known, {"output", "version", "help"})
        self.assertEqual(known - names, set())

    def test_without_the_program_it_says_so(self):
        with mock.patch.object(_program, "path", lambda: None), self.assertRaises(FileNotFoundError):
            capture.write("a.mp4", "a.bvh")

    @unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
    def test_a_table_becomes_arrays(self):
        table = capture.read("a.mp4")
        self.assertEqual(len(table), 4)
        world = capture.positions(table, 1)
        self.assertEqual(world.shape, (2, 33, 3))
        np.testing.assert_allclose(world[1, 15], [0.3, 0.1, -0.4])
        self.assertTrue(np.isnan(world[0, 15]).all())
        image = capture.positions(table, 1, space="image")
        np.testing.assert_allclose(image[0, 0], [10, 20, -1])
        for arguments, kind, message in [
            ((table, 1, "tail"), ValueError, "part must be one of body, .*, not 'tail'"),
            ((table, 1, "left_hand"), ValueError, "Did you mean 'leftHand'"),
            ((table, 1, "body", "pixels"), ValueError, "space must be one of world, image, not 'pixels'"),
            ((table, 9), ValueError, "no track 9. It has 1"),
            ((table, "1"), TypeError, "track must be a whole number, not '1'"),
            (("a.mp4", 1), TypeError, r"Read it: capture\.read\('a.mp4'\)"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(kind, message):
                capture.positions(*arguments)
        self.assertEqual(capture.positions(table[:0], 1).shape, (0, 33, 3))

    @unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
    def test_a_table_is_that_of_one_video(self):
        with self.assertRaisesRegex(RuntimeError, "is a folder"):
            capture.read(self.folder)
        with self.assertRaisesRegex(ValueError, r"capture\.write\(source, output\)"):
            capture.read("a.mp4", format="bvh")

    def test_a_missing_package_is_named(self):
        with (
            mock.patch.dict(sys.modules, {"pandas": None}),
            self.assertRaisesRegex(ImportError, "needs pandas. Install it with: pip install pandas"),
        ):
            capture.read("a.mp4")

    @unittest.skipUnless(HAS_PANDAS and HAS_C3D, "pandas or c3d is not installed")
    def test_c3d_has_millimeters_and_missing_points(self):
        import c3d

        capture.write_c3d(capture.read("a.mp4"), self.folder / "a.c3d", 1)
        with open(self.folder / "a.c3d", "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader = c3d.Reader(file)
            frames = [points for _, points, _ in reader.read_frames()]
            self.assertEqual(reader.point_labels[15].strip(), "leftWrist")
            self.assertAlmostEqual(reader.point_rate, 2)
        np.testing.assert_allclose(frames[1][15, :3], [400, -100, -300], atol=0.1)
        self.assertLess(frames[0][15, 3], 0)

    @unittest.skipUnless(HAS_PANDAS and HAS_C3D, "pandas or c3d is not installed")
    def test_c3d_lasts_as_long_as_the_recording(self):
        """Frames are numbered through pauses, in which no point is valid."""
        import c3d

        table = capture.read("a.mp4")
        table.loc[table["frame"] == 1, ["frame", "time"]] = [5, 2.5]
        capture.write_c3d(table, self.folder / "a.c3d", 1)
        with open(self.folder / "a.c3d", "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader = c3d.Reader(file)
            frames = [points for _, points, _ in reader.read_frames()]
            self.assertAlmostEqual(reader.point_rate, 2)
        self.assertEqual(len(frames), 6)
        self.assertTrue(all((frame[:, 3] < 0).all() for frame in frames[1:5]))
        self.assertGreaterEqual(frames[5][15, 3], 0)


if __name__ == "__main__":
    unittest.main()
