# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions of make_archive.sh, make_deb.sh, make_wheel.sh, make_models_wheel.sh, dist_arm64.sh and test_release.sh.

# What is packed is for the machine LINEAMENT_MACHINE, by default for this one. It was built in $build, and its runtime is in
# $assets.
machine=${LINEAMENT_MACHINE:-$(uname -m)}
build=.build-program
assets=.lineament
if [ "$machine" != "$(uname -m)" ]; then
    build=.build-arm64
    assets=$build/home
fi

# What is packed can be read by all users, whatever the mask of the one who packs it.
umask 022
# Files are sorted in the same order on every machine.
export LC_ALL=C

# Fails unless there is program $1, which Debian's package $2 has.
need() {
    command -v "$1" >/dev/null || { echo "error: $1 is missing. As root, run: apt-get install $2" >&2; exit 1; }
}

# Prints the version of the package, which stands in one place.
version_of_package() {
    sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Lineament/LineamentVersion.swift
}

# Prints Debian's name of the machine for which is packed.
debian_architecture() { printf '%s\n' "${DEB_HOST_ARCH:-$(dpkg --print-architecture)}"; }

# Prints Debian's packages of one of FFmpeg's libraries, any of which is enough: those of FFmpeg 9 to 4.
ffmpeg_alternatives() {
    local library=$1 newest=63 version packages=
    case $library in
        avutil) newest=61 ;;
        swscale) newest=10 ;;
    esac
    for ((version = newest; version > newest - 6; version--)); do packages+="${packages:+ | }lib$library$version"; done
    printf '%s\n' "$packages"
}

# Installs everything into folder $1 for prefix $2.
install_files() {
    local root=$1 prefix=$2 doc=$1$2/share/doc/lineament file
    make --silent install DESTDIR="$root" PREFIX="$prefix" READY="$build/ready" ASSETS="$assets"
    # The optional models, which one machine has fetched and another has not, are in no package.
    while read -r file; do rm -f "$root$prefix/share/lineament/$file"; done \
        < <(awk '!/^#/ && $4 ~ /^name:/ { print $1 }' Sources/LineamentCLI/Assets/manifest.txt)
    # bash reads completions, it does not run them.
    sed -i '1{/^#!/d}' "$root$prefix/share/bash-completion/completions/lineament"
    install -D -m 644 Packaging/lineament.service "$root$prefix/lib/systemd/system/lineament.service"
    install -d "$doc"
    install -m 644 README.md NOTICE "$doc/"
    install_licenses "$doc/licenses"
}

# Installs the licenses of Swift and of the packages that the program and the library contain in folder $1, each text once: the
# file PACKAGES says which is whose. $2 is a text that is there already.
install_licenses() {
    local file
    local -A names=()
    [ -z "${2:-}" ] || names[$(sha256sum <"$2")]=$2
    [ -d $build/checkouts/swift-protobuf ] || { echo "error: run first: make library" >&2; exit 1; }
    install -d "$1"
    for file in "$build"/checkouts/*/LICENSE* "$build"/checkouts/*/NOTICE*; do
        [ ! -f "$file" ] || install_license "$1" "$file" "$(basename "$(dirname "$file")")"
    done
    # `swift` itself may be a link to the program that chooses a toolchain.
    file=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)\/lib\/swift".*/\1/p')/share/swift/LICENSE.txt
    [ -f "$file" ] || { echo "error: Swift's license was not found at $file; is this a complete toolchain?" >&2; exit 1; }
    install_license "$1" "$file" swift
}

# Installs file $2, which is of package $3, in folder $1, unless `names` has a file with the same text.
install_license() {
    local sum name
    sum=$(sha256sum <"$2")
    name=${names[$sum]:-}
    if [ -z "$name" ]; then
        name=$3-$(basename "$2")
        names[$sum]=$name
        install -m 644 "$2" "$1/$name"
    fi
    printf '%-30s %s\n' "$3" "$name" >>"$1/PACKAGES"
}

# Prints the newest glibc version that the given binaries require.
glibc_version() { objdump -T "$@" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1 | cut -d _ -f 2; }

# Prints the GCC whose libstdc++ is the oldest that the given binaries run with: GLIBCXX_3.4.29 came with GCC 11.
gcc_version() {
    local minor
    minor=$(objdump -T "$@" | grep -oE 'GLIBCXX_3\.4\.[0-9]+' | sort -uV | tail -n 1 | cut -d . -f 3)
    printf '%s\n' "$((minor - 18))"
}

# Prints the manylinux policy, named by a glibc, whose systems have the glibc and the libstdc++ that the given binaries need, as
# auditwheel knows it: GLIBCXX_3.4.30 came with glibc 2.35, and what is newer with 2.39.
manylinux_version() {
    local minor policy=2.17
    minor=$(objdump -T "$@" | { grep -oE 'GLIBCXX_3\.4\.[0-9]+' || true; } | sort -uV | tail -n 1 | cut -d . -f 3)
    case ${minor:-0} in
        ? | 1? | 2[0-4]) ;;
        2[5-8]) policy=2.31 ;;
        29) policy=2.34 ;;
        30) policy=2.35 ;;
        *) policy=2.39 ;;
    esac
    printf '%s\n' "$(glibc_version "$@")" "$policy" | sort -V | tail -n 1
}

# Sets all dates to that of the last commit, so that the same files give the same package.
set_dates() {
    local seconds
    seconds=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
    find "$1" -exec touch --no-dereference --date="@$seconds" {} +
}
