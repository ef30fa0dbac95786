# SPDX-License-Identifier: Apache-2.0
"""Prints what CHANGELOG.md says of a version, without its heading; fails if that is nothing.

usage: release_notes.py VERSION
"""

import pathlib
import re
import sys


def section(text, version):
    """Returns the text below the heading of a version; empty if there is none."""
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |^\[[^\]]*\]: |\Z)", text, re.M | re.S)
    return found[1].strip() if found else ""


def main():
    version = sys.argv[1]
    page = pathlib.Path(__file__).resolve().parents[2] / "CHANGELOG.md"
    notes = section(page.read_text(encoding="utf-8"), version)
    if not notes:
        sys.exit(f"error: CHANGELOG.md has nothing about {version}")
    print(notes)


if __name__ == "__main__":
    main()
