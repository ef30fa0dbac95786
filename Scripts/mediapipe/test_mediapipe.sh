#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries MediaPipe over Lineament's library, in several versions: see mediapipe_versions.py.
#
# usage: test_mediapipe.sh [VERSION]...
#
# Without versions: those below, and the newest. "newest" stands for that. Each is installed into a folder of its own, in
# .build-mediapipe; what they need is that of the newest. The library is that of `make library`, unless LINEAMENT_LIBRARY
# names another.
. "$(dirname "$0")/../tests/begin.sh"

versions=("$@")
[ $# -gt 0 ] || versions=(1.0.0 1.1.1 1.2.0 1.2.2 1.2.3 newest)
folder=.build-mediapipe
environment=$folder/environment
pip() { bash Scripts/pip_install.sh "$environment" "$@"; }
# Whatever is the newest, so without checksums.
pip --upgrade mediapipe pillow
newest=$("$environment/bin/python" -c 'from importlib import metadata; print(metadata.version("mediapipe"))')
echo "The newest MediaPipe is $newest."

folders=()
for version in "${versions[@]}"; do
    [ "$version" != newest ] || version=$newest
    target=$folder/$version
    case " ${folders[*]-} " in *" $target "*) continue ;; esac
    # A folder that is incomplete has another name.
    if [ ! -d "$target" ]; then
        rm -rf "$target.part"
        grep "^mediapipe==$version " Scripts/python/alone.txt >"$folder/requirement.txt" ||
            printf 'mediapipe==%s\n' "$version" >"$folder/requirement.txt"
        pip --no-deps --target "$target.part" --requirement "$folder/requirement.txt"
        mv "$target.part" "$target"
    fi
    folders+=("$target")
done

export PYTHONPATH=$PWD/Integrations/python
export LINEAMENT_HOME=${LINEAMENT_HOME:-$PWD/.lineament}
export LINEAMENT_LIBRARY=${LINEAMENT_LIBRARY:-$PWD/.build-program/ready/liblineament.so}
exec "$environment/bin/python" Scripts/mediapipe/mediapipe_versions.py "${folders[@]}"
