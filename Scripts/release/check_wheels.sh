#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the wheels in a folder as an index and its users would: metadata that renders, no stray or duplicate files, sizes below
# 100 MB, and that the libraries run on the system that the wheel's tag names.
#
# usage: check_wheels.sh FOLDER
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh

readarray -t wheels < <(find "$folder" -maxdepth 1 -name 'lineament*.whl' | sort)
[ ${#wheels[@]} -gt 0 ] || { echo "error: $folder has no wheel; run first: make wheel" >&2; exit 1; }
environment=$PWD/.build-lint
bash Scripts/pip_install.sh "$environment" --requirement Scripts/python/wheels.txt
PATH=$environment/bin:$PATH

twine --no-color check --strict "${wheels[@]}"
# The models' wheel is a part of the package lineament and has no module.
check-wheel-contents --no-config --ignore W004,W007,W009 "${wheels[@]}"
for wheel in "${wheels[@]}"; do
    name=$(basename "$wheel")
    size=$(stat -c %s "$wheel")
    [ "$size" -lt 100000000 ] || { echo "error: $name has $size bytes, more than an index takes" >&2; exit 1; }
    audit=$(auditwheel show "$wheel") || { printf '%s\n' "$audit" >&2; exit 1; }
    python3 - "$wheel" <<'PYTHON' || exit 1
import re, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    links = re.findall(r"\]\((?!https?://|#)([^)]*)\)", wheel.read(name).decode("utf-8"))
if links:
    sys.exit(f"error: the wheel's page has links that an index cannot follow: {', '.join(links)}")
PYTHON
    # A tag of an older system than the libraries need would let pip install what does not run there.
    tag=$(printf '%s' "$audit" | tr -s '\n ' ' ' | grep -oE 'constrains the platform tag to "[a-z0-9_]+"' | cut -d '"' -f 2)
    [[ -n $tag && $name == *"-$tag.whl" ]] || { echo "error: $name is for ${tag:-no platform}, says auditwheel" >&2; exit 1; }
    case $name in
        *_x86_64.whl) [[ $tag =~ ^manylinux_2_(2[0-9]|3[0-4])_ ]] || { echo "error: $name needs more than glibc 2.34" >&2; exit 1; } ;;
    esac
    printf '%s  %s bytes\n' "$name" "$size"
done
