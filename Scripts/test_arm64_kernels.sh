#!/usr/bin/env bash
# Runs what is written in C on an emulated ARM64 processor, in a minute, with Debian's packages only:
# - the kernels, whose bytes must equal this machine's, built by clang as in the package, and by both machines' compilers with
#   the sanitizers of addresses and of undefined behavior,
# - a model on the aarch64 runtime, through CLineamentLiteRT.h; its values must be close to this machine's.
# `make test-arm64` runs the Swift code, too.
#
# usage: test_arm64_kernels.sh     Installs packages as root; otherwise says what is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

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
    local checks=(-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined)
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

# The compilers of the two runtimes round sums in other places: seen are 2.7e-5 of a value, or of 1 if it is smaller.
compare_model() {
    local program=(-ISources/CLineamentLiteRT/include Tests/Kernels/model.c -ldl)
    grep -E '^lib/libLiteRt.so +aarch64 ' $assets/manifest.txt >"$work/manifest"
    LINEAMENT_MACHINE=aarch64 bash $assets/fetch.sh "$work/manifest" "$work/runtime" || return
    clang -O1 "${warnings[@]}" "${program[@]}" -o "$work/model" || return
    clang "${cross[@]}" -O1 "${warnings[@]}" "${program[@]}" -o "$work/model-arm64" || return
    "$work/model" .lineament/lib/libLiteRt.so "$model" >"$work/values" 2>"$work/log" || fail
    emulate "$work/model-arm64" "$work/runtime/lib/libLiteRt.so" "$model" >"$work/values-arm64" 2>"$work/log" || fail
    paste "$work/values" "$work/values-arm64" | awk '
        { size = $1 < 0 ? -$1 : $1; if (size < 1) size = 1
          difference = ($1 - $2) / size; if (difference < 0) difference = -difference
          if (NF != 2 || !(difference <= 1e-4)) wrong++
          if (difference > largest) largest = difference }
        END { printf "  model: %d values, largest difference %.1e\n", NR, largest > "/dev/stderr"
              exit NR < 10000 || wrong }'
}

[ "$(uname -m)" = x86_64 ] || { say "error: this test compares with x86_64, and this machine is $(uname -m)"; exit 1; }
install_packages
mkdir -p "$work"
make_root
compare_kernels
compare_model || { say "error: the model could not be run, or its values differ"; exit 1; }
echo "4 passed, 0 failed"
