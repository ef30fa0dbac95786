#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command with tests, and repeats what failed at the end, below the many lines of what passed.
#
#   bash Scripts/tests/list_failures.sh swift test
set -uo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=$?
if [ $status != 0 ]; then
    echo "What failed:"
    grep -aA3 'recorded an issue\|^[^◇✔]*error:' "$log"
    [ ! -f "${LINEAMENT_TEST_REPORT:-}" ] || cat "$LINEAMENT_TEST_REPORT"
fi
exit $status
