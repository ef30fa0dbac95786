#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the Python environment .build-program/python with the wheel, MediaPipe's own package, supervision, and protobuf's compiler.
#
# usage: python_environment.sh [FOLDER-OF-THE-WHEEL]     Without a folder, all but the wheel.
set -euo pipefail
folder=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."

environment=.build-program/python
pip() { bash Scripts/pip_install.sh "$environment" "$@"; }
pip --requirement Scripts/python/package.txt
[ -z "$folder" ] || pip --force-reinstall --no-deps "$folder"/lineament-*.whl
