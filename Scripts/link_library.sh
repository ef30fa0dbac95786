#!/usr/bin/env bash
# Links liblineament.so: Lineament's C functions in one file that needs no Swift and only libc, libm, libstdc++ and libz.
#
# usage: link_library.sh [--address] ARCHIVE OUTPUT
#
# With --address, the library is one for tests instead: it has the address sanitizer and needs Swift's libraries.
#
# SwiftPM cannot link Swift's runtime statically into a shared library, so this takes the archive that it makes of the
# product LineamentC. Functions that lineament.h does not declare are not exported, and the linker drops what none of
# those needs.
set -euo pipefail
cd "$(dirname "$0")/.."
address=
if [ "$1" = --address ]; then
    address=yes
    shift
fi
archive=$1
output=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
header=Sources/CLineament/include/lineament.h
functions=$(grep -oE '\b(Mp[A-Z][A-Za-z0-9]+|lineament_[a-z_]+)\(' "$header" | tr -d '(' | sort -u)
{ echo '{ global:'; printf '%s;\n' $functions; echo 'local: *; };'; } >"$work/exports"

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")

# As one object, since the compiler has the linker hide what comes out of archives.
ld -r --whole-archive "$archive" -o "$work/lineament.o"

mkdir -p "$(dirname "$output")"
if [ -n "$address" ]; then
    swiftc -emit-library -sanitize=address -o "$output" "$work/lineament.o" -lFoundation -lm \
        -Xlinker -soname=liblineament.so -Xlinker -rpath -Xlinker "$toolchain/lib/swift/linux"
    exit
fi
swiftc -emit-library -static-stdlib -o "$work/liblineament.so" \
    "$work/lineament.o" -Xlinker --start-group \
    -lFoundation -lFoundationInternationalization -lFoundationEssentials -l_FoundationICU \
    -L"$toolchain/lib/swift_static/linux" -lstdc++ -lm -Xlinker --end-group \
    -Xlinker --version-script="$work/exports" -Xlinker --gc-sections -Xlinker -soname=liblineament.so
strip -o "$output" "$work/liblineament.so"
