#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the release for ARM64 on another machine: the archive, the Debian package and the wheel, in .build-arm64/dist. They run
# on Debian 13 and on systems with libraries as new as its. Needs root, debootstrap, binutils-aarch64-linux-gnu and dpkg-dev, the
# network the first time, and 6 GB.
#
# usage: dist_arm64.sh PROGRAM     PROGRAM is this machine's, which prints completions and the manual page
. "$(dirname "$0")/../tests/begin.sh"
own_mounts ARM64_DIST "a cross build unpacks a system" "$@"
program=$(named "$1")
export LINEAMENT_MACHINE=aarch64
. Scripts/release/release_files.sh
. Scripts/arm64/cross_arm64.sh
need debootstrap debootstrap
need aarch64-linux-gnu-strip binutils-aarch64-linux-gnu
need dpkg-shlibdeps dpkg-dev
ready=$scratch/ready

# Builds the program and the library with Swift's libraries in them.
build_all() {
    local product
    rm -f $scratch/release/libLineamentC.a
    for product in lineament LineamentC; do
        cross_build --static-swift-stdlib --scratch-path $scratch --traits Server --product $product
    done
    rm -rf $ready
    mkdir -p $ready
    aarch64-linux-gnu-strip -o $ready/lineament $scratch/release/lineament
    in_folder "$here" bash Scripts/build/link_library.sh --arm64 /sysroot $scratch/release/libLineamentC.a $ready/library.so
    aarch64-linux-gnu-strip -o $ready/liblineament.so $ready/library.so
    rm $ready/library.so
}

# The manual page and the completions say the same on all machines.
describe_program() {
    local shell
    for shell in bash zsh fish; do "$program" --generate-completion-script $shell >$ready/completion.$shell; done
    swift build -c release --static-swift-stdlib -debug-info-format none --traits Server --scratch-path .build-program \
        --product generate-manual
    .build-program/release/generate-manual "$program" --output-directory $ready
    bash Scripts/build/mend_manual.sh $ready/lineament.1
}

# Makes a database of the packages whose libraries are linked, which has their files where they are here.
make_package_database() {
    local package name work
    work=$(mktemp -d)
    export LINEAMENT_PACKAGES=$folder/database
    rm -rf "$LINEAMENT_PACKAGES"
    mkdir -p "$LINEAMENT_PACKAGES/info" "$LINEAMENT_PACKAGES/updates"
    echo 1 >"$LINEAMENT_PACKAGES/info/format"
    echo arm64 >"$LINEAMENT_PACKAGES/arch"
    for package in "$folder"/packages/*.deb; do
        rm -rf "$work"
        dpkg-deb --control "$package" "$work"
        name=$(dpkg-deb --field "$package" Package):arm64
        { cat "$work/control"; echo "Status: install ok installed"; echo; } >>"$LINEAMENT_PACKAGES/status"
        dpkg-deb --fsys-tarfile "$package" | tar -tf - | sed "s|^\.|$sysroot|; s|/$||" >"$LINEAMENT_PACKAGES/info/$name.list"
        for file in symbols shlibs; do
            [ ! -f "$work/$file" ] || cp "$work/$file" "$LINEAMENT_PACKAGES/info/$name.$file"
        done
    done
    rm -rf "$work"
}

set_up_cross_build
build_all
describe_program
make_package_database
export LINEAMENT_SYSROOT=$sysroot DEB_HOST_ARCH=arm64 PKG_CONFIG_PATH=
export PKG_CONFIG_LIBDIR=$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig
rm -rf $scratch/dist
bash Scripts/release/make_archive.sh $scratch/dist
bash Scripts/release/make_deb.sh $scratch/dist
bash Scripts/release/make_wheel.sh $ready/liblineament.so $scratch/dist
bash Scripts/release/make_models_wheel.sh $scratch/dist
(cd $scratch/dist && sha256sum lineament* >SHA256SUMS)
