#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries the service with the standard clients of Java and Go, with ApacheBench, and with curl, each several requests over one
# connection where the client does that. A client that is not installed is left out, and said so.
#
# usage: test_http_clients.sh PROGRAM PHOTO
. "$(dirname "$0")/begin.sh"
program=$(named "$1")
photo=$(named "$2")
cd Tests/Clients/HTTP
export no_proxy=localhost,127.0.0.1

log=$(mktemp)
"$program" serve --port 0 >"$log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 300); do
    url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+' "$log" | head -1 || true)
    [ -z "$url" ] || break
    sleep 0.1
done
[ -n "$url" ] || { cat "$log" >&2; exit 1; }

# `try NAME COMMAND…` runs a client, if its command is there.
try() {
    local name=$1
    shift
    if ! command -v "$1" >/dev/null; then
        echo "$name: not installed"
    elif timeout 120 "$@" >"$log" 2>&1; then
        echo "$name: works"
    else
        cat "$log" >&2
        echo "error: $name fails" >&2
        exit 1
    fi
}

# Posts the photo twice over one connection, and expects faces twice.
curl_twice() {
    local target="$url/v1/face-detector?range=short"
    local answers
    answers=$(curl -sS --fail --max-time 20 "$@" --data-binary "@$photo" "$target" --next -sS --fail --max-time 20 "$@" \
        --data-binary "@$photo" "$target")
    [ "$(grep -c '"detections":\[{' <<<"$answers")" = 2 ]
}

# Fails if ApacheBench, which ends well after errors, too, got some.
check_answers() {
    ! grep -qE "Non-2xx responses|Failed requests: +[1-9]" "$log" || { cat "$log" >&2; echo "error: ApacheBench got errors" >&2; exit 1; }
}

try "Java" java Client.java "$url" "$photo"
try "Go" go run client.go "$url" "$photo"
try "ApacheBench without keep-alive" ab -q -n 40 -c 4 -s 20 -p "$photo" -T image/png "$url/v1/face-detector?range=short"
check_answers
try "ApacheBench with keep-alive" ab -q -k -n 40 -c 4 -s 20 -p "$photo" -T image/png "$url/v1/face-detector?range=short"
check_answers
for version in --http1.0 --http1.1 --http2; do
    if ! command -v curl >/dev/null || ! curl $version --version >/dev/null 2>&1; then
        echo "curl $version: not installed"
        continue
    fi
    curl_twice $version || { echo "error: curl $version fails" >&2; exit 1; }
    echo "curl $version: works"
done
