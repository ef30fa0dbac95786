#!/usr/bin/env bash
# Installs the wheel into a fresh Python environment and runs the package's tests there, beside MediaPipe's own package.
#
# usage: test_python.sh FOLDER-OF-THE-WHEEL [unittest options]
set -euo pipefail
cd "$(dirname "$0")/.."
wheel=$(ls "$1"/lineament-*.whl)
shift

environment=.build-program/python
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --upgrade --force-reinstall --no-deps "$wheel"
"$environment/bin/pip" install --quiet mediapipe==1.2.2

export LINEAMENT_HOME=$PWD/.lineament
export LINEAMENT_TESTDATA=${LINEAMENT_TESTDATA:-$PWD/../shared/testdata}
cd Integrations/python/tests
exec "$OLDPWD/$environment/bin/python" -m unittest discover --start-directory . "$@"
