#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the wheel lineament-models of what `make setup` has fetched: the runtime, the models and the sample photo, for use without
# the network. It puts them into the folder of the package lineament, where the program and the library look.
#
# usage: make_models_wheel.sh FOLDER
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh
need objdump binutils

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
share=$work/lineament/share/lineament
# The optional files, which are fetched by their names, are not in it.
while read -r file; do
    if [ ! -f "$assets/$file" ]; then
        # Which setup goes without, too.
        [[ $file != models/yunet.tflite ]] || { echo "warning: the wheel lacks the model of small faces (yunet)" >&2; continue; }
        echo "error: $assets has no $file; run first: make setup" >&2
        exit 1
    fi
    install -D -m 644 "$assets/$file" "$share/$file"
done < <(awk -v machine="$machine" '!/^#/ && NF && $4 !~ /^name:/ && ($2 == "any" || $2 == machine) { print $1 }' \
    Sources/LineamentCLI/Assets/manifest.txt)
cp LICENSE NOTICE "$work/"
cp docs/models.md "$work/MODELS.md"
cp Integrations/python/setup.py "$work/setup.py"
# pip removes a folder when it removes the file right in it; both wheels have files below this one.
echo "The folder share is of the package lineament-models." >"$work/lineament/models.txt"
echo "The runtime and the models of Lineament." >"$work/lineament/share/models.txt"
# setup.py tags the wheel for a platform if it finds a library here.
ln -s share/lineament/lib/libLiteRt.so "$work/lineament/liblineament.so"
cat >"$work/README.md" <<'README'
# Models of Lineament

The runtime, the models and a sample photo for the package `lineament`, for machines without a network.
MODELS.md among the license files says where each comes from, and under which license.
README
cat >"$work/pyproject.toml" <<PROJECT
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "lineament-models"
version = "$(version_of_package)"
description = "Runtime and models of Lineament, for use without a network"
readme = "README.md"
license = "Apache-2.0"
license-files = ["LICENSE", "NOTICE", "MODELS.md"]
authors = [{ name = "Lineament authors" }]
requires-python = ">=3.9"
keywords = ["face detection", "face landmarks", "pose estimation", "hand tracking", "mediapipe"]
classifiers = [
    "Development Status :: 4 - Beta",
    "Environment :: Console",
    "Intended Audience :: Developers",
    "Intended Audience :: Science/Research",
    "Operating System :: POSIX :: Linux",
    "Programming Language :: Python :: 3",
    "Programming Language :: Python :: 3 :: Only",
    "Topic :: Scientific/Engineering :: Image Recognition",
]

[tool.setuptools]
packages = ["lineament"]

[tool.setuptools.package-data]
lineament = ["models.txt", "share/models.txt", "share/lineament/*/*"]
PROJECT
python3 Scripts/release/describe_wheel.py "$work" "" "$(version_of_package)"
LINEAMENT_GLIBC=$(manylinux_version "$share/lib/libLiteRt.so")
export LINEAMENT_GLIBC
mkdir -p "$folder"
rm -f "$folder"/lineament_models-*.whl
_PYTHON_HOST_PLATFORM=linux-$machine python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$work"
ls "$folder"/lineament_models-*.whl
