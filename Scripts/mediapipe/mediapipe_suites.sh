#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs MediaPipe's own Python tests over MediaPipe and over Lineament, and prints what differs: see mediapipe_suites.py.
#
# usage: mediapipe_suites.sh CHECKOUT-OF-MEDIAPIPE [--data FOLDER]... [--suite NAME]...
#
# The library is that of `make library`, unless LINEAMENT_LIBRARY names another. MEDIAPIPE is the version, 1.2.3 if unset.
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")

version=${MEDIAPIPE:-1.2.3}
environment=$root/.build-mediapipe/suites-$version
# Checksums are known for one version.
packages=(--requirement "$root/Scripts/python/suites.txt")
[ "$version" = 1.2.3 ] || packages=("mediapipe==$version" grpcio-tools six immutabledict)
bash "$root/Scripts/pip_install.sh" "$environment" "${packages[@]}"

export PYTHONPATH=$root/Integrations/python
export LINEAMENT_HOME=${LINEAMENT_HOME:-$root/.lineament}
export LINEAMENT_LIBRARY=${LINEAMENT_LIBRARY:-$root/.build-program/ready/liblineament.so}
exec "$environment/bin/python" "$root/Scripts/mediapipe/mediapipe_suites.py" "$@"
