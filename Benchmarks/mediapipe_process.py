"""A typical MediaPipe program: landmarks of a folder of photos, a video or one photo.

usage: mediapipe_process.py MODELS folder|video|photo PATH
"""
import pathlib
import sys

import cv2
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision

models, kind, path = sys.argv[1:]
mode = vision.RunningMode.VIDEO if kind == "video" else vision.RunningMode.IMAGE
task = vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
    base_options=BaseOptions(model_asset_path=f"{models}/face_landmarker.task"), running_mode=mode))


def shown(pixels):
    return mp.Image(image_format=mp.ImageFormat.SRGB, data=cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))


found = 0
if kind == "video":
    capture, index = cv2.VideoCapture(path), 0
    while True:
        is_there, frame = capture.read()
        if not is_there:
            break
        found += len(task.detect_for_video(shown(frame), index * 33).face_landmarks)
        index += 1
else:
    for file in sorted(pathlib.Path(path).glob("*.jpg")) if kind == "folder" else [pathlib.Path(path)]:
        found += len(task.detect(shown(cv2.imread(str(file)))).face_landmarks)
print(found)
