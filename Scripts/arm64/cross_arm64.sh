# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions that build for ARM64 on another machine, for dist_arm64.sh and test_arm64.sh, which run as root at the top of the
# package. They need debootstrap, the network the first time, and 6 GB.
#
# The compiler is Debian unstable's, and so are Swift's libraries, which Debian has for ARM64 in the same version: a compiler
# refuses the modules of another. All other libraries are Debian 13's, so that what is built runs there: Swift's need glibc 2.38
# only. Both systems are kept in LINEAMENT_ARM64, by default ~/.cache/lineament-arm64. Newer ones are fetched if that folder is
# deleted, from this machine's mirror of Debian or LINEAMENT_DEBIAN_MIRROR.

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

# Runs a command in the compiler's system in the folder $1.
in_folder() {
    # shellcheck disable=SC2016 # the shell there replaces the variables
    in_compiler bash -c 'cd "$1" && shift && exec "$@"' bash "$@"
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

# Fetches the packages of Debian 13 for ARM64 with all that they depend on, as if nothing were installed. With the headers, the
# compiler compares what is declared of the libraries on this processor, too.
fetch_libraries() {
    local libraries=(
        libc6-dev libstdc++-14-dev libavformat-dev libavcodec-dev libavdevice-dev libavutil-dev libswscale-dev
        libturbojpeg0-dev libcairo2-dev libvips42t64 fonts-dejavu-core
    )
    local apt=(
        apt-get --yes -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::Cache::archives=/packages
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Dir::Etc::SourceList=/packages/sources.list
        -o Dir::State::Lists=/packages/lists -o Dir::State::status=/packages/status
    )
    mkdir -p "$compiler/packages/partial" "$compiler/packages/lists/partial"
    : >"$compiler/packages/status"
    echo "deb $(mirror) trixie main" >"$compiler/packages/sources.list"
    in_compiler "${apt[@]}" update
    in_compiler "${apt[@]}" install --no-install-recommends --download-only "${libraries[@]}"
}

# Unpacks those packages and, without the compiler itself, Swift's.
make_sysroot() {
    [ ! -f "$folder/sysroot.ready" ] || return 0
    say "fetching the libraries for ARM64"
    local package
    rm -rf "$sysroot" "$folder/packages" "$compiler/packages"
    mkdir -p "$sysroot/proc" "$folder/packages"
    fetch_libraries >"$folder/log" 2>&1 || fail
    # The program loader and the compiler look in lib.
    mkdir -p "$sysroot/usr/lib"
    ln -s usr/lib "$sysroot/lib"
    for package in "$compiler"/packages/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -C "$sysroot" -xf - --keep-directory-symlink
    done
    # dist_arm64.sh reads from these on which versions of them the program depends.
    mv "$compiler"/packages/lib{c6,gcc-s1,stdc++6}_*.deb "$folder/packages/"
    rm -r "$compiler/packages"
    mkdir "$compiler/packages"
    in_folder /packages apt-get download -qq swiftlang:arm64 libswiftlang:arm64 >"$folder/log" 2>&1 || fail
    for package in "$compiler"/packages/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -C "$sysroot" -xf - --keep-directory-symlink --exclude='./usr/bin' \
            --exclude='./usr/libexec/swift/bin' --exclude='./usr/libexec/swift/lib/lib*' --exclude='*/embedded' \
            --exclude='*/swift/host' --exclude=FrameworkABIBaseline
    done
    rm -r "$compiler/packages"
    # The compiler's driver looks for what is linked statically beside usr/lib/swift.
    ln -s ../libexec/swift/lib/swift_static "$sysroot/usr/lib/swift_static"
    # Debian's package has the module but not its library, of which the tests use nothing.
    [ -e "$sysroot/usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation.so" ] ||
        ar crs "$sysroot/usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation.a"
    # The emulator would show this machine's processor, of which LiteRT can make nothing.
    cp Tests/Kernels/cpuinfo "$sysroot/proc/cpuinfo"
    touch "$folder/sysroot.ready"
}

# Describes the system to SwiftPM, which compiles C for a shared library by itself only where it builds for its own machine.
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
    {"sdkRootPath": "/sysroot", "swiftResourcesPath": "/sysroot/usr/libexec/swift/lib/swift",
     "swiftStaticResourcesPath": "/sysroot/usr/libexec/swift/lib/swift_static", "toolsetPaths": ["toolset.json"]}}}
JSON
    cat >"$bundle/arm64/toolset.json" <<'JSON'
{"schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin", "linker": {"path": "ld.lld"},
 "cCompiler": {"extraCLIOptions": ["-fPIC"]}, "cxxCompiler": {"extraCLIOptions": ["-fPIC"]},
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

# Fetches the runtime for ARM64; models and samples are this machine's.
make_home() {
    local kind
    mkdir -p "$home"
    for kind in models samples tests; do ln -sfn "$here/.lineament/$kind" "$home/$kind"; done
    grep -E '^lib/libLiteRt.so +aarch64 ' Sources/LineamentCLI/Assets/manifest.txt >"$home/manifest"
    LINEAMENT_MACHINE=aarch64 bash Sources/LineamentCLI/Assets/fetch.sh "$home/manifest" "$home"
}

# Makes all of the above; what is mounted disappears with the process if it has a namespace of its own.
set_up_cross_build() {
    make_compiler
    make_sysroot
    make_sdk
    mount_all
    make_home
}

# Runs `swift build` for ARM64 with these options.
cross_build() {
    in_folder "$here" swift build -c release -debug-info-format none --swift-sdks-path /sdks \
        --swift-sdk aarch64-unknown-linux-gnu "$@"
}
