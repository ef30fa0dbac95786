#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records a video in all formats, and reads the files with other people's readers.
#
# usage: test_recordings.sh PROGRAM VIDEO     The video shows one person.
. "$(dirname "$0")/../tests/begin.sh"
program=$(named "$1")
video=$(named "$2")

environment=.build-program/recordings-python
bash Scripts/pip_install.sh "$environment" --requirement Scripts/python/recordings.txt
make_work
"$program" holistic-landmarker "$video" --num-people 1 --output-face-blendshapes --smoothing none --quiet --output "$work/clip.jsonl"
for file in clip.{bvh,glb,vrma,trc,mot,csv,pose,livelink.csv} clip_json; do
    "$program" capture "$work/clip.jsonl" --quiet --output "$work/recordings/$file"
done
"$environment/bin/python" Scripts/recordings/check_recordings.py "$work/recordings/clip"
for file in clip.csv clip.livelink.csv; do
    "$program" capture "$work/clip.jsonl" --smooth none --keep-outliers --quiet --output "$work/$file"
done
"$environment/bin/python" Scripts/recordings/check_live.py "$program" "$work/clip"
