# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of Lineament and MediaPipe 1.2.2 in alternating runs on one machine. `make bench` runs it.

usage: run.py [--rounds N] [--only TEXT] [--compare]

Creates a Python environment in .lineament/bench and images and a video from the sample photo. Then it alternately asks
workers of both sides for several rounds of each case, with default threads and pinned to one core. Whole programs (a
folder, a video, the first result) alternate too, and so do redaction and FFmpeg, if that is installed. Prints a table
and writes it to Benchmarks/results, or compares its ratios with those that are there.
"""
import argparse
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

import redact

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".lineament" / "bench"
MODELS = ROOT / ".lineament" / "models"
PROGRAMS = ROOT / ".build" / "release"
PACKAGES = ROOT / "Scripts/python/benchmarks.txt"
RESULTS = ROOT / "Benchmarks/results"
TURNS = 5
# With --compare, a ratio may be this many times the stored one, as machines differ and are shared.
TOLERANCE = 1.5

# Case, description, rounds per turn, and the highest acceptable ratios with default threads and on one core.
# After a pause, the threads of either side take some tenths of a second to settle on their cores, so turns last longer.
CASES = [
    ("detector-1mp", "FaceDetector, decoded 1 MP", 300, 0.50, None),
    ("detector-20mp", "FaceDetector, decoded 20 MP", 20, 0.10, None),
    ("landmarker-20mp", "FaceLandmarker, decoded 20 MP", 20, 0.15, None),
    ("landmarker-image", "FaceLandmarker, image, VGA", 150, 0.42, 0.72),
    ("landmarker-image-everything", "… with blendshapes and matrix", 150, 0.44, 0.72),
    ("landmarker-video", "FaceLandmarker, video, VGA", 200, 0.42, 0.72),
    ("landmarker-video-everything", "… with blendshapes and matrix", 200, 0.44, 0.72),
    ("landmarker-3-faces", "FaceLandmarker, 3 faces, everything", 60, 0.40, None),
    ("landmarker-5-faces", "FaceLandmarker, 5 faces, everything", 60, 0.40, None),
    ("pose-image", "PoseLandmarker, image, VGA", 50, None, None),
    ("pose-video", "PoseLandmarker, video, VGA", 120, 0.36, 0.62),
    ("pose-video-masks", "… with masks", 120, 0.50, None),
    ("hand-image", "HandLandmarker, image, VGA", 80, 0.45, None),
    ("hand-video", "HandLandmarker, video, VGA", 120, 0.40, None),
    ("holistic-video", "HolisticLandmarker, video, beside three tasks", 80, 0.40, None),
    ("jpeg-vga", "JPEG file to face landmarks, VGA", 30, None, None),
    ("jpeg-2mp", "… 2 MP", 20, None, None),
    ("jpeg-12mp", "… 12 MP, full decoding", 8, None, None),
    ("jpeg-12mp-scaled", "… 12 MP, scaled decoding", 8, 0.28, None),
    ("jpeg-24mp", "… 24 MP, full decoding", 5, None, None),
    ("jpeg-24mp-scaled", "… 24 MP, scaled decoding", 5, None, None),
]


def environment():
    """Returns the Python interpreter with MediaPipe, creating its environment once."""
    python = WORK / "python" / "bin" / "python"
    if not python.exists():
        print("creating a Python environment with MediaPipe", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", WORK / "python"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", PACKAGES], check=True)
    return python


PREPARE = """
import pathlib, sys
from PIL import Image
work = pathlib.Path(sys.argv[1])
photo = Image.open(sys.argv[2]).convert("RGB")
def save(image, name): (work / f"{image.width}-{image.height}-{name}.rgb").write_bytes(image.tobytes())
for side in (1024, 4480): save(photo.resize((side, side), Image.BICUBIC), "one")
def vga(left): return photo.resize((640, 640), Image.BICUBIC).crop((0, 40, 640, 520)).transform((640, 480), Image.AFFINE, (1, 0, left, 0, 1, 0), Image.BICUBIC)
save(vga(0), "one")
# A sleeve that both take for a hand.
hand = photo.crop((96, 256, 224, 352))
for index in range(10): save(hand.transform((640, 480), Image.AFFINE, (0.2, 0, index * 0.6, 0, 0.2, 0), Image.BICUBIC), f"hand-{index}")
for index in range(10): save(vga(index * 6), f"video-{index}")
face = photo.crop((120, 20, 330, 230))
for count, name in ((3, "three"), (5, "five")):
    canvas = Image.new("RGB", (640, 480), (90, 90, 90))
    for i in range(count): canvas.paste(face, (5 + i % 3 * 212, 20 + i // 3 * 225))
    save(canvas, name)
for name, size in (("vga", (640, 480)), ("2mp", (1632, 1224)), ("12mp", (4032, 3024)), ("24mp", (6000, 4000))):
    scale = size[0] / 640
    vga(0).resize(size, Image.BICUBIC).save(work / f"jpeg-{name}.jpg", quality=92)
(work / "folder").mkdir(exist_ok=True)
for index in range(60): vga(index).resize((1632, 1224), Image.BICUBIC).save(work / "folder" / f"{index:02}.jpg", quality=92)
(work / "frames").mkdir(exist_ok=True)
for index in range(30): vga(index * 2).resize((1440, 1080), Image.BICUBIC).save(work / "frames" / f"{index:02}.jpg", quality=92)
import cv2, numpy
writer = cv2.VideoWriter(str(work / "clip.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 30, (1920, 1080))
for turn in range(5):
    for index in (range(30) if turn % 2 == 0 else reversed(range(30))):
        frame = numpy.zeros((1080, 1920, 3), numpy.uint8)
        frame[:, 240:1680] = cv2.imread(str(work / "frames" / f"{index:02}.jpg"))
        writer.write(frame)
writer.release()
vga(0).resize((1280, 960), Image.BICUBIC).save(work / "portrait.jpg", quality=92)
def group(columns, rows, side, name):
    canvas = Image.new("RGB", (1600, 1200), (90, 90, 90))
    for i in range(columns * rows):
        size = side - i * 7 % (side // 4)
        canvas.paste(face.resize((size, size), Image.BICUBIC), (i % columns * 1600 // columns, i // columns * 1200 // rows))
    canvas.save(work / name, quality=92)
group(5, 4, 180, "group.jpg")
group(20, 15, 56, "crowd.jpg")
writer = cv2.VideoWriter(str(work / "three.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 30, (1280, 720))
for index in range(90):
    frame = numpy.full((720, 1280, 3), 90, numpy.uint8)
    for person in range(3):
        part = numpy.asarray(photo.resize((400, 400)))[:, :, ::-1]
        left = 10 + person * 425 + index % 30 // 2
        frame[300 - person * 20 : 700 - person * 20, left : left + 400] = part
    writer.write(frame)
writer.release()
"""


def prepare(python):
    done = WORK / "prepared-3"
    if not done.exists():
        print("preparing images", file=sys.stderr)
        subprocess.run([python, "-c", PREPARE, WORK, ROOT / ".lineament/samples/astronaut.png"], check=True)
        # H.264, as phones and cameras record it, written by Lineament.
        subprocess.run(
            [PROGRAMS / "lineament", "face-detector", WORK / "clip.avi", "--range", "short", "--min-detection-confidence", "1",
             "--annotate", WORK / "clip.mp4", "--output", os.devnull], check=True)
        subprocess.run(
            [PROGRAMS / "lineament", "face-detector", WORK / "three.avi", "--range", "short", "--min-detection-confidence", "1",
             "--annotate", WORK / "three.mp4", "--output", os.devnull], check=True)
        done.touch()


class Worker:
    def __init__(self, command, cores):
        pin = ["taskset", "-c", "0"] if cores == 1 else []
        self.process = subprocess.Popen(
            [*pin, *map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def run(self, case, rounds):
        self.process.stdin.write(f"{case} {rounds}\n")
        self.process.stdin.flush()
        return [float(word) for word in self.process.stdout.readline().split()]

    def peak_megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def compare(case, rounds, frames, files, theirs):
    """Returns medians in milliseconds (Lineament's inferences alone, Lineament, MediaPipe) and the median ratio of turns."""
    is_file = case.startswith("jpeg")
    bare = "bare-landmarker-image" if is_file else f"bare-{case}"
    runs = [(files if is_file else frames, case), (theirs, case), (frames, bare)]
    for worker, name in runs:
        worker.run(name, 2)
    turns = [[statistics.median(worker.run(name, rounds)) for worker, name in runs] for _ in range(TURNS)]
    mine, other, alone = (statistics.median(column) for column in zip(*turns))
    return alone, mine, other, statistics.median(turn[0] / turn[1] for turn in turns)


def seconds(command):
    start = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def processes(python):
    """Returns the whole programs: description, the two commands and the highest acceptable ratio."""
    program, other = PROGRAMS / "lineament", [python, ROOT / "Benchmarks/mediapipe_process.py", MODELS]
    ours = [program, "face-landmarker", "--range", "short", "--num-faces", "1", "--output", os.devnull]
    photo = WORK / "folder/00.jpg"
    return [
        ("folder of 60 photos with 2 MP, whole program", [*ours, WORK / "folder"], [*other, "folder", WORK / "folder"], 0.30),
        ("1080p H.264 video with 150 frames, whole program", [*ours, WORK / "clip.mp4"], [*other, "video", WORK / "clip.mp4"], 0.40),
        ("from program start to the first result", [*ours, photo], [*other, "photo", photo], 0.15),
    ]


def typed(python):
    """Returns the commands as people type them, beside MediaPipe in its defaults, and as its users find as many."""
    other = [python, ROOT / "Benchmarks/mediapipe_process.py", MODELS]
    ours = {task: [PROGRAMS / "lineament", task, "--output", os.devnull] for task in ("face-landmarker", "pose-landmarker")}
    rows = []
    for task, flags in (("face-landmarker", []), ("pose-landmarker", ["--bodies"])):
        def add(name, file, kind, extra, remark):
            rows.append((f"`{task}` with default options, {name}; MediaPipe {remark}", [*ours[task], WORK / file],
                         [*other, kind, WORK / file, *flags, *extra], None))
        add("portrait of 1.2 MP", "portrait.jpg", "photo", [], "with its defaults")
        add("folder of 60 portraits of 2 MP", "folder", "folder", [], "with its defaults")
        add("group of 20", "group.jpg", "photo", [], "with its defaults, which find one")
        add("group of 20", "group.jpg", "photo", ["--count", "20", "--tiles", "4"], "on 16 tiles")
        add("crowd of 300", "crowd.jpg", "photo", ["--count", "20", "--tiles", "14"], "on 196 tiles")
        add("clip of 90 frames with three people", "three.mp4", "video", ["--count", "3"], "with three asked for, which finds the bodies but no face")
    return rows


def redactions(only):
    """Returns the commands that redact a 1080p video, beside FFmpeg, which decodes it and encodes it with the same settings."""
    names = [f"`{how}`, 1080p H.264 video with 300 frames; FFmpeg's decoding and encoding instead of MediaPipe" for how in ("redact", "redact --from")]
    if not any(only in name for name in names):
        return []
    if not shutil.which("ffmpeg"):
        print("ffmpeg is missing, so redaction has nothing to be compared with", file=sys.stderr)
        return []
    folder = WORK / "redaction"
    folder.mkdir(exist_ok=True)
    video = redact.clip(folder, str(ROOT / ".lineament/samples/astronaut.png"), 10)
    ours, theirs = redact.commands(PROGRAMS / "lineament", video, folder / "plan.json", folder)
    return [(name, mine, theirs, None) for name, mine in zip(names, ours)]


def row(name, bare, ours, theirs, ratio, aim):
    mark = "" if aim is None else f"{aim:.2f}{'' if ratio <= aim else ' missed'}"
    return [name, "" if bare is None else f"{bare:.2f}", f"{ours:.2f}", f"{theirs:.2f}", f"{ratio:.3f}", mark]


def core_row():
    """Returns the row for the speedup of two cores over one, without the start of the program."""
    command = [PROGRAMS / "lineament", "face-landmarker", "--range", "short", "--num-faces", "1", "--output", os.devnull]

    def each(pin):
        """Returns milliseconds per image: the time for six passes over a folder minus the time for one."""
        return (seconds([*pin, *command, *[WORK / "folder"] * 6]) - seconds([*pin, *command, WORK / "folder"])) / 300

    turns = [(each([]), each(["taskset", "-c", "0"])) for _ in range(TURNS)]
    two, one = (statistics.median(column) for column in zip(*turns))
    gain = statistics.median(b / a for a, b in turns)
    aim = 1.85
    name = "one photo of the folder on two cores, and on one core instead of MediaPipe; the ratio is the speedup"
    return [name, "", f"{two:.2f}", f"{one:.2f}", f"{gain:.3f}", f"at least {aim}{'' if gain >= aim else ' missed'}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=float, default=1, help="factor on the rounds of each case")
    parser.add_argument("--only", default="", help="only cases with this in the name")
    parser.add_argument(
        "--compare", action="store_true", help="write nothing, and fail if a ratio is far worse than the stored one")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    python = environment()
    prepare(python)
    commands = (
        [PROGRAMS / "BenchmarkWorker", WORK], [PROGRAMS / "BenchmarkFileWorker", WORK],
        [python, ROOT / "Benchmarks/mediapipe_worker.py", WORK, MODELS])
    rows = []
    for cores, title in ((0, "default threads"), (1, "one core")):
        workers = [Worker(command, cores) for command in commands]
        for case, name, rounds, *aims in CASES:
            if options.only not in case or (cores == 1 and aims[1] is None):
                continue
            result = compare(case, max(1, int(rounds * options.rounds)), *workers)
            rows.append(row(f"{name}, {title}", *result, aims[cores]))
            print(*rows[-1], sep="\t", flush=True)
        for worker in workers:
            worker.close()
    for case, name, aim in (("landmarker-video", "peak memory, face landmarker, video, MB", 0.35), ("pose-video", "peak memory, pose, video, MB", 0.40)):
        if options.only not in case:
            continue
        workers = [Worker(commands[0], 0), Worker(commands[2], 0)]
        for worker in workers:
            worker.run(case, 58)
        ours, theirs = (worker.peak_megabytes() for worker in workers)
        rows.append(row(name, None, ours, theirs, ours / theirs, aim))
        print(*rows[-1], sep="\t", flush=True)
        for worker in workers:
            worker.close()
    whole = [*processes(python), *typed(python), *redactions(options.only)]
    for name, mine, other, aim in [case for case in whole if options.only in case[0]]:
        turns = [(seconds(mine), seconds(other)) for _ in range(TURNS)]
        ours, theirs = (statistics.median(column) for column in zip(*turns))
        rows.append(row(name, None, ours, theirs, statistics.median(a / b for a, b in turns), aim))
        print(*rows[-1], sep="\t", flush=True)
    if not options.only:
        rows.append(core_row())
        print(*rows[-1], sep="\t", flush=True)
    if options.compare:
        sys.exit("\n".join(worse(rows, stored())) or None)
    if not options.only:
        save(rows)


def processor():
    """Returns the processor's name and that of its kind, which the names of results have."""
    name = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return name, "-".join(name.lower().replace("(r)", "").split()[:2])


def stored():
    """Returns the stored rows of this kind of processor; those of another if it has none."""
    own = RESULTS / f"comparison-{processor()[1]}.json"
    return json.loads((own if own.exists() else min(RESULTS.glob("comparison-*.json"))).read_text())


def worse(rows, known):
    """Returns a line for each row whose ratio is far worse than the stored one. Of several rows of one name, the worst counts."""
    lines = []
    for name, _, _, _, ratio, aim in rows:
        before = [float(other["ratio"]) for other in known if other["case"] == name]
        if not before:
            print(f"{name}: there is no stored row to compare with", file=sys.stderr)
            continue
        # A speedup is the better, the higher it is.
        is_speedup = aim.startswith("at least")
        change = min(before) / float(ratio) if is_speedup else float(ratio) / max(before)
        if change > TOLERANCE:
            lines.append(f"{name}: the ratio is {ratio} and was {min(before) if is_speedup else max(before):.3f}")
    return lines


def save(rows):
    cpu, kind = processor()
    head = ["case", "models alone, ms", "Lineament, ms", "MediaPipe 1.2.2, ms", "ratio", "aim"]
    text = f"Medians of alternating runs on {cpu}, {os.cpu_count()} cores.\n\n| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|\n"
    text += "".join("| " + " | ".join(cells) + " |\n" for cells in rows)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"comparison-{kind}.md").write_text(text)
    (RESULTS / f"comparison-{kind}.json").write_text(json.dumps([dict(zip(head, cells)) for cells in rows], indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
