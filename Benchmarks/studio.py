# SPDX-License-Identifier: Apache-2.0
"""Measures the studio's camera in headless Chromium, with a video in which each frame carries its number.

usage: studio.py PROGRAM PHOTO [--seconds S] [--chromium PATH]

Prints the time until the first landmarks are shown, the frames per second, the time from capture to drawing, how far the
drawn landmarks are from the command line's for the same frame, and the memory of server and page at the beginning and the
end. Needs the package playwright.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT, RATE, FRAMES, CELL = 640, 480, 30, 90, 16


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("photo")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    return parser.parse_args()


ARGUMENTS = parse()
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/Server"))
sys.argv[1:] = [ARGUMENTS.program, ARGUMENTS.photo]
from media import photo_planes  # noqa: E402  (the tests' modules read the arguments above)
from service import Server  # noqa: E402

# The page's script: remembers each drawn frame with the number that its pixels carry.
REMEMBER = """() => {
  window.seen = [];
  window.lineament.onFrame = async (entry, picture) => {
    const copy = picture.clone();
    try {
      const rect = { x: 0, y: %d, width: %d, height: 2 };
      const bytes = new Uint8Array(copy.allocationSize({ rect }));
      await copy.copyTo(bytes, { rect });
      let number = 0;
      for (let bit = 0; bit < 8; bit += 1) if (bytes[bit * %d + %d] > 128) number |= 1 << bit;
      window.seen.push({
        number, captured: entry.captured, drawn: entry.drawn, stages: entry.stages,
        points: entry.result.faceLandmarks.map((face) => face.flatMap(({ x, y }) => [x, y])),
      });
      // Points take memory, which would look as if the page grew: those of the last frames are enough.
      if (window.seen.length > 1000) window.seen.at(-1001).points = undefined;
    } finally {
      copy.close();
    }
  };
}""" % (HEIGHT - CELL // 2, 8 * CELL, CELL, CELL // 2)


def frame(number):
    """The photo on gray, a little further right in each frame; its number as eight black or white squares below."""
    luma, *chroma = photo_planes()
    left = 60 + 2 * abs(number % 60 - 30)
    rows = [b"\x80" * left + row + b"\x80" * (WIDTH - left - len(row)) for row in luma[:HEIGHT]]
    code = b"".join((b"\xeb" if number >> bit & 1 else b"\x10") * CELL for bit in range(8))
    rows[-CELL:] = [code + row[len(code):] for row in rows[-CELL:]]
    for plane in chroma:
        for row in plane[: HEIGHT // 2]:
            rows.append(b"\x80" * (left // 2) + row + b"\x80" * (WIDTH // 2 - left // 2 - len(row)))
    return b"".join(rows)


def write_video(path):
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420\n".encode())
        for number in range(FRAMES):
            file.write(b"FRAME\n" + frame(number))


def landmarks_by_number(video):
    """The command line's landmarks of each frame, in fractions."""
    line = [ARGUMENTS.program, "face-landmarker", video, "--running-mode", "video", "--smoothing", "none", "--format", "json"]
    lines = subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines()
    results = [json.loads(line)["faceLandmarks"] for line in lines]
    return [[[value for point in face for value in (point["x"], point["y"])] for face in faces] for faces in results]


def distance(one, other):
    """The largest distance between points, in pixels; infinity if there are not as many faces."""
    if len(one) != len(other):
        return float("inf")
    scale = [WIDTH, HEIGHT]
    return max((abs(a - b) * scale[place % 2] for left, right in zip(one, other)
                for place, (a, b) in enumerate(zip(left, right))), default=0)


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmRSS"))


def watch(page, server, seconds):
    """Lets the camera run; returns what was drawn, and the memory of server and page at times, in MB."""
    # Polling from here, as the page's policy forbids Playwright's own way.
    start = time.monotonic()
    while page.evaluate("() => window.lineament?.frames.length ?? 0") < 30:
        if time.monotonic() > start + 30:
            sys.exit(f"error: no frames were drawn. {page.inner_text('body')[:500]}")
        time.sleep(0.2)
    page.evaluate(REMEMBER)
    memory, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        heap = page.evaluate("() => performance.memory.usedJSHeapSize") / 1e6
        memory.append((resident(server.process.pid), round(heap)))
        time.sleep(min(10, seconds / 4))
    return page.evaluate("() => window.seen"), memory


def first_landmarks(page, address):
    """The time from opening the page until the first card of a face, in seconds."""
    start = time.monotonic()
    page.goto(address, wait_until="commit")
    while "Face 1" not in page.evaluate("() => document.body?.innerText ?? ''"):
        time.sleep(0.01)
    return time.monotonic() - start


def report(seen, memory, expected, errors):
    ways = sorted(entry["drawn"] - entry["captured"] for entry in seen)
    length = (seen[-1]["drawn"] - seen[0]["drawn"]) / 1000
    distances = [distance(entry["points"], expected[entry["number"]]) for entry in seen if entry.get("points") is not None]
    print(f"{(len(seen) - 1) / length:.1f} frames/s over {length:.0f} s")
    print(f"capture to drawn: median {statistics.median(ways):.0f} ms, p95 {ways[int(0.95 * len(ways))]:.0f} ms")
    for stage in seen[0]["stages"]:
        print(f"  {stage}: median {statistics.median(entry['stages'][stage] for entry in seen):.1f} ms")
    print(f"landmarks against the command line's for the frame: at most {max(distances):.3f} px")
    print(f"server {memory[0][0]} MB at first, {memory[-1][0]} MB at last; page {memory[0][1]} MB, {memory[-1][1]} MB")
    print(f"console errors: {errors or 'none'}")


def main():
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        video = os.path.join(folder, "numbers.y4m")
        write_video(video)
        expected = landmarks_by_number(video)
        server = Server()
        browser = playwright.chromium.launch(executable_path=ARGUMENTS.chromium, args=[
            "--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={video}", "--enable-precise-memory-info"])
        page, errors = browser.new_page(viewport={"width": 1280, "height": 800}), []
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        print(f"first landmarks after {first_landmarks(page, f'http://127.0.0.1:{server.port}/'):.2f} s")
        page.goto("about:blank")
        page.goto(f"http://127.0.0.1:{server.port}/#mode=camera&task=face-landmarker&outputFaceBlendshapes=true&smoothing=none")
        seen, memory = watch(page, server, ARGUMENTS.seconds)
        browser.close()
        server.stop()
        report(seen, memory, expected, errors)


main()
