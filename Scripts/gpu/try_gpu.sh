#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints what a report about a GPU needs, in about three minutes: the system, the devices, what `lineament bench --delegate gpu`
# finds, how fast a folder of photos is, and how busy the GPU and the cores are meanwhile.
# Changes nothing but the shaders that are kept (docs/gpu.md). For Vulkan, the accelerator must be installed: lineament models fetch gpu;
# for CUDA: lineament models fetch cuda, or LINEAMENT_ONNXRUNTIME names ONNX Runtime.
#
# usage: try_gpu.sh [ROUNDS] [PHOTO]   with `lineament` on the path, or named by $LINEAMENT_PROGRAM
set -euo pipefail

program=${LINEAMENT_PROGRAM:-lineament}
rounds=${1:-10}
shift $(($# > 0 ? 1 : 0))
work=$(mktemp -d)
monitor=
# Where the use of the GPU is printed, also while the output of a command is dropped.
exec 3>&1
trap '[ -z "$monitor" ] || kill "$monitor" 2>/dev/null || true; rm -rf "$work"' EXIT

# Prints the mean and the largest use of NVIDIA's GPU while the other arguments run, where its tool is.
watched() {
    if command -v nvidia-smi >/dev/null; then
        nvidia-smi dmon -s um -d 1 >"$work/use" 2>/dev/null &
        monitor=$!
    fi
    "$@"
    [ -n "$monitor" ] || return 0
    kill "$monitor" 2>/dev/null || true
    wait "$monitor" 2>/dev/null || true
    monitor=
    # The second line names the columns, the first of which is the comment's sign.
    awk '$1 == "#" { for (i = 2; i <= NF; i++) place[$i] = i - 1; next }
        { sm = $place["sm"]; fb = $place["fb"]; sum += sm; n++; if (sm > most) most = sm; if (fb > memory) memory = fb }
        END { if (n) printf "GPU: busy %.0f%% of the time, at most %d%%; %d MB of memory\n", sum / n, most, memory }' "$work/use" >&3
}

# Prints how fast the photos of a folder are, and how many cores that takes. $1 says what is measured, the rest is the command.
folder_row() {
    local name=$1 real user system
    shift
    TIMEFORMAT='%R %U %S'
    { time "$@" >/dev/null 2>"$work/errors"; } 2>"$work/time" || { echo "$name: failed: $(head -n 1 "$work/errors")"; return 0; }
    read -r real user system <"$work/time"
    awk -v name="$name" -v real="$real" -v user="$user" -v kernel="$system" -v photos="$photos" 'BEGIN {
        printf "%s: %.1f photos/s, %.1f cores busy\n", name, photos / real, (user + kernel) / real }'
}

echo "== system"
uname -srm
grep -m 1 '^model name' /proc/cpuinfo || true
echo "$(nproc) cores"
"$program" --version
if command -v nvidia-smi >/dev/null; then nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader || true; fi
if command -v vulkaninfo >/dev/null; then
    echo "== Vulkan"
    vulkaninfo --summary 2>/dev/null | grep -E 'GPU[0-9]|deviceName|driverName|driverInfo|deviceType|apiVersion' || true
fi

echo "== CPU and GPU"
watched "$program" bench --delegate gpu --rounds "$rounds" "$@" | tee "$work/bench"

# A folder of portraits: the photo, which the program lists if none is named.
photo=${1:-$("$program" models list | awk '/^samples\/astronaut.png/ { print $NF }')}
photos=${LINEAMENT_TRY_PHOTOS:-400}
if [ -f "$photo" ]; then
    echo "== a folder of $photos photos, results per second"
    mkdir "$work/photos"
    for ((i = 0; i < photos; i++)); do ln -s "$(realpath "$photo")" "$work/photos/$i.${photo##*.}"; done
    for task in face-landmarker pose-landmarker; do
        options=()
        [ "$task" = pose-landmarker ] || options=(--range short)
        for jobs in "$(nproc)" $((4 * $(nproc))); do
            folder_row "$task, GPU, $jobs jobs" \
                watched "$program" "$task" "$work/photos" "${options[@]}" --delegate gpu --jobs "$jobs"
        done
        folder_row "$task, CPU" "$program" "$task" "$work/photos" "${options[@]}"
    done
fi

if grep -q "ONNX Runtime" "$work/bench"; then
    echo "== with pinned memory"
    watched env LINEAMENT_CUDA_PINNED=1 "$program" bench --delegate gpu --rounds 3 "$@"
else
    echo "== with half precision"
    "$program" bench --delegate gpu --half-precision --rounds 3 "$@"
fi
