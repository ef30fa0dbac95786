#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Links liblineament.so: Lineament's C functions in one file that needs no Swift and only libc, libm and libstdc++.
#
# usage: link_library.sh [--address | --arm64 SYSROOT] ARCHIVE OUTPUT
#
# With --address, the library is one for tests instead: it has the address sanitizer and needs Swift's libraries. With --arm64,
# it is for ARM64, made of the libraries in SYSROOT, and has its symbols.
#
# SwiftPM cannot link Swift's runtime statically into a shared library, so this takes the archive that it makes of the
# product LineamentC. Functions that lineament.h does not declare are not exported, and the linker drops whatever they do
# not use.
set -euo pipefail
address=
sysroot=
case $1 in
    --address) address=yes && shift ;;
    --arm64) sysroot=$2 && shift 2 ;;
esac
archive=$(realpath "$1")
output=$(realpath -m "$2")
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grep -oE '\b(Mp[A-Z][A-Za-z0-9]+|lineament_[a-z_]+)\(' Sources/CLineament/include/lineament.h | tr -d '(' | sort -u \
    >"$work/functions"
{ echo '{ global:'; sed 's/$/;/' "$work/functions"; echo 'local: *; };'; } >"$work/exports"

# The folder of Swift's libraries, wherever the compiler is installed.
libraries=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
swiftc=(swiftc) ld=ld
if [ -n "$sysroot" ]; then
    libraries=$sysroot/usr/libexec/swift/lib/swift
    tools=$(dirname "$(realpath "$(command -v swiftc)")")
    swiftc+=(-target aarch64-unknown-linux-gnu -sdk "$sysroot" -resource-dir "${libraries}_static" -use-ld=lld
        -tools-directory "$tools")
    ld=$tools/ld.lld
fi
# Merge the archive into one object: swiftc hides symbols that come from archives.
"$ld" -r --whole-archive "$archive" -o "$work/lineament.o"

mkdir -p "$(dirname "$output")"
if [ -n "$address" ]; then
    swiftc -emit-library -sanitize=address -o "$output" "$work/lineament.o" -lFoundation -lm \
        -Xlinker -soname=liblineament.so.0 -Xlinker -rpath -Xlinker "$libraries/linux"
    exit
fi
# So that it runs on older systems than this one. The other machine's libraries are newer anyway.
older=()
if [ -z "$sysroot" ]; then
    clang -O2 -fPIC -c Packaging/newer_functions.c -o "$work/newer_functions.o"
    older=("$work/newer_functions.o")
    while read -r name; do older+=(-Xlinker "--wrap=${name#__wrap_}"); done \
        < <(grep -oE '__wrap_[A-Za-z0-9_]+' Packaging/newer_functions.c)
fi
"${swiftc[@]}" -emit-library -static-stdlib -o "$work/liblineament.so" \
    "$work/lineament.o" ${older[@]+"${older[@]}"} -Xlinker --start-group \
    -lFoundation -lFoundationInternationalization -lFoundationEssentials -l_FoundationICU \
    -L"${libraries}_static/linux" -lstdc++ -lm -Xlinker --end-group \
    -Xlinker --version-script="$work/exports" -Xlinker --gc-sections -Xlinker -z -Xlinker defs \
    -Xlinker -soname=liblineament.so.0

# A function that is declared but not there would be noticed by its users only.
nm -D --defined-only "$work/liblineament.so" | awk '$2 == "T" { print $3 }' | sort >"$work/exported"
if ! diff "$work/functions" "$work/exported" >&2; then
    echo "error: lineament.h (<) and the library (>) differ in the functions above" >&2
    exit 1
fi
[ -z "$sysroot" ] || { cp "$work/liblineament.so" "$output" && exit; }
strip -o "$output" "$work/liblineament.so"
