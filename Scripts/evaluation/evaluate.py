# SPDX-License-Identifier: Apache-2.0
"""Evaluates Lineament and MediaPipe against labels made by people. `make evaluate` runs it.

usage: evaluate.py PROGRAM TESTDATA [--markdown FILE]

Faces: recall by height, precision and average precision on the photos of groundtruth/face_boxes.json. A box matches a face
if their IoU is at least 0.4, or if its center is inside the face and its area is 0.4 to 2.5 times that of the face. Faces
under 8 pixels are not required, and detections in regions marked as unlabeled are ignored. Landmarks: mean distance from
the 68 labeled points, relative to the distance between the outer eye corners. Bodies: fraction of labeled joints within
0.2 torso lengths (PCK). MediaPipe's results are recorded ones. Requires only Python's standard library.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile

BANDS = [(8, 12), (12, 24), (24, 48), (48, 96), (96, math.inf)]
# The indices of the 68 iBUG points among the 478 landmarks.
IBUG = (
    [127, 234, 93, 132, 58, 172, 150, 176, 152, 400, 379, 397, 288, 361, 323, 454, 356]
    + [70, 63, 105, 66, 107, 336, 296, 334, 293, 300]
    + [168, 197, 5, 4, 75, 97, 2, 326, 305]
    + [33, 160, 158, 133, 153, 144, 362, 385, 387, 263, 373, 380]
    + [61, 39, 37, 0, 267, 269, 291, 405, 314, 17, 84, 181, 78, 82, 13, 312, 308, 317, 14, 87])
REGIONS = {"jaw": range(17), "brows": range(17, 27), "nose": range(27, 36), "eyes": range(36, 48), "mouth": range(48, 68)}
JOINTS = {
    "left_shoulder": 11, "right_shoulder": 12, "left_elbow": 13, "right_elbow": 14, "left_wrist": 15, "right_wrist": 16,
    "left_hip": 23, "right_hip": 24, "left_knee": 25, "right_knee": 26, "left_ankle": 27, "right_ankle": 28}


def iou(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)


def center_in(box, other):
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return other[0] <= x <= other[0] + other[2] and other[1] <= y <= other[1] + other[3]


def matches(box, face):
    return iou(box, face) >= 0.4 or (center_in(box, face) and 0.4 <= box[2] * box[3] / (face[2] * face[3]) <= 2.5)


class BoxScore:
    def __init__(self):
        self.heights, self.right, self.wrong = [], [], []

    def add(self, truth, boxes):
        faces = [face["box"] for face in truth["faces"]]
        taken = [None] * len(faces)
        for box, score in sorted(boxes, key=lambda found: -found[1]):
            free = [(faces[i][3] >= 8, iou(box, faces[i]), i) for i in range(len(faces)) if taken[i] is None and matches(box, faces[i])]
            if free:
                taken[max(free)[2]] = score
            elif not any(center_in(box, region) for region in truth["ignore"]):
                self.wrong.append(score)
        for face, score in zip(faces, taken):
            if face[3] >= 8:
                self.heights.append((face[3], score is not None))
                if score is not None:
                    self.right.append(score)

    def recall(self, low, high):
        asked = [found for height, found in self.heights if low <= height < high]
        return sum(asked) / len(asked) if asked else math.nan

    def precision(self):
        found = len(self.right) + len(self.wrong)
        return len(self.right) / found if found else math.nan

    def average_precision(self):
        curve, right = [], 0
        marked = [(score, True) for score in self.right] + [(score, False) for score in self.wrong]
        for count, (_, is_right) in enumerate(sorted(marked, key=lambda mark: (-mark[0], not mark[1])), 1):
            right += is_right
            curve.append((right / len(self.heights), right / count))
        area, best, last = 0.0, 0.0, 0.0
        for recall, precision in reversed(curve):
            area += (last - recall) * best if last else 0
            best, last = max(best, precision), recall
        return area + last * best

    def row(self, name):
        return [name] + [f"{self.recall(*band):.3f}" for band in BANDS] + [f"{self.precision():.3f}", f"{self.average_precision():.3f}"]


def run(program, command, data, files, *options):
    """Returns the program's results by file."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "results.jsonl")
        subprocess.run(
            [program, command, "--output", output, *options, *(data / file for file in files)], check=False)
        results = {}
        for line in output.read_text().splitlines():
            result = json.loads(line)
            results[str(pathlib.Path(result["source"]).relative_to(data))] = result
        return results


def load(data, name, key):
    return json.loads((data / name).read_text())[key]


def reference(data, name):
    """Returns MediaPipe's recorded results, with references to other files resolved."""
    results = load(data, f"reference/{name}.json", "results")
    single = load(data, f"reference/{name[:-1]}1.json", "results") if name[-2:-1] == "n" else {}
    return {file: single[file] if value == "=n1" else value for file, value in results.items()}


def face_rows(program, data):
    truth = load(data, "groundtruth/face_boxes.json", "images")
    rows = []
    for name, file in (("MediaPipe, short range", "short"), ("MediaPipe, full range", "full")):
        score, found = BoxScore(), load(data, f"reference/face_detector_{file}_range.json", "results")
        for image, facts in truth.items():
            score.add(facts, [(face["box"], face["score"]) for face in found[image]])
        rows.append(score.row(name))
    score, found = BoxScore(), run(program, "face-detector", data, truth, "--range", "auto")
    for image, facts in truth.items():
        boxes = [
            ([face["boundingBox"][side] for side in ("x", "y", "width", "height")], face["categories"][0]["score"])
            for face in found[image]["detections"]]
        score.add(facts, boxes)
    return rows + [score.row("Lineament, `--range auto`")]


