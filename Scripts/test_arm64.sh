#!/usr/bin/env bash
# Builds the program and the tests for ARM64 and runs them on an emulated Cortex-A53, beside the program for this machine.
# Needs root, debootstrap, qemu-user-static, the network the first time, and 7 GB; on two idle cores it takes an hour.
#
# usage: test_arm64.sh PROGRAM [program|tests]...     PROGRAM is this machine's; the default is both parts
#
# The compiler and the libraries are Debian unstable's, because only there both are for ARM64 and of the same version: a
# compiler refuses the modules of another. They are kept in LINEAMENT_ARM64, by default ~/.cache/lineament-arm64. Newer ones
# are fetched if that folder is deleted, from this machine's mirror of Debian or LINEAMENT_DEBIAN_MIRROR.
set -euo pipefail
[ "$(id -u)" -eq 0 ] || { echo "error: this test unpacks a system and needs root" >&2; exit 1; }
# What is mounted below disappears with the process.
[ -n "${ARM64_TEST:-}" ] || exec env ARM64_TEST=yes unshare --mount --propagation private bash "$0" "$@"
program=$(realpath "$1")
shift
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(program tests)
cd "$(dirname "$0")/.."
. Scripts/release_files.sh
need debootstrap debootstrap
need qemu-aarch64-static qemu-user-static

folder=$(realpath -m "${LINEAMENT_ARM64:-${XDG_CACHE_HOME:-$HOME/.cache}/lineament-arm64}")
compiler=$folder/compiler
sysroot=$folder/sysroot
here=$PWD
scratch=.build-arm64
home=$here/$scratch/home

say() { printf '%s\n' "$*" >&2; }
fail() { tail -n 20 "$folder/log" >&2; exit 1; }

# Prints the mirror of this machine's own packages.
# shellcheck disable=SC2016 # apt replaces the variable
mirror() {
    [ -z "${LINEAMENT_DEBIAN_MIRROR:-}" ] || { printf '%s\n' "$LINEAMENT_DEBIAN_MIRROR"; return; }
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/$' || {
        say "error: this machine's packages come from no mirror of Debian. Set LINEAMENT_DEBIAN_MIRROR to the address of one."
        return 1
    }
}

# Runs a command in the compiler's system, in which this folder, its packages and the system of ARM64 are where they are here.
in_compiler() {
    chroot "$compiler" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root \
        ${LINEAMENT_SANITIZE:+LINEAMENT_SANITIZE=1} "$@"
}

# Installs the compiler in a bare system. Debian unstable's lists of packages expire, so those of a mirror that stands still
# are taken as they are.
make_compiler() {
    [ ! -f "$compiler/ready" ] || return 0
    say "making a system with the compiler, which takes some minutes"
    rm -rf --one-file-system "$compiler"
    mkdir -p "$folder"
    local address
    address=$(mirror)
    debootstrap --variant=minbase unstable "$compiler" "$address" >"$folder/log" 2>&1 || fail
    printf '#!/bin/sh\nexit 101\n' >"$compiler/usr/sbin/policy-rc.d"
    chmod +x "$compiler/usr/sbin/policy-rc.d"
    echo force-unsafe-io >"$compiler/etc/dpkg/dpkg.cfg.d/test"
    echo 'Acquire::Check-Valid-Until "false";' >"$compiler/etc/apt/apt.conf.d/99test"
    cp /etc/resolv.conf "$compiler/etc/"
    in_compiler dpkg --add-architecture arm64
    in_compiler apt-get update -qq
    in_compiler apt-get install --yes -qq --no-install-recommends swiftlang libc6-dev libstdc++-14-dev pkg-config git \
        ca-certificates >"$folder/log" 2>&1 || fail
    touch "$compiler/ready"
}

# Unpacks the packages for ARM64 with all that they depend on, as if nothing were installed.
make_sysroot() {
    local libraries=(
        libc6-dev libstdc++-14-dev swiftlang libavformat-dev libavcodec-dev libavdevice-dev libavutil-dev libswscale-dev
        libturbojpeg0-dev libcairo2-dev libvips42t64 python3 python3-numpy
    )
    [ ! -f "$folder/sysroot.ready" ] || return 0
    say "fetching the libraries for ARM64"
    rm -rf "$sysroot"
    mkdir -p "$sysroot/proc" "$compiler/packages/partial"
    : >"$compiler/packages/status"
    in_compiler apt-get install --yes -qq --no-install-recommends --download-only -o Dir::State::status=/packages/status \
        -o Dir::Cache::archives=/packages -o APT::Architecture=arm64 "${libraries[@]/%/:arm64}" fonts-dejavu-core \
        >"$folder/log" 2>&1 || fail
    # The program loader and the compiler look in lib.
    mkdir -p "$sysroot/usr/lib"
    ln -s usr/lib "$sysroot/lib"
    local package
    for package in "$compiler"/packages/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -C "$sysroot" -xf - --keep-directory-symlink
    done
    rm -r "$compiler/packages"
    # Debian's package has the module but not its library, of which the tests use nothing.
    [ -e "$sysroot/usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation.so" ] ||
        ar crs "$sysroot/usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation.a"
    # The emulator would show this machine's processor, of which LiteRT can make nothing.
    cp Tests/Kernels/cpuinfo "$sysroot/proc/cpuinfo"
    touch "$folder/sysroot.ready"
}

