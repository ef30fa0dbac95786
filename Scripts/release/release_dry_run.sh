#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the jobs of .github/workflows/release.yml on this machine, in their order, by the make targets that they call. Publishes
# nothing: what would be published is left in .build-program/upload and .build-program/site. Says how long each job took and
# what was left out.
#
# usage: release_dry_run.sh [JOB]...     Without a job: all. Jobs, each of which needs what those before it have left:
#
#   version  the version, and what CHANGELOG.md says of it
#   tests    .ci/run, which takes 50 minutes, and the release for this machine (`make dist`); as root, it is installed in bare systems
#   arm64    the release for ARM64, by a cross compiler; as root
#   files    all files with their checksums, and the text of the release
#   index    the wheels, as an index would check them
#   image    the container image for this machine, where there is podman or docker
#   pages    the documentation and the apt repository, signed if APT_KEY names a key of gpg
set -euo pipefail
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh

dist=.build-program/dist
arm64=.build-arm64/dist
release=.build-program/upload
jobs=(version tests arm64 files index image pages)
left=()
leave() { left+=("$1: $2"); }
is_root() { [ "$(id -u)" = 0 ]; }

version() {
    make -s version
    make -s release-notes >/dev/null
    leave version "the comparison with the tag"
}

tests() {
    bash .ci/run
    [ -d "$dist" ] || make dist
}

arm64() {
    is_root || { leave arm64 "all of it, which needs root"; return 0; }
    make dist-arm64
}

files() {
    local folders=() folder
    for folder in "$dist" "$arm64"; do
        if [ -d "$folder" ]; then folders+=("$folder"); else leave files "those of $folder, which is not there"; fi
    done
    [ ${#folders[@]} -gt 0 ] || { echo "error: there are no files; run first: make dist" >&2; exit 1; }
    rm -rf "$release"
    mkdir -p "$release"
    find "${folders[@]}" -maxdepth 1 -name 'lineament*' -exec cp {} "$release" \;
    (cd "$release" && sha256sum lineament* >SHA256SUMS)
    make -s release-notes >"$release/notes.md"
    (cd "$release" && du -b -- * | sort -k 2)
    leave files "provenance, and the release itself (gh release create)"
}

index() {
    make check-wheels WHEELS="$release"
    leave index "the upload, which the variable PUBLISH_WHEELS turns on"
}

image() {
    podman info >/dev/null 2>&1 || docker info >/dev/null 2>&1 ||
        { leave image "all of it: neither podman nor docker runs here"; return 0; }
    make image
    leave image "that for ARM64, and the push (make push-image), which the variable IMAGE turns on"
}

pages() {
    local debs=$dist
    [ ! -d "$arm64" ] || debs+=" $arm64"
    make site DEBS="$debs"
    leave pages "the upload, which the variable PUBLISH_PAGES turns on"
    [ -n "${APT_KEY:-}" ] || leave pages "the signature of the apt repository: APT_KEY is not set"
}

for name in "$@"; do
    [[ " ${jobs[*]} " == *" $name "* ]] || { echo "error: no job $name; jobs: ${jobs[*]}" >&2; exit 1; }
done
[ $# -gt 0 ] || set -- "${jobs[@]}"
echo "Release $(version_of_package), without publishing: $*"
for name in "$@"; do
    start=$SECONDS
    "$name"
    echo "dry run: $name took $((SECONDS - start)) s"
done
printf 'left out of %s\n' "${left[@]}"
