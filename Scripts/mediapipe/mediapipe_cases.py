#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What mediapipe_versions.py runs in a process of its own, with one version of MediaPipe: prints lines of JSON.

    usage: mediapipe_cases.py structures
           mediapipe_cases.py theirs|ours FIRST [PHOTO]...

"structures" prints the fields of MediaPipe's C structures. "theirs" works on the sample photo, and on further ones, with
MediaPipe's own library, "ours" with Lineament's in its place, and prints a line for each case, from number FIRST on.
Models are Lineament's.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import pathlib
import pkgutil
import sys
import threading
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Sequence, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = pathlib.Path(os.environ.get("LINEAMENT_HOME") or ROOT / ".lineament")
# Seconds in which a frame of a live stream must be answered.
PATIENCE = 60

# Numbers of a result with their unit: "count", "fraction" (of the image, or a score), "meters", "pixels", "matrix" or "mask".
Numbers = List[Tuple[str, List[float]]]


class Task(NamedTuple):
    """A task with the options that it is tried with.

    Attributes:
        name: The class in mediapipe.tasks.python.vision.
        model: The file.
        options: Fields of the options.
        numbers: Returns the numbers of a result.
        area: The part of the sample photo that is tried: left, top, right, bottom.
    """

    name: str
    model: str
    options: Dict[str, Any]
    numbers: Callable[[Any], Numbers]
    area: Tuple[int, int, int, int] = (32, 0, 512, 512)


def _points(unit: str, points: Sequence[Any]) -> Numbers:
    numbers = [value for point in points for value in (point.x, point.y, point.z)]
    scores = [value for point in points for value in (point.visibility, point.presence) if value is not None]
    return [("count", [len(points)]), (unit, numbers), ("fraction", scores)]


def _scores(categories: Sequence[Any]) -> Numbers:
    return [("count", [one.index for one in categories]), ("fraction", [one.score for one in categories])]


def _mask(image: Any) -> Numbers:
    return [("count", list(image.numpy_view().shape)), ("mask", [float(image.numpy_view().mean())])]


def _joined(parts: Sequence[Numbers]) -> Numbers:
    return [("count", [len(parts)]), *(numbers for part in parts for numbers in part)]


def _faces(result: Any) -> Numbers:
    numbers: Numbers = [("count", [len(result.detections)])]
    for detection in result.detections:
        box = detection.bounding_box
        numbers.append(("pixels", [box.origin_x, box.origin_y, box.width, box.height]))
        numbers.append(("fraction", [value for point in detection.keypoints for value in (point.x, point.y)]))
        numbers += _scores(detection.categories)
    return numbers


def _face_landmarks(result: Any) -> Numbers:
    matrices = [[float(value) for value in matrix.ravel()] for matrix in result.facial_transformation_matrixes]
    return [
        *_joined([_points("fraction", points) for points in result.face_landmarks]),
        *_joined([_scores(scores) for scores in result.face_blendshapes]),
        *[("matrix", matrix) for matrix in matrices],
    ]


def _pose(result: Any) -> Numbers:
    return [
        *_joined([_points("fraction", points) for points in result.pose_landmarks]),
        *_joined([_points("meters", points) for points in result.pose_world_landmarks]),
        *_joined([_mask(mask) for mask in result.segmentation_masks or []]),
    ]


def _hands(result: Any) -> Numbers:
    return [
        *_joined([_points("fraction", points) for points in result.hand_landmarks]),
        *_joined([_points("meters", points) for points in result.hand_world_landmarks]),
        *_joined([_scores(categories) for categories in result.handedness]),
    ]


def _holistic(result: Any) -> Numbers:
    names = ("face_landmarks", "pose_landmarks", "left_hand_landmarks", "right_hand_landmarks")
    world = ("pose_world_landmarks", "left_hand_world_landmarks", "right_hand_world_landmarks")
    return [
        *_joined([_points("fraction", getattr(result, name)) for name in names]),
        *_joined([_points("meters", getattr(result, name)) for name in world]),
        *_scores(result.face_blendshapes or []),
        *(_mask(result.segmentation_mask) if result.segmentation_mask else []),
    ]


# The photo hardly shows hands, so their thresholds are low: both must find the same there, whatever it is. The holistic
# landmarker's former names are taken by every version.
TASKS = (
    Task("FaceDetector", "face_detection_short_range.tflite", {}, _faces),
    Task(
        "FaceLandmarker",
        "face_landmarker.task",
        {"num_faces": 3, "output_face_blendshapes": True, "output_facial_transformation_matrixes": True},
        _face_landmarks,
    ),
    Task("PoseLandmarker", "pose_landmarker_full.task", {"num_poses": 2, "output_segmentation_masks": True}, _pose),
    Task(
        "HandLandmarker",
        "hand_landmarker.task",
        {"num_hands": 2, "min_hand_detection_confidence": 0.1, "min_hand_presence_confidence": 0.1},
        _hands,
        (96, 256, 224, 384),
    ),
    Task(
        "HolisticLandmarker",
        "holistic_landmarker.task",
        {"output_face_blendshapes": True, "output_segmentation_mask": True},
        _holistic,
    ),
)
# Further options of the holistic landmarker, one by one: their order differed from the library's up to 1.2.2.
THRESHOLDS = (
    {"min_hand_landmarks_confidence": 1e-5},
    {"min_pose_detection_confidence": 1e-5},
    {"min_pose_suppression_threshold": 1.0},
    {"min_pose_landmarks_confidence": 0.999999},
    {"min_face_landmarks_confidence": 0.999999},
)


