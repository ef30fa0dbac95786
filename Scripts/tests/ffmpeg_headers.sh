#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the table of FFmpeg's members with the headers in each of the folders, such as those of other versions of
# Debian. Prints the column of headers whose version is not in the table.
# Usage: Scripts/tests/ffmpeg_headers.sh FOLDER...
. "$(dirname "$0")/begin.sh"

[ $# -gt 0 ] || { sed -n '/SPDX/d; s/^# //p' "$0" >&2; exit 2; }
known=$(sed -n 's/^#define LINEAMENT_FIRST_AVFORMAT //p' Sources/CLineamentFFmpeg/include/ffmpeg_members.h)
count=$(sed -n 's/^#define LINEAMENT_VERSION_COUNT //p' Sources/CLineamentFFmpeg/include/ffmpeg_members.h)
make_work

for folder; do
    compile=(clang -w -I "$folder" -I Sources/CLineamentFFmpeg/include Tests/CTestSupport/ffmpeg_headers.c)
    major=$(cat "$folder"/libavformat/version*.h | sed -n 's/^#define LIBAVFORMAT_VERSION_MAJOR *//p')
    if ((major >= known && major < known + count)); then
        "${compile[@]}" -fsyntax-only || { echo "$folder: differs"; exit 1; }
        echo "$folder: as in the table (libavformat $major)"
    else
        "${compile[@]}" -D LINEAMENT_PRINT -o "$work/print"
        "$work/print"
    fi
done
