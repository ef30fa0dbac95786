#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs packages into the Python environment of a folder, which is made if it is missing.
#
# usage: pip_install.sh FOLDER [options and packages of pip install]
#
# What comes from an index is in Scripts/python, with checksums: --requirement Scripts/python/NAME.txt.
set -euo pipefail
environment=$1
shift

# An environment that was moved, or whose Python is gone, is of no use.
if ! "$environment/bin/pip" --version >/dev/null 2>&1; then
    rm -rf "$environment"
    python3 -m venv "$environment" || {
        rm -rf "$environment"
        echo "error: python3 cannot make an environment. On Debian: apt-get install python3-venv" >&2
        exit 1
    }
fi
exec "$environment/bin/pip" install --quiet --disable-pip-version-check "$@"
