#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what MediaPipe returns about the person in the sample photo.

usage: make_holistic_references.py [--output FILE]

The result is Tests/ParityTests/References/holistic.json. The photo hardly shows hands, so their threshold is low: what counts
is that both find the same, whatever it is. Needs the models and the photo of `make setup`, and the Python environment that
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
HAND_THRESHOLD = 1e-5
# Left edge, upper edge and side of squares.
SQUARES = [(0, 0, 512), (32, 0, 480), (0, 32, 448)]
# The squares of the frames of a clip, 40 ms apart.
CLIP = [(index % 7 * 3, index % 5 * 4, 470) for index in range(12)]


def flat(points):
    return [round(value, 8) for point in points for value in (point.x, point.y, point.z)]


def person(result):
    """Returns the coordinates of a person's parts, and sums of the rest."""
    return {"body": flat(result.pose_landmarks), "world": flat(result.pose_world_landmarks),
            "visibility": [point.visibility for point in result.pose_landmarks], "face": flat(result.face_landmarks),
            "leftHand": flat(result.left_hand_landmarks), "leftHandWorld": flat(result.left_hand_world_landmarks),
            "rightHand": flat(result.right_hand_landmarks), "rightHandWorld": flat(result.right_hand_world_landmarks),
            "blendshapes": [category.score for category in result.face_blendshapes or []],
            "mask": float(result.segmentation_mask.numpy_view().mean()) if result.segmentation_mask else None}


def task(mode):
    """Returns a landmarker of a body, a face and hands."""
    base = BaseOptions(str(ROOT / ".lineament/models/holistic_landmarker.task"))
    return vision.HolisticLandmarker.create_from_options(vision.HolisticLandmarkerOptions(
        base, running_mode=mode, min_hand_landmarks_confidence=HAND_THRESHOLD, output_face_blendshapes=True,
        output_pose_segmentation_masks=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", default=ROOT / "Tests/ParityTests/References/holistic.json", type=pathlib.Path)
    output = parser.parse_args().output
    photo = np.array(Image.open(ROOT / ".lineament/samples/astronaut.png").convert("RGB"))

    def part(x, y, side):
        return mp.Image(mp.ImageFormat.SRGB, np.ascontiguousarray(photo[y:y + side, x:x + side]))

    squares = []
    for square in SQUARES:
        # A task carries over from one single image to the next.
        with task(vision.RunningMode.IMAGE) as images:
            squares.append({"square": square, "person": person(images.detect(part(*square)))})
    with task(vision.RunningMode.VIDEO) as clip:
        frames = [{"square": square, "person": person(clip.detect_for_video(part(*square), 40 * index))}
                  for index, square in enumerate(CLIP)]
    table = {"mediapipe": mp.__version__, "handThreshold": HAND_THRESHOLD, "images": squares, "frames": frames}
    text = json.dumps(table, separators=(",", ":"), default=float)
    output.write_text(text.replace('{"square"', '\n{"square"') + "\n")
    for rows in (squares, frames):
        print([[len(row["person"][part]) for part in ("body", "face", "leftHand", "rightHand")] for row in rows])


if __name__ == "__main__":
    main()
