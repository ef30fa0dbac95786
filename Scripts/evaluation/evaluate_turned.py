# SPDX-License-Identifier: Apache-2.0
"""Counts the faces with landmarks in turned, mirrored, cut and squeezed photos: evaluate_turned.py PROGRAM TESTDATA

Single faces are turned in steps of 30 degrees, mirrored or not, in three sizes; the truth is the eye line that the program itself
finds in the photo as it is. Eight portraits are altered in 24 ways. On photos of nobody, nothing should be found. Requires Pillow.
"""
import argparse
import collections
import json
import math
import pathlib
import subprocess
import tempfile

from PIL import Image, ImageOps

SIZES = (240, 512, 960)
ANGLES = range(0, 360, 30)
# Profiles of more than 60 degrees, in which landmarks have no reliable eye line.
PROFILES = {"aflw2000_00251.jpg", "aflw2000_00475.jpg"}
PORTRAITS = [
    "official/portrait.jpg", "official/sergey.png", "faces/astronaut.png", "faces/face_700.jpg", "faces/single_face.jpg",
    "faces/surprise.jpg", "faces/emotion_b4.jpg", "faces/emotion_a2.jpg"]
MAX_ERROR = 20
# The overlap of the boxes of two faces above which they are one face, found twice.
SAME_FACE = 0.6


def run(program, files, *options):
    """Yields each file and its result with the range auto."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "results.jsonl")
        subprocess.run(
            [program, "face-landmarker", "--range", "auto", "--output", output, *options, *files], check=False)
        for line in output.read_text().splitlines():
            result = json.loads(line)
            if "error" not in result:
                yield pathlib.Path(result["source"]), result


def points(result, face):
    return [(point["x"] * result["width"], point["y"] * result["height"]) for point in face]


def box(points):
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def roll(points):
    """Returns the angle of the eye line, in degrees, clockwise."""
    return math.degrees(math.atan2(points[263][1] - points[33][1], points[263][0] - points[33][0]))


def overlap(a, b):
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(0, width) * max(0, height)
    return shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared)


def turned(photo, mirrored, angle, size):
    """Returns the photo, turned counterclockwise."""
    image = ImageOps.mirror(photo) if mirrored else photo
    image = image.rotate(angle, expand=True, resample=Image.BICUBIC)
    scale = min(1, size / max(image.size))
    return image.resize([round(side * scale) for side in image.size], Image.LANCZOS)


def altered(photo, face):
    """Yields the name of each alteration and the altered photo of a face."""
    left, top, right, bottom = face
    width, height = right - left, bottom - top

    def cut(x, y, right, bottom):
        """The arguments are in widths and heights of the face, from its left upper corner."""
        edges = (left + x * width, top + y * height, left + right * width, top + bottom * height)
        limits = (photo.width, photo.height) * 2
        return photo.crop([round(max(0, min(limit, edge))) for limit, edge in zip(limits, edges)])

    for part in (0.65, 0.8, 1, 1.2):
        yield f"close-up of {part}", cut(0.5 - part / 2, 0.5 - part / 2, 0.5 + part / 2, 0.5 + part / 2)
    for part in (0.5, 0.6, 0.75, 0.85):
        kind = "cut to" if part > 0.7 else "part of"
        yield f"{kind} {part}, left", cut(-0.4, -0.4, part, 1.4)
        yield f"{kind} {part}, right", cut(1 - part, -0.4, 1.4, 1.4)
        yield f"{kind} {part}, upper", cut(-0.4, -0.4, 1.4, part)
        yield f"{kind} {part}, lower", cut(-0.4, 1 - part, 1.4, 1.4)
    for x, y in ((0.5, 1), (1, 0.5), (0.75, 1), (1, 0.75)):
        yield f"squeezed to {x} by {y}", photo.resize((round(photo.width * x), round(photo.height * y)), Image.LANCZOS)


def turned_rows(program, data, folder):
    photos = sorted([*(data / "faces").iterdir(), *(data / "faces_gt").iterdir()])
    photos += [data / name for name in PORTRAITS[:2]]
    truth = {}
    for photo, result in run(program, [photo for photo in photos if photo.name not in PROFILES]):
        if len(result["faceLandmarks"]) != 1:
            continue
        line, image = roll(points(result, result["faceLandmarks"][0])), Image.open(photo).convert("RGB")
        for size in SIZES:
            for mirrored in (False, True):
                for angle in ANGLES:
                    name = folder / f"{photo.stem}-{size}-{'mirrored' if mirrored else 'plain'}-{angle}.png"
                    turned(image, mirrored, angle, size).save(name, compress_level=1)
                    truth[name] = (-line if mirrored else line) - angle
    counts, wrong = collections.Counter(), []
    for name, result in run(program, truth):
        faces = [points(result, face) for face in result["faceLandmarks"]]
        boxes = [box(face) for face in faces]
        errors = [abs(math.remainder(roll(face) - truth[name], 360)) for face in faces]
        counts["photos"] += 1
        counts["found"] += bool(faces)
        counts["upright"] += bool(errors) and min(errors) <= MAX_ERROR
        counts["more than one face"] += len(faces) > 1
        counts["doubles"] += any(overlap(a, b) > SAME_FACE for i, a in enumerate(boxes) for b in boxes[:i])
        if not errors or min(errors) > MAX_ERROR:
            wrong.append(f"{name.stem}: {'missing' if not errors else f'{min(errors):.0f} degrees'}")
    print("Turned single faces: " + ", ".join(f"{count} {key}" for key, count in counts.items()))
    print("\n".join(f"  {line}" for line in wrong))


def altered_rows(program, data, folder):
    kinds = {}
    for photo, result in run(program, [data / name for name in PORTRAITS]):
        face = max((box(points(result, face)) for face in result["faceLandmarks"]), key=lambda b: b[2] - b[0])
        for kind, image in altered(Image.open(photo).convert("RGB"), face):
            name = folder / f"{photo.stem}-{len(kinds)}.png"
            image.save(name, compress_level=1)
            kinds[name] = kind
    counts = collections.Counter(kinds[name] for name, result in run(program, kinds) if result["faceLandmarks"])
    print(f"Altered portraits: {sum(counts.values())} of {len(kinds)} found")
    print("\n".join(f"  {kind}: {counts[kind]} of {len(PORTRAITS)}" for kind in dict.fromkeys(kinds.values())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    options = parser.parse_args()
    program, data = options.program.resolve(), options.data.resolve()
    with tempfile.TemporaryDirectory() as folder:
        turned_rows(program, data, pathlib.Path(folder))
        altered_rows(program, data, pathlib.Path(folder))
    nobody = [path for path in sorted((data / "none").iterdir()) if path.suffix in (".jpg", ".png")]
    for name, result in run(program, [*nobody, data / "official/cat_large.jpg"]):
        print(f"Nobody in {name.name}: {len(result['faceLandmarks'])} faces")


if __name__ == "__main__":
    main()
