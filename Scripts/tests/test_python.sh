#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of the Python package, as installed from the wheel into an environment beside MediaPipe's own package.
#
# usage: test_python.sh FOLDER-OF-THE-WHEEL [options of unittest discover]
#
# LD_PRELOAD_OF_TESTS is loaded into the tests only: the address sanitizer, which must come before Python.
. "$(dirname "$0")/begin.sh"
folder=$(named "$1")
shift
bash Scripts/tests/python_environment.sh "$folder"

python=$PWD/.build-program/python/bin/python
export LINEAMENT_HOME=$PWD/.lineament LINEAMENT_TESTS_OF_WHEEL=yes
cd Integrations/python/tests
if [ -n "${LD_PRELOAD_OF_TESTS:-}" ]; then
    # Python itself keeps memory until its end.
    export LD_PRELOAD=$LD_PRELOAD_OF_TESTS ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc
fi
# A job in the background of a shell ignores Ctrl-C, which some tests send.
exec env --default-signal=INT "$python" -W ignore::ResourceWarning -m unittest discover "$@"
