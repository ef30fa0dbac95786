#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches what mediapipe_suites.sh needs of MediaPipe: its tests and messages, and the pictures of the tests.
#
# usage: mediapipe_checkout.sh FOLDER [VERSION]
#
# FOLDER gets `checkout`, of the tag of VERSION (1.2.3 if omitted), and `images`. Addresses and checksums of pictures are those
# of the checkout's third_party/external_files.bzl. MEDIAPIPE_REPOSITORY names another place to clone from.
set -euo pipefail
folder=$1 version=${2:-1.2.3}
repository=${MEDIAPIPE_REPOSITORY:-https://github.com/google-ai-edge/mediapipe}
checkout=$folder/checkout images=$folder/images
pictures="portrait.jpg portrait_rotated.jpg pose.jpg cat.jpg burger.jpg cats_and_dogs.jpg thumb_up.jpg pointing_up.jpg
    pointing_up_rotated.jpg right_hands.jpg male_full_height_hands.jpg"

mkdir -p "$images"
if [ ! -d "$checkout" ]; then
    rm -rf "$checkout.part"
    git clone --quiet --depth 1 --branch "v$version" --filter=blob:none --no-checkout "$repository" "$checkout.part"
    git -C "$checkout.part" sparse-checkout set --no-cone '/mediapipe/**/*.proto' /mediapipe/tasks/python/test/ \
        '/mediapipe/tasks/testdata/**/*.*txt' /third_party/external_files.bzl
    git -C "$checkout.part" checkout --quiet
    mv "$checkout.part" "$checkout"
fi

# `described NAME` prints the checksum and the address of a picture.
described() {
    awk -v name="/$1?" '
        /sha256 = / { split($0, sum, "\"") }
        /urls = / && index($0, name) { split($0, address, "\""); print sum[2], address[2]; exit }
    ' "$checkout/third_party/external_files.bzl"
}
for name in $pictures; do
    read -r sum address < <(described "$name") || { echo "error: external_files.bzl has no $name" >&2; exit 1; }
    [ ! -f "$images/$name" ] || continue
    curl --fail --silent --show-error --location --retry 3 --output "$images/$name.part" "$address"
    echo "$sum  $images/$name.part" | sha256sum --check --quiet
    mv "$images/$name.part" "$images/$name"
done
