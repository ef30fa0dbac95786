#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches ONNX Runtime for the CPU, from Python's package, for the tests of what it runs on GPUs. Another wheel than those with
# the hashes below is refused.
#
# usage: fetch_onnx_runtime.sh FOLDER
set -euo pipefail
folder=$1
version=1.32.0
# The wheels for x86-64 and for ARM64.
hashes=(02ea12a28c069ea8510093d95a7f6ff8126bfd9fc5c0d3381c03b80fb2b424ba
    54d02baff2df38777b4c3cc7af326406fe8b8a48f54720f4c446d2d327920a79)

compgen -G "$folder/onnxruntime/capi/libonnxruntime.so.$version" >/dev/null && exit
rm -rf "$folder"
mkdir -p "$folder"
printf '%s\n' "onnxruntime==$version ${hashes[*]/#/--hash=sha256:}" >"$folder/requirements.txt"
# Its library is the same for each version of Python.
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes --python-version 3.13 \
    --platform "manylinux_2_28_$(uname -m)" --platform "manylinux_2_27_$(uname -m)" --dest "$folder" \
    --requirement "$folder/requirements.txt"
(cd "$folder" && python3 -m zipfile --extract onnxruntime-*.whl . && rm onnxruntime-*.whl requirements.txt)
