#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a static apt repository of the Debian packages in some folders, for any web server. Needs dpkg-dev; with APT_KEY, the name
# of a secret key of gpg, the repository is signed and has the public key beside it.
#
# usage: make_apt_repository.sh TARGET FOLDER...
#
# Users then write, with the address of TARGET:
#     deb [signed-by=/etc/apt/keyrings/lineament.asc] ADDRESS stable main
set -euo pipefail
target=$(realpath -m "$1")
shift
folders=()
for folder in "$@"; do folders+=("$(realpath "$folder")"); done
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh
need dpkg-scanpackages dpkg-dev

rm -rf "$target"
mkdir -p "$target/pool"
find "${folders[@]}" -maxdepth 1 -name 'lineament_*.deb' -exec cp {} "$target/pool/" \;
packages=("$target"/pool/*.deb)
[ -f "${packages[0]}" ] || { echo "error: no Debian package in ${folders[*]}; run first: make dist" >&2; exit 1; }
cd "$target"
architectures=$(for package in pool/*.deb; do dpkg-deb --field "$package" Architecture; done | sort -u | tr '\n' ' ')
for architecture in $architectures; do
    index=dists/stable/main/binary-$architecture
    mkdir -p "$index"
    dpkg-scanpackages --multiversion --arch "$architecture" pool >"$index/Packages" 2>/dev/null
    gzip -9nk "$index/Packages"
done
date=$(date --utc --rfc-email)
{
    printf '%s\n' "Origin: Lineament" "Label: Lineament" "Suite: stable" "Codename: stable" "Components: main" \
        "Architectures: ${architectures% }" "Date: ${date/+0000/UTC}" "SHA256:"
    (cd dists/stable && find main -type f | sort | while read -r file; do
        printf ' %s %s %s\n' "$(sha256sum "$file" | cut -d ' ' -f 1)" "$(stat -c %s "$file")" "$file"
    done)
} >Release
mv Release dists/stable/Release
if [ -n "${APT_KEY:-}" ]; then
    gpg --batch --yes --local-user "$APT_KEY" --clearsign --output dists/stable/InRelease dists/stable/Release
    gpg --batch --yes --local-user "$APT_KEY" --armor --detach-sign --output dists/stable/Release.gpg dists/stable/Release
    gpg --batch --yes --armor --export "$APT_KEY" >lineament.asc
else
    echo "warning: the repository is not signed, since APT_KEY is not set" >&2
fi
find . -type f | sort
