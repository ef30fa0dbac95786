#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what MediaPipe returns about hands in parts of the sample photo.

usage: make_hand_references.py [--output FILE]

The result is Tests/ParityTests/References/hands.json. The photo hardly shows hands, so thresholds are low: what counts is that
both find the same, whatever it is. Needs the models and the photo of `make setup`, and the Python environment that
make_references.py makes, or one with the same packages and Pillow.
"""
import argparse
import json
import pathlib

import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[2]
THRESHOLD = 0.1
# Left edge, upper edge and side of squares.
SQUARES = [(224, 128, 192), (96, 256, 128), (96, 352, 128), (256, 256, 128), (32, 256, 128), (352, 64, 128), (224, 32, 160),
           (352, 288, 160), (320, 128, 160), (0, 0, 512)]
# The squares of the frames of a clip, 40 ms apart.
CLIP = [(90 + index % 7 * 2, 250 + index % 5 * 3, 128) for index in range(24)]


def hands(result):
    """Returns the index of the category, its score and the coordinates of each hand."""
    return [{"index": categories[0].index, "score": categories[0].score,
             "landmarks": [value for point in points for value in (point.x, point.y, point.z)],
             "world": [value for point in world for value in (point.x, point.y, point.z)]}
            for categories, points, world in zip(result.handedness, result.hand_landmarks, result.hand_world_landmarks)]


def task(mode):
    """Returns a landmarker of two hands."""
    base = BaseOptions(str(ROOT / ".lineament/models/hand_landmarker.task"))
    return vision.HandLandmarker.create_from_options(vision.HandLandmarkerOptions(
        base, running_mode=mode, num_hands=2, min_hand_detection_confidence=THRESHOLD,
        min_hand_presence_confidence=THRESHOLD))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", default=ROOT / "Tests/ParityTests/References/hands.json", type=pathlib.Path)
    output = parser.parse_args().output
    photo = np.array(Image.open(ROOT / ".lineament/samples/astronaut.png").convert("RGB"))

    def part(x, y, side):
        return mp.Image(mp.ImageFormat.SRGB, np.ascontiguousarray(photo[y:y + side, x:x + side]))

    with task(vision.RunningMode.IMAGE) as images:
        squares = [{"square": square, "hands": hands(images.detect(part(*square)))} for square in SQUARES]
    with task(vision.RunningMode.VIDEO) as clip:
        frames = [{"square": square, "hands": hands(clip.detect_for_video(part(*square), 40 * index))}
                  for index, square in enumerate(CLIP)]
    table = {"mediapipe": mp.__version__, "threshold": THRESHOLD, "images": squares, "frames": frames}
    output.write_text(json.dumps(table, separators=(",", ":")).replace('{"square"', '\n{"square"') + "\n")
    print([len(row["hands"]) for row in squares], [len(row["hands"]) for row in frames])


if __name__ == "__main__":
    main()
