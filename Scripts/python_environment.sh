#!/usr/bin/env bash
# Makes the Python environment .build-program/python with the wheel, MediaPipe's own package, and supervision.
#
# usage: python_environment.sh FOLDER-OF-THE-WHEEL
set -euo pipefail
cd "$(dirname "$0")/.."

environment=.build-program/python
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check mediapipe==1.2.2 supervision==0.31.2
"$environment/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$1"/lineament-*.whl
