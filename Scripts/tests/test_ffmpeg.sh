#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries a program with the system's FFmpeg and with those inside Python's package av: 6, 7, 8 and 9. Each must give the
# same results for a video, and write copies that are read again.
#
# usage: test_ffmpeg.sh PROGRAM PHOTO
. "$(dirname "$0")/begin.sh"
program=$(named "$1")
photo=$(named "$2")

# The versions of av, each with one of Python that it is made for.
versions=(12.3.0:3.12 13.1.0:3.12 16.1.0:3.13 19.0.2:3.13)
make_work
machine=$(uname -m)

# Puts the libraries of a version of av into a folder of its own, whose path is printed.
libraries() {
    local version=$1 python=$2
    grep "^av==$version " Scripts/python/alone.txt >"$work/requirement.txt"
    python3 -m pip download --quiet --no-deps --only-binary :all: --require-hashes --python-version "$python" \
        --platform "manylinux_2_28_$machine" --platform "manylinux2014_$machine" \
        --dest "$work/$version" --requirement "$work/requirement.txt" >&2
    (cd "$work/$version" && python3 -m zipfile --extract av-*.whl . && rm av-*.whl)
    ls -d "$work/$version/av.libs"
}

# Reads the video with the libraries of a folder, the system's if it is empty, and writes copies.
try() {
    local name=$1 folder=$2 out=$work/out/$1 kind count
    mkdir -p "$out"
    LINEAMENT_FFMPEG=$folder "$program" face-landmarker "$work/face.avi" --output "$out/results.jsonl"
    cmp "$work/out/system/results.jsonl" "$out/results.jsonl"
    for kind in mp4 mov mkv webm; do
        LINEAMENT_FFMPEG=$folder "$program" face-landmarker "$work/face.avi" --output /dev/null \
            --annotate "$out/copy.$kind"
        count=$(LINEAMENT_FFMPEG=$folder "$program" face-detector "$out/copy.$kind" | wc -l)
        [ "$count" = 5 ] || { echo "error: $name: $kind has $count frames, not 5" >&2; exit 1; }
    done
    echo "$name: reads and writes videos"
}

"$program" face-landmarker "$photo" --output /dev/null --annotate "$work/face.jpg"
python3 Scripts/tests/make_avi.py "$work/face.jpg" "$work/face.avi" 5
try system ""
for version in "${versions[@]}"; do
    folder=$(libraries "${version%:*}" "${version#*:}")
    try "av ${version%:*} ($(find "$folder" -name 'libavformat*' -printf '%f'))" "$folder"
done
