#!/usr/bin/env bash
# Makes the wheel of the Python package, with the library and what fetches the models in it.
#
# usage: make_wheel.sh LIBRARY FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
library=$1
folder=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r Integrations/python "$work/package"
rm -rf "$work/package/tests"
cp "$library" "$work/package/lineament/liblineament.so"
mkdir -p "$work/package/lineament/assets"
cp Sources/LineamentCLI/Assets/* "$work/package/lineament/assets/"
cp LICENSE NOTICE "$work/package/"

rm -rf "$folder"
mkdir -p "$folder"
python3 -m pip wheel --quiet --no-deps --wheel-dir "$folder" \
    "--config-settings=--build-option=--plat-name=linux_$(uname -m)" "$work/package"
ls "$folder"
