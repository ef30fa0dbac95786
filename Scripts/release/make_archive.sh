#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes lineament-VERSION-linux-MACHINE.tar.zst of what `make program` built: a folder that works where there is no Swift.
#
# usage: make_archive.sh FOLDER
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh
need zstd zstd
need objdump binutils

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(version_of_package)
name=lineament-$version-linux-$machine
install_files "$work" /usr
mv "$work/usr" "$work/$name"
install -m 644 LICENSE NOTICE "$work/$name/"
# shellcheck disable=SC2016 # pkg-config replaces the variable
sed -i 's|^prefix=.*|prefix=${pcfiledir}/../..|' "$work/$name/lib/pkgconfig/lineament.pc"

readarray -t binaries < <(
    find "$work/$name/bin" "$work/$name/lib" "$work/$name/share/lineament/lib" -type f \( -name lineament -o -name '*.so*' \))
glibc=$(glibc_version "${binaries[@]}")
gcc=$(gcc_version "${binaries[@]}")
sed "s/@VERSION@/$version/; s/@MACHINE@/$machine/; s/@GLIBC@/$glibc/; s/@GCC@/$gcc/" Packaging/INSTALL.in >"$work/$name/INSTALL"
(cd "$work/$name" && find bin include lib share \( -type f -o -type l \) | sort >FILES)

set_dates "$work/$name"
mkdir -p "$folder"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" |
    zstd -q -f -T0 -"${ZSTD_LEVEL:-19}" -o "$folder/$name.tar.zst"
ls "$folder/$name.tar.zst"
