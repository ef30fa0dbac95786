# SPDX-License-Identifier: Apache-2.0
"""Makes of a wheel one of version 0.0.1 with a file more, from which an upgrade is tried.

usage: older_wheel.py WHEEL FOLDER     Prints the path of what it wrote.
"""

import pathlib
import re
import sys
import zipfile


def main():
    source, folder = map(pathlib.Path, sys.argv[1:])
    name, version, rest = source.name.split("-", 2)
    target = folder / f"{name}-0.0.1-{rest}"
    record = None
    with zipfile.ZipFile(source) as wheel, zipfile.ZipFile(target, "w") as older:
        for entry in wheel.infolist():
            path = entry.filename.replace(f"{name}-{version}.dist-info/", f"{name}-0.0.1.dist-info/")
            data = wheel.read(entry)
            if path.endswith(".dist-info/METADATA"):
                data = re.sub(rb"(?m)^Version: .*$", b"Version: 0.0.1", data, count=1)
            if path.endswith(".dist-info/RECORD"):
                data = data.replace(f"{name}-{version}.dist-info/".encode(), f"{name}-0.0.1.dist-info/".encode())
                record = path, data + b"lineament/older.txt,,\n"
                continue
            entry.filename = path
            older.writestr(entry, data)
        older.writestr("lineament/older.txt", "A file that the next version has not.\n")
        older.writestr(*record)
    print(target)


if __name__ == "__main__":
    main()
