# SPDX-License-Identifier: Apache-2.0
"""Recordings of JSON lines and videos, and what becomes of them. Without pandas, most of it is skipped."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest
import warnings
from unittest import mock

import numpy as np
from support import gif, needs_library, pixels

from lineament import capture

HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_C3D = importlib.util.find_spec("c3d") is not None


def line(milliseconds: int, shift: float) -> str:
    """Returns a frame of a pose landmarker with one person, whose points are on a line that moves to the right."""
    points = [
        {"x": shift + index / 100, "y": index / 33, "z": 0.1, "visibility": 1, "presence": 1} for index in range(33)
    ]
    frame = {"width": 100, "height": 200, "timestampInMilliseconds": milliseconds, "trackIDs": [1]}
    return json.dumps({**frame, "landmarks": [points], "worldLandmarks": [points]})


@needs_library
class CaptureTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.clip = self.folder / "clip.jsonl"
        self.clip.write_text("\n".join(line(500 * index, index / 100) for index in range(4)))

    def test_one_run_writes_several_files(self):
        names = ["a.bvh", "a.trc", "new/a.glb", "a_json"]
        capture.write(self.clip, [self.folder / name for name in names], free_feet=True, smooth="median", rate=None)
        self.assertTrue((self.folder / "a.bvh").read_text().startswith("HIERARCHY"))
        self.assertEqual((self.folder / "new" / "a.glb").read_bytes()[:4], b"glTF")
        self.assertEqual(len(list((self.folder / "a_json").iterdir())), 4)
        with self.assertRaisesRegex(ValueError, "no output"):
            capture.write(self.clip, [])
        (self.folder / "a_json" / "other.json").write_text("{}")
        with self.assertRaisesRegex(ValueError, "other.json"):
            capture.write(self.clip, self.folder / "a_json")

    def test_people_of_videos_are_found(self):
        gray = pixels()[:, :, :3].mean(axis=2) / 2
        video = self.folder / "clip.gif"
        video.write_bytes(gif([np.roll(gray, index, axis=1) for index in range(6)]))
        output = self.folder / "a.livelink.csv"
        capture.write(video, output, num_people=1, every=1, threads=1, quiet=True)
        rows = output.read_text().splitlines()
        self.assertEqual(len(rows), 7)
        self.assertIn("JawOpen", rows[0])
        capture.write(video, output, start=0.25, duration=0.35, min_duration=0)
        self.assertLess(len(output.read_text().splitlines()), 6)
        with self.assertRaisesRegex(RuntimeError, "no frames in the chosen range"):
            capture.write(video, output, start=60)
        with self.assertRaisesRegex(ValueError, "every must be at least 1, not 0"):
            capture.write(video, output, every=0)

    def test_options_are_listed(self):
        """Those that the tests use are there, and each says what it does."""
        self.assertLessEqual(
            {"smooth", "max_gap", "free_feet", "in_place", "rate", "focal_length"}, set(capture.OPTIONS)
        )
        for name, text in capture.OPTIONS.items():
            self.assertRegex(name, "^[a-z_]+$")
            self.assertTrue(text.endswith("."), name)

    def test_wrong_options(self):
        for options, kind, message in [
            ({"max_gaps": 1}, ValueError, "capture has no option max_gaps. Did you mean max_gap?"),
            ({"help": True}, ValueError, "no option help. Its options: format, "),
            ({"send": "vmc://127.0.0.1"}, ValueError, "no option send"),
            ({"in_place": "no"}, ValueError, "in_place must be true or false, not no"),
            ({"max_gap": True}, ValueError, "max_gap must be a number from 0 to 1000000000, not true"),
            ({"smooth": "much"}, ValueError, "smooth must be one of auto, none, one-euro, median, or a number"),
            ({"rate": 0}, ValueError, "rate must be a number from 0.001 to 1000, not 0"),
            ({"num_people": 0}, ValueError, "num_people must be a whole number from 1, or all, not 0"),
            ({"joint_names": ["vrm"]}, TypeError, r"joint_names must be a text, a number, .*, not \['vrm'\]"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(kind, message):
                capture.write(self.clip, self.folder / "a.bvh", **options)
        with self.assertRaisesRegex(ValueError, "a.fbx does not say a format"):
            capture.write(self.clip, self.folder / "a.fbx")
        with self.assertRaisesRegex(ValueError, "format is for one output"):
            capture.write(self.clip, [self.folder / "a", self.folder / "b"], format="bvh")

    def test_an_input_that_ends_early_is_a_warning(self):
        self.clip.write_text(self.clip.read_text() + '\n{"wid')
        with self.assertWarnsRegex(RuntimeWarning, "ends early: clip.jsonl, line 5: "):
            capture.write(self.clip, self.folder / "a.bvh")
        self.assertTrue((self.folder / "a.bvh").exists())

    def test_without_people_there_is_nothing_to_write(self):
        (self.folder / "a.livelink.csv").write_text("of before")
        with self.assertRaisesRegex(RuntimeError, "a.livelink.csv: The recording has no face with blendshapes"):
            capture.write(self.clip, [self.folder / "a.livelink.csv", self.folder / "a.bvh"])
        self.assertTrue((self.folder / "a.bvh").exists())
        self.clip.write_text("{}")
        with self.assertRaisesRegex(RuntimeError, "line 1"):
            capture.write(self.clip, self.folder / "a.bvh")
        with self.assertRaisesRegex(RuntimeError, "is a folder"):
            capture.write(self.folder, self.folder / "a.bvh")

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
        with self.assertRaisesRegex(ValueError, "standard output"):
            capture.write(self.clip, "-")
        for outputs in ([self.clip], [self.folder / "a.bvh", f"{self.folder}/./a.bvh"]):
            with self.assertRaisesRegex(ValueError, "is the source, or is given twice"):
                capture.write(self.clip, outputs)
        with self.assertRaisesRegex(ValueError, "cannot be written"):
            capture.write(self.clip, self.clip / "a.bvh")
        for missing in ("a.mp4", "a.jsonl", "--help"):
            with self.subTest(missing), self.assertRaises(FileNotFoundError):
                capture.write(missing, self.folder / "a.bvh")

    @unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
    def test_a_table_becomes_arrays(self):
        table = capture.read(self.clip, smooth="none")
        self.assertEqual((table["part"] == "body").sum(), 4 * 33)
        world = capture.positions(table, 1)
        self.assertEqual(world.shape, (4, 33, 3))
        np.testing.assert_allclose(world[1, 15], [0.16, 15 / 33, 0.1], atol=1e-4)
        image = capture.positions(table, 1, space="image")
        np.testing.assert_allclose(image[2, 3], [5, 200 * 3 / 33, 10], atol=0.01)
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
            capture.read(self.clip, format="bvh")

    def test_a_missing_package_is_named(self):
        with (
            mock.patch.dict(sys.modules, {"pandas": None}),
            self.assertRaisesRegex(ImportError, "needs pandas. Install it with: pip install pandas"),
        ):
            capture.read("a.mp4")

    @unittest.skipUnless(HAS_PANDAS and HAS_C3D, "pandas or c3d is not installed")
    def test_c3d_has_millimeters_and_missing_points(self):
        import c3d

        capture.write_c3d(capture.read(self.clip, smooth="none"), self.folder / "a.c3d", 1)
        with open(self.folder / "a.c3d", "rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader = c3d.Reader(file)
            frames = [points for _, points, _ in reader.read_frames()]
            self.assertEqual(reader.point_labels[15].strip(), "leftWrist")
            self.assertAlmostEqual(reader.point_rate, 2)
        np.testing.assert_allclose(frames[1][15, :3], [-100, -454.5, -160], atol=0.1)

    @unittest.skipUnless(HAS_PANDAS and HAS_C3D, "pandas or c3d is not installed")
    def test_c3d_lasts_as_long_as_the_recording(self):
        """Frames are numbered through pauses, in which no point is valid."""
        import c3d

        table = capture.read(self.clip, smooth="none")
        table = table[table["frame"] < 2].copy()
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
