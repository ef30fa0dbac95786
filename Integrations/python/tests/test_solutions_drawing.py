# SPDX-License-Identifier: Apache-2.0
"""Drawings of solutions: to the pixel those of MediaPipe 0.10.21."""

from __future__ import annotations

import hashlib
import importlib.util
import math
import unittest
from unittest import mock

import numpy as np
import support  # noqa: F401

from lineament.framework.formats.detection_pb2 import Detection
from lineament.framework.formats.landmark_pb2 import NormalizedLandmarkList
from lineament.hand_landmarks import HandLandmark
from lineament.pose_landmarks import PoseLandmark
from lineament.solutions import drawing_styles, drawing_utils
from lineament.solutions import face_mesh_connections as face
from lineament.solutions.drawing_utils import DrawingSpec
from lineament.solutions.hands_connections import HAND_CONNECTIONS
from lineament.solutions.pose_connections import POSE_CONNECTIONS

HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


def landmarks(count: int, has_visibility: bool = False, reach: float = 0.55) -> NormalizedLandmarkList:
    """Returns points on a spiral, some of them outside the image or hardly visible."""
    made = NormalizedLandmarkList()
    for index in range(count):
        radius, angle = 0.05 + reach * index / count, index * 2.4
        made.landmark.add(x=0.5 + radius * math.cos(angle), y=0.5 + radius * math.sin(angle), z=0)
        if has_visibility:
            made.landmark[index].visibility = index % 5 / 4
    return made


def canvas() -> np.ndarray:
    return np.full((240, 320, 3), 40, np.uint8)


def detection() -> Detection:
    found = Detection(location_data={"format": 2})
    box = found.location_data.relative_bounding_box
    box.xmin, box.ymin, box.width, box.height = 0.3, 0.2, 0.4, 0.5
    for index in range(6):
        found.location_data.relative_keypoints.add(x=0.2 * index, y=0.5)
    return found


def drawings():
    """Yields the name and the pixels of drawings."""
    hand, body, mesh = landmarks(21), landmarks(33, has_visibility=True), landmarks(478)
    styles = drawing_styles
    cases = {
        "hand": (hand, HAND_CONNECTIONS),
        "styled hand": (
            hand,
            HAND_CONNECTIONS,
            styles.get_default_hand_landmarks_style(),
            styles.get_default_hand_connections_style(),
        ),
        "body": (body, POSE_CONNECTIONS, styles.get_default_pose_landmarks_style()),
        "mesh": (mesh, face.FACEMESH_TESSELATION, None, styles.get_default_face_mesh_tesselation_style()),
        "contours": (mesh, face.FACEMESH_CONTOURS, None, styles.get_default_face_mesh_contours_style()),
        "colorful contours": (
            mesh,
            frozenset().union(face.FACEMESH_CONTOURS, face.FACEMESH_NOSE),
            None,
            styles.get_default_face_mesh_contours_style(1),
        ),
        "irises": (
            landmarks(478, reach=0.4),
            face.FACEMESH_IRISES,
            None,
            styles.get_default_face_mesh_iris_connections_style(),
        ),
        "points": (body, None, DrawingSpec((10, 200, 30), 1, 3)),
    }
    for name, arguments in cases.items():
        image = canvas()
        drawing_utils.draw_landmarks(image, *arguments)
        yield name, image
    image = canvas()
    drawing_utils.draw_detection(image, detection())
    drawing_utils.draw_axis(image, np.eye(3), np.array([0.05, 0.1, 1.0]))
    yield "detection", image


# The first digits of the SHA-256 of what MediaPipe 0.10.21 with OpenCV 4.11 draws.
REFERENCE = {
    "hand": "04c9cd971c89a070",
    "styled hand": "a8b4931ea2e3c49b",
    "body": "1215c9e97eaaebe6",
    "mesh": "5ccc3755fcaf142e",
    "contours": "d40dab836eb0b3ed",
    "colorful contours": "5ba59cfabf946912",
    "irises": "c29aa8904ccefc54",
    "points": "5e5b5f560772b649",
    "detection": "1252a5083ee4f49c",
}


