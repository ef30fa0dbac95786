#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for ARM64 and runs the result on an emulated Cortex-A53, the processor of a Raspberry Pi 3, beside the program for this
# machine. Needs root, debootstrap, qemu-user-static, the network the first time, and 9 GB; on two idle cores it takes an hour.
#
# usage: test_arm64.sh PROGRAM [PART]...     PROGRAM is this machine's. Parts:
#   program   compares the release's program with this machine's and with stored numbers
#   client    compiles the program in C and runs it with the release's library
#   release   installs the package, the archive and the wheel in a bare Debian 13
#   tests     the quick suites of Swift tests
. "$(dirname "$0")/../tests/begin.sh"
own_mounts ARM64_TEST "this test unpacks a system" "$@"
program=$(named "$1")
shift
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(program client release tests)
. Scripts/release/release_files.sh
. Scripts/arm64/cross_arm64.sh
need debootstrap debootstrap
need qemu-aarch64-static qemu-user-static
ready=$scratch/ready

emulator=(
    env LINEAMENT_HOME="$home" qemu-aarch64-static -cpu cortex-a53 -L "$sysroot"
    -E LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux
)

test_program() {
    python3 Scripts/arm64/compare_programs.py --home "$here/.lineament" "$program" -- "${emulator[@]}" $ready/lineament
}

test_client() {
    local flags=(-Wall -Wextra -Werror -ISources/CLineament/include)
    in_folder "$here" /usr/libexec/swift/bin/clang --target=aarch64-linux-gnu --sysroot=/sysroot -fuse-ld=lld "${flags[@]}" \
        Tests/Clients/CClient/main.c -o $scratch/client $ready/liblineament.so
    ln -sf liblineament.so $ready/liblineament.so.0
    "${emulator[@]}" -E LD_LIBRARY_PATH="$here/$ready" $scratch/client .lineament/samples/astronaut.png \
        .lineament/models/face_landmarker.task
}

test_release() {
    LINEAMENT_MACHINE=aarch64 DEB_HOST_ARCH=arm64 bash Scripts/release/test_release.sh $scratch/dist trixie
}

# The quick suites, without those that need a second program.
SUITES='LiteRTTests|LineamentTests|LineamentImagesTests|LineamentRenderTests|LineamentToolsTests|LineamentVideoTests'
test_suites() {
    LINEAMENT_SANITIZE=1 cross_build -Xswiftc -enable-testing --scratch-path $scratch/tests --product LineamentPackageTests
    "${emulator[@]}" $scratch/tests/release/LineamentPackageTests.xctest --testing-library swift-testing --filter "$SUITES"
}

set_up_cross_build
for part in "${parts[@]}"; do
    case $part in
        program) test_program ;;
        client) test_client ;;
        release) test_release ;;
        tests) test_suites ;;
        *) say "error: there is no part $part"; exit 1 ;;
    esac
done
