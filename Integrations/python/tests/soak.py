# SPDX-License-Identifier: Apache-2.0
"""Calls the package many times in one process, whose memory must stay flat.

usage: soak.py [CALLS] [solutions]

Makes CALLS calls (a million by default) of a face detector, each with a new image and a look at the result's objects
and arrays, every twentieth followed by one of a face landmarker, and a frame of a session; a thousandth as many tasks are
created and closed. With `solutions`, makes CALLS calls of all solutions instead, whose landmarks are read; the slower ones
get fewer. Prints memory, threads and open files twenty times, and fails if they grow after the second time.
"""

from __future__ import annotations

import os
import sys
from typing import Callable

import numpy as np
from support import SAMPLE

import lineament as mp

# Megabytes by which the allocator's caches may differ from one time to the next.
SLACK = 24

PIXELS = np.ascontiguousarray(mp.read_image(SAMPLE).numpy_view()[:256, 96:352])


def state() -> tuple[int, int, int]:
    """Returns resident megabytes, threads, and open files."""
    with open("/proc/self/status", encoding="ascii") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["VmRSS"].split()[0]) // 1024, int(fields["Threads"]), len(os.listdir("/proc/self/fd"))


def tasks() -> Callable[[int], None]:
    """Returns what is called with the number of each call of a task."""
    vision = mp.tasks.vision
    detector, landmarker = vision.FaceDetector(), vision.FaceLandmarker()
    session = landmarker.create_session()

    def call(number: int) -> None:
        result = detector.detect(mp.Image(mp.ImageFormat.SRGB, PIXELS))
        assert result.detections[0].categories[0].score == result.scores_array[0]
        if number % 20 == 0:
            image = mp.Image(mp.ImageFormat.SRGB, PIXELS)
            assert landmarker.detect(image).face_landmarks[0][1].x > 0
            assert session.detect(image, number).track_ids
        if number % 1000 == 0:
            vision.FaceDetector().close()

    return call


def solutions() -> Callable[[int], None]:
    """Returns what is called with the number of each call of a solution."""
    found = mp.solutions
    detection, mesh = found.face_detection.FaceDetection(), found.face_mesh.FaceMesh()
    refined, selfie = found.face_mesh.FaceMesh(refine_landmarks=True), found.selfie_segmentation.SelfieSegmentation()
    slow = [
        found.pose.Pose(enable_segmentation=True),
        found.hands.Hands(),
        found.holistic.Holistic(refine_face_landmarks=True),
    ]

    def points(landmarks: object) -> int:
        return sum(point.x > -9 for point in landmarks.landmark)

    def call(number: int) -> None:
        place = number % 60
        if place < 3:
            result = slow[place].process(PIXELS)
            assert place == 1 or points(result.pose_landmarks) == 33
        elif place < 6:
            assert selfie.process(PIXELS).segmentation_mask.shape == PIXELS.shape[:2]
        elif place % 3 == 0:
            assert detection.process(PIXELS).detections[0].score[0] > 0.5
        else:
            with_irises = place % 3 == 1
            (face,) = (refined if with_irises else mesh).process(PIXELS).multi_face_landmarks
            assert points(face) == (478 if with_irises else 468)
        if number % 1000 == 0:
            found.face_mesh.FaceMesh().close()
            mesh.reset()

    return call


def main() -> None:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    call = solutions() if "solutions" in sys.argv[2:] else tasks()
    first = None
    for number in range(1, calls + 1):
        call(number)
        if number % max(1, calls // 20) == 0:
            now = state()
            print(f"{number:9} calls: {now[0]} MB, {now[1]} threads, {now[2]} files", flush=True)
            if first is None:
                first = now if number > calls // 20 else None
            elif now[0] > first[0] + SLACK or now[1] > first[1] + 2 or now[2] > first[2]:
                sys.exit("error: the process has grown")
    print("stayed flat")


if __name__ == "__main__":
    main()
