#!/usr/bin/env bash
# Makes the Python environment .build-program/python with the wheel, MediaPipe's own package, supervision, and protobuf's compiler.
#
# usage: python_environment.sh [FOLDER-OF-THE-WHEEL]     Without a folder, all but the wheel.
set -euo pipefail
folder=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."

environment=.build-program/python
pip() { bash Scripts/pip_install.sh "$environment" "$@"; }
pip mediapipe==1.2.3 supervision==0.31.2 grpcio-tools==1.85.1
[ -z "$folder" ] || pip --force-reinstall --no-deps "$folder"/lineament-*.whl
