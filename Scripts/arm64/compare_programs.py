# SPDX-License-Identifier: Apache-2.0
"""Runs the tasks with this machine's program and with one for another processor, and compares the numbers.

usage: compare_programs.py --home FOLDER PROGRAM -- COMMAND...
       compare_programs.py --home FOLDER [--store] PROGRAM

PROGRAM is run with LINEAMENT_HOME=FOLDER, and COMMAND, which may be an emulator with its arguments, as it is. Both are also
compared with the numbers in Tests/Kernels/sample.json, of the sample photo on x86-64; without COMMAND, PROGRAM is compared with
these only, on whatever machine. Prints a table with the largest difference of each kind of number, and fails if one is larger
than its tolerance or anything else differs. With --store, PROGRAM's numbers become the stored ones.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Kinds of numbers, by the first pattern that is found in the path in the JSON, with the tolerance, about twice what was seen.
# The differences come from the models, whose sums are rounded in another order on another processor; in videos also from
# another version of FFmpeg, whose pixels differ. There, hidden points of bodies move by up to 0.25, so these are not compared.
# Blendshapes are a model's whose input is landmarks; matrices are fitted to the landmarks, 30 to 60 cm from the camera; the z of
# bodies has no clear cue in the image; whole pixels are rounded.
KINDS = [
    ("blendshapes", r"faceBlendshapes\..*score", 5e-3),
    ("matrices, in centimeters", r"Matrixes", 3e-2),
    ("world landmarks, in meters", r"worldLandmarks\.[xyz]", 5e-4),
    ("visibility and presence", r"\.(visibility|presence)$", 2e-3),
    ("body landmarks, in fractions", r"^landmarks\.[xyz]", 1e-3),
    ("face landmarks, in fractions", r"^faceLandmarks\.[xyz]|keypoints\.[xy]", 2e-4),
    ("angles, in degrees", r"Angle", 2e-3),
    ("boxes in whole pixels", r"boundingBox", 1),
    ("contours and boxes, in pixels", r"contours|faces\.landmarks|faces\.frame", 5e-3),
    ("scores", r"[sS]core|Probability", 1e-4),
]


def kind_of(path):
    """Returns the name and the tolerance of the kind of a number; other numbers are equal."""
    return next(
        ((name, limit) for name, pattern, limit in KINDS if re.search(pattern, path)),
        ("others", 0),
    )


TASKS = {
    "face-detector": ["face-detector", "--range", "short"],
    "face-landmarker": [
        "face-landmarker",
        "--output-face-blendshapes",
        "--output-facial-transformation-matrixes",
    ],
    "pose-landmarker": ["pose-landmarker"],
    "hand-landmarker": ["hand-landmarker"],
    "faces": ["faces"],
}


def run(command, arguments, environment=None):
    """Returns the JSON documents that a command prints."""
    done = subprocess.run([*command, *arguments], check=False, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)} {' '.join(arguments)} failed:\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def differences(left, right, path=""):
    """Yields the path of each number, and how much it differs; infinity for what is not a number and differs."""
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        for key in left:
            yield from differences(left[key], right[key], f"{path}.{key}" if path else key)
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for a, b in zip(left, right):
            yield from differences(a, b, path)
    elif isinstance(left, (int, float)) and isinstance(right, (int, float)):
        yield path, abs(left - right)
    elif left != right:
        yield path, math.inf


def thinned(value):
    """Returns what is stored of a document: of long lists every twentieth landmark, of a number seven digits, no path."""
    if isinstance(value, dict):
        return {key: thinned(item) for key, item in value.items() if key != "source"}
    if isinstance(value, list):
        return [thinned(item) for item in (value[::20] if len(value) > 100 else value)]
    return float(f"{value:.7g}") if isinstance(value, float) else value


class Comparison:
    """What has been compared: the largest difference of each kind of number, and how many runs were close or not."""

    def __init__(self):
        self.largest, self.passed, self.failed = {}, 0, 0

    def add(self, label, task, expected, found):
        """Compares the documents of a run."""
        wrong = 0
        for path, difference in differences(expected, found):
            kind, limit = kind_of(path)
            count, most = self.largest.get((task, kind, limit), (0, 0))
            self.largest[task, kind, limit] = count + 1, max(most, difference)
            wrong += difference > limit
        self.count(wrong == 0)
        print(f"{label}: {'differs' if wrong else 'close'}", file=sys.stderr)

    def count(self, is_close):
        """Counts a run."""
        if is_close:
            self.passed += 1
        else:
            self.failed += 1

    def report(self):
        """Prints the table, and ends the process."""
        print("| task | numbers | count | largest difference | tolerance |\n|---|---|---|---|---|")
        for (task, kind, limit), (count, difference) in sorted(self.largest.items()):
            print(f"| {task} | {kind} | {count} | {difference:.1e} | {limit:g} |")
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(self.failed > 0)


ROOT = pathlib.Path(__file__).resolve().parents[2]
STORED = ROOT / "Tests" / "Kernels" / "sample.json"


def run_sample(command, photo, environment):
    """Returns what is stored of each task's results on the sample."""
    return {
        task: thinned(run(command, [*arguments, "--format", "json", photo], environment))
        for task, arguments in TASKS.items()
    }


def compare_with_stored(comparison, label, found):
    """Compares the sample's results with the stored ones."""
    for task, expected in json.loads(STORED.read_text()).items():
        comparison.add(f"{label} {task} stored", f"{task}, {label}, stored", expected, found[task])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=pathlib.Path, required=True)
    parser.add_argument("--store", action="store_true")
    parser.add_argument("program")
    parser.add_argument("command", nargs="*")
    options = parser.parse_args()
    here = [options.program]
    environment = {**os.environ, "LINEAMENT_HOME": str(options.home)}
    photo = str(options.home / "samples" / "astronaut.png")
    comparison = Comparison()
    sample = run_sample(here, photo, environment)
    if options.store:
        STORED.write_text(json.dumps(sample, indent=None, separators=(",", ":")).replace("}],", "}],\n") + "\n")
        return
    compare_with_stored(comparison, "here", sample)
    if not options.command:
        comparison.report()
    compare_with_stored(comparison, "there", run_sample(options.command, photo, None))
    with tempfile.TemporaryDirectory() as folder:
        jpeg, video = f"{folder}/face.jpg", f"{folder}/face.avi"
        run(
            here,
            ["face-detector", photo, "--output", "/dev/null", "--annotate", jpeg],
            environment,
        )
        maker = ROOT / "Scripts" / "tests" / "make_avi.py"
        subprocess.run([sys.executable, maker, jpeg, video, "3"], check=True)
        for source in [photo, jpeg, video]:
            for task, arguments in TASKS.items():
                if source == video and task in ("faces", "hand-landmarker", "pose-landmarker"):
                    continue
                expected = run(here, [*arguments, "--format", "json", source], environment)
                found = run(options.command, [*arguments, "--format", "json", source])
                comparison.add(f"{task} {pathlib.Path(source).name}", task, expected, found)
        drawn = pathlib.Path(folder, "drawn.png")
        run(
            options.command,
            ["face-landmarker", photo, "--output", "/dev/null", "--annotate", str(drawn)],
        )
        comparison.count(drawn.stat().st_size > 1000)
    comparison.report()


main()
