#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the package as the Swift Package Index does (SPI_BUILD=1: without examples, benchmarks and tests), and
# Tests/Clients/BareClient, which depends on all of its libraries, as on a system that has a Swift toolchain and nothing else; runs
# the client, which must find a face and say which libraries are missing.
#
# With the permission to mount, on Debian and its like, /usr/include is replaced by one of the C and C++ libraries' headers alone,
# and the libraries that Lineament opens are hidden. Elsewhere only the headers are looked at that the compiler has read.
#
# usage: Scripts/tests/test_bare.sh [client]    With `client`, the package is not built as a whole, which takes ten minutes.
. "$(dirname "$0")/begin.sh"

scratch=$PWD/.build-bare
libraries='lib(turbojpeg|cairo|vips|avcodec|avdevice|avfilter|avformat|avutil|swresample|swscale)\.so\.[0-9]+'

# Fills a folder with the headers of the C and C++ libraries, which every toolchain needs.
copy_toolchain_headers() {
    local packages=()
    mapfile -t packages < <(dpkg-query --show --showformat='${binary:Package}\n' |
        grep -E '^(libc6-dev|libcrypt-dev|linux-libc-dev|libgcc-[0-9]+-dev|libstdc\+\+-[0-9]+-dev)(:|$)')
    dpkg -L "${packages[@]}" | grep '^/usr/include/' | sort -u |
        tar --create --directory / --no-recursion --ignore-failed-read --files-from - 2>/dev/null |
        tar --extract --directory "$1" --strip-components 2
}

# Hides, in a mount namespace of its own, what a bare system has not.
hide() {
    local include=$1 folder library
    for folder in /usr/lib/pkgconfig /usr/lib/*/pkgconfig /usr/share/pkgconfig /usr/lib/*/glib-2.0/include .lineament/headers; do
        [ ! -d "$folder" ] || mount --bind "$include/empty" "$folder"
    done
    while read -r library; do
        mount --bind /dev/null "$library"
    done < <(/sbin/ldconfig -p | grep -E "$libraries" | sed 's/.* => //' | xargs -r readlink -f | sort -u)
    mount --bind "$include" /usr/include
    [ ! -e /usr/include/turbojpeg.h ] && [ ! -e /usr/include/cairo ]
}

build() { nice -n 5 swift build --scratch-path "$scratch" "$@"; }

# Fails if a file was compiled with a header of these libraries. CTestSupport compares declarations with them where they are.
check_headers() {
    local read
    read=$(find -L "$scratch/debug" -name '*.d' ! -path '*/CTestSupport.build/*' \
        -exec grep -lE '/(turbojpeg\.h|cairo/|vips/|glib-2\.0/|lib(av|sw)[a-z]+/[a-z_]+\.h)' {} + || true)
    [ -z "$read" ] || { echo "error: these were compiled with headers that a bare system has not: $read" >&2; exit 1; }
}

# A program that lacks libraries names the packages.
check_client() {
    local pattern said
    said=$(LINEAMENT_HOME=$PWD/.lineament "$scratch/debug/BareClient" "$work/pixels")
    printf '%s\n' "$said"
    for pattern in 'nose tip at 0.4' "$@"; do
        grep -q "^$pattern" <<<"$said" || { echo "error: BareClient does not say: $pattern" >&2; exit 1; }
    done
}

# The pixels of a PNG file, for a program that can decode none.
write_pixels() {
    python3 - "$1" "$2" <<'PYTHON'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
assert (depth, color, interlaced) == (8, 2, 0), "not plain RGB"
packed, at = b"", 8
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
    at += length + 12
rows, size, above, pixels = zlib.decompress(packed), width * 3, bytearray(width * 3), bytearray()

def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]

for y in range(height):
    kind, row = rows[y * (size + 1)], bytearray(rows[y * (size + 1) + 1:(y + 1) * (size + 1)])
    for x in range(size):
        a, b, c = (row[x - 3], above[x], above[x - 3]) if x >= 3 else (0, above[x], 0)
        row[x] = row[x] + (0, a, b, (a + b) // 2, paeth(a, b, c))[kind] & 255
    pixels += row
    above = row
open(sys.argv[2], "wb").write(pixels)
PYTHON
}

build_all() {
    # The package comes first: building one that does not use Hummingbird makes SwiftPM delete its checkout.
    [ "$part" = client ] || SPI_BUILD=1 build
    # Without a new plan, SwiftPM would build the package before again.
    rm -f "$scratch/debug.yaml"
    build --package-path Tests/Clients/BareClient
    check_headers
    check_client "${expected[@]}"
    echo "Lineament builds on a bare toolchain."
}

part=${1:-all}
expected=()
if [ -z "${LINEAMENT_BARE:-}" ]; then
    make_work
    [ -f .lineament/models/face_landmarker.task ] || bash Sources/LineamentCLI/Assets/fetch.sh \
        Sources/LineamentCLI/Assets/manifest.txt .lineament
    write_pixels .lineament/samples/astronaut.png "$work/pixels"
    if command -v dpkg-query >/dev/null && unshare --mount true 2>/dev/null; then
        mkdir -p "$work/include/empty"
        copy_toolchain_headers "$work/include"
        LINEAMENT_BARE=$work unshare --mount bash "$0" "$part"
    else
        echo "The headers and libraries of this system are not hidden, which needs Debian and the permission to mount." >&2
        build_all
    fi
else
    work=$LINEAMENT_BARE
    hide "$work/include"
    expected=('JPEG: .*apt-get install libturbojpeg0' 'PNG: .*apt-get install libvips42' 'drawing: .*apt-get install libcairo2'
        'video: .*apt-get install ffmpeg')
    build_all
fi
