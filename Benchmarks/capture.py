# SPDX-License-Identifier: Apache-2.0
"""Compares `lineament capture` with `lineament holistic-landmarker` on the same video: capture.py [VIDEO] [--turns N] [--duration SECONDS]

Both find the same people with the same models, without smoothing from frame to frame; a recording is also cleaned and written. The
programs run in turns, each format beside the command that finds what it needs (with blendshapes or without). The table has the medians of
processor time and wall time, what a recording takes more, and the highest memory. Without a video, one of 1080p is made that pans over the
sample photo.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from redact import ROOT, clip

# The formats, and whether they have blendshapes.
FORMATS = {"bvh": False, "pose": False, "glb": True, "table": True}


def run(command):
    """Runs a program; returns its processor time and wall time in seconds, and its highest memory in bytes."""
    start = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command}: {message}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss << 10


def median(runs):
    return [statistics.median(column) for column in zip(*runs)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("video", nargs="?")
    parser.add_argument("--program", default=str(ROOT / ".build" / "release" / "lineament"))
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--duration", type=float, help="seconds of the video; all of it, or 20 of one that is made")
    parser.add_argument("--formats", default=",".join(FORMATS))
    arguments = parser.parse_args()
    home = pathlib.Path(os.environ.setdefault("LINEAMENT_HOME", str(ROOT / ".lineament")))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        video = arguments.video or clip(folder, str(home / "samples/astronaut.png"), arguments.duration or 20)
        part = ["--duration", arguments.duration] if arguments.duration else []
        formats = arguments.formats.split(",")
        find = [arguments.program, "holistic-landmarker", video, *part, "--quiet", "--smoothing", "none"]
        find += ["--output", folder / "found.jsonl"]
        commands = {"find": find, "find with shapes": [*find, "--output-face-blendshapes"]}
        for each in formats:
            commands[each] = [arguments.program, "capture", video, *part, "--quiet", "--format", each, "--output", folder / f"out-{each}"]
        runs = {name: [] for name in commands}
        for _ in range(arguments.turns):
            for name, command in commands.items():
                runs[name].append(run(command))
    print(f"Medians of {arguments.turns} turns.\n\n| | processor, s | wall, s | more processor time | more wall time | memory, MB |")
    print("|---|---|---|---|---|---|")
    for name in commands:
        processor, wall, memory = median(runs[name])
        base = median(runs["find with shapes" if FORMATS.get(name) else "find"])
        shares = [f"{value / other - 1:+.1%}" if name in FORMATS else "–" for value, other in zip((processor, wall), base)]
        label = f"capture, {name}" if name in FORMATS else "holistic-landmarker" + name.removeprefix("find")
        print(f"| {label} | {processor:.2f} | {wall:.2f} | {shares[0]} | {shares[1]} | {memory / 1e6:.0f} |")


if __name__ == "__main__":
    main()
