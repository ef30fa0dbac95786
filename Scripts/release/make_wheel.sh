#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the wheel of the Python package, containing the library, the program if `make program` has left it beside the library,
# and the scripts that fetch the models. Needs binutils, pip and, for setuptools, the network.
#
# LINEAMENT_REPOSITORY is the repository's address, for the links that an index shows.
#
# usage: make_wheel.sh LIBRARY FOLDER
set -euo pipefail
library=$(realpath "$1")
folder=$(realpath -m "$2")
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh
need objdump binutils

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/package"
tar -C Integrations/python --exclude=__pycache__ --exclude=build --exclude='*.egg-info' --exclude=./tests -cf - . |
    tar -C "$work/package" -xf -
cp "$library" "$work/package/lineament/liblineament.so"
binaries=("$library" "$assets/lib/libLiteRt.so")
program=$(dirname "$library")/lineament
if [ -x "$program" ]; then
    # Nothing rebuilds it: it may be from before a change, or for another processor, on which it does not run here.
    if version=$("$program" --version 2>/dev/null) && [ "$version" != "$(version_of_package)" ]; then
        echo "error: $program is version $version, not $(version_of_package); run first: make program" >&2
        exit 1
    fi
    install -D -m 755 "$program" "$work/package/lineament/bin/lineament"
    binaries+=("$program")
else
    echo "warning: the wheel has no program; run first: make program" >&2
fi
mkdir -p "$work/package/lineament/assets"
cp Sources/LineamentCLI/Assets/* "$work/package/lineament/assets/"
cp LICENSE NOTICE "$work/package/"
install_licenses "$work/package/licenses" LICENSE
sed -i 's|^license = .*|&\nlicense-files = ["LICENSE", "NOTICE", "licenses/*"]|' "$work/package/pyproject.toml"
sed -i "s/^__version__ = .*/__version__ = \"$(version_of_package)\"/" "$work/package/lineament/__init__.py"
python3 Scripts/release/describe_wheel.py "$work/package" Integrations/python "$(version_of_package)"

# The tag is that of the newest system that any of them needs; they load the runtime.
LINEAMENT_GLIBC=$(manylinux_version "${binaries[@]}")
export LINEAMENT_GLIBC
mkdir -p "$folder"
rm -f "$folder"/lineament-*.whl
_PYTHON_HOST_PLATFORM=linux-$machine python3 -m pip wheel --quiet --disable-pip-version-check --no-deps \
    --wheel-dir "$folder" "$work/package"
ls "$folder"/lineament-*.whl
