# SPDX-License-Identifier: Apache-2.0
"""Programs as MediaPipe's guides structure them, which differ from those for MediaPipe in the import line only."""

from __future__ import annotations

import threading
import unittest

import numpy as np
from support import MODELS, SAMPLE, TASKS, needs_library, pixels

import lineament as mp

BaseOptions = mp.tasks.BaseOptions
RunningMode = mp.tasks.vision.RunningMode

PACKAGE = "lineament.tasks.python.vision"
EXPECTED = {
    "FaceDetector": lambda result: len(result.detections),
    "FaceLandmarker": lambda result: len(result.face_landmarks),
    "PoseLandmarker": lambda result: len(result.pose_landmarks),
    "HandLandmarker": lambda result: len(result.hand_landmarks),
    "HolisticLandmarker": lambda result: int(len(result.face_landmarks) == 478),
}
# The contents of the sample photo.
COUNTS = {name: int(name != "HandLandmarker") for name in TASKS}


@needs_library
class GuideTests(unittest.TestCase):
    """One program per running mode, for each task."""

    def classes(self, name):
        vision = mp.tasks.vision
        return getattr(vision, name), getattr(vision, name + "Options")

    def test_image(self):
        for name in TASKS:
            with self.subTest(task=name):
                Task, Options = self.classes(name)
                options = Options(
                    base_options=BaseOptions(model_asset_path=MODELS[name]), running_mode=RunningMode.IMAGE
                )
                with Task.create_from_options(options) as task:
                    image = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels())
                    self.assertEqual(EXPECTED[name](task.detect(image)), COUNTS[name])

    def test_video(self):
        for name in TASKS:
            with self.subTest(task=name):
                Task, Options = self.classes(name)
                options = Options(
                    base_options=BaseOptions(model_asset_path=MODELS[name]), running_mode=RunningMode.VIDEO
                )
                with Task.create_from_options(options) as task:
                    for timestamp in range(0, 200, 40):
                        frame = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels())
                        self.assertEqual(EXPECTED[name](task.detect_for_video(frame, timestamp)), COUNTS[name])

    def test_live_stream(self):
        for name in TASKS:
            with self.subTest(task=name):
                self.live_stream(name)

    def live_stream(self, name):
        Task, Options = self.classes(name)
        received, arrived = [], threading.Event()

        def print_result(result, output_image: mp.Image, timestamp_ms: int):
            received.append((EXPECTED[name](result), output_image.width, timestamp_ms))
            arrived.set()

        options = Options(
            base_options=BaseOptions(model_asset_path=MODELS[name]),
            running_mode=RunningMode.LIVE_STREAM,
            result_callback=print_result,
        )
        with Task.create_from_options(options) as task:
            for timestamp in (0, 40, 80):
                arrived.clear()
                task.detect_async(mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels()), timestamp)
                self.assertTrue(arrived.wait(30))
        self.assertEqual(received, [(COUNTS[name], 512, timestamp) for timestamp in (0, 40, 80)])

    def test_what_the_guides_read(self):
        with mp.tasks.vision.FaceLandmarker.create_from_model_path(MODELS["FaceLandmarker"]) as landmarker:
            result = landmarker.detect(mp.Image(mp.ImageFormat.SRGB, pixels()))
        self.assertEqual(result.face_blendshapes, [])
        for face in result.face_landmarks:
            points = [(point.x, point.y, point.z) for point in face]
            self.assertEqual(len(points), 478)
        with mp.tasks.vision.FaceDetector.create_from_model_path(MODELS["FaceDetector"]) as detector:
            (detection,) = detector.detect(mp.Image(mp.ImageFormat.SRGB, pixels())).detections
        box = detection.bounding_box
        self.assertEqual((box.origin_x, box.origin_y, box.width, box.height), (177, 82, 95, 95))
        self.assertIsInstance(box.width, int)
        self.assertGreater(detection.categories[0].score, 0.9)
        self.assertEqual(len(detection.keypoints), 6)


class ImportTests(unittest.TestCase):
    """The import paths of MediaPipe's programs."""

    def test_paths(self):
        from lineament.tasks import python
        from lineament.tasks.python import vision
        from lineament.tasks.python.components import containers
        from lineament.tasks.python.components.containers.landmark import NormalizedLandmark
        from lineament.tasks.python.core.base_options import BaseOptions as FromModule
        from lineament.tasks.python.vision.core.image import Image
        from lineament.tasks.python.vision.core.image_processing_options import ImageProcessingOptions
        from lineament.tasks.python.vision.core.vision_task_running_mode import VisionTaskRunningMode
        from lineament.tasks.python.vision.face_landmarker import FaceLandmarkerResult

        self.assertIs(python.BaseOptions, FromModule)
        self.assertIs(python.vision, vision)
        self.assertIs(mp.tasks.vision, vision)
        self.assertIs(mp.tasks.components.containers, containers)
        self.assertIs(mp.tasks.components.containers.NormalizedLandmark, NormalizedLandmark)
        self.assertIs(mp.Image, Image)
        self.assertIs(vision.RunningMode, VisionTaskRunningMode)
        self.assertIs(vision.ImageProcessingOptions, ImageProcessingOptions)
        self.assertIs(vision.FaceLandmarkerResult, FaceLandmarkerResult)
        self.assertIs(vision.FaceDetectorResult, containers.DetectionResult)

    def test_absent_tasks_are_named(self):
        with self.assertRaisesRegex(AttributeError, "no GestureRecognizer; it has FaceDetector, FaceLandmarker"):
            mp.tasks.vision.GestureRecognizer  # noqa: B018
        self.assertFalse(hasattr(mp.tasks.vision, "anything"))

    def test_drawings_of_results(self):
        from lineament.tasks.python import vision
        from lineament.tasks.python.vision import drawing_styles, drawing_utils

        self.assertIs(mp.tasks.vision.drawing_utils, drawing_utils)
        image = mp.read_image(SAMPLE)
        face = vision.FaceLandmarker().detect(image).face_landmarks[0]
        canvas = np.zeros((image.height, image.width, 3), np.uint8)
        contours = vision.FaceLandmarksConnections.FACE_LANDMARKS_CONTOURS
        style = drawing_styles.get_default_face_mesh_contours_style()
        drawing_utils.draw_landmarks(canvas, face, contours, None, style)
        self.assertGreater(np.count_nonzero(canvas.any(2)), 500)
        detection = vision.FaceDetector().detect(image).detections[0]
        drawing_utils.draw_detection(canvas, detection)
        box = detection.bounding_box
        self.assertEqual(canvas[box.origin_y, box.origin_x].tolist(), list(drawing_utils.WHITE_COLOR))
        with self.assertRaisesRegex(ValueError, "three channel"):
            drawing_utils.draw_detection(canvas[:, :, :1], detection)

    def test_names_are_listed(self):
        self.assertLessEqual({"solutions", "read_image", "tasks", "Redactor"}, set(dir(mp)))
        self.assertFalse({"Any", "importlib", "annotations"} & set(dir(mp)))


if __name__ == "__main__":
    unittest.main()
