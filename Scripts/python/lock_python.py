# SPDX-License-Identifier: Apache-2.0
"""Writes Scripts/python/NAME.txt: the packages that those in NAME.in need, each with its version and the checksums of its files.

usage: lock_python.py [NAME]...     All without a name. Needs uv (pip install uv) and the network.

pip installs from these files, so that nothing is installed but what was tried. They are for Linux on x86-64 and ARM64, with
Python 3.11 to 3.14, but for opensim in recordings.in, which is for x86-64 and up to 3.13. To use newer versions, change NAME.in
and run this. What is in alone.in is installed by itself, without what it needs: each line is a version of its own.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent
# Environments that install into the folder of another have its versions.
SHARED = {"wheels": "lint"}
PROJECT = """
[project]
name = "locked"
version = "0"
requires-python = ">=3.11,<3.15"
dependencies = {dependencies}

[tool.uv]
environments = ["sys_platform == 'linux'"]
constraint-dependencies = {constraints}
"""
WHEEL = re.compile(r"-(py3|py2\.py3|cp3(11|12|13|14)|cp3\d+-abi3)[^/]*-(any|[^/]*(?<!musl)linux[^/]*_(x86_64|aarch64))\.whl$")


def versions(name):
    """What NAME.txt has, without checksums."""
    return re.findall(r"^([\w.-]+==[\w.]+)", (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), re.M)


def wanted(files):
    """The checksums of the files that Linux installs: its wheels, and the source, as not each processor and Python has one."""
    wheels = [file["hash"] for file in files.get("wheels", []) if WHEEL.search(file["url"].split("#")[0])]
    return wheels + ([files["sdist"]["hash"]] if "sdist" in files else [])


def resolved(dependencies, constraints):
    """The requirements that follow, as pip reads them."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / "pyproject.toml").write_text(PROJECT.format(dependencies=dependencies, constraints=constraints))
        uv = ["uv", "--quiet", "--project", folder]
        subprocess.run([*uv, "lock"], check=True)
        words = ["export", "--frozen", "--no-emit-project", "--no-header", "--no-annotate"]
        text = subprocess.run([*uv, *words], check=True, capture_output=True, text=True).stdout
        packages = tomllib.loads((project / "uv.lock").read_text(encoding="utf-8"))["package"]
    kept = {checksum for package in packages if package["name"] != "locked" for checksum in wanted(package)}
    return re.sub(r" \\\n +--hash=(\S+)", lambda found: found[0] if found[1] in kept else "", text)


def alone(requirement):
    """The line of one package, without those that it needs."""
    # Not all have files for each Python.
    text = re.sub(r" \\\n +", " ", resolved([f"{requirement}; python_version >= '3.12'"], []))
    found = re.search(rf"^({re.escape(requirement)})[^\n]*?(( --hash=\S+)+)$", text, re.M)
    return f"{found[1]}{found[2]}\n"


def lock(name):
    requirements = (FOLDER / f"{name}.in").read_text(encoding="utf-8").split()
    if name == "alone":
        text = "".join(alone(requirement) for requirement in requirements)
    else:
        text = resolved(requirements, versions(SHARED[name]) if name in SHARED else [])
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


def main():
    names = sys.argv[1:] or sorted((path.stem for path in FOLDER.glob("*.in")), key=lambda name: name in SHARED)
    for name in names:
        lock(name)
        print(f"Scripts/python/{name}.txt: {len(versions(name))} packages")


if __name__ == "__main__":
    main()
