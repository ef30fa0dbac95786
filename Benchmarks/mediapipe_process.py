# SPDX-License-Identifier: Apache-2.0
"""A typical MediaPipe program: faces or bodies of a folder of photos, a video or one photo. Prints how many it found.

usage: mediapipe_process.py MODELS folder|video|photo PATH [--bodies] [--count N] [--tiles N]
"""
import argparse
import pathlib

import cv2
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision

parser = argparse.ArgumentParser()
parser.add_argument("models")
parser.add_argument("kind", choices=["folder", "video", "photo"])
parser.add_argument("path", type=pathlib.Path)
parser.add_argument("--bodies", action="store_true", help="bodies instead of faces")
parser.add_argument("--count", type=int, default=1, help="the number of faces or bodies to look for; MediaPipe's default is 1")
parser.add_argument("--tiles", type=int, default=1, help="tiles along each side, which overlap by half, as people cut photos of groups by hand")
arguments = parser.parse_args()

mode = vision.RunningMode.VIDEO if arguments.kind == "video" else vision.RunningMode.IMAGE
if arguments.bodies:
    base = BaseOptions(model_asset_path=f"{arguments.models}/pose_landmarker_full.task")
    task = vision.PoseLandmarker.create_from_options(
        vision.PoseLandmarkerOptions(base_options=base, running_mode=mode, num_poses=arguments.count))
else:
    base = BaseOptions(model_asset_path=f"{arguments.models}/face_landmarker.task")
    task = vision.FaceLandmarker.create_from_options(
        vision.FaceLandmarkerOptions(base_options=base, running_mode=mode, num_faces=arguments.count))


def shown(pixels):
    return mp.Image(image_format=mp.ImageFormat.SRGB, data=cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))


def count(result):
    return len(result.pose_landmarks if arguments.bodies else result.face_landmarks)


def tiles(pixels):
    """Yields the photo, or tiles of it."""
    steps = arguments.tiles + 1 if arguments.tiles > 1 else 2
    height, width = pixels.shape[0] * 2 // steps, pixels.shape[1] * 2 // steps
    for row in range(steps - 1):
        for column in range(steps - 1):
            top, left = row * height // 2, column * width // 2
            yield pixels[top : top + height, left : left + width]


found = 0
if arguments.kind == "video":
    capture, index = cv2.VideoCapture(str(arguments.path)), 0
    while True:
        is_there, frame = capture.read()
        if not is_there:
            break
        found += count(task.detect_for_video(shown(frame), index * 33))
        index += 1
else:
    files = sorted(arguments.path.glob("*.jpg")) if arguments.kind == "folder" else [arguments.path]
    found = sum(count(task.detect(shown(tile.copy()))) for file in files for tile in tiles(cv2.imread(str(file))))
print(found)
