# SPDX-License-Identifier: Apache-2.0
"""Results: arrays over the library's memory, MediaPipe's lists over the arrays."""

from __future__ import annotations

import copy
import dataclasses
import gc
import json
import os
import pickle
import re
import unittest

import numpy as np
from support import CHECKOUT, PACKAGE, SAMPLE, TASKS, empty, needs_library, photo, pixels, task

import lineament as mp
from lineament.face_analyzer import FACE_CONTOURS
from lineament.face_landmarks import FaceLandmark
from lineament.tasks.python.components.containers import (
    BoundingBox,
    Category,
    Detection,
    Landmark,
    NormalizedKeypoint,
    NormalizedLandmark,
)

vision = mp.tasks.vision


def face_landmarker():
    return vision.FaceLandmarker(
        vision.FaceLandmarkerOptions(output_face_blendshapes=True, output_facial_transformation_matrixes=True)
    )


def pose_landmarker():
    return vision.PoseLandmarker(vision.PoseLandmarkerOptions(output_segmentation_masks=True))


@needs_library
class ArrayTests(unittest.TestCase):
    """Shapes, values and lifetimes of arrays."""

    def test_faces_without_landmarks_are_detections(self):
        strict = vision.FaceLandmarker(vision.FaceLandmarkerOptions(min_face_presence_confidence=1.0))
        result = strict.detect(photo())
        self.assertEqual(len(result.face_landmarks), 0)
        (face,) = result.faces_without_landmarks
        self.assertEqual(face, task("FaceDetector").detect(photo()).detections[0])
        self.assertEqual(face_landmarker().detect(photo()).faces_without_landmarks, [])

    def test_batches_have_faces_without_landmarks(self):
        """In an order of its own for each image; one that cannot be read has none."""
        strict = vision.FaceLandmarker(vision.FaceLandmarkerOptions(min_face_presence_confidence=1.0))
        first, broken, last = strict.detect_batch([SAMPLE, "absent.jpg", SAMPLE])
        self.assertIsInstance(broken, FileNotFoundError)
        for result in (first, last):
            self.assertEqual(len(result.face_landmarks), 0)
            self.assertEqual(result.faces_without_landmarks, strict.detect(photo()).faces_without_landmarks)
        self.assertEqual(face_landmarker().detect_batch([SAMPLE])[0].faces_without_landmarks, [])

    def test_shapes(self):
        face, pose = face_landmarker(), pose_landmarker()
        for result, shapes in [
            (face.detect(photo()), {"face_landmarks_array": (1, 478, 3), "face_blendshapes_array": (1, 52)}),
            (face.detect(photo()), {"facial_transformation_matrixes_array": (1, 4, 4), "scores_array": (1,)}),
            (face.detect(empty()), {"face_landmarks_array": (0, 478, 3), "face_blendshapes_array": (0, 52)}),
            (face.detect(empty()), {"facial_transformation_matrixes_array": (0, 4, 4), "scores_array": (0,)}),
            (pose.detect(photo()), {"pose_landmarks_array": (1, 33, 3), "pose_visibility_array": (1, 33)}),
            (pose.detect(photo()), {"pose_world_landmarks_array": (1, 33, 3), "pose_presence_array": (1, 33)}),
            (pose.detect(photo()), {"segmentation_masks_array": (1, 512, 512)}),
            (pose.detect(empty()), {"pose_landmarks_array": (0, 33, 3), "segmentation_masks_array": (0, 480, 640)}),
            (task("FaceDetector").detect(photo()), {"boxes_array": (1, 4), "keypoints_array": (1, 6, 2)}),
            (task("FaceDetector").detect(empty()), {"boxes_array": (0, 4), "scores_array": (0,)}),
            (task("FaceLandmarker").detect(photo()), {"face_blendshapes_array": (0, 52)}),
        ]:
            for name, shape in shapes.items():
                with self.subTest(name=name, shape=shape):
                    array = getattr(result, name)
                    self.assertEqual(array.shape, shape)
                    self.assertEqual(array.dtype, np.float32)

    def test_arrays_are_read_only_views(self):
        array = task("FaceLandmarker").detect(photo()).face_landmarks_array
        self.assertFalse(array.flags.owndata)
        with self.assertRaises(ValueError):
            array[0, 0, 0] = 1
        with self.assertRaises(ValueError):
            array.flags.writeable = True

    def test_views_outlive_result_and_task(self):
        landmarker = face_landmarker()
        expected = np.array(landmarker.detect(photo()).face_landmarks_array)
        row = landmarker.detect(photo()).face_landmarks_array[0][:, 1]
        landmark_list = landmarker.detect(photo()).face_landmarks[0]
        landmarker.close()
        del landmarker
        gc.collect()
        for _ in range(5):
            task("FaceLandmarker").detect(empty())
        np.testing.assert_array_equal(row, expected[0, :, 1])
        self.assertEqual(landmark_list[7].x, float(expected[0, 7, 0]))

    def test_memory_is_released(self):
        """A result without views is released at once, one with a view with the view."""
        result = task("FaceLandmarker").detect(photo())
        released, release = [], result._arrays._finalizer._call
        result._arrays._finalizer._call = lambda: (released.append(1), release())
        view = result.face_landmarks_array[0, 5:]
        landmarks = result.face_landmarks
        del result
        self.assertEqual(released, [])
        del landmarks
        self.assertEqual(released, [])
        del view
        self.assertEqual(released, [1])

    def test_image_size_and_ids(self):
        result = task("FaceLandmarker").detect(photo())
        self.assertEqual((result.width, result.height, result.timestamp_ms, result.track_ids), (512, 512, 0, []))


