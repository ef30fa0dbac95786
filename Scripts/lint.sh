#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the Python package by ruff, mypy and Pyright, other Python by ruff, shell scripts by shellcheck, and the studio's
# JavaScript by tsc where that is installed, and that each file names the license. (Snippets do not: pages show them whole.)
#
# usage: lint.sh [--fix]
#
# With --fix, applies what ruff can mend instead.
set -euo pipefail
cd "$(dirname "$0")/.."

environment=$PWD/.build-lint
bash Scripts/pip_install.sh "$environment" --requirement Scripts/python/lint.txt
PATH=$environment/bin:$PATH
if [ "${1:-}" = --fix ]; then
    ruff check --quiet --fix
    cd Integrations/python
    ruff check --quiet --fix
    exec ruff format --quiet
fi
if git grep --files-without-match SPDX-License-Identifier -- '*.swift' '*.[ch]' '*.py' '*.sh' '*.js' ':!Snippets' ':!*.pb.swift'; then
    echo "error: these files do not begin with SPDX-License-Identifier: Apache-2.0" >&2
    exit 1
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
