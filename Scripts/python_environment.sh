#!/usr/bin/env bash
# Makes the Python environment .build-program/python with the wheel, MediaPipe's own package, and supervision.
#
# usage: python_environment.sh FOLDER-OF-THE-WHEEL
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")/.."

environment=.build-program/python
# An environment that was moved, or whose Python is gone, is of no use.
if ! "$environment/bin/pip" --version >/dev/null 2>&1; then
    rm -rf "$environment"
    python3 -m venv "$environment" || {
        rm -rf "$environment"
        echo "error: python3 cannot make an environment. On Debian: apt-get install python3-venv" >&2
        exit 1
    }
fi
pip() { "$environment/bin/pip" install --quiet --disable-pip-version-check "$@"; }
pip mediapipe==1.2.3 supervision==0.31.2
pip --force-reinstall --no-deps "$folder"/lineament-*.whl