@needs_library
class ListTests(unittest.TestCase):
    """MediaPipe's attributes."""

    def test_face_landmarks(self):
        result = face_landmarker().detect(photo())
        self.assertIsInstance(result.face_landmarks, list)
        self.assertIs(result.face_landmarks, result.face_landmarks)
        (face,) = result.face_landmarks
        self.assertEqual(len(face), 478)
        x, y, z = result.face_landmarks_array[0, 1].tolist()
        self.assertEqual(face[1], NormalizedLandmark(x, y, z))
        self.assertIsNone(face[1].visibility)
        self.assertEqual(face[-1], list(face)[477])
        self.assertEqual(face[2:5], [face[2], face[3], face[4]])
        self.assertIsInstance(face[2:5], list)
        self.assertEqual(face[np.int64(3)], face[3])
        self.assertEqual(face, list(face))
        self.assertEqual(list(face), face)
        self.assertNotEqual(face, list(face)[:-1])
        self.assertEqual(repr(face[:2]), repr(list(face)[:2]))
        self.assertEqual(len(face + face), 956)
        self.assertIn(face[7], face)
        with self.assertRaises(IndexError):
            face[478]
        with self.assertRaises(TypeError):
            face["nose"]
        with self.assertRaises(TypeError):
            hash(face)

    def test_blendshapes_and_matrices(self):
        result = face_landmarker().detect(photo())
        (shapes,) = result.face_blendshapes
        self.assertEqual(len(shapes), 52)
        self.assertEqual([shape.index for shape in shapes], list(range(52)))
        smile = shapes[vision.Blendshapes.MOUTH_SMILE_LEFT]
        self.assertEqual((smile.category_name, smile.display_name), ("mouthSmileLeft", None))
        self.assertEqual(shapes[0].category_name, "_neutral")
        self.assertGreater(smile.score, 0.5)
        (matrix,) = result.facial_transformation_matrixes
        self.assertEqual(matrix.shape, (4, 4))
        np.testing.assert_array_equal(matrix[3], [0, 0, 0, 1])
        self.assertLess(matrix[2, 3], 0)

    def test_poses(self):
        result = pose_landmarker().detect(photo())
        nose = result.pose_landmarks[0][vision.PoseLandmark.NOSE]
        self.assertIsInstance(nose, NormalizedLandmark)
        self.assertGreater(nose.visibility, 0.9)
        self.assertGreater(nose.presence, 0.9)
        world = result.pose_world_landmarks[0][vision.PoseLandmark.NOSE]
        self.assertIsInstance(world, Landmark)
        self.assertEqual(world.visibility, nose.visibility)
        self.assertEqual(list(result.pose_landmarks[0])[0], nose)
        (mask,) = result.segmentation_masks
        self.assertIsInstance(mask, mp.Image)
        self.assertEqual((mask.width, mask.height, mask.image_format), (512, 512, mp.ImageFormat.VEC32F1))
        self.assertEqual(mask.numpy_view().shape, (512, 512, 1))
        self.assertEqual(mask.numpy_view().ctypes.data, result.segmentation_masks_array.ctypes.data)
        self.assertEqual(mask.step, 2048)
        self.assertEqual(mask[256, 200], float(result.segmentation_masks_array[0, 256, 200]))
        self.assertIsNone(task("PoseLandmarker").detect(photo()).segmentation_masks)

    def test_changes_remain(self):
        result = face_landmarker().detect(photo())
        before = result.face_landmarks_array[0, :, 0].tolist()
        face = result.face_landmarks[0]
        self.assertIs(face[3], face[3])
        for point in face:
            point.x = 1 - point.x
        self.assertEqual([point.x for point in result.face_landmarks[0]], [1 - x for x in before])
        self.assertEqual((face[3].x, face[3:5][0].x), (1 - before[3], 1 - before[3]))
        result.face_blendshapes[0][5].score = 7
        self.assertEqual(result.face_blendshapes[0].copy()[5].score, 7)
        result.facial_transformation_matrixes[0][0, 0] = 9
        self.assertEqual(result.face_landmarks_array[0, :, 0].tolist(), before)
        self.assertNotEqual(result.facial_transformation_matrixes_array[0, 0, 0], 9)
        unchanged = face_landmarker().detect(photo())
        self.assertNotEqual(result, unchanged)
        self.assertNotEqual(unchanged, result)
        for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
            self.assertEqual(other, result)
            self.assertEqual(other.face_landmarks_array[0, :, 0].tolist(), before)
        self.assertEqual(pickle.loads(pickle.dumps(face)), face)

    def test_copy_of_a_sequence(self):
        (face,) = face_landmarker().detect(photo()).face_landmarks
        copied = face.copy()
        copied.append(copied[0])
        self.assertIsInstance(copied, list)
        self.assertEqual((len(face), len(copied)), (478, 479))

    def test_nothing_found(self):
        self.assertEqual(task("FaceDetector").detect(empty()), vision.FaceDetectorResult([]))
        self.assertEqual(face_landmarker().detect(empty()), vision.FaceLandmarkerResult([], [], []))
        self.assertEqual(pose_landmarker().detect(empty()), vision.PoseLandmarkerResult([], []))
        self.assertIsNone(pose_landmarker().detect(empty()).segmentation_masks)

    def test_face_analyzer(self):
        (face,) = mp.FaceAnalyzer().detect(photo()).faces
        self.assertGreater(face.smiling_probability, 0.9)
        self.assertGreater(face.left_eye_open_probability, 0.9)
        self.assertLess(abs(face.angles.y), 10)
        self.assertGreater(face.landmarks["leftEye"].x, face.landmarks["rightEye"].x)
        self.assertNotIn("leftEar", face.landmarks)
        self.assertIsNone(face.tracking_id)
        self.assertEqual(mp.FaceAnalyzer().detect(empty()).faces, [])

    def test_contours(self):
        options = mp.FaceAnalyzerOptions(contour_mode="all")
        both = np.concatenate([pixels(), pixels()[::2, ::2].repeat(2, axis=0)], axis=1)
        result = mp.FaceAnalyzer(options).detect(mp.Image(mp.ImageFormat.SRGB, both))
        largest, *others = result.faces
        self.assertEqual({name: len(points) for name, points in largest.contours.items()}, FACE_CONTOURS)
        self.assertTrue(others)
        self.assertEqual([face.contours for face in others], [{}] * len(others))
        left, right = (largest.contours[name][0].x for name in ("leftEye", "rightEye"))
        self.assertGreater(left, right)
        across = [point.x for point in largest.contours["face"]]
        box = largest.bounding_box
        self.assertLess(box.origin_x - 1, min(across))
        self.assertGreater(box.origin_x + box.width + 1, max(across))
        self.assertEqual(mp.FaceAnalyzer().detect(photo()).faces[0].contours, {})

    def test_head_angles(self):
        options = vision.FaceLandmarkerOptions(output_facial_transformation_matrixes=True)
        (angles,) = vision.FaceLandmarker(options).detect(photo()).angles_array
        analyzed = mp.FaceAnalyzer().detect(photo()).angles_array[0]
        # The detectors of the two tasks differ, and with them the landmarks a little.
        np.testing.assert_allclose(angles, analyzed, atol=2)
        self.assertEqual(vision.FaceLandmarker().detect(photo()).angles_array.shape, (0, 3))

    def test_meshes_and_focal_length(self):
        """The camera sees each point of the mesh where its landmark is."""
        height, width = pixels().shape[:2]
        for focal in (0, 700):
            options = vision.FaceLandmarkerOptions(
                output_face_meshes=True, output_facial_transformation_matrixes=True, focal_length=focal
            )
            result = vision.FaceLandmarker(options).detect(photo())
            (mesh,) = result.meshes_array
            (landmarks,) = result.face_landmarks_array
            seen = focal or height / 2 / np.tan(np.radians(63) / 2)
            x = width / 2 - seen * mesh[:, 0] / mesh[:, 2]
            y = height / 2 + seen * mesh[:, 1] / mesh[:, 2]
            np.testing.assert_allclose(np.stack([x, y], 1), landmarks[:, :2] * [width, height], atol=0.01)
            (matrix,) = result.facial_transformation_matrixes_array
            # The origin of the canonical face is inside the head.
            self.assertLess(np.linalg.norm(mesh[:468].mean(0) - matrix[:3, 3]), 8)
            self.assertEqual(result.angles_toward_camera_array.shape, (1, 3))
        plain = vision.FaceLandmarker().detect(photo())
        self.assertEqual(plain.meshes_array.shape, (0, 478, 3))
        self.assertEqual(plain.angles_toward_camera_array.shape, (0, 3))

    def test_order_of_faces(self):
        """The largest comes first, in videos, too."""
        both = np.zeros((512, 768, 3), np.uint8)
        both[:256, :256], both[:, 256:] = pixels()[::2, ::2], pixels()
        image = mp.Image(mp.ImageFormat.SRGB, both)
        analyzer = mp.FaceAnalyzer()
        with analyzer.create_session() as session:
            results = [analyzer.detect(image), session.detect(image, 0), session.detect(image, 40)]
        for result in results:
            large, small = np.prod(result.boxes_array[:, 2:], axis=1)
            self.assertGreater(large, small)


