# SPDX-License-Identifier: Apache-2.0
"""Uses the installed wheel: an image from a file and from an array, a face, a body, a video's frames and wrong arguments.

usage: wheel.py PHOTO
"""

import sys

import lineament as mp
import numpy as np
from lineament.tasks.python import vision

photo = mp.read_image(sys.argv[1])
with vision.FaceLandmarker() as landmarker:
    face = landmarker.detect(photo).face_landmarks[0]
    array = mp.Image(mp.ImageFormat.SRGB, np.ascontiguousarray(photo.numpy_view()[:, :, :3]))
    again = landmarker.detect(array).face_landmarks[0]
assert len(face) == 478, len(face)
assert 0.42 < face[1].x < 0.45 and 0.24 < face[1].y < 0.27, face[1]
assert max(abs(a.x - b.x) for a, b in zip(face, again)) < 1e-6

with vision.PoseLandmarker() as landmarker:
    body = landmarker.detect(photo).pose_landmarks[0]
assert len(body) == 33, len(body)

options = vision.FaceLandmarkerOptions(running_mode=vision.RunningMode.VIDEO)
with vision.FaceLandmarker.create_from_options(options) as landmarker:
    for time in (0, 33, 66):
        assert len(landmarker.detect_for_video(photo, time).face_landmarks) == 1
    try:
        landmarker.detect_for_video(photo, 66)
    except ValueError:
        pass
    else:
        raise AssertionError("a timestamp that does not increase")
