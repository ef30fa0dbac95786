#!/usr/bin/env bash
# Prints what a report about a GPU needs: the system, the Vulkan devices, and what `lineament bench --delegate gpu` finds.
# Changes nothing but the shaders that are kept (docs/gpu.md). The accelerator must be installed: lineament models fetch gpu
#
# usage: try_gpu.sh [ROUNDS] [PHOTO]   with `lineament` on the path, or named by $LINEAMENT_PROGRAM
set -euo pipefail

program=${LINEAMENT_PROGRAM:-lineament}
rounds=${1:-50}
shift $(($# > 0 ? 1 : 0))

echo "== system"
uname -srm
grep -m 1 '^model name' /proc/cpuinfo || true
"$program" --version
if command -v vulkaninfo >/dev/null; then
    echo "== Vulkan"
    vulkaninfo --summary 2>/dev/null | grep -E 'GPU[0-9]|deviceName|driverName|driverInfo|deviceType|apiVersion' || true
fi
echo "== CPU and GPU"
"$program" bench --delegate gpu --rounds "$rounds" "$@"
echo "== with half precision"
"$program" bench --delegate gpu --half-precision --rounds "$rounds" "$@"
