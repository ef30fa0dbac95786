# SPDX-License-Identifier: Apache-2.0
"""Compares the job on Ray with the command line program, over the same photos on this machine.

usage: ray.py PYTHON PROGRAM PHOTOS… [--count N] [--actors N]

PYTHON has Ray and `lineament`; `make test-arrow` makes one, .build-program/ray/bin/python. The photos are linked until
there are N of them. Prints the photos per second of both between the 10th and the 90th percent of the photos, and as a
whole; the rows that differ; and the memory of the actors, their child processes and the object store.
"""
import argparse
import glob
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

SHARD = 200


def memory():
    """Returns the resident memory, in MB, of the job's processes by their kinds, and of the object store."""
    found = {"driver": [], "actor": [], "child": []}
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            command = pathlib.Path(folder, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            status = pathlib.Path(folder, "status").read_text()
        except OSError:
            continue
        kinds = {"ray::ShardWorker": "actor", "_arrow_worker": "child", "-m lineament.ray": "driver"}
        kind = next((kind for mark, kind in kinds.items() if mark in command), None)
        resident = next((line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")), None)
        if kind and resident:
            found[kind].append(int(resident) // 1024)
    store = sum(os.stat(path).st_blocks * 512 >> 20 for path in glob.glob("/dev/shm/plasma*"))
    return {**found, "store": [store]}


def watched(command, log):
    """Runs a command and returns its seconds; appends its memory to `log` every two seconds."""
    begun = time.time()
    process = subprocess.Popen(command)
    ended = threading.Event()

    def watch():
        while not ended.wait(2):
            log.append((time.time() - begun, memory()))

    thread = threading.Thread(target=watch)
    thread.start()
    status = process.wait()
    ended.set()
    thread.join()
    if status not in (0, 1):
        sys.exit(f"{command[0]} ended with status {status}")
    return time.time() - begun


def span(times, weights):
    """Returns the photos per second between the first and the last tenth of all."""
    total, done, inside = sum(weights), 0, []
    for moment, weight in sorted(zip(times, weights)):
        done += weight
        if 0.1 * total <= done <= 0.9 * total:
            inside.append((moment, done))
    return (inside[-1][1] - inside[0][1]) / (inside[-1][0] - inside[0][0])


def command_line(program, photos, jobs, lines):
    """Writes the program's lines to a file; returns the time of each line, and the seconds of the whole."""
    begun, times = time.time(), []
    command = [program, "face-landmarker", "--jobs", str(jobs), photos]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process, open(lines, "wb") as file:
        for line in process.stdout:
            times.append(time.time())
            file.write(line)
    return times, time.time() - begun


def differences(python, lines, output):
    """Returns how many of the program's lines have no equal row, and the count of both."""
    code = """
import glob, json, sys
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
from lineament.arrow import to_numpy
rows = {}
for path in sorted(glob.glob(sys.argv[2] + "/shard-*.parquet")):
    table = pq.read_table(path)
    for row in table.select(["path", "error"]).to_pylist():
        assert row["path"] not in rows, "twice: " + row["path"]
        rows[row["path"]] = [row["error"]]
    faces = table["faces"].to_pylist()
    for path, found in zip(table["path"].to_pylist(), faces):
        points = [[(p["x"], p["y"], p["z"]) for p in face["landmarks"]] for face in found or []]
        rows[path].append(hash(np.array(points, np.float32).tobytes()))
lines = different = 0
for line in open(sys.argv[1], "rb"):
    line = json.loads(line)
    points = [[(p["x"], p["y"], p["z"]) for p in face] for face in line.get("faceLandmarks", [])]
    equal = [line.get("error"), hash(np.array(points, np.float32).tobytes())]
    lines, different = lines + 1, different + (rows.get(line["source"]) != equal)
print(json.dumps({"lines": lines, "rows": len(rows), "different": different}))
"""
    return json.loads(subprocess.run([python, "-c", code, lines, output], stdout=subprocess.PIPE, check=True).stdout)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("python")
    parser.add_argument("program")
    parser.add_argument("photos", nargs="+")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--actors", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        photos, output, lines = f"{folder}/photos", f"{folder}/faces", f"{folder}/faces.jsonl"
        os.mkdir(photos)
        for index in range(arguments.count):
            source = os.path.abspath(arguments.photos[index % len(arguments.photos)])
            os.symlink(source, f"{photos}/{index:06}{os.path.splitext(source)[1]}")
        times, whole = command_line(arguments.program, photos, arguments.actors, lines)
        one = span(times, [1] * len(times))
        print(f"command line: {one:.1f} photos/s from 10 to 90 %, {len(times) / whole:.1f} as a whole", flush=True)

        log = []
        job = [arguments.python, "-m", "lineament.ray", photos, "--output", output, "--task", "face-landmarker"]
        job += ["--shard-size", str(SHARD), "--actors", str(arguments.actors), "--address", "local", "--quiet"]
        whole = watched(job, log)
        counts = [json.loads(pathlib.Path(path).read_text()) for path in glob.glob(f"{output}/shard-*.json")]
        two = span([each["finished"] for each in counts], [each["images"] for each in counts])
        print(f"job on Ray: {two:.1f} photos/s from 10 to 90 %, {arguments.count / whole:.1f} as a whole")
        print(f"ratio: {two / one:.3f}")
        for part in (0.2, 0.4, 0.6, 0.8, 0.95):
            moment, sizes = log[int(part * (len(log) - 1))]
            print(f"memory after {moment:.0f} s, MB: {sizes}")
        print(differences(arguments.python, lines, output))


if __name__ == "__main__":
    main()
