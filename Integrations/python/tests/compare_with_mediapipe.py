# SPDX-License-Identifier: Apache-2.0
"""Compares MediaPipe's own package on its own library with the same package on Lineament's.

usage: compare_with_mediapipe.py MODELS FILE...

Each photo is worked on in image mode, each video in video and in live-stream mode, by all three tasks. Prints the
largest difference of each kind of number. The library is liblineament.so as the package `lineament` finds it.
"""

import os
import pathlib
import pickle
import subprocess
import sys
import threading

import numpy

VIDEO_TYPES = {".mp4", ".mov", ".mkv", ".webm", ".avi"}
FRAMES = 60


def main():
    if sys.argv[1] == "--worker":
        return worker(sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4:])
    answers = {}
    for library in ("mediapipe", "lineament"):
        output = subprocess.run(
            [sys.executable, __file__, "--worker", library, *sys.argv[1:]], stdout=subprocess.PIPE, check=True
        ).stdout
        answers[library] = pickle.loads(output)
    differences = largest_differences(answers["mediapipe"], answers["lineament"])
    for name, (difference, place) in sorted(differences.items()):
        print(f"{name:32} {difference:.3g}   {place}")


def largest_differences(theirs, ours):
    """Returns the largest difference of each kind of number, and where it is."""
    found = {}
    for key in theirs:
        for kind, expected in theirs[key].items():
            actual = ours[key][kind]
            name = f"{key[0]} {key[1]} {kind}"
            if isinstance(expected, str) or isinstance(actual, str) or expected.shape != actual.shape:
                difference = 0.0 if numpy.array_equal(expected, actual) else float("inf")
            else:
                difference = float(numpy.abs(expected - actual).max(initial=0))
            if difference >= found.get(name, (-1, ""))[0]:
                found[name] = (difference, key[2])
    return found


def worker(library, models, files):
    """Writes the results of one library to standard output."""
    if library == "lineament":
        import lineament

        lineament.use_in_mediapipe()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answers = {}
    for file in map(pathlib.Path, files):
        run = video if file.suffix.lower() in VIDEO_TYPES else photo
        for task in ("face_detector", "face_landmarker", "pose_landmarker"):
            for mode, number, numbers in run(task, models, file):
                answers[task, mode, f"{file.name} {number}"] = numbers
    pickle.dump(answers, output)
    output.close()


def options_of(task, models, mode, callback=None):
    from mediapipe.tasks.python import BaseOptions, vision

    given = {"running_mode": getattr(vision.RunningMode, mode), "result_callback": callback}
    if task == "face_detector":
        base = BaseOptions(model_asset_path=str(models / "face_detection_short_range.tflite"))
        return vision.FaceDetector, vision.FaceDetectorOptions(base_options=base, **given)
    if task == "face_landmarker":
        base = BaseOptions(model_asset_path=str(models / "face_landmarker.task"))
        return vision.FaceLandmarker, vision.FaceLandmarkerOptions(
            base_options=base,
            num_faces=3,
            output_face_blendshapes=True,
            output_facial_transformation_matrixes=True,
            **given,
        )
    base = BaseOptions(model_asset_path=str(models / "pose_landmarker_full.task"))
    return vision.PoseLandmarker, vision.PoseLandmarkerOptions(
        base_options=base, num_poses=2, output_segmentation_masks=mode == "IMAGE", **given
    )


def photo(task, models, file):
    import mediapipe
    from PIL import Image

    pixels = numpy.array(Image.open(file).convert("RGB"))
    kind, options = options_of(task, models, "IMAGE")
    with kind.create_from_options(options) as landmarker:
        image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)
        yield "image", 0, numbers(landmarker.detect(image))


def video(task, models, file):
    import mediapipe

    frames = list(read(file))
    kind, options = options_of(task, models, "VIDEO")
    with kind.create_from_options(options) as landmarker:
        for index, pixels in enumerate(frames):
            image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)
            yield "video", index, numbers(landmarker.detect_for_video(image, index * 40))
    # Frame by frame, so that none is dropped.
    answered, results = threading.Event(), []
    kind, options = options_of(
        task, models, "LIVE_STREAM", lambda result, image, time: (results.append(numbers(result)), answered.set())
    )
    with kind.create_from_options(options) as landmarker:
        for index, pixels in enumerate(frames[:20]):
            answered.clear()
            image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)
            landmarker.detect_async(image, index * 40)
            answered.wait(30)
    for index, result in enumerate(results):
        yield "live stream", index, result


def read(file):
    import cv2

    capture = cv2.VideoCapture(str(file))
    for _ in range(FRAMES):
        found, frame = capture.read()
        if not found:
            return
        yield cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)


def numbers(result):
    """Returns the numbers of a result, by kind."""
    if hasattr(result, "detections"):
        return {
            "boxes": numpy.array(
                [
                    [d.bounding_box.origin_x, d.bounding_box.origin_y, d.bounding_box.width, d.bounding_box.height]
                    for d in result.detections
                ]
            ),
            "scores": numpy.array([d.categories[0].score for d in result.detections]),
            "keypoints": numpy.array([[[k.x, k.y] for k in d.keypoints] for d in result.detections]),
        }
    if hasattr(result, "face_landmarks"):
        return {
            "landmarks": points(result.face_landmarks),
            "blendshapes": numpy.array([[c.score for c in face] for face in result.face_blendshapes]),
            "names": " ".join(c.category_name for face in result.face_blendshapes for c in face),
            "matrixes": numpy.array(result.facial_transformation_matrixes),
        }
    return {
        "landmarks": points(result.pose_landmarks),
        "world_landmarks": points(result.pose_world_landmarks),
        "visibility": numpy.array([[[p.visibility, p.presence] for p in pose] for pose in result.pose_landmarks]),
        "masks": numpy.array([mask.numpy_view().copy() for mask in result.segmentation_masks or []]),
    }


def points(subjects):
    return numpy.array([[[p.x, p.y, p.z] for p in subject] for subject in subjects])


if __name__ == "__main__":
    main()