class DrawingTests(unittest.TestCase):
    def test_pixels_are_those_of_mediapipe(self):
        found = {name: hashlib.sha256(image.tobytes()).hexdigest()[:16] for name, image in drawings()}
        self.assertEqual(found, REFERENCE)

    def test_none_draws_nothing(self):
        image = canvas()
        drawing_utils.draw_landmarks(image, None, HAND_CONNECTIONS)
        self.assertTrue((image == 40).all())

    def test_programs_change_styles(self):
        # They set numbers, and change or copy tables, under MediaPipe's names.
        with mock.patch.object(drawing_styles, "_THICKNESS_POSE_LANDMARKS", 7):
            self.assertEqual(drawing_styles.get_default_pose_landmarks_style()[PoseLandmark.NOSE].thickness, 7)
        table = drawing_styles._HAND_LANDMARK_STYLE
        palm = table[drawing_styles._PALM_LANDMARKS]
        self.assertIs(drawing_styles.get_default_hand_landmarks_style()[HandLandmark.WRIST], palm)
        self.assertEqual((palm.thickness, palm.circle_radius), (drawing_styles._THICKNESS_DOT, drawing_styles._RADIUS))
        self.assertEqual(drawing_styles._FACEMESH_CONTOURS_CONNECTION_STYLE[face.FACEMESH_LIPS].thickness, 2)
        image = canvas()
        with mock.patch.object(drawing_utils, "_VISIBILITY_THRESHOLD", 2):
            drawing_utils.draw_landmarks(image, landmarks(33, has_visibility=True), POSE_CONNECTIONS)
        np.testing.assert_array_equal(image, canvas())

    def test_errors(self):
        rgba = np.zeros((10, 10, 4), np.uint8)
        with self.assertRaisesRegex(ValueError, "Input image must contain three channel bgr data."):
            drawing_utils.draw_landmarks(rgba, landmarks(21))
        with self.assertRaisesRegex(ValueError, "Invalid connection from landmark #475 to landmark #476"):
            drawing_utils.draw_landmarks(canvas(), landmarks(468), [(475, 476)])
        with self.assertRaisesRegex(TypeError, "not a list of int"):
            drawing_utils.draw_landmarks(canvas(), [1], HAND_CONNECTIONS)
        with self.assertRaises(KeyError):
            drawing_utils.draw_landmarks(canvas(), landmarks(21), None, {0: DrawingSpec()})
        with self.assertRaises(AttributeError):
            drawing_utils.draw_landmarks(canvas(), landmarks(21), HAND_CONNECTIONS, None, None)
        with self.assertRaisesRegex(ValueError, "LocationData must be relative"):
            drawing_utils.draw_detection(canvas(), Detection())

    @unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not installed")
    def test_plot(self):
        import matplotlib

        matplotlib.use("Agg")
        drawing_utils.plot_landmarks(landmarks(33, has_visibility=True), POSE_CONNECTIONS)
        with self.assertRaisesRegex(ValueError, "out of range"):
            drawing_utils.plot_landmarks(landmarks(3), POSE_CONNECTIONS)


class ConstantTests(unittest.TestCase):
    def test_orders(self):
        # Later strokes cover earlier ones, so the order of the sets is part of a drawing.
        self.assertEqual(list(HAND_CONNECTIONS)[:3], [(3, 4), (0, 5), (17, 18)])
        self.assertEqual(list(POSE_CONNECTIONS)[:3], [(15, 21), (16, 20), (18, 20)])
        self.assertEqual(list(face.FACEMESH_TESSELATION)[:3], [(18, 17), (82, 38), (8, 9)])

    def test_counts(self):
        counts = {"TESSELATION": 2556, "CONTOURS": 124, "IRISES": 8, "LIPS": 40, "FACE_OVAL": 36, "NOSE": 25}
        for name, count in counts.items():
            self.assertEqual(len(getattr(face, f"FACEMESH_{name}")), count)
            self.assertIsInstance(getattr(face, f"FACEMESH_{name}"), frozenset)
        self.assertEqual((len(HAND_CONNECTIONS), len(POSE_CONNECTIONS)), (21, 35))

    def test_enumerations(self):
        self.assertEqual(HandLandmark.INDEX_FINGER_TIP, 8)
        self.assertEqual(PoseLandmark.LEFT_WRIST.value, 15)
        self.assertEqual(PoseLandmark["NOSE"], PoseLandmark(0))
        self.assertEqual(DrawingSpec(), DrawingSpec((224, 224, 224), 2, 2))


if __name__ == "__main__":
    unittest.main()
