# SPDX-License-Identifier: Apache-2.0
"""The command line: downloads the runtime and the models, and tells what is there."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List, Optional

from lineament import __version__, _assets
from lineament._library import library
from lineament._notes import full_text


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command line and returns its exit status."""
    options = _parser().parse_args(arguments)
    usual = _assets.default_folder() if options.command == "fetch" else _assets.folder_in_use()
    folder = os.path.abspath(os.path.expanduser(options.folder or usual))
    try:
        return _fetch(folder, options.names) if options.command == "fetch" else _check(folder)
    except OSError as error:
        print(f"error: {full_text(error)}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lineament", description="Runtime and models of Lineament.")
    parser.add_argument("--version", action="version", version=f"lineament {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    fetch = commands.add_parser("fetch", help="download the runtime and the models")
    check = commands.add_parser("check", help="print which library is loaded, and which files the folder has")
    names = (
        "optional files to download instead: pose-lite, pose-heavy; gpu, the accelerator for the GPU delegate; cuda, ONNX "
        "Runtime with CUDA and cuDNN, for NVIDIA GPUs (2.1 GB, and 3.5 GB while they are downloaded)"
    )
    fetch.add_argument("names", metavar="NAME", nargs="*", help=names)
    where = "the folder (default: $LINEAMENT_HOME if set, otherwise {}~/.local/share/lineament)"
    for command, others in ((fetch, ""), (check, "that of the package lineament-models, or ")):
        command.add_argument("--folder", metavar="FOLDER", help=where.format(others))
    return parser


def _fetch(folder: str, names: List[str]) -> int:
    status = _assets.fetch(folder, *names)
    if status == 0:
        print(f"{'The models' if names else 'The runtime and the models'} are in {folder}.")
        if folder not in map(os.path.abspath, (_assets.default_folder(), _assets.users_folder())):
            print(f"Set LINEAMENT_HOME={folder}, or call lineament.add_asset_folder, so that they are found.")
    return status


def _check(folder: str) -> int:
    status = 0
    try:
        functions = library()
        print(f"library  {functions.path}, version {functions.version}")
    except ImportError as error:
        print(f"library  missing\n{full_text(error)}")
        status = 1
    print(f"package  {os.path.dirname(os.path.abspath(__file__))}, version {__version__}")
    sys.stdout.flush()
    if _assets.check(folder) != 0:
        print("To download what is missing: python -m lineament fetch")
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
