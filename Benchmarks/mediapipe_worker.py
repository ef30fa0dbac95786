# SPDX-License-Identifier: Apache-2.0
"""Runs benchmark cases with MediaPipe. Answers each line "case rounds" with the duration of each round, in milliseconds.

usage: mediapipe_worker.py FOLDER MODELS
"""
import pathlib
import sys
import time

import cv2
import mediapipe as mp
import numpy
from mediapipe.tasks.python import BaseOptions, vision

folder, models = (pathlib.Path(argument) for argument in sys.argv[1:])
IMAGE, VIDEO = vision.RunningMode.IMAGE, vision.RunningMode.VIDEO


def pixels_of(name):
    width, height = (int(part) for part in name.split("-")[:2])
    return numpy.fromfile(folder / f"{name}.rgb", numpy.uint8).reshape(height, width, 3)


def shown(pixels):
    """Wraps pixels in an MPImage. This is part of each round, because every new frame needs it."""
    return mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels)


def base(name):
    return BaseOptions(model_asset_path=str(models / name))


def detector():
    return vision.FaceDetector.create_from_options(
        vision.FaceDetectorOptions(base_options=base("face_detection_short_range.tflite"), running_mode=IMAGE))


def landmarker(mode, faces, everything):
    return vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
        base_options=base("face_landmarker.task"), running_mode=mode, num_faces=faces,
        output_face_blendshapes=everything, output_facial_transformation_matrixes=everything))


def poses(mode, masks):
    return vision.PoseLandmarker.create_from_options(vision.PoseLandmarkerOptions(
        base_options=base("pose_landmarker_full.task"), running_mode=mode, output_segmentation_masks=masks))


def hands(mode):
    return vision.HandLandmarker.create_from_options(vision.HandLandmarkerOptions(
        base_options=base("hand_landmarker.task"), running_mode=mode, min_hand_detection_confidence=0.1,
        min_hand_presence_confidence=1e-6))


class Whole:
    """Bodies, faces and hands by a task of each."""

    def __init__(self):
        self.tasks = [poses(VIDEO, False), landmarker(VIDEO, 1, False), vision.HandLandmarker.create_from_options(
            vision.HandLandmarkerOptions(base_options=base("hand_landmarker.task"), running_mode=VIDEO, num_hands=2))]

    def detect_for_video(self, image, timestamp):
        for task in self.tasks:
            task.detect_for_video(image, timestamp)


def image(task, name):
    pixels = pixels_of(name)
    return lambda: task.detect(shown(pixels))


def video(task, name):
    frames = [pixels_of(f"{name}-{index}") for index in range(10)]
    count = 0

    def round():
        nonlocal count
        place = count % 18
        task.detect_for_video(shown(frames[place if place < 10 else 18 - place]), count * 33)
        count += 1
    return round


def file(name):
    """Returns a round with the faster of OpenCV's decoder and MediaPipe's own file loader."""
    task = landmarker(IMAGE, 1, False)
    data = numpy.fromfile(folder / name, numpy.uint8)

    def by_opencv():
        pixels = cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
        task.detect(shown(pixels))

    def by_loader():
        task.detect(mp.Image.create_from_file(str(folder / name)))

    def seconds(body):
        body()
        start = time.perf_counter()
        body()
        return time.perf_counter() - start
    return min((by_opencv, by_loader), key=seconds)


CASES = {
    "detector-1mp": lambda: image(detector(), "1024-1024-one"),
    "detector-20mp": lambda: image(detector(), "4480-4480-one"),
    "landmarker-20mp": lambda: image(landmarker(IMAGE, 1, False), "4480-4480-one"),
    "landmarker-image": lambda: image(landmarker(IMAGE, 1, False), "640-480-one"),
    "landmarker-image-everything": lambda: image(landmarker(IMAGE, 1, True), "640-480-one"),
    "landmarker-video": lambda: video(landmarker(VIDEO, 1, False), "640-480-video"),
    "landmarker-video-everything": lambda: video(landmarker(VIDEO, 1, True), "640-480-video"),
    "landmarker-3-faces": lambda: image(landmarker(IMAGE, 3, True), "640-480-three"),
    "landmarker-5-faces": lambda: image(landmarker(IMAGE, 5, True), "640-480-five"),
    "pose-image": lambda: image(poses(IMAGE, False), "640-480-one"),
    "pose-video": lambda: video(poses(VIDEO, False), "640-480-video"),
    "pose-video-masks": lambda: video(poses(VIDEO, True), "640-480-video"),
    "hand-image": lambda: image(hands(IMAGE), "640-480-hand-0"),
    "hand-video": lambda: video(hands(VIDEO), "640-480-hand"),
    "holistic-video": lambda: video(Whole(), "640-480-video"),
    "jpeg-vga": lambda: file("jpeg-vga.jpg"),
    "jpeg-2mp": lambda: file("jpeg-2mp.jpg"),
    "jpeg-12mp": lambda: file("jpeg-12mp.jpg"),
    "jpeg-12mp-scaled": lambda: file("jpeg-12mp.jpg"),
    "jpeg-24mp": lambda: file("jpeg-24mp.jpg"),
    "jpeg-24mp-scaled": lambda: file("jpeg-24mp.jpg"),
}

rounds = {}
for line in sys.stdin:
    name, count = line.split()
    if name not in rounds:
        rounds[name] = CASES[name]()
    times = []
    for _ in range(int(count)):
        start = time.perf_counter()
        rounds[name]()
        times.append((time.perf_counter() - start) * 1000)
    print(*times, flush=True)
