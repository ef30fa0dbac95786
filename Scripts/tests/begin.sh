# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The beginning of the scripts named test_*.sh and of some others, which read this file first: they end at the first error, and
# work at the top of the package. What their callers name is relative to the folder $started.
set -euo pipefail
started=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Prints the absolute path of a file or folder that the caller has named.
named() { (cd "$started" && realpath "$1"); }

# Makes the folder $work, which is deleted at the end.
make_work() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
}

# Begins the script anew, as root, with mounts of its own, which disappear with the process.
# usage: own_mounts VARIABLE WHY "$@"     VARIABLE is set in the script that has them.
own_mounts() {
    local variable=$1 why=$2
    shift 2
    [ "$(id -u)" -eq 0 ] || { echo "error: $why and needs root" >&2; exit 1; }
    [ -z "${!variable:-}" ] || return 0
    cd "$started"
    exec env "$variable=yes" unshare --mount --propagation private bash "$0" "$@"
}
