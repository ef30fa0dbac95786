# SPDX-License-Identifier: Apache-2.0
"""Where FFmpeg's libraries are looked for."""

from __future__ import annotations

import os
import tempfile
import types
import unittest
from unittest import mock

import support  # noqa: F401

from lineament import _ffmpeg


class FFmpegTests(unittest.TestCase):
    """The libraries inside the package av are used where the system has none."""

    def offered(self, environment=None, libraries="av.libs", mode=0o755):
        """Returns what names the folders, with the package av in a folder of its own, and that folder."""
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        folder = os.path.join(holder.name, "lib", "site-packages")
        os.makedirs(os.path.join(folder, "av"))
        if libraries:
            os.makedirs(os.path.join(folder, libraries))
            os.chmod(os.path.join(folder, libraries), mode)
        found = types.SimpleNamespace(origin=os.path.join(folder, "av", "__init__.py"))
        with mock.patch.dict(os.environ, environment or {}), mock.patch("importlib.util.find_spec", lambda name: found):
            if environment is None:
                os.environ.pop("LINEAMENT_FFMPEG", None)
            _ffmpeg.offer()
            return os.environ.get("LINEAMENT_FFMPEG"), folder

    def test_libraries_of_av_come_after_the_systems(self):
        value, folder = self.offered()
        self.assertEqual(value, f":{folder}/av.libs")

    def test_on_macos_they_are_inside_the_package(self):
        value, folder = self.offered(libraries="av/.dylibs")
        self.assertEqual(value, f":{folder}/av/.dylibs")

    def test_what_the_user_names_stays(self):
        self.assertEqual(self.offered({"LINEAMENT_FFMPEG": "/opt/ffmpeg"})[0], "/opt/ffmpeg")

    def test_an_av_without_libraries_is_left_alone(self):
        self.assertIsNone(self.offered(libraries=None)[0])

    def test_a_folder_that_everyone_can_write_to_is_left_alone(self):
        self.assertIsNone(self.offered(mode=0o777)[0])

    def test_nothing_is_named_without_av(self):
        with mock.patch.dict(os.environ), mock.patch("importlib.util.find_spec", lambda name: None):
            os.environ.pop("LINEAMENT_FFMPEG", None)
            _ffmpeg.offer()
            self.assertNotIn("LINEAMENT_FFMPEG", os.environ)


if __name__ == "__main__":
    unittest.main()
