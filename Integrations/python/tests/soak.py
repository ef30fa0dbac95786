"""Calls the package many times in one process, whose memory must stay flat.

usage: soak.py [CALLS]

Makes CALLS calls (a million by default) of a face detector, each with a new image and a look at the result's objects
and arrays, every twentieth followed by one of a face landmarker, a frame of a session, and two of solutions; a thousandth
as many tasks are created and closed. Prints memory, threads and open files ten times, and fails if they grow after the first time.
"""

from __future__ import annotations

import os
import sys

import numpy as np
from support import SAMPLE

import lineament as mp

# Megabytes by which the allocator's caches may differ from one time to the next.
SLACK = 24


def state() -> tuple[int, int, int]:
    """Returns resident megabytes, threads, and open files."""
    with open("/proc/self/status", encoding="ascii") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["VmRSS"].split()[0]) // 1024, int(fields["Threads"]), len(os.listdir("/proc/self/fd"))


def main() -> None:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    vision = mp.tasks.vision
    pixels = np.ascontiguousarray(mp.read_image(SAMPLE).numpy_view()[:256, 96:352])
    detector, landmarker = vision.FaceDetector(), vision.FaceLandmarker()
    session = landmarker.create_session()
    mesh = mp.solutions.face_mesh.FaceMesh(refine_landmarks=True)
    selfie = mp.solutions.selfie_segmentation.SelfieSegmentation()
    first = None
    for call in range(1, calls + 1):
        result = detector.detect(mp.Image(mp.ImageFormat.SRGB, pixels))
        assert result.detections[0].categories[0].score == result.scores_array[0]
        if call % 20 == 0:
            image = mp.Image(mp.ImageFormat.SRGB, pixels)
            assert landmarker.detect(image).face_landmarks[0][1].x > 0
            assert session.detect(image, call).track_ids
            assert len(mesh.process(pixels).multi_face_landmarks[0].landmark) == 478
            assert selfie.process(pixels).segmentation_mask.shape == pixels.shape[:2]
        if call % 1000 == 0:
            vision.FaceDetector().close()
        if call % max(1, calls // 10) == 0:
            now = state()
            print(f"{call:9} calls: {now[0]} MB, {now[1]} threads, {now[2]} files", flush=True)
            first = first or now
            if now[0] > first[0] + SLACK or now[1] > first[1] + 2 or now[2] > first[2]:
                sys.exit("error: the process has grown")
    print("stayed flat")


if __name__ == "__main__":
    main()
