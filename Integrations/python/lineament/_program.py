"""The console command `lineament`: runs the program beside the package, or one that is installed otherwise."""

from __future__ import annotations

import os
import sys
from typing import Iterator, Optional

_NAME = "lineament"
_ABSENT = """\
error: The program lineament is not in this package, which is its Python API: import lineament.
Install the program from its Debian package, or in a checkout: make program && make install
The models are downloaded by `python -m lineament fetch`."""


def main() -> int:
    """Becomes the program, and returns only if there is none: an exit status."""
    program = _program()
    if program is None:
        print(_ABSENT, file=sys.stderr)
        return 127
    sys.stdout.flush()
    os.execv(program, [program, *sys.argv[1:]])


def _program() -> Optional[str]:
    """Returns the path of the program; None if it is not installed."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", _NAME)
    if os.access(beside, os.X_OK):
        return beside
    return next((path for path in _paths() if os.access(path, os.X_OK) and not _is_script(path)), None)


def _paths() -> Iterator[str]:
    """Yields where a command of the name may be."""
    for folder in os.get_exec_path():
        path = os.path.join(folder, _NAME)
        if os.path.isfile(path):
            yield path


def _is_script(path: str) -> bool:
    """Returns whether a command is a script, such as that of this package or of one in another environment."""
    with open(path, "rb") as file:
        return file.read(2) == b"#!"