def main() -> None:
    """Prints what was asked for."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # What the libraries print may not get into the output.
    if sys.argv[1] == "structures":
        print(json.dumps(structures()), file=output, flush=True)
    else:
        for answer in answers(sys.argv[1], int(sys.argv[2]), sys.argv[3:]):
            print(json.dumps(answer), file=output, flush=True)
    os._exit(0)  # Without waiting for threads of a library.


def structures() -> Dict[str, Any]:
    """Returns the structures of all modules of the tasks for images: the size, and the fields with type and offset."""
    found: Dict[str, Any] = {}
    for package in ("core", "components", "vision"):
        parent = importlib.import_module(f"mediapipe.tasks.python.{package}")
        for module in pkgutil.walk_packages(parent.__path__, f"{parent.__name__}."):
            loaded = importlib.import_module(module.name)
            kinds = (value for value in vars(loaded).values() if isinstance(value, type))
            for kind in (kind for kind in kinds if issubclass(kind, ctypes.Structure)):
                fields = {field[0]: [field[1].__name__, getattr(kind, field[0]).offset] for field in _declared(kind)}
                found[kind.__name__] = {"size": ctypes.sizeof(kind), "fields": fields}
    return found


def _declared(structure: Any) -> Any:
    return getattr(structure, "_fields_", ())


# The cases: what each task finds in images and a video, then in a live stream, and what the errors say.
CASES = (*(task.name for task in TASKS), *(f"{task.name}, live stream" for task in TASKS), "errors")


def answers(way: str, first: int, photos: List[str]) -> Iterator[Any]:
    """Returns what each case gives."""
    if way == "ours":
        import lineament

        lineament.use_in_mediapipe()
    images = [_pixels(photo) for photo in photos]
    works = [
        *(lambda task=task: _images(task, images) + _video(task) for task in TASKS),  # type: ignore[misc]
        *(lambda task=task: _live_stream(task) for task in TASKS),  # type: ignore[misc]
        _errors,
    ]
    yield from map(_tried, works[first:])


def _tried(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _pixels(path: str) -> Any:
    import numpy
    from PIL import Image

    return numpy.array(Image.open(path).convert("RGB"))


def _part(task: Task, shift: int = 0) -> Any:
    """Returns the part of the sample photo for a task, moved to the left, of the same size."""
    left, top, right, bottom = task.area
    photo = _pixels(str(HOME / "samples" / "astronaut.png"))
    return photo[top:bottom, left - shift : right - shift]


def _image(pixels: Any) -> Any:
    import mediapipe
    import numpy

    return mediapipe.Image(mediapipe.ImageFormat.SRGB, numpy.ascontiguousarray(pixels))


def _created(task: Task, **options: Any) -> Any:
    import mediapipe
    from mediapipe.tasks.python import vision

    base = mediapipe.tasks.BaseOptions(model_asset_path=str(HOME / "models" / task.model))
    made = getattr(vision, task.name + "Options")(base, **task.options, **options)
    return getattr(vision, task.name).create_from_options(made)


def _images(task: Task, images: List[Any]) -> Numbers:
    numbers: Numbers = []
    for pixels in [_part(task), *images]:  # MediaPipe's holistic landmarker remembers the image before.
        with _created(task) as made:
            numbers += task.numbers(made.detect(_image(pixels)))
    for options in THRESHOLDS if task.name == "HolisticLandmarker" else ():
        with _created(task, **options) as made:
            numbers += task.numbers(made.detect(_image(_part(task))))
    return numbers


def _video(task: Task) -> Numbers:
    from mediapipe.tasks.python import vision

    with _created(task, running_mode=vision.RunningMode.VIDEO) as made:
        frames = [made.detect_for_video(_image(_part(task, 4 * index)), 40 * index) for index in range(6)]
    return _joined([task.numbers(result) for result in frames])


def _live_stream(task: Task) -> Numbers:
    from mediapipe.tasks.python import vision

    received: List[Numbers] = []
    arrived = threading.Semaphore(0)

    def receive(result: Any, image: Any, timestamp: int) -> None:
        received.append([("count", [timestamp, image.width, image.height]), *task.numbers(result)])
        arrived.release()

    with _created(task, running_mode=vision.RunningMode.LIVE_STREAM, result_callback=receive) as made:
        for index in range(6):
            made.detect_async(_image(_part(task, 4 * index)), 40 * index)
            if not arrived.acquire(timeout=PATIENCE):  # One frame at a time, so that none is dropped.
                raise TimeoutError(f"no answer to frame {index}")
    return _joined(received)


def _errors() -> Dict[str, str]:
    """Returns the exceptions of calls that fail, by what is wrong."""
    import mediapipe

    sys.path.insert(0, str(ROOT / "Integrations" / "python" / "tests"))
    calls = importlib.import_module("failing_calls").failing_calls(mediapipe)
    return {name: str(_tried(call)) for name, call in calls.items()}


if __name__ == "__main__":
    main()
