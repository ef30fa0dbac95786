#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs what is written in C on an emulated ARM64 processor, in a minute, with Debian's packages only:
# - the kernels, whose bytes must equal this machine's, built by clang as in the package, and by both machines' compilers with
#   the sanitizers of addresses and of undefined behavior,
# - six models on the aarch64 runtime, through CLineamentLiteRT.h; their values must be close to this machine's.
# `make test-arm64` runs the Swift code, too.
#
# usage: test_arm64_kernels.sh     Installs packages as root; otherwise says what is missing.
. "$(dirname "$0")/../tests/begin.sh"

work=$PWD/.build-arm64/kernels
assets=Sources/LineamentCLI/Assets
model=.lineament/models/face_detection_short_range.tflite
root=$work/root
packages=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross libstdc++6-arm64-cross qemu-user-static)

say() { printf '%s\n' "$*" >&2; }
fail() { cat "$work/log" >&2; exit 1; }
[ -f "$model" ] || { say "error: $model is missing. Run first: make setup"; exit 1; }

install_packages() {
    local missing=() name
    for name in "${packages[@]}"; do
        [[ $(dpkg-query --show --showformat '${Status}' "$name" 2>/dev/null) == *' installed' ]] || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        say "error: packages are missing. As root, run: apt-get install ${missing[*]}"
        exit 1
    fi
    say "installing ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Runs a program on an emulated Cortex-A53, as in a Raspberry Pi 3. The emulator shows the machine's own /proc/cpuinfo, of
# which the runtime can make nothing, so the folder that it searches first has another.
emulate() { qemu-aarch64-static -cpu cortex-a53 -L "$root" "$@"; }

make_root() {
    mkdir -p "$root/proc"
    ln -sfn /usr/aarch64-linux-gnu/lib "$root/lib"
    cp Tests/Kernels/cpuinfo "$root/proc/cpuinfo"
}

kernels=(-ISources/CLineamentKernels/include Sources/CLineamentKernels/*.c Tests/Kernels/main.c -lm)
warnings=(-Wall -Wextra -Werror)
cross=(--target=aarch64-linux-gnu -fuse-ld=lld)

# Fails unless $1, what a program printed, equals what the program on this machine printed.
compare() { cmp "$1" "$work/here" && say "  $(basename "$1"): equal"; }

compare_kernels() {
    local checks=(-O1 -g "-fsanitize=address,undefined" -fno-sanitize-recover=undefined)
    clang -O2 "${warnings[@]}" "${kernels[@]}" -o "$work/kernels"
    "$work/kernels" >"$work/here"
    say "$(wc -l <"$work/here") results of the kernels"
    clang "${cross[@]}" -O2 "${warnings[@]}" "${kernels[@]}" -o "$work/kernels-arm64"
    emulate "$work/kernels-arm64" >"$work/arm64"
    compare "$work/arm64"
    # The linker gold warns of each symbol of the sanitizer.
    clang "${checks[@]}" -fuse-ld=lld "${kernels[@]}" -o "$work/kernels-address"
    "$work/kernels-address" >"$work/address"
    compare "$work/address"
    # Only gcc comes with the sanitizer for ARM64; it contracts to fused operations unless told not to. The search for leaks
    # needs to trace the process, which the emulator cannot.
    aarch64-linux-gnu-gcc "${checks[@]}" -ffp-contract=off "${kernels[@]}" -o "$work/kernels-arm64-address"
    ASAN_OPTIONS=detect_leaks=0 emulate "$work/kernels-arm64-address" >"$work/arm64-address"
    compare "$work/arm64-address"
}

prepare_models() {
    local program=(-ISources/CLineamentLiteRT/include Tests/Kernels/model.c -ldl)
    grep -E '^lib/libLiteRt.so +aarch64 ' $assets/manifest.txt >"$work/manifest"
    LINEAMENT_MACHINE=aarch64 bash $assets/fetch.sh "$work/manifest" "$work/runtime" || return
    clang -O1 "${warnings[@]}" "${program[@]}" -o "$work/model" || return
    clang "${cross[@]}" -O1 "${warnings[@]}" "${program[@]}" -o "$work/model-arm64" || return
    for bundle in face_landmarker hand_landmarker pose_landmarker_full; do
        python3 -m zipfile --extract ".lineament/models/$bundle.task" "$work/$bundle" || return
    done
}

# Compares the values of a model with this machine's. The runtimes round sums in other places: the limit is three times what was
# seen, of a value, or of 1 if it is smaller. See docs/accuracy.md.
compare_model() {
    local model=$1 limit=$2
    "$work/model" .lineament/lib/libLiteRt.so "$model" >"$work/values" 2>"$work/log" || fail
    emulate "$work/model-arm64" "$work/runtime/lib/libLiteRt.so" "$model" >"$work/values-arm64" 2>"$work/log" || fail
    paste "$work/values" "$work/values-arm64" | awk -v limit="$limit" -v name="$(basename "$model")" '
        { size = $1 < 0 ? -$1 : $1; if (size < 1) size = 1
          difference = ($1 - $2) / size; if (difference < 0) difference = -difference
          if (NF != 2 || !(difference <= limit)) wrong++
          if (difference > largest) largest = difference }
        END { printf "  %s: %d values, largest difference %.1e\n", name, NR, largest > "/dev/stderr"
              exit NR < 50 || wrong }'
}

[ "$(uname -m)" = x86_64 ] || { say "error: this test compares with x86_64, and this machine is $(uname -m)"; exit 1; }
install_packages
mkdir -p "$work"
make_root
compare_kernels
prepare_models
while read -r path limit; do
    compare_model "$path" "$limit" || { say "error: $path could not be run, or its values differ"; exit 1; }
done <<END
$model 1e-4
$work/face_landmarker/face_blendshapes.tflite 3e-6
$work/hand_landmarker/hand_detector.tflite 1.3e-3
$work/hand_landmarker/hand_landmarks_detector.tflite 3.5e-5
$work/pose_landmarker_full/pose_detector.tflite 7e-4
$work/pose_landmarker_full/pose_landmarks_detector.tflite 4e-2
END
echo "9 passed, 0 failed"
