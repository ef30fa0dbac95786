# SPDX-License-Identifier: Apache-2.0
"""Measures what docs/scale.md and `lineament bench --plan` are made of: core time and memory of each task, and the service under load.

usage: scale.py batch PROGRAM PHOTOS VIDEO... [--task T]     core time and memory, as JSON lines; PHOTOS is a folder
       scale.py service PROGRAM PHOTO [--task T] [--workers N] [--seconds S]

--task names one of the tasks, several with commas between, or all. The core time of an item is the processor time that more
items take, on one core, so that what else runs hardly matters. `service` compares the times of answers, with requests that
come at random, with the program's plan for workers that have a core each: what it knows of them is the processor time of a
request, measured before by one client. Beside other programs, run it by `chrt -r 10`, which lets it have the cores first.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import pathlib
import subprocess
import time

import serve_load

TASKS = {
    "face-detector": ["face-detector"],
    "face-landmarker": ["face-landmarker"],
    "face-landmarker-one": ["face-landmarker", "--range", "short", "--num-faces", "1"],
    "pose-landmarker": ["pose-landmarker"],
    "hand-landmarker": ["hand-landmarker"],
    "holistic-landmarker": ["holistic-landmarker"],
    "faces": ["faces"],
}
# The paths of requests that do the same.
PATHS = {name: name for name in TASKS} | {"face-landmarker-one": "face-landmarker?range=short&numFaces=1"}
LOADS = [0.3, 0.5, 0.7, 0.8]


def usage(command, cores=1):
    """Processor time in seconds and the most memory in MB of a command on the first cores."""
    process = subprocess.Popen(["taskset", "-c", f"0-{cores - 1}", *map(str, command)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def measure(program, name, words, inputs, more, items, **remarks):
    """Prints the core time of an item: what `more` inputs take beyond `inputs`, by the items between."""
    command = [program, *words, "--quiet", "--format", "json"]
    few, memory = usage([*command, *inputs])
    many, memory = usage([*command, *more])
    _, memory_of_two = usage([*command, *more], cores=2)
    row = {"row": name, "core_ms": round(1000 * (many - few) / items, 2), "memory_mb": round(memory),
           "two_cores_mb": round(memory_of_two), **remarks}
    print(json.dumps(row), flush=True)


def batch(chosen):
    photos = sorted(pathlib.Path(chosen.photo).iterdir())
    for task in chosen.tasks:
        words = TASKS[task]
        measure(chosen.program, f"{task}, photos", words, photos[:2], [*photos[:2], *photos], len(photos))
        for video in chosen.videos:
            rate = frames_per_second(video)
            measure(chosen.program, f"{task}, {pathlib.Path(video).name}", [*words, "--duration", "3"], [video], [video, video],
                    3 * rate, frames_per_second=rate)


def frames_per_second(video):
    words = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=r_frame_rate", "-of", "csv=p=0", video]
    above, below = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip().split("/")
    return int(above) / int(below)


class Copy:
    """A service that is pinned to cores; knows its process."""

    def __init__(self, program, cores):
        self.process = subprocess.Popen(["taskset", "-c", cores, program, "serve", "--port", "0", "--max-waiting", "10000"],
                                        stderr=subprocess.PIPE, text=True)
        self.port = int(self.process.stderr.readline().split(":")[-1].split(".")[0])

    def seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1000

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def others():
    """Processor time of all cores that was used so far, in seconds."""
    with open("/proc/stat", encoding="utf-8") as file:
        fields = [int(word) for word in file.readline().split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def alone(copy, path, photo, count):
    """Core time of a request and time of its answer, in ms, with one client."""
    connection = http.client.HTTPConnection("127.0.0.1", copy.port)
    times = []
    for number in range(count + 10):
        if number == 10:
            before = copy.seconds()
        start = time.perf_counter()
        connection.request("POST", f"/v1/{path}", photo)
        connection.getresponse().read()
        times.append(time.perf_counter() - start)
    times = sorted(times[10:])
    return 1000 * (copy.seconds() - before) / count, 1000 * times[count // 2]


def planned(program, core_ms):
    """Capacity of a worker with one core, and the times of answers by load, as the program plans them."""
    words = ["bench", "--plan", "--core-ms", core_ms, "--cores", 1, "--requests-per-second", 1, "--latency", "864000s", "--format", "json"]
    plan = json.loads(subprocess.run([str(word) for word in [program, *words]], check=True, capture_output=True, text=True).stdout)
    return plan["capacityPerWorker"], {point["load"]: point["milliseconds"] for point in plan["curve"]}


def service(chosen):
    for task in chosen.tasks:
        load_service(chosen, task, PATHS[task])


def load_service(chosen, task, path):
    photo = pathlib.Path(chosen.photo).read_bytes()
    with contextlib.ExitStack() as stack:
        copies = [Copy(chosen.program, str(core)) for core in range(chosen.workers)]
        for copy in copies:
            stack.callback(copy.stop)
        core_ms, answer_ms = zip(*(alone(copy, path, photo, 60) for copy in copies))
        core_ms, answer_ms = sum(core_ms) / len(copies), sum(answer_ms) / len(copies)
        print(f"{task}: core time of a request {core_ms:.1f} ms, answer to one client {answer_ms:.1f} ms")
        capacity, times = planned(chosen.program, max(core_ms, answer_ms))
        print("load  requests/s  p50 ms (predicted)  p99 ms (predicted)  of the cores others used")
        for load in LOADS:
            rate = load * capacity * chosen.workers
            run = serve_load.Load([copy.port for copy in copies], serve_load.request_of(path, photo))
            start, used, own = time.monotonic(), others(), sum(copy.seconds() for copy in copies) + sum(os.times()[:2])
            asyncio.run(run.run(rate, chosen.seconds, at_random=True))
            foreign = (others() - used - (sum(copy.seconds() for copy in copies) + sum(os.times()[:2]) - own)) / (time.monotonic() - start)
            print(f"{load:4.0%} {rate:10.1f} {run.quantile(0.5):10.1f} ({times[load]['p50']:6.1f}) "
                  f"{run.quantile(0.99):10.1f} ({times[load]['p99']:6.1f}) {foreign:10.2f}  {dict(run.statuses)}", flush=True)
        print(f"memory: {max(copy.memory() for copy in copies):.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["batch", "service"])
    parser.add_argument("program")
    parser.add_argument("photo")
    parser.add_argument("videos", nargs="*")
    parser.add_argument("--task", help=f"{', '.join(TASKS)}, or all (batch: all unless told, service: face-landmarker)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=15)
    chosen = parser.parse_args()
    usual = "all" if chosen.what == "batch" else "face-landmarker"
    chosen.tasks = list(TASKS) if (chosen.task or usual) == "all" else (chosen.task or usual).split(",")
    if unknown := [task for task in chosen.tasks if task not in TASKS]:
        parser.error(f"There is no task {', '.join(unknown)}. Use {', '.join(TASKS)}, or all.")
    {"batch": batch, "service": service}[chosen.what](chosen)


if __name__ == "__main__":
    main()
