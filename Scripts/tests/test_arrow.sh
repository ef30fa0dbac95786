#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of Arrow and Ray over the installed wheel, in an environment with Ray and with what reads its output.
#
# usage: test_arrow.sh FOLDER-OF-THE-WHEEL [options of unittest discover]
#        test_arrow.sh     Makes the environment only, without the wheel.
. "$(dirname "$0")/begin.sh"
folder=${1:+$(named "$1")}
[ $# = 0 ] || shift

environment=$PWD/.build-program/ray
pip() { bash Scripts/pip_install.sh "$environment" "$@"; }
pip --requirement Scripts/python/arrow.txt
[ -n "$folder" ] || exit 0
pip --force-reinstall --no-deps "$folder"/lineament-*.whl

export LINEAMENT_HOME=$PWD/.lineament LINEAMENT_TESTS_OF_WHEEL=yes
[ ! -x .build-program/ready/lineament ] || export LINEAMENT_PROGRAM=$PWD/.build-program/ready/lineament
cd Integrations/python/tests/arrow
# A job in the background of a shell ignores Ctrl-C, which some tests send.
exec env --default-signal=INT "$environment/bin/python" -W ignore -m unittest discover "$@"
