#!/usr/bin/env bash
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
    pkg-config curl python3 python3-pip python3-venv       # this script and the tests of the Python package
    'libturbojpeg0-dev|libturbojpeg-dev'                   # image files
    'libvips42t64|libvips42'
    libavformat-dev libavdevice-dev libavcodec-dev         # videos, cameras
    libavutil-dev libswscale-dev
    libcairo2-dev fonts-dejavu-core                        # drawing
    libglib2.0-dev                                         # Tests/Clients
)
fedora="dnf install pkgconf-pkg-config curl python3 python3-pip turbojpeg-devel vips ffmpeg-free-devel cairo-devel \
dejavu-sans-fonts glib2-devel"
arch="pacman -S --needed pkgconf curl python python-pip libjpeg-turbo libvips ffmpeg cairo ttf-dejavu glib2"

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
        # Any other installation of Python works as well as Debian's, and one of libvips as well as its package.
        case $alternatives in
            python3-venv) python3 -c 'import ensurepip, venv' >/dev/null 2>&1 && continue ;;
            python3*) python3 -m pip --version >/dev/null 2>&1 && continue ;;
            libvips*) [[ $(/sbin/ldconfig -p) == *libvips.so.42* ]] && continue ;;
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

# Fetches libvips's headers, with which a test compares declarations. Installing their package would bring a hundred others.
# Without them, the test is skipped.
fetch_vips_headers() {
    local folder=.lineament/headers work
    [ ! -e /usr/include/vips/vips.h ] && [ ! -e $folder/usr/include/vips/vips.h ] || return 0
    work=$(mktemp -d)
    if (cd "$work" && apt-get download -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=10 libvips-dev &&
        dpkg-deb --extract libvips-dev_*.deb files) >/dev/null 2>&1; then
        mkdir -p .lineament
        rm -rf $folder
        mv "$work/files" $folder
    fi
    rm -rf "$work"
}

# Fails if a build dependency is missing: the headers for pkg-config, in the versions that the code builds with (libavformat
# 58.45 is FFmpeg 4.3), pip, and libvips for the loader (vips_block_untrusted_set is new in 8.13). $1 says what to do then.
check_dependencies() {
    local advice=$1 modules=('libavformat >= 58.45' libavcodec libavdevice libavutil libswscale libturbojpeg cairo) module
    local absent=()
    if ! command -v pkg-config >/dev/null; then
        absent=(pkg-config)
    else
        for module in "${modules[@]}"; do pkg-config --exists "$module" || absent+=("$module"); done
    fi
    python3 -m pip --version >/dev/null 2>&1 || absent+=('pip for python3')
    python3 -c 'import ctypes; ctypes.CDLL("libvips.so.42").vips_block_untrusted_set' 2>/dev/null ||
        absent+=('libvips 8.13 or newer')
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
        fetch_vips_headers
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
