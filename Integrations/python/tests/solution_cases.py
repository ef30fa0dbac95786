# SPDX-License-Identifier: Apache-2.0
"""The cases that the tests of solutions compute, with Lineament and, once, with MediaPipe 0.10.21.

The numbers of MediaPipe are in solutions.json. To record them anew, run this file with a Python that has MediaPipe
0.10.21 (Python 3.11, NumPy 1.26): python solution_cases.py solutions.json
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np
from support import SAMPLE, TESTDATA

import lineament

# A frame of a video is the image moved by so many pixels.
FRAMES = [(3 * index % 40, 2 * index % 24) for index in range(60)]
REFERENCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "solutions.json")


def image(name: str) -> np.ndarray:
    """Returns the sample, or an image of the test data."""
    path = SAMPLE if name == "sample" else os.path.join(TESTDATA, name)
    return np.array(lineament.read_image(path).numpy_view())


def moved(pixels: np.ndarray, shift: Tuple[int, int]) -> np.ndarray:
    return np.ascontiguousarray(np.roll(pixels, shift, axis=(1, 0)))


# The name of a case: the solution, its image, its options, and the number of frames; 0 for a single image.
CASES: List[Tuple[str, str, Dict[str, Any], int]] = [
    ("face_detection.FaceDetection", "sample", {}, 0),
    ("face_detection.FaceDetection", "sample", {"model_selection": 1}, 0),
    ("face_mesh.FaceMesh", "sample", {}, 0),
    ("face_mesh.FaceMesh", "sample", {"refine_landmarks": True}, 0),
    ("face_mesh.FaceMesh", "sample", {"max_num_faces": 2}, 60),
    ("face_mesh.FaceMesh", "sample", {"refine_landmarks": True}, 60),
    ("pose.Pose", "sample", {"enable_segmentation": True}, 0),
    ("pose.Pose", "sample", {}, 60),
    ("pose.Pose", "sample", {"smooth_landmarks": False}, 60),
    ("holistic.Holistic", "sample", {"refine_face_landmarks": True}, 0),
    ("holistic.Holistic", "sample", {"enable_segmentation": True}, 60),
    ("selfie_segmentation.SelfieSegmentation", "sample", {}, 0),
    ("selfie_segmentation.SelfieSegmentation", "sample", {"model_selection": 1}, 0),
    ("hands.Hands", "pose/yoga_tree.jpg", {}, 0),
    ("hands.Hands", "pose/yoga_tree.jpg", {"model_complexity": 0, "max_num_hands": 4}, 0),
    ("hands.Hands", "pose/messi.jpg", {}, 60),
    ("pose.Pose", "pose/messi.jpg", {}, 60),
    ("pose.Pose", "official/pose.jpg", {"enable_segmentation": True}, 0),
    ("holistic.Holistic", "pose/yoga_tree.jpg", {}, 0),
    ("holistic.Holistic", "pose/yoga_tree.jpg", {"refine_face_landmarks": True}, 60),
    ("holistic.Holistic", "pose/messi.jpg", {}, 60),
    ("face_mesh.FaceMesh", "groups/two_people.jpg", {"max_num_faces": 4}, 60),
]


def title(case: Tuple[str, str, Dict[str, Any], int]) -> str:
    name, source, options, frames = case
    return f"{name} {source} {json.dumps(options)} {frames}"


def values(package: Any, case: Tuple[str, str, Dict[str, Any], int]) -> Dict[str, Any]:
    """Returns the numbers of the last image of a case."""
    name, source, options, frames = case
    module, kind = name.split(".")
    tracks = module in ("hands", "pose", "face_mesh", "holistic")
    mode = {"static_image_mode": not frames} if tracks else {}
    pixels = image(source)
    with getattr(getattr(package.solutions, module), kind)(**mode, **options) as solution:
        for shift in FRAMES[:frames] or [(0, 0)]:
            result = solution.process(moved(pixels, shift))
    return dict(_numbers(result))


def _numbers(result: Any) -> Iterator[Tuple[str, Any]]:
    for field in result._fields:
        value = getattr(result, field)
        if value is None:
            yield field, None
        elif isinstance(value, np.ndarray):
            yield field, [float(value.mean()), *value[::64, ::64].ravel().tolist()]
        elif not isinstance(value, list):
            yield field, _points(value)
        elif hasattr(value[0], "landmark"):
            yield field, [_points(each) for each in value]
        elif hasattr(value[0], "classification"):
            yield field, [[each.classification[0].label, each.classification[0].score] for each in value]
        else:
            yield field, [_detection(each) for each in value]


def _points(landmarks: Any) -> List[List[float]]:
    """Returns all points of a hand or a body, and every twelfth of a face."""
    points = landmarks.landmark
    step = 12 if len(points) > 100 else 1
    has_visibility = points[0].HasField("visibility")
    return [[p.x, p.y, p.z, p.visibility] if has_visibility else [p.x, p.y, p.z] for p in points[::step]]


def _detection(detection: Any) -> List[float]:
    location = detection.location_data
    box = location.relative_bounding_box
    points = [value for point in location.relative_keypoints for value in (point.x, point.y)]
    return [detection.score[0], box.xmin, box.ymin, box.width, box.height, *points]


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, 6) if isinstance(value, float) else value


def main() -> None:
    import mediapipe

    assert mediapipe.__version__ == "0.10.21", mediapipe.__version__
    recorded = {title(case): {key: _rounded(value) for key, value in values(mediapipe, case).items()} for case in CASES}
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(json.dumps(recorded, separators=(",", ":")).replace('},"', '},\n"') + "\n")


if __name__ == "__main__":
    main()
