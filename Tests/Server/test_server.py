"""Tests `lineament serve` from outside, with Python's standard library only.

usage: test_server.py PROGRAM PHOTO [VIDEO] [options of unittest, such as -v or -k NAME]

PHOTO is an 8-bit RGB PNG with one person; VIDEO, any video with people, is tried in addition to videos made from the photo.
LINEAMENT_SLOW=1 adds what takes minutes.
"""

import os
import sys
import unittest

from service import ARGUMENTS

if __name__ == "__main__":
    if len(ARGUMENTS) < 2:
        sys.exit(__doc__)
    options = sys.argv[1 + len(ARGUMENTS) :]
    folder = os.path.dirname(os.path.abspath(__file__))
    unittest.main(None, argv=[sys.argv[0], "discover", "-s", folder, *options])
