#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the container image for x86-64 and ARM64 of the Debian packages in two folders, and pushes both under one name.
#
# usage: push_image.sh NAME AMD64-FOLDER ARM64-FOLDER
#
# NAME has the registry in front, to which `docker login` or `podman login` was done, and no version: the image gets that of the
# package, and `latest`. CONTAINER is docker or podman. The one for the other processor is built by an emulator: qemu-user-static.
set -euo pipefail
name=$1
declare -A folders=([amd64]=$(realpath "$2") [arm64]=$(realpath "$3"))
# That for ARM64 needs the libraries of Debian 13.
declare -A suites=([amd64]=bookworm [arm64]=trixie)
cd "$(dirname "$0")/../.."
. Scripts/release/release_files.sh
container=${CONTAINER:-docker}
need "$container" podman
[[ $name == */* ]] || { echo "error: $name names no registry" >&2; exit 1; }

version=$(version_of_package)
# With attestations, each image would be an index itself, which no manifest takes.
export BUILDX_NO_DEFAULT_ATTESTATIONS=1
images=()
for processor in amd64 arm64; do
    image=$name:$version-$processor
    "$container" build --no-cache --platform "linux/$processor" --build-arg "SUITE=${suites[$processor]}" \
        --file Packaging/Containerfile --tag "$image" "${folders[$processor]}"
    "$container" push "$image"
    images+=("$image")
done
for tag in "$version" latest; do
    # That of a run before.
    "$container" manifest rm "$name:$tag" 2>/dev/null || true
    "$container" manifest create "$name:$tag" "${images[@]}"
    "$container" manifest push "$name:$tag"
done
