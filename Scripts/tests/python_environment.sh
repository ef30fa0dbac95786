#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the Python environment .build-program/python with the wheel, MediaPipe's own package, supervision, and protobuf's compiler.
#
# usage: python_environment.sh [FOLDER-OF-THE-WHEEL]     Without a folder, all but the wheel.
. "$(dirname "$0")/begin.sh"
folder=${1:+$(named "$1")}

environment=.build-program/python
pip() { bash Scripts/pip_install.sh "$environment" "$@"; }
pip --requirement Scripts/python/package.txt
[ -z "$folder" ] || pip --force-reinstall --no-deps "$folder"/lineament-*.whl
