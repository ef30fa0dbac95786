# SPDX-License-Identifier: Apache-2.0
"""Measures how the library, the program, the service and Python use the cores there are. `make bench-cores` runs it.

usage: cores.py [--only TEXT] [--all] [--seconds S] [--cores N,N...] [--output FILE]

Each row is measured on the first N cores (taskset) and compared with N times one core, on which one thread does the same.
"Processes" is the most there is: a process for each core, pinned to it. The rows with neighbors take turns with MediaPipe:
one caller beside endless loops, with the default threads and with one, and the better of both. Needs what Benchmarks/run.py
prepares; rows with MediaPipe need its environment, others only the standard library.
"""
import argparse
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import run
import serve_load

ROOT = run.ROOT
WORK = pathlib.Path(os.environ.get("LINEAMENT_BENCH", ROOT / ".lineament" / "bench"))
WORKER = os.environ.get("LINEAMENT_BENCH_WORKER", ROOT / ".build/release/BenchmarkWorker")
PROGRAM = os.environ.get("LINEAMENT_PROGRAM", ROOT / ".build/release/lineament")
MEDIAPIPE = WORK / "python/bin/python"
CASES = ["landmarker-video", "pose-video"]
COMMANDS = [
    ["face-landmarker", "--range", "short", "--num-faces", "1"],
    ["face-landmarker"],
    ["pose-landmarker", "--separation", "mediapipe", "--num-poses", "1"],
]
PATHS = ["/v1/face-landmarker?range=short&numFaces=1"]
# The same for the other tasks, with their defaults: --all.
OTHER_CASES = ["hand-video", "holistic-video"]
OTHER_COMMANDS = [["face-detector"], ["hand-landmarker"], ["holistic-landmarker"], ["faces"]]
PHOTOS_PER_CORE = 120
NEIGHBORS = [(0, 0), (1, 10), (1, 0), (2, 0)]
TURNS = 5


def pinned(cores):
    return ["taskset", "-c", cores if isinstance(cores, str) else f"0-{cores - 1}"]


def printed(command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


class Table:
    """Rows that are printed as they come, and kept."""

    def __init__(self):
        self.rows = []

    def add(self, name, cores, rate, one=None, remark=""):
        ratio = None if one is None else rate / one
        self.rows.append({"name": name, "cores": cores, "per second": rate, "times one core": ratio, "remark": remark})
        times = "" if ratio is None else f"{ratio:.2f} times one"
        print(f"{name:52} {cores:3} cores {rate:9.1f}/s  {times:16} {remark}", flush=True)


def frames_per_second(case, callers, seconds, cores, threads=0):
    return float(printed([*pinned(cores), WORKER, WORK, case, callers, seconds, threads]).split()[-1])


def library(table, counts, seconds):
    """Threads that call one task, each with a session of its own."""
    for case in CASES:
        one = frames_per_second(case, 1, seconds, 1, threads=1)
        table.add(f"library, {case}, one thread", 1, one, one)
        for cores in counts:
            for callers in sorted({1, 2, cores, 4 * cores}):
                rate = frames_per_second(case, callers, seconds, cores)
                table.add(f"library, {case}, {callers} threads", cores, rate, one)
            commands = [[*pinned(str(core)), WORKER, WORK, case, 1, seconds, 1] for core in range(cores)]
            running = [subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True) for command in commands]
            table.add(f"library, {case}, processes", cores, sum(float(process.communicate()[0]) for process in running), one)


def photos_per_second(command, photos, cores, passes):
    paths = [photos] * passes
    start = time.perf_counter()
    printed([*pinned(cores), PROGRAM, *command, "--output", os.devnull, "--quiet", *paths])
    return len(list(photos.iterdir())) * passes / (time.perf_counter() - start)


def command_line(table, counts, seconds):
    """A folder of photos, from the program's start to its end."""
    del seconds
    photos = WORK / "folder"
    count = len(list(photos.iterdir()))
    for command in COMMANDS:
        one = None
        for cores in sorted({1, *counts}):
            passes = max(1, round(PHOTOS_PER_CORE * cores / count))
            rate = statistics.median(photos_per_second(command, photos, cores, passes) for _ in range(3))
            one = one or rate
            table.add("program, " + " ".join(command), cores, rate, one)


