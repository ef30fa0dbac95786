# SPDX-License-Identifier: Apache-2.0
"""Compares redaction with FFmpeg's decoding and encoding, and with deface: redact.py [--deface PROGRAM] [FILE...]

Prints how long `lineament redact` takes for a 1080p H.264 video, analyzed and from a plan, beside FFmpeg, which decodes the same video and
encodes it with the same settings (rows of `make bench`, too), and for JPEG photos. With deface (`pip install deface onnxruntime`; its Python, in whose environment
it is) and files, both redact each file with their defaults, black, in turns: the table has their times and how many of the faces that
either of them finds in the original are left open. A face is left open if the middle half of its box, in each direction, has not changed
to black in more than half of its pixels. The faces are those of `lineament face-detector --range auto` from a score of 0.5, and those of
deface's detector (CenterFace) from 0.5, so that neither is judged by itself alone.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENCODING = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20"]
TURNS = 3
QUIETLY = ["redact", "--quiet", "--report", "/dev/null"]

# Runs in deface's environment: prints the boxes of its detector and, for copies, the open faces.
COUNTING = """
import json, sys
import cv2, numpy as np
from deface.centerface import CenterFace
job = json.load(sys.stdin)
def frames(path):
    still = cv2.imread(path)
    if still is not None: yield still; return
    video = cv2.VideoCapture(path)
    while True:
        good, frame = video.read()
        if not good: return
        yield frame
finder, counts = CenterFace(), {"faces": 0, "open": {name: 0 for name in job["copies"]}}
copies = {name: frames(path) for name, path in job["copies"].items()}
for index, frame in enumerate(frames(job["file"])):
    others = {name: next(copy, None) for name, copy in copies.items()}
    if index % job["step"]: continue
    boxes = [box for box in job["boxes"][index]]
    for x1, y1, x2, y2, _ in finder(frame, threshold=0.5)[0]:
        box = [x1, y1, x2 - x1, y2 - y1]
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        if not any(x <= middle[0] <= x + w and y <= middle[1] <= y + h for x, y, w, h in boxes): boxes.append(box)
    for x, y, w, h in boxes:
        left, top = max(0, int(x + w / 4)), max(0, int(y + h / 4))
        right, bottom = min(frame.shape[1], max(left + 1, int(x + 3 * w / 4))), min(frame.shape[0], max(top + 1, int(y + 3 * h / 4)))
        if left >= right or top >= bottom: continue
        counts["faces"] += 1
        for name, other in others.items():
            dark = None if other is None else np.mean(other[top:bottom, left:right].max(axis=2) < 40)
            if dark is None or dark < 0.5: counts["open"][name] += 1
print(json.dumps(counts))
"""


def seconds(command):
    start = time.monotonic()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def clip(folder, sample, length):
    """Makes a video of 1080p with sound that pans over the sample photo."""
    path = folder / "clip.mp4"
    pan = "scale=2400:-2,crop=1920:1080:'(in_w-out_w)*(0.5+0.5*sin(t))':'(in_h-out_h)*0.1',format=yuv420p"
    subprocess.run(
        ["ffmpeg", "-y", "-v", "error", "-loop", "1", "-framerate", "30", "-i", sample, "-f", "lavfi", "-i", "sine", "-t", str(length),
         "-vf", pan, *ENCODING, "-c:a", "aac", str(path)], check=True)
    return path


def commands(program, video, plan, folder):
    """Makes the plan of a video; returns the commands that redact it, analyzed and by the plan, and FFmpeg's."""
    seconds([program, *QUIETLY, video, "--plan", plan])
    ours = [[program, *QUIETLY, video, "--output", folder / "a.mp4"], [program, *QUIETLY, video, "--from", plan, "--output", folder / "b.mp4"]]
    return ours, ["ffmpeg", "-y", "-i", video, *ENCODING, "-c:a", "copy", folder / "f.mp4"]


def speed(program, folder, sample, length):
    """Prints the times of a video and of photos."""
    video, plan, photo = clip(folder, sample, length), folder / "plan.json", folder / "photo.jpg"
    subprocess.run(["ffmpeg", "-v", "error", "-i", sample, "-vf", "scale=4000:-2", "-q:v", "2", str(photo)], check=True)
    (analyzed, planned), ffmpeg = commands(program, video, plan, folder)
    rows = {
        "FFmpeg: decode and encode": ffmpeg,
        "redact": analyzed,
        "redact --from": planned,
        "redact, JPEG of 16 MP to JPEG": [program, *QUIETLY, photo, "--output", folder / "a.jpg"],
    }
    times = {name: [] for name in rows}
    for _ in range(TURNS):
        for name, command in rows.items():
            times[name].append(seconds(command))
    base = statistics.median(times["FFmpeg: decode and encode"])
    print(f"| 1080p H.264, {length:g} s, 30 frames/s | s | to FFmpeg's |\n|---|---|---|")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"| {name} | {median:.2f} | {'–' if 'JPEG' in name else f'{median / base:.2f}'} |")


def boxes(program, file):
    """Returns the boxes of the faces in each frame."""
    lines = subprocess.run(
        [program, "face-detector", file, "--range", "auto", "--min-detection-confidence", "0.5", "--format", "json",
         "--quiet"], check=True, capture_output=True, text=True).stdout.splitlines()
    found = []
    for line in map(json.loads, lines):
        places = [item["boundingBox"] for item in line["detections"]]
        found.append([[box["x"], box["y"], box["width"], box["height"]] for box in places])
    return found


def beside_deface(program, deface, files, folder):
    """Prints what each leaves open, and how long it takes."""
    python = pathlib.Path(deface).with_name("python")
    print("| file | faces | open: Lineament | open: deface | s: Lineament | s: deface |\n|---|---|---|---|---|---|")
    sums = [0, 0, 0, 0.0, 0.0]
    for file in map(pathlib.Path, files):
        ours, theirs = folder / f"ours{file.suffix}", folder / f"theirs{file.suffix}"
        took = [
            seconds([program, "redact", file, "--how", "fill", "--quiet", "--report", "/dev/null", "--output", ours]),
            seconds([deface, file, "--replacewith", "solid", "-o", theirs]),
        ]
        job = {"file": str(file), "boxes": boxes(program, file), "step": 1 if file.suffix == ".jpg" else 5,
               "copies": {"ours": str(ours), "theirs": str(theirs)}}
        counts = json.loads(subprocess.run(
            [python, "-c", COUNTING], input=json.dumps(job), check=True, capture_output=True, text=True).stdout)
        values = [counts["faces"], counts["open"]["ours"], counts["open"]["theirs"], *took]
        sums = [one + other for one, other in zip(sums, values)]
        print("| {} | {} | {} | {} | {:.2f} | {:.2f} |".format(file.name, *values), flush=True)
    print("| all | {} | {} | {} | {:.2f} | {:.2f} |".format(*sums))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / ".build" / "release" / "lineament"))
    parser.add_argument("--deface", help="the program deface")
    parser.add_argument("--seconds", type=float, default=10, help="the length of the video")
    parser.add_argument("files", nargs="*", help="JPEG photos and MP4 videos for the comparison with deface")
    arguments = parser.parse_args()
    home = pathlib.Path(os.environ.get("LINEAMENT_HOME", ROOT / ".lineament"))
    os.environ["LINEAMENT_HOME"] = str(home)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if arguments.deface:
            beside_deface(arguments.program, arguments.deface, arguments.files, folder)
        else:
            speed(arguments.program, folder, str(home / "samples" / "astronaut.png"), arguments.seconds)


if __name__ == "__main__":
    main()
