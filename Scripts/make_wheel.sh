#!/usr/bin/env bash
# Makes the wheel of the Python package, containing the library and the scripts that fetch the models. Needs binutils, pip
# and, for setuptools, the network.
#
# usage: make_wheel.sh LIBRARY FOLDER
set -euo pipefail
library=$(realpath "$1")
folder=$(realpath -m "$2")
cd "$(dirname "$0")/.."
. Scripts/release_files.sh
need objdump binutils

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/package"
tar -C Integrations/python --exclude=__pycache__ --exclude=build --exclude='*.egg-info' --exclude=./tests -cf - . |
    tar -C "$work/package" -xf -
cp "$library" "$work/package/lineament/liblineament.so"
mkdir -p "$work/package/lineament/assets"
cp Sources/LineamentCLI/Assets/* "$work/package/lineament/assets/"
cp LICENSE NOTICE "$work/package/"
install_licenses "$work/package/licenses"
sed -i 's|^license = .*|&\nlicense-files = ["LICENSE", "NOTICE", "licenses/*"]|' "$work/package/pyproject.toml"
sed -i "s/^__version__ = .*/__version__ = \"$(version_of_package)\"/" "$work/package/lineament/__init__.py"

# The library loads the runtime.
LINEAMENT_GLIBC=$(glibc_version "$library" "$assets/lib/libLiteRt.so")
export LINEAMENT_GLIBC
mkdir -p "$folder"
rm -f "$folder"/lineament-*.whl
_PYTHON_HOST_PLATFORM=linux-$machine python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$work/package"
ls "$folder"/lineament-*.whl