def requests_per_second(port, photo, clients, seconds, path):
    """Lets as many clients ask again as soon as they are answered. Each is a process: Python's own threads take turns."""
    command = [sys.executable, __file__, "--client", port, photo, seconds, path]
    running = [subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True) for _ in range(clients)]
    return sum(float(process.communicate()[0]) for process in running)


def client(port, photo, seconds, path):
    import http.client

    body = pathlib.Path(photo).read_bytes()
    connection = http.client.HTTPConnection("127.0.0.1", int(port))
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < float(seconds):
        connection.request("POST", path, body, {"Content-Type": "image/jpeg"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"The service answered {answer.status}.")
        count += 1
    print(count / (time.perf_counter() - start))


def service(table, counts, seconds):
    """Clients that ask again as soon as they are answered, on all cores; the service has the first N."""
    photo = WORK / "jpeg-2mp.jpg"
    for path in PATHS:
        one = None
        for cores in sorted({1, *counts}):
            with serve_load.running_server(*pinned(cores), PROGRAM) as port:
                requests_per_second(port, photo, 2 * cores, 1, path)
                rate = requests_per_second(port, photo, 2 * cores, seconds, path)
            one = one or rate
            table.add(f"service, {path}", cores, rate, one)


def mean(worker, case, rounds):
    return statistics.mean(worker.run(case, rounds))


@contextlib.contextmanager
def loops(count, niceness):
    """Runs endless loops, which stand for a browser, a backup or a camera's driver."""
    running = [subprocess.Popen(["nice", "-n", str(niceness), sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def neighbors(table, counts, seconds):
    """One caller beside other programs, in turns with one thread and with MediaPipe."""
    del counts
    serve = [WORKER, WORK]
    workers = {"default threads": run.Worker(serve, 0), "one thread": run.Worker([WORKER, WORK, "", "", "", "1"], 0)}
    if MEDIAPIPE.exists():
        workers["MediaPipe"] = run.Worker([MEDIAPIPE, ROOT / "Benchmarks/mediapipe_worker.py", WORK, run.MODELS], 0)
    for case in dict.fromkeys([*CASES, "landmarker-video-everything", "hand-video", "holistic-video"]):
        for worker in workers.values():
            mean(worker, case, 80)
        for count, niceness in NEIGHBORS:
            with loops(count, niceness):
                rounds = {name: max(20, int(seconds * 1000 / mean(worker, case, 20))) for name, worker in workers.items()}
                turns = [{name: mean(worker, case, rounds[name]) for name, worker in workers.items()} for _ in range(TURNS)]
            times = {name: statistics.median(turn[name] for turn in turns) for name in workers}
            remark = ", ".join(f"{name} {value:.2f} ms" for name, value in times.items() if name != "default threads")
            name = f"{case}, {count} neighbors at nice {niceness}" if count else f"{case}, idle"
            table.add(name, os.cpu_count(), 1000 / times["default threads"], remark=f"{times['default threads']:.2f} ms; {remark}")
    for worker in workers.values():
        worker.close()


SECTIONS = {"library": library, "program": command_line, "service": service, "neighbors": neighbors}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help=f"only the section with this name: {', '.join(SECTIONS)}")
    parser.add_argument("--all", action="store_true", help="all tasks, with their defaults")
    parser.add_argument("--seconds", type=float, default=3, help="the time of each measurement")
    parser.add_argument("--cores", default="", help="the numbers of cores, separated by commas")
    parser.add_argument("--output", help="a file for the rows, as JSON")
    options = parser.parse_args()
    if options.all:
        CASES.extend(OTHER_CASES)
        COMMANDS.extend(OTHER_COMMANDS)
        PATHS.extend(f"/v1/{task}" for task, *_ in COMMANDS[1:])
    available = len(os.sched_getaffinity(0))
    counts = [int(word) for word in options.cores.split(",") if word] or sorted({*(n for n in (2, 4, 8, 16, 32) if n <= available), available})
    table = Table()
    for name, section in SECTIONS.items():
        if options.only in name:
            section(table, counts, options.seconds)
    if options.output:
        pathlib.Path(options.output).write_text(json.dumps(table.rows, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--client"]:
        client(*sys.argv[2:])
    else:
        main()
