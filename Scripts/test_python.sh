#!/usr/bin/env bash
# Runs the tests of the Python package, as installed from the wheel into an environment beside MediaPipe's own package.
#
# usage: test_python.sh FOLDER-OF-THE-WHEEL [options of unittest discover]
set -euo pipefail
cd "$(dirname "$0")/.."
bash Scripts/python_environment.sh "$1"
shift

python=$PWD/.build-program/python/bin/python
export LINEAMENT_HOME=$PWD/.lineament
cd Integrations/python/tests
exec "$python" -W ignore::ResourceWarning -m unittest discover "$@"
