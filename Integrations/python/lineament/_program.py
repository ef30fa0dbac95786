# SPDX-License-Identifier: Apache-2.0
"""The console command `lineament`: runs the program beside the package, or one that is installed otherwise."""

from __future__ import annotations

import os
import sys
from typing import Iterator, Optional

from lineament import _assets, _ffmpeg

_NAME = "lineament"
_ABSENT = """\
error: The program lineament is not in this package, which is its Python API: import lineament.
Install the program from its Debian package, or in a checkout: make program && make install
The models are downloaded by `python -m lineament fetch`."""


def main() -> int:
    """Becomes the program, and returns only if there is none: an exit status."""
    program = path()
    if program is None:
        print(_ABSENT, file=sys.stderr)
        return 127
    _ffmpeg.offer()
    sys.stdout.flush()
    # The program downloads the models with this Python's pip.
    os.execve(program, [program, *sys.argv[1:]], _assets.environment())


def path() -> Optional[str]:
    """Returns the path of the program; None if it is not installed."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", _NAME)
    if os.access(beside, os.X_OK):
        return beside
    return next((file for file in _paths() if os.access(file, os.X_OK) and not _is_script(file)), None)


def _paths() -> Iterator[str]:
    """Yields where a command of the name may be."""
    for folder in os.get_exec_path():
        candidate = os.path.join(folder, _NAME)
        if os.path.isfile(candidate):
            yield candidate


def _is_script(path: str) -> bool:
    """Returns whether a command is a script, such as that of this package or of one in another environment."""
    with open(path, "rb") as file:
        return file.read(2) == b"#!"
