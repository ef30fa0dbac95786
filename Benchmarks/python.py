# SPDX-License-Identifier: Apache-2.0
"""Compares the Python package `lineament` with MediaPipe's, in turns on one machine. `make bench` runs it.

usage: python.py PYTHON [--turns N]

PYTHON has both packages; `make test-python` makes one, .build-program/python/bin/python. Three programs take turns:
MediaPipe's package as it is, the package `lineament` with results as arrays, and MediaPipe's own objects with Lineament
under them. Each call begins with decoded pixels of VGA size. Prints milliseconds, ratios, and peak memory.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ASSETS = ROOT / ".lineament"
KINDS = ["mediapipe", "lineament", "under mediapipe"]
CASES = [
    ("face-detector", "FaceDetector, image"),
    ("face-landmarker", "FaceLandmarker, image, with blendshapes and matrix"),
    ("face-landmarker-video", "… video"),
    ("pose-landmarker-video", "PoseLandmarker, video"),
]
ROUNDS = 60


def worker(kind):
    """For each case named on standard input, prints the time of every round in milliseconds."""
    if kind == "under mediapipe":
        import lineament

        lineament.use_in_mediapipe()
    if kind == "lineament":
        import lineament as mp
    else:
        import mediapipe as mp
    import numpy

    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    pixels = numpy.load(ASSETS / "bench" / "python.npy")
    rounds = {case: call(mp, kind, case, pixels) for case, _ in CASES}
    print("ready", file=out, flush=True)
    for line in sys.stdin:
        run, times = rounds[line.strip()], []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            run()
            times.append((time.perf_counter() - start) * 1e3)
        print(*times, file=out, flush=True)


def call(mp, kind, case, pixels):
    """Returns a function that makes an image of the pixels, runs the task, and looks at a landmark of the result."""
    vision, mode = mp.tasks.vision, mp.tasks.vision.RunningMode
    running = mode.VIDEO if case.endswith("video") else mode.IMAGE

    def base(name):
        return mp.tasks.BaseOptions(model_asset_path=str(ASSETS / "models" / name))

    if case == "face-detector":
        task = vision.FaceDetector.create_from_options(
            vision.FaceDetectorOptions(base_options=base("face_detection_short_range.tflite")))
        look = (lambda result: result.boxes_array[0, 0]) if kind == "lineament" else (
            lambda result: result.detections[0].bounding_box.origin_x)
    elif case.startswith("face-landmarker"):
        task = vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
            base_options=base("face_landmarker.task"), running_mode=running, output_face_blendshapes=True,
            output_facial_transformation_matrixes=True))
        look = (lambda result: result.face_landmarks_array[0, 1, 0]) if kind == "lineament" else (
            lambda result: result.face_landmarks[0][1].x)
    else:
        task = vision.PoseLandmarker.create_from_options(vision.PoseLandmarkerOptions(
            base_options=base("pose_landmarker_full.task"), running_mode=running))
        look = (lambda result: result.pose_landmarks_array[0, 0, 0]) if kind == "lineament" else (
            lambda result: result.pose_landmarks[0][0].x)
    clock = iter(range(0, 1 << 40, 33))

    def run():
        image = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels)
        result = task.detect(image) if running is mode.IMAGE else task.detect_for_video(image, next(clock))
        return look(result)
    return run


FIRST = """
import {module} as mp
vision = mp.tasks.vision
landmarker = vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
    base_options=mp.tasks.BaseOptions(model_asset_path={model!r})))
import numpy
image = mp.Image(image_format=mp.ImageFormat.SRGB, data=numpy.load({pixels!r}))
assert landmarker.detect(image).face_landmarks[0][1].x
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0], flush=True)
"""


def first_result(python, module):
    """Returns the seconds from the start of a program to its first result, and its peak memory in megabytes."""
    script = FIRST.format(
        module=module, model=str(ASSETS / "models/face_landmarker.task"), pixels=str(ASSETS / "bench/python.npy"))
    start = time.perf_counter()
    with subprocess.Popen(
            [python, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        kilobytes = int(process.stdout.readline())
        seconds = time.perf_counter() - start
    return seconds, kilobytes / 1024


PREPARE = """
import sys, numpy
from PIL import Image
photo = Image.open(sys.argv[1]).convert("RGB").resize((640, 640), Image.BICUBIC).crop((0, 40, 640, 520))
numpy.save(sys.argv[2], numpy.array(photo))
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("python")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--worker")
    arguments = parser.parse_args()
    if arguments.worker:
        return worker(arguments.worker)
    python = str(pathlib.Path(arguments.python).absolute())
    os.environ["LINEAMENT_HOME"] = str(ASSETS)
    (ASSETS / "bench").mkdir(exist_ok=True)
    subprocess.run([python, "-c", PREPARE, ASSETS / "samples/astronaut.png", ASSETS / "bench/python.npy"], check=True)

    workers = {kind: start(python, kind) for kind in KINDS}
    times = {(kind, case): [] for kind in KINDS for case, _ in CASES}
    for turn in range(arguments.turns + 1):
        for case, _ in CASES:
            for kind in KINDS:
                process = workers[kind]
                process.stdin.write(case + "\n")
                process.stdin.flush()
                measured = [float(word) for word in process.stdout.readline().split()]
                if turn:  # The first turn warms up.
                    times[kind, case] += measured
    for process in workers.values():
        process.stdin.close()
        process.wait()

    print(f"{'':52} {'mediapipe':>10} {'lineament':>10} {'under it':>10}   ratios")
    ratios = {}
    for case, description in CASES:
        theirs, ours, under = (statistics.median(times[kind, case]) for kind in KINDS)
        ratios[case] = (ours / theirs, under / theirs)
        print(f"{description:52} {theirs:8.2f}ms {ours:8.2f}ms {under:8.2f}ms   {ours / theirs:.2f} {under / theirs:.2f}")
    firsts = {module: [first_result(python, module) for _ in range(arguments.turns)] for module in KINDS[:2]}
    for index, (name, unit) in enumerate((("start to first result", "s "), ("peak memory after one result", "MB"))):
        theirs, ours = (statistics.median(run[index] for run in firsts[module]) for module in KINDS[:2])
        ratios[name] = (ours / theirs,)
        print(f"{name:52} {theirs:8.2f}{unit} {ours:8.2f}{unit} {'':10}   {ours / theirs:.2f}")
    results = ROOT / "Benchmarks/results"
    results.mkdir(exist_ok=True)
    (results / "python.json").write_text(json.dumps(ratios, indent=1) + "\n")


def start(python, kind):
    process = subprocess.Popen(
        [python, __file__, python, "--worker", kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=open(ASSETS / "bench" / "python.log", "w"), text=True)
    if process.stdout.readline() != "ready\n":
        sys.exit(f"error: the worker \"{kind}\" does not start: see {ASSETS}/bench/python.log")
    return process


if __name__ == "__main__":
    main()
