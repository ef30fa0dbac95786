#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Mends a manual page of swift-argument-parser: man would take lines of the text that begin with a period, such as ".bvh", for
# requests, which in mdoc begin with a capital letter, and leave them out; and it wants no empty lines.
#
# usage: mend_manual.sh PAGE
set -euo pipefail
sed -i 's/^\.\([a-z]\)/\\\&.\1/; /^$/d' "$1"
