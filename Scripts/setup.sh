#!/usr/bin/env bash
# Installs Lineament's dependencies: Debian packages, the LiteRT runtime, the models and the sample photo.
#
# A second run does nothing and needs no network. Downloads are pinned in Sources/LineamentCLI/Assets/manifest.txt and
# go to .lineament/.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    pkg-config curl python3 python3-pip python3-venv       # this script and the tests of the Python package
    libturbojpeg0-dev libvips42                            # image files
    libavformat-dev libavdevice-dev libavcodec-dev         # videos, cameras
    libavutil-dev libswscale-dev
    libcairo2-dev fonts-dejavu-core                        # drawing
    libglib2.0-dev                                         # Tests/Clients
)

say() { printf '%s\n' "$*" >&2; }

if ! command -v swift >/dev/null; then
    say "error: no Swift toolchain. Install Swift 6.1 or newer (swift.org/install) and run this again."
    exit 1
fi

install_packages() {
    local missing=() package sudo=()
    for package in "${packages[@]}"; do
        # Later releases use another package name.
        [ "$package" = libvips42 ] && /sbin/ldconfig -p | grep -q 'libvips\.so\.42' && continue
        dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing+=("$package")
    done
    # Any other installation of Python works as well as Debian's.
    if python3 -m pip --version >/dev/null 2>&1; then
        for package in "${!missing[@]}"; do
            case ${missing[$package]} in python3 | python3-pip | python3-venv) unset "missing[$package]" ;; esac
        done
    fi
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "error: packages are missing. As root, run: apt-get install ${missing[*]}"
            exit 1
        fi
        sudo=(sudo)
    fi
    say "installing ${missing[*]}"
    "${sudo[@]}" apt-get update -qq
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
        "${missing[@]}" >/dev/null
}

if command -v dpkg-query >/dev/null; then
    install_packages
else
    say "note: this system is not based on Debian. Install the equivalents of: ${packages[*]}"
fi

bash Sources/LineamentCLI/Assets/fetch.sh Sources/LineamentCLI/Assets/manifest.txt .lineament
say "Lineament is set up."
