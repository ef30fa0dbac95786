#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what MediaPipe returns for the test images that are derived from two photos, the sample photo and `camera`.

usage: make_references.py [--images FOLDER] [--output FOLDER]

Results are Tests/ParityTests/References: index.json, which lists each run with its options, and one file of
little-endian 32-bit floats per task. Images come from the executable target ReferenceImages, or from a folder that it
has written. Needs the models and photos of `make setup`. Makes a Python environment with the pinned versions below,
.build-program/references, unless it is run by a Python that has them.

A detection is 17 floats: x, y, width and height of the box, the score, and x and y of six keypoints. A face is 1502: x, y
and z of 478 landmarks, 52 blendshapes, and the transformation matrix by rows. A pose is 264: x, y, z, visibility and
presence of 33 landmarks, then x, y and z of 33 world landmarks. A mask is the means of its blocks, row by row, and the
lengths of its runs of pixels at most 0.5 and above 0.5, in turns.
"""
import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

VERSIONS = {"mediapipe": "1.2.3", "numpy": "2.4.6"}
ROOT = pathlib.Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".build-program/references"
MODELS = {
    "face-detector": "face_detection_short_range.tflite",
    "face-detector-full": "face_detection_full_range_sparse.tflite",
    "face-landmarker": "face_landmarker.task",
    "pose-landmarker": "pose_landmarker_full.task",
}
BLOCK = 16
# The largest number of faces or poses for images and clips with more than one.
SEVERAL_FACES = {"pair": 5, "group-48": 5, "group-100": 5, "group-160": 2}
MASKED = ["sample", "turned-90", "scaled-64", "stretched", "odd-size", "person-at-left-edge", "torso", "tilted-15",
          "in-a-corner", "blurred-6"]
ROTATIONS = {"turned-90": -90, "turned-180": 180, "turned-270": 90}
FACE_CLIPS = {"moving": 1, "zooming": 1, "fading": 1, "leaving": 1, "crossing": 2}
POSE_CLIPS = {"moving": 1, "zooming": 1, "fading": 1, "leaving": 1, "two-people": 2}
# The same of the second photo, whose images and clips have names that begin with "camera".
CAMERA_MASKED = ["camera", "camera-mirrored", "camera-turned-180", "camera-scaled-110", "camera-stretched", "camera-man",
                 "camera-torso", "camera-tilted-45"]
CAMERA_ROTATIONS = {"camera-turned-90": -90, "camera-turned-180": 180, "camera-turned-270": 90,
                    "camera-torso-turned-90": -90}
CAMERA_FACE_CLIPS = ["camera-zooming"]
CAMERA_POSE_CLIPS = ["camera-panning", "camera-zooming", "camera-passing"]


def runs():
    """Returns the runs: task, input, largest count, rotation, whether it is a clip, and the frames whose mask is kept."""
    listed = []

    def add(task, name, count=1, rotation=0, clip=False, masks=()):
        listed.append({"task": task, "input": name, "count": count, "rotation": rotation, "isClip": clip,
                       "masks": list(masks)})

    every = json.loads((IMAGES / "index.json").read_text())["images"]
    images = [name for name in every if not name.startswith("camera")]
    single = [name for name in images if name != "pair" and not name.startswith("group")]
    for name in images:
        add("face-detector", name)
        add("face-detector-full", name)
    for name in single:
        add("face-landmarker", name)
        add("pose-landmarker", name, masks=[0] if name in MASKED else [])
    for name, count in SEVERAL_FACES.items():
        add("face-landmarker", name, count)
    add("pose-landmarker", "pair", 2, masks=[0])
    add("pose-landmarker", "sample", 2)
    for name, degrees in ROTATIONS.items():
        # MediaPipe's pose landmarker does not map detections back from a rotated image, so its results are of no use.
        for task in ("face-detector", "face-landmarker"):
            add(task, name, rotation=degrees)
    add("face-detector", "leaving", clip=True)
    for name, count in FACE_CLIPS.items():
        add("face-landmarker", name, count, clip=True)
    for name, count in POSE_CLIPS.items():
        add("pose-landmarker", name, count, clip=True, masks=[0, 13, 29] if name in ("moving", "two-people") else [])

    # The runs of the second photo come last, so that the numbers of the first one keep their places in the files.
    for name in sorted(name for name in every if name.startswith("camera")):
        for task in ("face-detector", "face-detector-full", "face-landmarker"):
            add(task, name)
        add("pose-landmarker", name, masks=[0] if name in CAMERA_MASKED else [])
    for name, degrees in CAMERA_ROTATIONS.items():
        for task in ("face-detector", "face-detector-full", "face-landmarker"):
            add(task, name, rotation=degrees)
    for name in CAMERA_FACE_CLIPS:
        add("face-landmarker", name, clip=True)
    for name in CAMERA_POSE_CLIPS:
        add("pose-landmarker", name, clip=True, masks=[0, 13, 29])
    return listed


def read_image(path):
    import numpy as np

    data = path.read_bytes()
    magic, size, depth = data.split(b"\n", 3)[:3]
    assert (magic, depth) == (b"P6", b"255"), path
    width, height = map(int, size.split())
    return np.frombuffer(data, np.uint8, width * height * 3, len(data) - width * height * 3).reshape(height, width, 3)


class Runner:
    """Runs the tasks of MediaPipe, or of a package with the same API."""

    def __init__(self, api):
        self.image = lambda pixels: api.Image(api.ImageFormat.SRGB, pixels.copy())
        self.vision = api.tasks.vision
        self.base = api.tasks.BaseOptions

    def task(self, run):
        vision = self.vision
        base = self.base(model_asset_path=str(ROOT / ".lineament/models" / MODELS[run["task"]]))
        mode = vision.RunningMode.VIDEO if run["isClip"] else vision.RunningMode.IMAGE
        if run["task"].startswith("face-detector"):
            return vision.FaceDetector.create_from_options(
                vision.FaceDetectorOptions(base_options=base, running_mode=mode))
        if run["task"] == "face-landmarker":
            return vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
                base_options=base, running_mode=mode, num_faces=run["count"], output_face_blendshapes=True,
                output_facial_transformation_matrixes=True))
        return vision.PoseLandmarker.create_from_options(vision.PoseLandmarkerOptions(
            base_options=base, running_mode=mode, num_poses=run["count"],
            output_segmentation_masks=bool(run["masks"])))

    def results(self, run):
        """Yields the result of each frame."""
        folder = IMAGES / ("clips" if run["isClip"] else "images")
        task = self.task(run)
        if run["isClip"]:
            times = json.loads((IMAGES / "index.json").read_text())["clips"][run["input"]]["times"]
            for number, time in enumerate(times):
                yield task.detect_for_video(self.image(read_image(folder / run["input"] / f"{number}.ppm")), time)
        else:
            image = self.image(read_image(folder / f"{run['input']}.ppm"))
            options = self.vision.ImageProcessingOptions(rotation_degrees=run["rotation"])
            yield task.detect(image, options)


def subjects(task, result):
    """Returns the numbers of each detection, face or pose of a result."""
    import numpy as np

    if task.startswith("face-detector"):
        return [[d.bounding_box.origin_x, d.bounding_box.origin_y, d.bounding_box.width, d.bounding_box.height,
                 d.categories[0].score] + [v for k in d.keypoints for v in (k.x, k.y)] for d in result.detections]
    if task == "face-landmarker":
        return [[v for p in points for v in (p.x, p.y, p.z)] + [c.score for c in shapes]
                + [float(v) for v in np.asarray(matrix).reshape(-1)]
                for points, shapes, matrix in zip(result.face_landmarks, result.face_blendshapes,
                                                  result.facial_transformation_matrixes, strict=True)]
    return [[v for p in points for v in (p.x, p.y, p.z, p.visibility, p.presence)]
            + [v for p in world for v in (p.x, p.y, p.z)]
            for points, world in zip(result.pose_landmarks, result.pose_world_landmarks, strict=True)]


def mask_numbers(mask):
    """Returns the block means and the run lengths of a mask."""
    import numpy as np

    height, width = mask.shape
    means = [float(mask[y:y + BLOCK, x:x + BLOCK].astype(np.float64).mean())
             for y in range(0, height, BLOCK) for x in range(0, width, BLOCK)]
    inside = (mask > 0.5).reshape(-1)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], inside.astype(np.int8), [1 - int(inside[-1])]))))
    lengths = np.diff(np.concatenate(([0], edges)))
    assert lengths.sum() == inside.size
    return means, [int(v) for v in lengths]


def tables(runner):
    """Returns the names and connections, in the order of their indices."""
    vision = runner.vision
    sample = {"task": "face-landmarker", "input": "sample", "count": 1, "rotation": 0, "isClip": False, "masks": []}
    result = next(runner.results(sample))
    listed = {"blendshapes": [shape.category_name for shape in result.face_blendshapes[0]],
              "poseLandmarks": [landmark.name for landmark in vision.PoseLandmark]}
    for name in ("LIPS", "LEFT_EYE", "LEFT_EYEBROW", "LEFT_IRIS", "RIGHT_EYE", "RIGHT_EYEBROW", "RIGHT_IRIS", "FACE_OVAL",
                 "CONTOURS", "TESSELATION"):
        connections = getattr(vision.FaceLandmarksConnections, f"FACE_LANDMARKS_{name}")
        listed[name] = [f"{c.start}-{c.end}" for c in connections]
    listed["POSE"] = [f"{c.start}-{c.end}" for c in vision.PoseLandmarksConnections.POSE_LANDMARKS]
    return listed


def record(runner, output):
    """Runs everything and writes the references."""
    import numpy as np

    blobs = {"face-detector": [], "face-landmarker": [], "pose-landmarker": []}
    entries = []
    for run in runs():
        blob = blobs["face-detector" if run["task"].startswith("face-detector") else run["task"]]
        entry = {key: value for key, value in run.items() if key != "masks"}
        entry.update(offset=len(blob), counts=[])
        masks = []
        for number, result in enumerate(runner.results(run)):
            found = subjects(run["task"], result)
            entry["counts"].append(len(found))
            for numbers in found:
                blob += numbers
            if number in run["masks"]:
                for subject, mask in enumerate(result.segmentation_masks or []):
                    masks.append((number, subject, np.squeeze(mask.numpy_view()).copy()))
        for number, subject, mask in masks:
            means, lengths = mask_numbers(mask)
            entry.setdefault("masks", []).append(
                {"frame": number, "subject": subject, "width": mask.shape[1], "height": mask.shape[0],
                 "offset": len(blob), "runs": len(lengths)})
            blob += means + lengths
        entries.append(entry)
        print(f"{run['task']} {run['input']}: {sum(entry['counts'])} in {len(entry['counts'])} frames", flush=True)
    output.mkdir(parents=True, exist_ok=True)
    inputs = json.loads((IMAGES / "index.json").read_text())
    index = {
        "versions": VERSIONS,
        # The vector units that the models' arithmetic may depend on.
        "machine": [name for name in ("avx2", "fma", "avx512f", "avx512vnni", "asimd") if name in processor_features()],
        "models": {name: hashlib.sha256((ROOT / ".lineament/models" / name).read_bytes()).hexdigest()
                   for name in MODELS.values()},
        "block": BLOCK,
        "images": inputs["images"], "clips": inputs["clips"],
        "files": {},
    }
    for task, numbers in blobs.items():
        data = np.array(numbers, "<f4").tobytes()
        (output / f"{task}.f32").write_bytes(data)
        index["files"][task] = {"floats": len(numbers), "sha256": hashlib.sha256(data).hexdigest()}
    # One line per table and run, so that a change can be read.
    head = json.dumps(index, indent=1)[:-2]
    names = ",\n  ".join(f'"{name}": {json.dumps(table)}' for name, table in tables(runner).items())
    rows = ",\n  ".join(json.dumps(entry) for entry in entries)
    (output / "index.json").write_text(
        f'{head},\n "tables": {{\n  {names}\n }},\n "runs": [\n  {rows}\n ]\n}}\n')
    size = sum(file.stat().st_size for file in output.iterdir())
    print(f"{output}: {size} bytes")
    if size > 3_000_000:
        sys.exit("error: the references have more than 3 MB")


def processor_features():
    """Returns what the processor can do, as Linux names it."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split() for line in lines if line.startswith(("flags", "Features"))), [])


def has_versions():
    from importlib import metadata

    try:
        return all(metadata.version(name) == version for name, version in VERSIONS.items())
    except metadata.PackageNotFoundError:
        return False


def main():
    global IMAGES
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--images", type=pathlib.Path, help="a folder that ReferenceImages has written")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "Tests/ParityTests/References")
    arguments = parser.parse_args()
    if not has_versions():
        python = ENVIRONMENT / "bin/python"
        if os.environ.get("LINEAMENT_REFERENCES"):
            sys.exit(f"error: {python} does not have {VERSIONS}")
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        "--requirement", str(ROOT / "Scripts/python/references.txt")], check=True)
        os.environ["LINEAMENT_REFERENCES"] = "1"
        os.execv(str(python), [str(python), *sys.argv])

    import mediapipe

    with tempfile.TemporaryDirectory() as folder:
        if arguments.images is None:
            arguments.images = pathlib.Path(folder)
            subprocess.run(["swift", "run", "-c", "release", "-Xswiftc",
                            "-enable-testing", "ReferenceImages", folder], cwd=ROOT, check=True)
        IMAGES = arguments.images
        record(Runner(mediapipe), arguments.output)


if __name__ == "__main__":
    main()
