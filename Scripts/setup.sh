#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs Lineament's dependencies: the system's packages, the LiteRT runtime, the models and the sample photo.
#
# Debian's and Ubuntu's packages are installed; for Fedora and Arch the command is printed. A second run does nothing and
# needs no network. Downloads are pinned in Sources/LineamentCLI/Assets/manifest.txt, those of the tests alone in
# Tests/manifest.txt, and go to .lineament/. A folder ../shared/models beside the checkout is the mirror, unless
# LINEAMENT_MIRROR names another.
set -euo pipefail
cd "$(dirname "$0")/.."

# A name with alternatives is a package whose name differs between releases: the first that is known is installed.
debian=(
    curl python3 python3-pip python3-venv                  # this script and the tests of the Python package
    'libturbojpeg0|libturbojpeg' 'libvips42t64|libvips42'  # image files
    ffmpeg                                                 # videos, cameras
    libcairo2 fonts-dejavu-core                            # drawing
)
fedora="dnf install curl python3 python3-pip turbojpeg vips ffmpeg-free cairo dejavu-sans-fonts"
arch="pacman -S --needed curl python python-pip libjpeg-turbo libvips ffmpeg cairo ttf-dejavu"
# Nothing is compiled with them: tests compare the declarations of Sources/CLineament… with them.
headers=(
    libvips-dev libglib2.0-dev libcairo2-dev 'libturbojpeg0-dev|libturbojpeg-dev'
    libavcodec-dev libavformat-dev libavutil-dev libswscale-dev
)

say() { printf '%s\n' "$*" >&2; }

if ! command -v swift >/dev/null; then
    say "error: no Swift toolchain. Install Swift 6.2 or newer (swift.org/install) and run this again."
    exit 1
fi

is_installed() { dpkg-query --show --showformat='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

# Prints the alternatives of which none is installed.
missing_packages() {
    local alternatives name
    for alternatives in "${debian[@]}"; do
        # Any other installation of Python works as well as Debian's, and libraries as well as their packages.
        case $alternatives in
            python3-venv) python3 -c 'import ensurepip, venv' >/dev/null 2>&1 && continue ;;
            python3*) python3 -m pip --version >/dev/null 2>&1 && continue ;;
            libvips*) [[ $(/sbin/ldconfig -p) == *libvips.so.42* ]] && continue ;;
            ffmpeg) [[ $(/sbin/ldconfig -p) == *libavformat.so.*libavdevice.so.* ]] && continue ;;
        esac
        for name in ${alternatives//|/ }; do
            is_installed "$name" && continue 2
        done
        printf '%s\n' "$alternatives"
    done
}

# Prints the first of some alternatives that this release has.
known_package() {
    local name
    for name in ${1//|/ }; do
        [ -n "$(apt-cache madison "$name" 2>/dev/null)" ] && break
        name=${1%%|*}
    done
    printf '%s\n' "$name"
}

install_packages() {
    local missing names=() sudo=() alternatives
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            for alternatives in $missing; do names+=("$(known_package "$alternatives")"); done
            say "error: packages are missing. As root, run: apt-get install ${names[*]}"
            exit 1
        fi
        sudo=(sudo)
    fi
    if ! "${sudo[@]}" apt-get update -qq; then
        for alternatives in $missing; do names+=("$(known_package "$alternatives")"); done
        say "error: apt-get update failed. As root, run: apt-get update && apt-get install ${names[*]}"
        exit 1
    fi
    for alternatives in $missing; do names+=("$(known_package "$alternatives")"); done
    say "installing ${names[*]}"
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
        "${names[@]}" >/dev/null
}

# Whether all headers are installed or were fetched before.
has_headers() {
    local header
    for header in vips/vips.h glib-2.0/glib.h cairo/cairo.h turbojpeg.h libavformat/avformat.h libswscale/swscale.h; do
        compgen -G "/usr/include/$header" >/dev/null || compgen -G "/usr/include/*-linux-gnu/$header" >/dev/null ||
            compgen -G ".lineament/headers/usr/include/$header" >/dev/null ||
            compgen -G ".lineament/headers/usr/include/*-linux-gnu/$header" >/dev/null || return 1
    done
}

# Fetches the headers without installing their packages, which would bring a hundred others. Without them, nothing is compared.
fetch_headers() {
    local folder=.lineament/headers work names=() alternatives
    ! has_headers || return 0
    for alternatives in "${headers[@]}"; do names+=("$(known_package "$alternatives")"); done
    work=$(mktemp -d)
    if (cd "$work" && apt-get download -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=10 "${names[@]}" &&
        for package in *.deb; do dpkg-deb --extract "$package" files; done) >/dev/null 2>&1; then
        mkdir -p .lineament
        rm -rf $folder
        find "$work/files" ! -type d ! -path '*/include/*' -delete
        mv "$work/files" $folder
    fi
    rm -rf "$work"
}

# Prints the libraries that are missing: FFmpeg as the tests use it (libavformat 58.45 is FFmpeg 4.3), and libvips for the
# loader (vips_block_untrusted_set is new in 8.13).
absent_libraries() {
    python3 - <<'PYTHON'
import ctypes

def opened(*names):
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass

for name in ["libturbojpeg.so.0", "libcairo.so.2"]:
    if not opened(name):
        print(name)
versions = range(63, 57, -1)
formats = opened(*(f"libavformat.so.{version}" for version in versions))
if not formats or formats.avformat_version() < 58 << 16 | 45 << 8:
    print("FFmpeg 4.3 to 9")
elif not opened(*(f"libavdevice.so.{version}" for version in versions)):
    print("libavdevice")
if not hasattr(opened("libvips.so.42"), "vips_block_untrusted_set"):
    print("libvips 8.13 or newer")
PYTHON
}

# Fails if a dependency is missing. $1 says what to do then.
check_dependencies() {
    local advice=$1 absent=()
    if command -v python3 >/dev/null; then
        mapfile -t absent < <(absent_libraries)
        python3 -m pip --version >/dev/null 2>&1 || absent+=('pip for python3')
    else
        absent=(python3)
    fi
    [ ${#absent[@]} -gt 0 ] || return 0
    say "error: not found: $(printf '%s, ' "${absent[@]}" | sed 's/, $//')."
    say "       $advice"
    if [[ " $system " == *' ubuntu '* && ${absent[*]} == *libvips* ]]; then
        say "       Ubuntu 22.04 has only libvips 8.12; see Platforms in CONTRIBUTING.md."
    fi
    exit 1
}

system=$([ ! -r /etc/os-release ] || { . /etc/os-release && printf '%s' "${ID:-} ${ID_LIKE:-}"; })
case " $system " in
    *' debian '* | *' ubuntu '*)
        install_packages
        check_dependencies "As root, run: apt-get install ${debian[*]//|*/}"
        fetch_headers
        ;;
    *' fedora '* | *' rhel '*) check_dependencies "As root, run: $fedora" ;;
    *' arch '*) check_dependencies "As root, run: $arch" ;;
    *) check_dependencies "Install the equivalents of these Debian packages: ${debian[*]//|*/}" ;;
esac

if [ -z "${LINEAMENT_MIRROR:-}" ] && [ -d ../shared/models ]; then
    LINEAMENT_MIRROR=$(cd ../shared/models && pwd)
    export LINEAMENT_MIRROR
fi
assets=Sources/LineamentCLI/Assets
# One run for both lists downloads a wheel once.
bash $assets/fetch.sh <(cat $assets/manifest.txt Tests/manifest.txt) .lineament
say "Lineament is set up."
