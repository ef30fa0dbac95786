# SPDX-License-Identifier: Apache-2.0
"""Tests `lineament serve` from outside, with Python's standard library only.

usage: test_server.py PROGRAM PHOTO [VIDEO] [options of unittest, such as -v or -k NAME]

PHOTO is an 8-bit RGB PNG with one person; VIDEO, any video with people, is tried in addition to videos made from the photo.
-p 'test_studio*.py' runs the files of this pattern only, and -p '!test_studio*.py' all others.
LINEAMENT_SLOW=1 adds what takes minutes.
"""

import fnmatch
import os
import sys
import unittest

from service import ARGUMENTS


class Loader(unittest.TestLoader):
    """Takes all files of tests but those of a pattern that begins with an exclamation mark."""

    def _match_path(self, path, full_path, pattern):
        if not pattern.startswith("!"):
            return fnmatch.fnmatch(path, pattern)
        return fnmatch.fnmatch(path, "test*.py") and not fnmatch.fnmatch(path, pattern[1:])


if __name__ == "__main__":
    if len(ARGUMENTS) < 2:
        sys.exit(__doc__)
    options = sys.argv[1 + len(ARGUMENTS) :]
    folder = os.path.dirname(os.path.abspath(__file__))
    unittest.main(None, argv=[sys.argv[0], "discover", "-s", folder, *options], testLoader=Loader())
