#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs the programs in Tests/Clients, which are separate packages that depend on Lineament:
# - ImageClient and UploadServer of the examples, with the headers of FFmpeg, GLib, libvips and Cairo hidden,
# - MyProgram, whose manifest and source are copied from the README,
# - HostClient, which itself uses GLib and FFmpeg,
# - Ported, ten programs with the import lines that they have on iOS; their code is also that of docs/porting.md.
#
# CLIENTS_SCRATCH is the folder to build in. That of `make program` has Hummingbird already; Lineament is built there anew, as
# these programs do not ask for its trait Server.
. "$(dirname "$0")/begin.sh"

photo=${1:-.lineament/samples/astronaut.png}
scratch=${CLIENTS_SCRATCH:-$PWD/.build-clients}
# The same options as `make program`, so that its build is reused.
options='-c release --static-swift-stdlib -debug-info-format none'
make_work
hidden=()
for header in libav{codec,device,filter,format,util} libsw{scale,resample} vips glib-2.0 cairo; do
    for folder in /usr/include/"$header" /usr/include/*/"$header" /usr/lib/*/"$header"; do
        [ -d "$folder" ] && hidden+=("$folder")
    done
done

# Runs a command with an empty folder mounted over each hidden one, which requires the permission to mount.
can_hide() { unshare --mount true 2>/dev/null; }
without_headers() {
    mkdir -p "$work/empty"
    unshare --mount bash -c '
        empty=$1 count=$2; shift 2
        for folder in "${@:1:$count}"; do mount --bind "$empty" "$folder"; done
        exec "${@:$((count + 1))}"' bash "$work/empty" "${#hidden[@]}" "${hidden[@]}" "$@"
}

# Fails if a file compiled for these two has included one of the hidden headers.
check_dependencies() {
    local read
    read=$(cd "$scratch/release" && find ImageClient.build UploadServer.build Lineament.build LineamentImages.build LiteRT.build \
        CLineament{Kernels,LiteRT,TurboJPEG,Vips}.build -name '*.d' \
        -exec grep -lE "$(IFS='|'; echo "${hidden[*]}")" {} + || true)
    [ -z "$read" ] || { echo "error: these files include headers that they must not need: $read" >&2; exit 1; }
}

# The packages share what they build of Lineament. Without a new plan, SwiftPM would build the package before again.
build() {
    rm -f "$scratch/release.yaml"
    # shellcheck disable=SC2086 # words
    nice -n 5 swift build $options --scratch-path "$scratch" --package-path "$@"
}

# Neither needs the headers. UploadServer comes first: building a package that does not use Hummingbird makes SwiftPM
# delete its checkout.
build_without_headers() {
    build Examples/UploadServer
    build Tests/Clients/ImageClient
}

rm -rf "$scratch"/*/release/{ImageClient,UploadServer}* "$scratch"/*/release/HostClient*
if can_hide; then
    export scratch options
    export -f build build_without_headers
    without_headers bash -ec build_without_headers
else
    build_without_headers
    check_dependencies
fi

mkdir -p "$work/MyProgram/Sources/MyProgram"
python3 - "$PWD" "$work/MyProgram" <<'PYTHON'
import pathlib, re, sys
here, target = map(pathlib.Path, sys.argv[1:])
text = (here / "README.md").read_text(encoding="utf-8")
lines = re.search(r"## In your package.*?```\n(.*?)```", text, re.S)[1]
lines, count = re.subn(r'url: "[^"]*", branch: "main"', f'name: "lineament", path: "{here}"', lines)
assert count == 1
(target / "Package.swift").write_text(
    f'// swift-tools-version: 6.1\nimport PackageDescription\n\nlet package = Package(\n    name: "MyProgram",\n{lines})\n')
(target / "Sources/MyProgram/main.swift").write_text(re.search(r"```swift\n(.*?)```", text, re.S)[1])
PYTHON
build "$work/MyProgram"
"$scratch/release/MyProgram" "$photo" | grep -q "^nose tip at 0.4" || { echo "error: MyProgram finds no nose" >&2; exit 1; }
build "$work/MyProgram" --product lineament
swift run --skip-build -c release --package-path "$work/MyProgram" --scratch-path "$scratch" lineament models

build Tests/Clients/HostClient
"$scratch/release/HostClient" "$photo" "$work/photo.jpg"
size=$("$scratch/release/ImageClient" "$work/photo.jpg")
[ "$size" = "512x512" ] || { echo "error: ImageClient says $size" >&2; exit 1; }

# Each program checks its own results; one of them makes the video, which also stands in for the camera.
models=${MODELS:-$PWD/.lineament/models}
build Tests/Clients/Ported
ported() {
    local program=$1
    shift
    timeout 180 "$scratch/release/$program" "$@" >"$work/said" ||
        { tail -n 20 "$work/said" >&2; echo "error: $program fails" >&2; exit 1; }
}
ported MakeClip "$photo" "$work/clip.mp4"
ported MediaPipeService "$photo" "$models" "$work/clip.mp4"
ported OverlayGeometry "$photo" "$models"
LINEAMENT_CAMERA=$work/clip.mp4 ported CameraFeed "$models"
ported PortraitTests "$photo" "$models"
ported ServerPlugin "$photo" "$models"
ported MLKitStill "$photo"
LINEAMENT_CAMERA=$work/clip.mp4 ported MLKitLive
ported FirebaseFaces "$photo" "$work/clip.mp4"
ported VisionVideo "$work/clip.mp4"
ported VisionStill "$photo"
python3 - <<'PYTHON'
# Each piece of code in the page is some lines of the program named above it, in order.
import pathlib, re
sources = pathlib.Path("Tests/Clients/Ported/Sources")
text = pathlib.Path("docs/porting.md").read_text(encoding="utf-8")
pieces = re.findall(r"<!-- (\S+) -->\n```swift\n(.*?)```", text, re.S)
assert len(pieces) == len(re.findall("```swift", text)) > 0, "a piece without the name of its program"
for path, piece in pieces:
    wanted = [line.strip() for line in piece.splitlines() if line.strip() not in ("", "// …")]
    here = [line.strip() for line in (sources / path).read_text(encoding="utf-8").splitlines()]
    at = 0
    for line in wanted:
        assert line in here[at:], f"docs/porting.md: {path} does not say: {line}"
        at = here.index(line, at) + 1
PYTHON

port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
"$scratch/release/UploadServer" "$port" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 50); do curl -s -o "$work/none" "127.0.0.1:$port/" && break || sleep 0.2; done
kill -0 $server || { echo "error: UploadServer does not run" >&2; exit 1; }
upload() { curl -s -o "$work/answer" -w '%{http_code}' --data-binary "@$1" "127.0.0.1:$port/faces"; }
status=$(upload "$photo")
points=$(grep -o '"x":' "$work/answer" | wc -l)
[ "$status $points" = "200 478" ] || { echo "error: UploadServer answers $status with $points points" >&2; exit 1; }
echo "no picture" >"$work/text"
status=$(upload "$work/text")
[ "$status" = 400 ] || { echo "error: UploadServer answers $status to what is no picture" >&2; exit 1; }
