#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests against MediaPipe's numbers with the kernels of other processors, by their names in
# Tests/Processors/processor.c. The runtime's copy is told that it runs on them; the processor must have what they have.
#
# EMULATE=1: QEMU emulates the processors, about fifty times as slowly, for the repository's own images.
# RECORD=1: MediaPipe's package is downloaded and told the same, and what it answers must be equal. It needs AVX.
# FILTER='DerivedParityTests': only these tests.
#
# usage: test_processors.sh TESTS [PROCESSOR...]     TESTS is the built executable of the tests.
. "$(dirname "$0")/begin.sh"

tests=$PWD/$1
shift
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(haswell zen ivybridge nehalem)
work=$PWD/.build-processors
images=$work/images

say() { printf '%s\n' "$*" >&2; }
[ "$(uname -m)" = x86_64 ] || { say "error: this needs a processor of x86_64, and this machine is $(uname -m)"; exit 1; }
command -v objdump >/dev/null || { say "error: objdump is missing. Install the package binutils"; exit 1; }
[ -z "${EMULATE:-}" ] || command -v qemu-x86_64 >/dev/null || {
    say "error: qemu-x86_64 is missing. Install the package qemu-user"
    exit 1
}
skip=()
if [ -n "${EMULATE:-}" ] || [ ! -d "${LINEAMENT_TESTDATA:-../shared/testdata}" ]; then skip=(--skip UnpublishedImageTests); fi

# A copy of the assets whose runtime asks the library below.
prepare() {
    mkdir -p "$work/assets/lib"
    clang -O1 -Wall -Wextra -Werror -shared -fPIC Tests/Processors/processor.c -o "$work/processor.so"
    for folder in models samples; do ln -sfn "$PWD/.lineament/$folder" "$work/assets/$folder"; done
    if [ .lineament/lib/libLiteRt.so -nt "$work/assets/lib/libLiteRt.so" ]; then
        python3 Scripts/tests/pretend_processor.py .lineament/lib/libLiteRt.so "$work/assets/lib/libLiteRt.so"
    fi
}

# Swift's printing of backtraces would take the signal.
as() {
    local name=$1
    shift
    LINEAMENT_PROCESSOR=$name LD_PRELOAD=$work/processor.so SWIFT_BACKTRACE=enable=no "$@"
}

# MediaPipe's answers with the kernels of a processor, in $work/references/NAME.
record() {
    local name=$1 python=$work/mediapipe/bin/python library
    if [ ! -x "$python" ]; then
        bash Scripts/pip_install.sh "$work/mediapipe" --requirement Scripts/python/references.txt
        library=$("$python" -c 'import importlib.util; print(importlib.util.find_spec("mediapipe").submodule_search_locations[0])')
        library=$library/tasks/c/libmediapipe.so
        python3 Scripts/tests/pretend_processor.py "$library" "$library.other"
        mv "$library.other" "$library"
    fi
    [ -f "$images/index.json" ] || "$(dirname "$tests")/ReferenceImages" "$images" >&2
    say "recording MediaPipe as $name"
    as "$name" "$python" Scripts/references/make_references.py --images "$images" --output "$work/references/$name" >"$work/$name.log" \
        2>&1 || { tail -n 5 "$work/$name.log" >&2; return 1; }
}

# QEMU's name of a processor.
emulated() {
    case $1 in
        haswell) echo Haswell ;;
        zen) echo EPYC ;;
        zen3) echo EPYC-Milan ;;
        ivybridge) echo IvyBridge ;;
        nehalem) echo Nehalem ;;
        core2) echo core2duo ;;
        *) say "error: QEMU has no $1"; return 1 ;;
    esac
}

run() {
    local name=$1 start=$SECONDS status=0 command
    command=("$tests" --testing-library swift-testing --filter "${FILTER:-ParityTests}" "${skip[@]}")
    export LINEAMENT_TEST_REPORT=$work/$name.report
    rm -f "$LINEAMENT_TEST_REPORT"
    if [ -n "${EMULATE:-}" ]; then
        LINEAMENT_HOME=$PWD/.lineament qemu-x86_64 -cpu "$(emulated "$name")" "${command[@]}" >"$work/$name.log" 2>&1 ||
            status=$?
    else
        LINEAMENT_HOME=$work/assets as "$name" "${command[@]}" >"$work/$name.log" 2>&1 || status=$?
    fi
    say "$name: $(grep -a 'Test run with' "$work/$name.log" || echo 'the tests could not be run'), $((SECONDS - start)) s"
    cat "$LINEAMENT_TEST_REPORT" >&2 || true
    [ $status = 0 ] || grep -aA3 'recorded an issue' "$work/$name.log" >&2 || tail -n 5 "$work/$name.log" >&2
    return $status
}

prepare
failed=0
for name in "${names[@]}"; do
    if [ -n "${RECORD:-}" ]; then
        if record "$name"; then
            LINEAMENT_REFERENCES=$work/references/$name FILTER=DerivedParityTests run "$name" || failed=1
        else
            failed=1
        fi
    else
        run "$name" || failed=1
    fi
done
exit $failed
