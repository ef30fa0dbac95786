# SPDX-License-Identifier: Apache-2.0
"""Prepares the metadata that an index shows, in a copy of a Python package.

usage: describe_wheel.py FOLDER PLACE VERSION

PLACE is the package's folder in the repository, to which the README's links refer. LINEAMENT_REPOSITORY is the repository's
address: the README's relative links are then absolute, and the project has links of its own. Without it, links that an index
could not follow become plain text.
"""

import os
import pathlib
import posixpath
import re
import sys

LINKS = {"Documentation": "blob/{version}/{place}README.md", "Changelog": "blob/{version}/CHANGELOG.md", "Issues": "issues"}


def absolute(text, place, base):
    """Returns Markdown with absolute links."""

    def replaced(match):
        label, target = match[1], match[2]
        if "://" in target or target.startswith("#"):
            return match[0]
        path, _, anchor = target.partition("#")
        if not base:
            return label
        path = posixpath.normpath(posixpath.join(place, path))
        return f"[{label}]({base}/{path}{'#' + anchor if anchor else ''})"

    return re.sub(r"\[([^\]]*)\]\(([^)\s]+)\)", replaced, text)


def main():
    folder, place, version = sys.argv[1:]
    repository = os.environ.get("LINEAMENT_REPOSITORY", "").rstrip("/")
    readme = pathlib.Path(folder, "README.md")
    base = repository and f"{repository}/blob/{version}"
    readme.write_text(absolute(readme.read_text(encoding="utf-8"), place, base), encoding="utf-8")
    if repository:
        values = {"version": version, "place": place and place + "/"}
        rows = [f'Repository = "{repository}"']
        rows += [f'{name} = "{repository}/{path.format(**values)}"' for name, path in LINKS.items()]
        project = pathlib.Path(folder, "pyproject.toml")
        project.write_text(project.read_text(encoding="utf-8") + "\n[project.urls]\n" + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