# Describes the system to SwiftPM.
make_sdk() {
    local bundle=$compiler/sdks/arm64.artifactbundle
    mkdir -p "$bundle/arm64"
    cat >"$bundle/info.json" <<'JSON'
{"schemaVersion": "1.0",
 "artifacts": {"debian-arm64": {"type": "swiftSDK", "version": "1.0", "variants": [{"path": "arm64"}]}}}
JSON
    cat >"$bundle/arm64/swift-sdk.json" <<'JSON'
{"schemaVersion": "4.0",
 "targetTriples": {"aarch64-unknown-linux-gnu":
    {"sdkRootPath": "/sysroot", "swiftResourcesPath": "/sysroot/usr/lib/swift", "toolsetPaths": ["toolset.json"]}}}
JSON
    cat >"$bundle/arm64/toolset.json" <<'JSON'
{"schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin", "linker": {"path": "ld.lld"},
 "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}
JSON
}

# Prints git's rules that replace addresses, one a line: the name of the rule and the address.
git_rules() { git config --get-regexp '^url\.' || true; }

# Mounts what the build needs; where git takes packages from a folder instead of the network, that, too.
mount_all() {
    local source target rule address
    mount -t proc proc "$compiler/proc"
    mount --bind /dev "$compiler/dev"
    while read -r source target; do
        mkdir -p "$compiler$target"
        mount --bind "$source" "$compiler$target"
    done < <(
        echo "$here $here"
        echo "$sysroot /sysroot"
        git_rules | sed -nE 's|^url\.(/.*)\.insteadof .*|\1 \1|p' | sort -u
    )
    in_compiler git config --global --replace-all safe.directory '*'
    while read -r rule address; do
        in_compiler git config --global --replace-all "$rule" "$address" "^$address\$"
    done < <(git_rules)
}

build() {
    in_compiler bash -c 'cd "$1" && shift && exec swift build "$@"' bash "$here" -c release -Xswiftc -enable-testing \
        -debug-info-format none --swift-sdks-path /sdks --swift-sdk aarch64-unknown-linux-gnu --scratch-path $scratch "$@"
}

# Fetches the runtime for ARM64; models and samples are this machine's.
make_home() {
    mkdir -p "$home"
    for kind in models samples tests; do ln -sfn "$here/.lineament/$kind" "$home/$kind"; done
    grep -E '^lib/libLiteRt.so +aarch64 ' Sources/LineamentCLI/Assets/manifest.txt >"$home/manifest"
    LINEAMENT_MACHINE=aarch64 bash Sources/LineamentCLI/Assets/fetch.sh "$home/manifest" "$home"
}

# A Cortex-A53 is the processor of a Raspberry Pi 3.
emulator=(
    env LINEAMENT_HOME="$home" qemu-aarch64-static -cpu cortex-a53 -L "$sysroot" -E LD_LIBRARY_PATH=/usr/lib/swift/linux
)

test_program() {
    build --product lineament
    python3 Scripts/compare_programs.py --home "$here/.lineament" "$program" -- "${emulator[@]}" "$scratch/release/lineament"
}

# The tests of the quick suites that need no second program.
SUITES='LiteRTTests|LineamentTests|LineamentImagesTests|LineamentRenderTests|LineamentVideoTests'
test_suites() {
    LINEAMENT_SANITIZE=1 build --product LineamentPackageTests
    "${emulator[@]}" "$scratch/release/LineamentPackageTests.xctest" --testing-library swift-testing --filter "$SUITES"
}

make_compiler
make_sysroot
make_sdk
mount_all
make_home
for part in "${parts[@]}"; do
    case $part in
        program) test_program ;;
        tests) test_suites ;;
        *) say "error: there is no part $part"; exit 1 ;;
    esac
done
