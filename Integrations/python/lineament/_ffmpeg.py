# SPDX-License-Identifier: Apache-2.0
"""FFmpeg's libraries inside the package av, for systems that have none."""

from __future__ import annotations

import importlib.util
import os
import stat
from typing import Optional

_VARIABLE = "LINEAMENT_FFMPEG"


def offer() -> None:
    """Names av's libraries in the environment, after the system's, unless the user has named some.

    The environment is read when the first video is opened; av itself is not imported.
    """
    folder = None if _VARIABLE in os.environ else _folder()
    if folder is not None:
        os.environ[_VARIABLE] = ":" + folder


def _folder() -> Optional[str]:
    """Returns the folder of av's libraries; None if there is none that can be trusted."""
    try:
        found = importlib.util.find_spec("av")
    except (ImportError, ValueError):
        return None
    if found is None or not found.origin:
        return None
    package = os.path.dirname(os.path.abspath(found.origin))
    folders = (package + ".libs", os.path.join(package, ".dylibs"))
    return next((folder for folder in folders if _is_trusted(folder)), None)


def _is_trusted(folder: str) -> bool:
    """Returns whether there is a folder that not every user can replace, and that a list of folders can name."""
    if ":" in folder or not os.path.isdir(folder):
        return False
    above = os.path.dirname(folder)
    return not any(os.stat(place).st_mode & stat.S_IWOTH for place in (folder, above, os.path.dirname(above)))