def landmark_errors(face_points, points):
    """Returns the distance of each point, relative to the distance between the outer eye corners."""
    scale = math.dist(points[36], points[45])
    return [math.dist(mine, theirs) / scale for mine, theirs in zip(face_points, points)]


def nearest(faces, points):
    """Returns the face whose landmarks surround the labeled points, or None."""
    middle = [sum(axis) / len(points) for axis in zip(*points)]
    size = max(max(axis) - min(axis) for axis in zip(*points))
    best = min(faces, default=None, key=lambda face: math.dist(middle, [sum(axis) / len(face) for axis in zip(*face)]))
    if best and math.dist(middle, [sum(axis) / len(best) for axis in zip(*best)]) < 0.3 * size:
        return best
    return None


def landmark_rows(program, data):
    images = [image for image in load(data, "groundtruth/faces.json", "images") if image["scheme"] == "ibug68"]
    files = [image["file"] for image in images]
    ours = run(program, "face-landmarker", data, files, "--num-faces", "50")
    theirs = reference(data, "face_landmarker_n5")
    both, only = {"MediaPipe": [], "Lineament": []}, []
    for image in images:
        result = ours[image["file"]]
        width, height = result["width"], result["height"]
        mine = [[(face[i]["x"] * width, face[i]["y"] * height) for i in IBUG] for face in result["faceLandmarks"]]
        other = [
            [(face["landmarks"][3 * i] * width, face["landmarks"][3 * i + 1] * height) for i in IBUG]
            for face in theirs[image["file"]]]
        for face in image["faces"]:
            if not face.get("points") or len(face["points"]) != 68:
                continue
            points = [point[:2] for point in face["points"]]
            found, original = nearest(mine, points), nearest(other, points)
            if found and original:
                both["Lineament"].append(landmark_errors(found, points))
                both["MediaPipe"].append(landmark_errors(original, points))
            elif found:
                only.append(landmark_errors(found, points))
    rows = [error_row(f"{name}, {len(errors)} faces detected by both", errors) for name, errors in both.items()]
    return rows + ([error_row(f"Lineament, {len(only)} faces detected only by it", only)] if only else [])


def error_row(name, faces):
    def mean(indices):
        return sum(face[i] for face in faces for i in indices) / (len(faces) * len(indices))
    return [name, f"{mean(range(68)):.2%}"] + [f"{mean(region):.2%}" for region in REGIONS.values()]


def named_points(image, names):
    """Returns the labeled joints of each person, by name."""
    names = [name.lower().replace(" ", "_") for name in names]
    for person in image["persons"]:
        seen = person.get("visible") or [1] * len(names)
        yield {name: point[:2] for name, point, is_seen in zip(names, person["points"], seen) if is_seen and name in JOINTS}


def pck(bodies, people):
    """Returns how many labeled joints are within 0.2 torso lengths of those of the best matching body, and their total."""
    right = total = 0
    for joints in people:
        diagonals = ("left_shoulder", "right_hip"), ("right_shoulder", "left_hip")
        torso = [math.dist(joints[s], joints[h]) for s, h in diagonals if s in joints and h in joints]
        if not torso:
            continue
        reach = 0.2 * max(torso)
        total += len(joints)
        right += max((sum(math.dist(body[JOINTS[name]], point) <= reach for name, point in joints.items()) for body in bodies), default=0)
    return right, total


def body_rows(program, data):
    truth = json.loads((data / "groundtruth/persons.json").read_text())
    names, images = truth["keypoint_names"], truth["images"]
    ours = run(program, "pose-landmarker", data, [image["file"] for image in images], "--num-poses", "12")
    theirs = reference(data, "pose_landmarker_n3")
    counts = {"MediaPipe, three poses requested": [0, 0], "Lineament, twelve poses requested": [0, 0]}
    for image in images:
        result = ours[image["file"]]
        width, height = result["width"], result["height"]
        bodies = {
            "Lineament, twelve poses requested": [[(p["x"] * width, p["y"] * height) for p in body] for body in result["landmarks"]],
            "MediaPipe, three poses requested": [
                [(body["landmarks"][5 * i] * width, body["landmarks"][5 * i + 1] * height) for i in range(33)]
                for body in theirs[image["file"]]]}
        people = list(named_points(image, names[image["scheme"]]))
        for name, found in bodies.items():
            right, total = pck(found, people)
            counts[name][0] += right
            counts[name][1] += total
    return [[name, f"{right} of {total}", f"{right / total:.3f}"] for name, (right, total) in counts.items()]


def table(title, head, rows):
    lines = [f"## {title}", "", "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--markdown", type=pathlib.Path, help="also write the tables to this file")
    options = parser.parse_args()
    program, data = options.program.resolve(), options.data.resolve()
    heights = [f"{low}–{high} px" if high < math.inf else f"{low} px and more" for low, high in BANDS]
    text = "\n".join([
        table("Faces: recall by height", ["", *heights, "precision", "average precision"], face_rows(program, data)),
        table("Landmarks: error relative to the distance between the outer eye corners", ["", "all", *REGIONS],
              landmark_rows(program, data)),
        table("Bodies: labeled joints located", ["", "joints", "fraction"], body_rows(program, data))])
    print(text)
    if options.markdown:
        options.markdown.write_text(text)


if __name__ == "__main__":
    main()
