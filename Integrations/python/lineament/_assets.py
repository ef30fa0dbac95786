# SPDX-License-Identifier: Apache-2.0
"""The runtime and the models: where they are, and how they are downloaded."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Dict, Sequence

from lineament._errors import call
from lineament._library import folder_of_models, library
from lineament._notes import noted
from lineament.image import PathLike, path_bytes


def add_asset_folder(folder: PathLike) -> None:
    """Searches a folder, which contains lib/ and models/, for the runtime and the models before all others.

    Call this before the first task is created.

    Raises:
        FileNotFoundError: There is no such folder.
    """
    path = path_bytes(folder)
    if not os.path.isdir(path):
        shown = os.fspath(folder)
        error = FileNotFoundError(f"There is no folder {shown}.")
        raise noted(error, f"Download the files into it with: python -m lineament fetch --folder {shown}")
    call(library().lineament_add_asset_folder, os.path.abspath(path))


def default_folder() -> str:
    """Returns the folder that is filled unless another is named: $LINEAMENT_HOME, or one of the user's."""
    return os.environ.get("LINEAMENT_HOME") or users_folder()


def folder_in_use() -> str:
    """Returns the folder that is searched first: that of the package lineament-models, unless $LINEAMENT_HOME names one."""
    return os.environ.get("LINEAMENT_HOME") or folder_of_models() or users_folder()


def users_folder() -> str:
    """Returns the user's own folder, which is searched without any setting."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(data, "lineament")


def fetch(folder: str, *names: str) -> int:
    """Downloads missing or damaged files, or the optional ones with these names, into a folder.

    Returns:
        An exit status: 0 if all are there.
    """
    return _run(folder, names=names)


def check(folder: str) -> int:
    """Prints which files are in a folder, without using the network, and returns an exit status: 0 if all are there."""
    return _run(folder, "--check")


def _run(folder: str, *options: str, names: Sequence[str] = ()) -> int:
    scripts = _scripts_folder()
    script, manifest = os.path.join(scripts, "fetch.sh"), os.path.join(scripts, "manifest.txt")
    try:
        return subprocess.call(["bash", script, *options, manifest, folder, *names], env=environment())
    except FileNotFoundError:
        print("error: bash was not found; the models are downloaded by a shell script.", file=sys.stderr)
        return 1


def _scripts_folder() -> str:
    """Returns the folder of fetch.sh: in the package, or in the checkout that the package is part of.

    Raises:
        FileNotFoundError: It is in neither.
    """
    package = os.path.dirname(os.path.abspath(__file__))
    checkout = os.path.join(package, *[os.pardir] * 3)
    folders = [os.path.join(package, "assets"), os.path.join(checkout, "Sources", "LineamentCLI", "Assets")]
    for folder in folders:
        if os.path.exists(os.path.join(folder, "fetch.sh")):
            return os.path.normpath(folder)
    raise FileNotFoundError(f"fetch.sh was not found in {' or '.join(map(os.path.normpath, folders))}.")


def environment() -> Dict[str, str]:
    """Returns the environment in which `python3` is this Python, if its folder has one: its pip downloads wheels."""
    environment = dict(os.environ)
    folder = os.path.dirname(os.path.abspath(sys.executable))
    if os.path.exists(os.path.join(folder, "python3")):
        environment["PATH"] = folder + os.pathsep + environment.get("PATH", os.defpath)
    return environment