@needs_library
class ValueTests(unittest.TestCase):
    """Results as values: equality, text, copies, and results made by programs."""

    def results(self):
        tasks = (task("FaceDetector"), face_landmarker(), pose_landmarker(), mp.FaceAnalyzer())
        return [(one.detect(photo()), one.detect(photo()), one.detect(empty())) for one in tasks]

    def test_equality(self):
        for first, second, nothing in self.results():
            self.assertEqual(first, second)
            self.assertNotEqual(first, nothing)
            self.assertNotEqual(first, "something else")
            with self.assertRaises(TypeError):
                hash(first)

    def test_pickle_and_copy(self):
        for first, _, nothing in self.results():
            for result in (first, nothing):
                for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
                    self.assertEqual(other, result)
                    self.assertEqual((other.width, other.height), (result.width, result.height))
        landmarks = face_landmarker().detect(photo()).face_landmarks
        self.assertEqual(pickle.loads(pickle.dumps(landmarks)), landmarks)

    def test_assigned_attributes_are_pickled(self):
        for first, _, nothing in self.results():
            for name in first._names:
                first.name = "portrait.jpg"
                setattr(first, name, [])
                other = pickle.loads(pickle.dumps(first))
                self.assertEqual((getattr(other, name), other.name), ([], "portrait.jpg"))
                self.assertEqual(other.width, first.width)
            self.assertNotIn(first._names[0], vars(pickle.loads(pickle.dumps(nothing))))

    def test_dictionaries(self):
        detection, face, pose, analysis = (first.to_dict() for first, _, _ in self.results())
        self.assertEqual(detection["detections"][0]["bounding_box"]["width"], 95)
        self.assertEqual(face["face_landmarks"][0][1].keys(), dataclasses.asdict(NormalizedLandmark()).keys())
        self.assertEqual(face["face_blendshapes"][0][3]["category_name"], "browInnerUp")
        self.assertEqual(face["facial_transformation_matrixes"][0][3], [0, 0, 0, 1])
        self.assertEqual(pose["segmentation_masks"][0].shape, (512, 512))
        self.assertIsInstance(analysis["faces"][0]["angles"]["y"], float)
        for dictionary in (detection, face, pose, analysis):
            self.assertEqual([len(box) for box in dictionary["boxes"]], [4])
        self.assertEqual(len(face["scores"]), 1)
        self.assertNotIn("track_ids", face)
        options = vision.FaceLandmarkerOptions(running_mode=vision.RunningMode.VIDEO)
        with vision.FaceLandmarker(options) as landmarker:
            self.assertEqual(landmarker.detect_for_video(photo(), 0).to_dict()["track_ids"], [1])
        for dictionary in (detection, face, analysis):
            self.assertEqual(json.loads(json.dumps(dictionary)), dictionary)

    def test_every_array_is_in_the_readme(self):
        with open(os.path.join(PACKAGE, "README.md"), encoding="utf-8") as file:
            text = file.read()
        for kind in (type(first) for first, _, _ in self.results()):
            for name in (name for name in dir(kind) if name.endswith("_array") and not name.startswith("_")):
                self.assertIn(f"`{name}`", text, kind)

    def test_the_names_of_a_face_are_those_of_the_library(self):
        path = os.path.join(CHECKOUT, "Sources", "Lineament", "FaceLandmarker", "FaceMeshLandmark.swift")
        with open(path, encoding="utf-8") as file:
            cases = re.findall(r"case (\w+) = (\d+)", file.read())
        expected = {re.sub("([A-Z])", r"_\1", name).upper(): int(index) for name, index in cases}
        self.assertEqual({name: int(point) for name, point in FaceLandmark.__members__.items()}, expected)
        face = face_landmarker().detect(photo()).face_landmarks[0]
        self.assertGreater(face[FaceLandmark.CHIN].y, face[FaceLandmark.NOSE_TIP].y)

    def test_made_from_lists(self):
        for first, _, _ in self.results():
            attributes = [copy.deepcopy(getattr(first, name)) for name in first._names]
            made = type(first)(*attributes)
            self.assertEqual(made, first)
            self.assertEqual(pickle.loads(pickle.dumps(made)), first)

    def test_arrays_of_what_is_made_from_lists(self):
        first = face_landmarker().detect(photo())
        made = vision.FaceLandmarkerResult(
            face_landmarks=[list(first.face_landmarks[0])],
            face_blendshapes=[list(first.face_blendshapes[0])],
            facial_transformation_matrixes=list(first.facial_transformation_matrixes),
        )
        for name in ("face_landmarks_array", "face_blendshapes_array", "facial_transformation_matrixes_array"):
            np.testing.assert_array_equal(getattr(made, name), getattr(first, name))
        box = BoundingBox(origin_x=1, origin_y=2, width=3, height=4)
        detection = Detection(box, [Category(index=0, score=0.5)], [NormalizedKeypoint(0.1, 0.2)] * 6)
        result = vision.FaceDetectorResult(detections=[detection])
        np.testing.assert_array_equal(result.boxes_array, [[1, 2, 3, 4]])
        np.testing.assert_array_equal(result.scores_array, [0.5])
        self.assertEqual(result.keypoints_array.shape, (1, 6, 2))
        self.assertEqual(vision.PoseLandmarkerResult([], []).pose_landmarks_array.shape, (0, 33, 3))

    def test_text(self):
        self.assertEqual(
            repr(face_landmarker().detect(photo())),
            "FaceLandmarkerResult(face_landmarks=[478 NormalizedLandmark], face_blendshapes=[52 Category], "
            "facial_transformation_matrixes=[array of shape (4, 4)])",
        )
        self.assertEqual(repr(task("FaceDetector").detect(photo())), "DetectionResult(detections=[1 Detection])")

    def test_text_is_short(self):
        """With everything requested, and many subjects."""
        heads = np.ascontiguousarray(np.tile(pixels()[30:230, 120:320], (3, 3, 1)))
        options = vision.FaceLandmarkerOptions(
            num_faces=None,
            output_face_blendshapes=True,
            output_facial_transformation_matrixes=True,
            detection_range="auto",
        )
        everything = [
            *(task(name).detect(photo()) for name in TASKS),
            vision.FaceLandmarker(options).detect(mp.Image(mp.ImageFormat.SRGB, heads)),
            vision.PoseLandmarker(vision.PoseLandmarkerOptions(output_segmentation_masks=True)).detect(photo()),
            vision.FaceDetector(vision.FaceDetectorOptions(detection_range="auto")).detect(photo()),
            mp.FaceAnalyzer(mp.FaceAnalyzerOptions(contour_mode="all")).detect(photo()),
        ]
        for result in everything:
            for each in (result, pickle.loads(pickle.dumps(result))):
                self.assertRegex(repr(each), rf"^{type(result).__name__}\(\w+=")
                self.assertLess(len(repr(each)), 400)
        self.assertIn("face_landmarks=[9 NormalizedLandmarks]", repr(everything[len(TASKS)]))


if __name__ == "__main__":
    unittest.main()
