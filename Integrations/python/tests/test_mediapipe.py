# SPDX-License-Identifier: Apache-2.0
"""Beside an installed MediaPipe: the same names, numbers and tables, and Lineament under its API."""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import inspect
import os
import subprocess
import sys
import tempfile
import unittest
from importlib import metadata
from textwrap import dedent

import numpy as np
from failing_calls import failing_calls
from support import MODELS, SAMPLE, TASKS, needs_library, needs_mediapipe, photo, pixels, run

import lineament as mp

vision = mp.tasks.vision
try:
    import mediapipe
    from mediapipe.tasks.python import vision as their_vision
except ImportError:
    mediapipe = their_vision = None


@needs_mediapipe
class NameTests(unittest.TestCase):
    """Classes, methods, fields and defaults."""

    def test_fields_and_defaults(self):
        for name in TASKS:
            ours = {field.name: field for field in dataclasses.fields(getattr(vision, name + "Options"))}
            theirs = dataclasses.fields(getattr(their_vision, name + "Options"))
            self.assertEqual(list(ours)[: len(theirs)], [field.name for field in theirs])
            for field in theirs[1:]:
                expected = getattr(field.default, "name", field.default)
                self.assertEqual(getattr(ours[field.name].default, "name", ours[field.name].default), expected)

    def test_two_names_of_holistic_options(self):
        """The former names are keyword-only, and exclude the new ones."""
        for former, name, value in (
            ("min_face_landmarks_confidence", "min_face_presence_confidence", 0.25),
            ("min_pose_landmarks_confidence", "min_pose_presence_confidence", 0.25),
            ("output_segmentation_mask", "output_pose_segmentation_masks", True),
        ):
            for package in (mp, mediapipe):
                with self.subTest(former, package=package.__name__):
                    kind = package.tasks.vision.HolisticLandmarkerOptions
                    options = kind(package.tasks.BaseOptions(), **{former: value})
                    self.assertEqual((getattr(options, former), getattr(options, name)), (value, value))
                    setattr(options, former, 0)
                    self.assertEqual(getattr(options, name), 0)
                    self.assertEqual(getattr(dataclasses.replace(options, **{name: value}), former), value)
                    with self.assertRaisesRegex(ValueError, f"^Specify either `{name}` or `{former}`, not both.$"):
                        kind(package.tasks.BaseOptions(), **{former: value, name: value})

    def test_signature_of_holistic_options(self):
        ours, theirs = (inspect.signature(each.HolisticLandmarkerOptions) for each in (vision, their_vision))
        extensions = ("num_people", "smoothing")
        names = [name for name in ours.parameters if name not in extensions]
        self.assertEqual(names, list(theirs.parameters))
        for name, parameter in list(theirs.parameters.items())[1:]:
            self.assertEqual(ours.parameters[name].kind, parameter.kind)
            default = getattr(parameter.default, "name", parameter.default)
            self.assertEqual(getattr(ours.parameters[name].default, "name", ours.parameters[name].default), default)

    def test_methods(self):
        for name in TASKS:
            ours, theirs = getattr(vision, name), getattr(their_vision, name)
            for method in (
                "create_from_model_path",
                "create_from_options",
                "detect",
                "detect_for_video",
                "detect_async",
            ):
                expected = list(inspect.signature(getattr(theirs, method)).parameters)
                self.assertEqual(list(inspect.signature(getattr(ours, method)).parameters), expected)

    def test_drawing_modules(self):
        """Every function and color is there, also by import, with the same parameters and defaults."""
        for name in ("drawing_styles", "drawing_utils"):
            ours, theirs = (
                importlib.import_module(f"{package}.tasks.python.vision.{name}")
                for package in ("lineament", "mediapipe")
            )
            self.assertIs(getattr(vision, name), ours)
            for each, value in vars(theirs).items():
                if inspect.isfunction(value) and not each.startswith("_"):
                    parameters = [inspect.signature(getattr(module, each)).parameters for module in (ours, theirs)]
                    shown = [{key: repr(one.default) for key, one in found.items()} for found in parameters]
                    self.assertEqual(list(shown[0].items()), list(shown[1].items()), each)
                elif each.endswith("_COLOR"):
                    self.assertEqual(getattr(ours, each), value)

    def test_default_styles(self):
        from mediapipe.tasks.python.vision import drawing_styles as theirs

        def plain(style):
            items = style.items() if hasattr(style, "items") else [(None, style)]
            return {key: dataclasses.astuple(spec) for key, spec in items}

        for name in (each for each in dir(theirs) if each.startswith("get_default_")):
            self.assertEqual(plain(getattr(vision.drawing_styles, name)()), plain(getattr(theirs, name)()), name)

    def test_containers(self):
        from mediapipe.tasks.python.components import containers as theirs

        ours = mp.tasks.components.containers
        for name in (
            "BoundingBox",
            "Category",
            "Detection",
            "Landmark",
            "NormalizedLandmark",
            "NormalizedRect",
            "Rect",
        ):
            fields = [field.name for field in dataclasses.fields(getattr(theirs, name))]
            self.assertEqual([field.name for field in dataclasses.fields(getattr(ours, name))], fields)

    def test_image(self):
        ours = {name for name in dir(mp.Image) if not name.startswith("_")}
        theirs = {name for name in dir(mediapipe.Image) if not name.startswith("_")}
        self.assertEqual(theirs - ours, {"create_from_ctypes", "free_ctypes"})
        formats = {one.name: one.value for one in mp.ImageFormat}
        for one in mediapipe.ImageFormat:
            self.assertEqual(formats[one.name], one.value)

    def test_mixed_imports(self):
        theirs = mediapipe.tasks
        image = mediapipe.Image(mediapipe.ImageFormat.SRGB, pixels())
        their_options = theirs.vision.FaceDetectorOptions(theirs.BaseOptions(model_asset_path=MODELS["FaceDetector"]))
        turned = theirs.vision.ImageProcessingOptions(rotation_degrees=90)
        detector = vision.FaceDetector()
        for name, mix in [
            ("base_options", lambda: create(vision.FaceDetectorOptions(base_options=theirs.BaseOptions()))),
            ("running_mode", lambda: create(vision.FaceDetectorOptions(running_mode=theirs.vision.RunningMode.VIDEO))),
            ("options", lambda: create(their_options)),
            ("image", lambda: detector.detect(image)),
            ("image_processing_options", lambda: detector.detect(photo(), turned)),
        ]:
            message = f"^{name} is MediaPipe's, not lineament's. Change every mediapipe import.$"
            with self.subTest(name=name), self.assertRaisesRegex(TypeError, message):
                mix()

    def test_tables(self):
        for ours, theirs in [
            (vision.FaceLandmarksConnections, their_vision.FaceLandmarksConnections),
            (vision.PoseLandmarksConnections, their_vision.PoseLandmarksConnections),
        ]:
            for name in (name for name in dir(theirs) if name.isupper()):
                expected = [(line.start, line.end) for line in getattr(theirs, name)]
                self.assertEqual([(line.start, line.end) for line in getattr(ours, name)], expected, name)
        from mediapipe.tasks.python.vision.face_landmarker import Blendshapes

        for ours, theirs in [(vision.Blendshapes, Blendshapes), (vision.PoseLandmark, their_vision.PoseLandmark)]:
            self.assertEqual([(one.name, one.value) for one in ours], [(one.name, one.value) for one in theirs])


def create(options):
    return vision.FaceDetector.create_from_options(options)


def both(name, **options):
    """Returns a task of Lineament and one of MediaPipe with the same model and options."""
    made = []
    for package, tasks in ((mp, vision), (mediapipe, their_vision)):
        base = package.tasks.BaseOptions(model_asset_path=MODELS[name])
        made.append(getattr(tasks, name).create_from_options(getattr(tasks, name + "Options")(base, **options)))
    return made


@needs_mediapipe
class NumberTests(unittest.TestCase):
    """The sample photo, by both."""

    def setUp(self):
        self.image = mediapipe.Image(mediapipe.ImageFormat.SRGB, pixels())

    def test_face_detector(self):
        ours, theirs = both("FaceDetector")
        expected = theirs.detect(self.image).detections
        found = ours.detect(photo()).detections
        for one, other in zip(found, expected):
            self.assertEqual(dataclasses.asdict(one.bounding_box), dataclasses.asdict(other.bounding_box))
            self.assertEqual([key.label for key in one.keypoints], [key.label for key in other.keypoints])
            self.assertAlmostEqual(one.categories[0].score, other.categories[0].score, places=4)
            for mine, yours in zip(one.keypoints, other.keypoints):
                self.assertAlmostEqual(mine.x, yours.x, places=4)
                self.assertAlmostEqual(mine.y, yours.y, places=4)
        self.assertEqual(len(found), len(expected))

    def test_face_landmarker(self):
        options = {"output_face_blendshapes": True, "output_facial_transformation_matrixes": True}
        ours, theirs = both("FaceLandmarker", **options)
        result, expected = ours.detect(photo()), theirs.detect(self.image)
        (face,) = expected.face_landmarks
        points = [[point.x, point.y, point.z] for point in face]
        np.testing.assert_allclose(result.face_landmarks_array[0], points, atol=1e-3)
        for mine, yours in zip(result.face_landmarks[0], face):
            self.assertEqual(
                (mine.visibility, mine.presence, mine.name), (yours.visibility, yours.presence, yours.name)
            )
        for mine, yours in zip(result.face_blendshapes[0], expected.face_blendshapes[0]):
            self.assertAlmostEqual(mine.score, yours.score, places=2)
            self.assertEqual(
                (mine.index, mine.category_name, mine.display_name),
                (yours.index, yours.category_name, yours.display_name),
            )
        matrices = expected.facial_transformation_matrixes
        np.testing.assert_allclose(result.facial_transformation_matrixes_array, matrices, atol=0.05)

    def test_pose_landmarker(self):
        ours, theirs = both("PoseLandmarker", output_segmentation_masks=True)
        result, expected = ours.detect(photo()), theirs.detect(self.image)
        for mine, yours in [
            (result.pose_landmarks[0], expected.pose_landmarks[0]),
            (result.pose_world_landmarks[0], expected.pose_world_landmarks[0]),
        ]:
            fields = ("x", "y", "z", "visibility", "presence")
            values = [[[getattr(point, field) for field in fields] for point in each] for each in (mine, yours)]
            np.testing.assert_allclose(values[0], values[1], atol=5e-3)
        mask, their_mask = result.segmentation_masks[0], expected.segmentation_masks[0]
        self.assertEqual(mask.image_format, their_mask.image_format)
        self.assertEqual(mask.numpy_view().shape, their_mask.numpy_view().shape)
        self.assertLess(np.abs(mask.numpy_view() - their_mask.numpy_view()).mean(), 5e-3)

    def test_hand_landmarker(self):
        ours, theirs = both("HandLandmarker", num_hands=2, min_hand_detection_confidence=0.1)
        part = np.ascontiguousarray(pixels()[256:384, 96:224])
        result = ours.detect(mp.Image(mp.ImageFormat.SRGB, part))
        expected = theirs.detect(mediapipe.Image(mediapipe.ImageFormat.SRGB, part))
        self.assertEqual(len(result.hand_landmarks), len(expected.hand_landmarks))
        for name in ("hand_landmarks", "hand_world_landmarks"):
            for mine, yours in zip(getattr(result, name), getattr(expected, name)):
                values = [[(point.x, point.y, point.z) for point in points] for points in (mine, yours)]
                np.testing.assert_allclose(values[0], values[1], atol=1e-4)
        for mine, yours in zip(result.handedness, expected.handedness):
            self.assertEqual((mine[0].index, mine[0].category_name), (yours[0].index, yours[0].category_name))

    def test_holistic_landmarker(self):
        # The photo hardly shows hands.
        options = {"min_hand_landmarks_confidence": 1e-5, "output_pose_segmentation_masks": True}
        ours, theirs = both("HolisticLandmarker", **options)
        result, expected = ours.detect(photo()), theirs.detect(self.image)
        for name in result._names[:7]:
            mine, yours = getattr(result, name), getattr(expected, name)
            with self.subTest(name):
                values = [[(point.x, point.y, point.z) for point in points] for points in (mine, yours)]
                self.assertGreater(len(values[0]), 0)
                np.testing.assert_allclose(values[0], values[1], atol=1e-3)
        self.assertIsNone(result.face_blendshapes)
        masks = [each.segmentation_mask.numpy_view() for each in (result, expected)]
        self.assertLess(np.abs(masks[0] - masks[1]).mean(), 1e-4)

    def test_drawing(self):
        try:
            from mediapipe.tasks.python.vision import drawing_utils
        except ImportError as error:
            self.skipTest(str(error))
        (face,) = both("FaceLandmarker")[0].detect(photo()).face_landmarks
        canvas = np.array(pixels())
        drawing_utils.draw_landmarks(canvas, face, vision.FaceLandmarksConnections.FACE_LANDMARKS_CONTOURS)
        self.assertFalse(np.array_equal(canvas, pixels()))
        copy = np.array(pixels())
        own = vision.drawing_utils
        own.draw_landmarks(copy, face, vision.FaceLandmarksConnections.FACE_LANDMARKS_CONTOURS)
        np.testing.assert_array_equal(copy, canvas)
        (detection,) = both("FaceDetector")[0].detect(photo()).detections
        drawing_utils.draw_detection(canvas, detection)
        own.draw_detection(copy, detection)
        np.testing.assert_array_equal(copy, canvas)


@needs_mediapipe
class MessageTests(unittest.TestCase):
    """Exceptions of calls that fail with both packages."""

    def test_messages_are_equal(self):
        ours, theirs = failing_calls(mp), failing_calls(mediapipe)
        for name, call in ours.items():
            with self.subTest(name=name):
                with self.assertRaises(Exception) as expected:
                    theirs[name]()
                with self.assertRaises(Exception) as found:
                    call()
                self.assertEqual(str(found.exception), str(expected.exception))
                self.assertIsInstance(found.exception, type(expected.exception))


@needs_mediapipe
class StorageTests(unittest.TestCase):
    """How both say that images are stored."""

    def test_rows(self):
        def rows(package, name, dtype, shape):
            image = package.Image(package.ImageFormat[name], np.zeros(shape, dtype))
            return image.step, image.is_contiguous(), image.is_aligned(16)

        for name, dtype, channels in (("SRGB", np.uint8, 3), ("GRAY16", np.uint16, 1), ("VEC32F2", np.float32, 2)):
            for width in (1, 5, 8, 16, 33):
                shape = (3, width, channels)
                expected = rows(mediapipe, name, dtype, shape)
                self.assertEqual(rows(mp, name, dtype, shape), expected, (name, width))
        ours, theirs = (package.Image.create_from_file(SAMPLE) for package in (mp, mediapipe))
        self.assertEqual((ours.step, ours.is_contiguous()), (theirs.step, theirs.is_contiguous()))


UNDER = """
    import sys
    import numpy as np
    import lineament
    lineament.use_in_mediapipe()
    lineament.use_in_mediapipe()
    import mediapipe as mp
    from mediapipe.tasks.python import vision
    from mediapipe.tasks.python.core import mediapipe_c_bindings
    detector_model, landmarker_model, pose_model, hand_model, holistic_model, sample = sys.argv[1:]
    base = lambda path: mp.tasks.BaseOptions(model_asset_path=path)
    image = mp.Image.create_from_file(sample)
    assert image.numpy_view().shape == (512, 512, 3)
    for format, dtype in ((mp.ImageFormat.SRGBA, np.uint8), (mp.ImageFormat.VEC32F4, np.float32)):
        data = np.arange(5 * 7 * 4).reshape(5, 7, 4).astype(dtype)
        made = mp.Image(format, data)
        assert np.array_equal(made.numpy_view(), data)
    with vision.FaceDetector.create_from_model_path(detector_model) as detector:
        (detection,) = detector.detect(image).detections
        assert detection.bounding_box.origin_x == 177 and len(detection.keypoints) == 6, detection
    options = vision.FaceLandmarkerOptions(base(landmarker_model), output_face_blendshapes=True,
        output_facial_transformation_matrixes=True, running_mode=vision.RunningMode.VIDEO)
    with vision.FaceLandmarker.create_from_options(options) as landmarker:
        for timestamp in (0, 40):
            result = landmarker.detect_for_video(image, timestamp)
        assert len(result.face_landmarks[0]) == 478 and len(result.face_blendshapes[0]) == 52
        assert result.facial_transformation_matrixes[0][2, 3] < 0
        try:
            landmarker.detect_for_video(image, 40)
            raise AssertionError
        except ValueError as error:
            print(error)
    received = []
    options = vision.PoseLandmarkerOptions(base(pose_model), output_segmentation_masks=True,
        running_mode=vision.RunningMode.LIVE_STREAM, result_callback=lambda *values: received.append(values))
    with vision.PoseLandmarker.create_from_options(options) as landmarker:
        landmarker.detect_async(image, 7)
    ((result, frame, timestamp),) = received
    assert timestamp == 7 and frame.width == 512 and len(result.pose_landmarks[0]) == 33
    assert result.segmentation_masks[0].numpy_view().shape == (512, 512, 1)
    options = vision.HandLandmarkerOptions(base(hand_model), num_hands=2, min_hand_detection_confidence=0.1,
        min_hand_presence_confidence=0.1)
    part = mp.Image(mp.ImageFormat.SRGB, np.ascontiguousarray(image.numpy_view()[256:384, 96:224]))
    with vision.HandLandmarker.create_from_options(options) as landmarker:
        result = landmarker.detect(part)
    assert len(result.hand_landmarks[0]) == 21 and result.handedness[0][0].category_name in ("Left", "Right")
    options = vision.HolisticLandmarkerOptions(base(holistic_model), output_face_blendshapes=True,
        output_segmentation_mask=True, running_mode=vision.RunningMode.VIDEO)
    with vision.HolisticLandmarker.create_from_options(options) as landmarker:
        for timestamp in (0, 40):
            result = landmarker.detect_for_video(image, timestamp)
    assert (len(result.pose_landmarks), len(result.face_landmarks), len(result.left_hand_landmarks)) == (33, 478, 0)
    assert len(result.face_blendshapes) == 52 and result.segmentation_mask.numpy_view().shape == (512, 512, 1)
    for model in (vision.GestureRecognizer, vision.ObjectDetector):
        try:
            model.create_from_model_path("any")
            raise AssertionError
        except NotImplementedError as error:
            print(error)
    print(mediapipe_c_bindings._shared_lib._name)
"""


@needs_mediapipe
class UnderMediaPipeTests(unittest.TestCase):
    """use_in_mediapipe, in processes of its own."""

    def test_programs_of_mediapipe(self):
        done = run(UNDER, *(MODELS[name] for name in TASKS), SAMPLE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Lineament has no GestureRecognizer; it has FaceDetector", done.stdout)
        self.assertIn("Lineament has no ObjectDetector", done.stdout)
        self.assertIn("liblineament", done.stdout.splitlines()[-1])

    def test_remedies_are_notes(self):
        program = """
            import sys
            import lineament
            lineament.use_in_mediapipe()
            from mediapipe.tasks.python import vision
            try:
                vision.PoseLandmarker.create_from_model_path("/absent/model.task")
            except FileNotFoundError as error:
                print(error, *error.__notes__, sep="\\n")
        """
        done = run(program)
        self.assertEqual(
            done.stdout, "Unable to open file at /absent/model.task\nThere is no such file.\n", done.stderr
        )

    def test_solutions_are_back(self):
        program = """
            import sys
            import lineament
            lineament.use_in_mediapipe()
            lineament.use_in_mediapipe()
            import mediapipe as mp
            import mediapipe.python.solutions.pose as mp_pose
            from mediapipe.framework.formats import landmark_pb2
            from mediapipe.python.solutions import hands
            from mediapipe.solutions.drawing_utils import draw_landmarks
            assert hands is mp.solutions.hands is mp.python.solutions.hands is lineament.solutions.hands
            assert landmark_pb2.NormalizedLandmarkList is mp.framework.formats.landmark_pb2.NormalizedLandmarkList
            image = lineament.read_image(sys.argv[1]).numpy_view()
            with mp_pose.Pose(static_image_mode=True) as pose:
                landmarks = pose.process(image).pose_landmarks
            assert isinstance(landmarks, landmark_pb2.NormalizedLandmarkList)
            print(len(landmarks.landmark), mp.__version__ != lineament.__version__)
        """
        done = run(program, SAMPLE)
        self.assertEqual(done.stdout, "33 True\n", done.stderr)

    def test_too_late(self):
        program = """
            import numpy, lineament, mediapipe
            mediapipe.Image(mediapipe.ImageFormat.SRGB, numpy.zeros((4, 4, 3), numpy.uint8))
            try:
                lineament.use_in_mediapipe()
            except RuntimeError as error:
                print(error)
        """
        done = run(program)
        self.assertIn("before the first mediapipe.Image", done.stdout, done.stderr)


# Changes MediaPipe's modules as they are imported, for a version that does not exist.
CHANGE = """
    import sys
    from importlib.machinery import PathFinder, SourceFileLoader

    class Changed(SourceFileLoader):
        def path_stats(self, path):
            raise OSError("compiled files have the unchanged source")

        def get_data(self, path):
            text = super().get_data(path).decode()
            for name, old, new in changes:
                if path.endswith(name):
                    assert text.count(old) == 1, (name, old)
                    text = text.replace(old, new)
            return text.encode()

    class Finder:
        @staticmethod
        def find_spec(name, path=None, target=None):
            spec = PathFinder.find_spec(name, path) if name.startswith("mediapipe.") else None
            if spec and isinstance(spec.loader, SourceFileLoader):
                spec.loader = Changed(spec.loader.name, spec.loader.path)
            return spec

    def change(*given):
        global changes
        changes = given
        sys.meta_path.insert(0, Finder)
"""
INSERTED = """
    change(
        ("core/base_options_c.py", '("model_asset_path", ctypes.c_char_p),',
         '("priority", ctypes.c_int), ("cache", ctypes.c_char_p), ("model_asset_path", ctypes.c_char_p),'),
        ("vision/face_landmarker.py", "('num_faces', ctypes.c_int),",
         "('made_up', ctypes.c_double), ('num_faces', ctypes.c_int),"),
        ("core/image_processing_options_c.py", "('has_region_of_interest', ctypes.c_bool),",
         "('made_up', ctypes.c_int64), ('has_region_of_interest', ctypes.c_bool),"),
    )
"""
GROWN = """
    change(("vision/pose_landmarker.py", "('pose_landmarks_count', ctypes.c_uint32),",
            "('pose_landmarks_count', ctypes.c_uint64),"))
    import lineament
    try:
        lineament.use_in_mediapipe()
    except RuntimeError as error:
        print(error)
    from mediapipe.tasks.python.core import mediapipe_c_bindings
    print(mediapipe_c_bindings._shared_lib)
"""


@needs_mediapipe
class MadeUpVersionTests(unittest.TestCase):
    """use_in_mediapipe with a version of MediaPipe that does not exist."""

    def test_new_options_in_the_middle_do_not_matter(self):
        done = run(dedent(CHANGE) + dedent(INSERTED) + dedent(UNDER), *(MODELS[name] for name in TASKS), SAMPLE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("liblineament", done.stdout.splitlines()[-1])

    def test_a_result_of_another_layout_is_refused(self):
        done = run(dedent(CHANGE) + dedent(GROWN))
        self.assertEqual(done.returncode, 0, done.stderr)
        version = metadata.version("mediapipe")
        difference = (
            "MpPoseLandmarkerCreate: MpPoseLandmarkerResultC has pose_landmarks_count (integer of 8 bytes at byte 24) "
            "where pose_landmarks_count (integer of 4 bytes at byte 24) is expected."
        )
        self.assertIn(f" does not fit MediaPipe {version}: {difference} Install a newer Lineament, or ", done.stdout)
        self.assertRegex(done.stdout, r"pip install mediapipe==1\.\d+\.\d+\nNone\n$")


COMPILED = """
    import sys
    import lineament, mediapipe
    {}
    from mediapipe.framework.formats import landmark_pb2, rect_pb2
    from lineament.framework import formats
    print(landmark_pb2.__file__.startswith(sys.argv[1]), rect_pb2 is formats.rect_pb2)
    print(mediapipe.framework.formats.landmark_pb2 is landmark_pb2, mediapipe.solutions.hands is lineament.solutions.hands)
    print(formats.landmark_pb2.NormalizedLandmarkList is type(mediapipe.solutions.drawing_utils.landmark_pb2.NormalizedLandmarkList()))
"""
PLACES = {
    "in mediapipe's path": ("mediapipe.__path__ = [*mediapipe.__path__, sys.argv[1] + '/mediapipe']", "before"),
    "in mediapipe's path later": ("mediapipe.__path__ = [*mediapipe.__path__, sys.argv[1] + '/mediapipe']", "after"),
    "first in the path": ("sys.path.insert(0, sys.argv[1])", "before"),
    "last in the path": ("sys.path.append(sys.argv[1])", "before"),
    "last in the path later": ("sys.path.append(sys.argv[1])", "after"),
    "after a use of solutions": ("mediapipe.solutions.hands; sys.path.append(sys.argv[1])", "after"),
}
# The program of protobuf's compiler, and whether the messages that it compiles know each other.
PROTOBUF = """
    import sys
    sys.path.append(sys.argv[1])
    import lineament
    lineament.use_in_mediapipe()
    from mediapipe.framework.formats import detection_pb2, landmark_pb2
    import own_pb2
    message = own_pb2.Own(points=landmark_pb2.NormalizedLandmarkList(landmark=[landmark_pb2.NormalizedLandmark(x=1)]))
    print(message.points.landmark[0].x, type(detection_pb2.Detection()).__module__)
"""
POINTS = """
    syntax = "proto2";
    package mediapipe;
    message NormalizedLandmark { optional float x = 1; }
    message NormalizedLandmarkList { repeated NormalizedLandmark landmark = 1; }
"""
OWN = """
    syntax = "proto2";
    import "mediapipe/framework/formats/landmark.proto";
    message Own { optional mediapipe.NormalizedLandmarkList points = 1; }
"""


@needs_mediapipe
class CompiledMessageTests(unittest.TestCase):
    """Messages that a program has compiled for itself, which know each other through protobuf."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.formats = os.path.join(self.folder, "mediapipe", "framework", "formats")
        os.makedirs(self.formats)

    def write(self, text, *path):
        with open(os.path.join(self.folder, *path), "w", encoding="utf-8") as file:
            file.write(dedent(text))

    def test_they_are_not_replaced_wherever_they_are(self):
        self.write("", self.formats, "landmark_pb2.py")
        for place, (statement, when) in PLACES.items():
            use = "lineament.use_in_mediapipe()"
            lines = (statement, use) if when == "before" else (use, statement)
            done = run(COMPILED.format("; ".join(lines)), self.folder)
            with self.subTest(place):
                self.assertEqual(done.stdout, "True True\nTrue True\nTrue\n", done.stderr)

    def test_sources_of_mediapipe_in_the_path_are_no_messages(self):
        self.write(POINTS, self.formats, "landmark.proto")
        done = run(COMPILED.format("sys.path.append(sys.argv[1]); lineament.use_in_mediapipe()"), self.folder)
        self.assertEqual(done.stdout, "False True\nTrue True\nTrue\n", done.stderr)

    @unittest.skipUnless(importlib.util.find_spec("grpc_tools"), "grpcio-tools is not installed")
    def test_messages_of_protobuf_find_each_other(self):
        self.write(POINTS, self.formats, "landmark.proto")
        self.write(OWN, "own.proto")
        files = ("mediapipe/framework/formats/landmark.proto", "own.proto")
        compile_ = (sys.executable, "-m", "grpc_tools.protoc", f"-I{self.folder}", f"--python_out={self.folder}")
        subprocess.run([*compile_, *files], check=True, cwd=self.folder)
        done = run(PROTOBUF, self.folder)
        self.assertEqual(done.stdout, "1.0 lineament.framework.formats.detection_pb2\n", done.stderr)


@needs_library
class OtherPackageTests(unittest.TestCase):
    """use_in_mediapipe without a MediaPipe that it works with."""

    def message(self, *files):
        """Returns what is said where a package "mediapipe" has these files; where there is none, if it has no files."""
        program = """
            import sys
            if sys.argv[1]:
                sys.path.insert(0, sys.argv[1])
            else:
                sys.modules["mediapipe"] = None
            import lineament
            try:
                lineament.use_in_mediapipe()
            except (ImportError, RuntimeError) as error:
                print(type(error).__name__, error)
        """
        with tempfile.TemporaryDirectory() as folder:
            for name in files:
                path = os.path.join(folder, "mediapipe", name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                open(path, "w").close()
            done = run(program, folder if files else "")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_solutions_of_its_own_are_left_alone(self):
        said = self.message("__init__.py", "python/__init__.py", "python/solutions/__init__.py")
        self.assertRegex(
            said, "^RuntimeError MediaPipe .* has solutions of its own.* 0.10.31 or newer; .*pip install mediapipe=="
        )

    def test_another_way_to_its_library_is_refused(self):
        said = self.message("__init__.py")
        self.assertRegex(
            said, "^RuntimeError Lineament .* does not fit MediaPipe .*: it loads its library in another way: "
        )

    def test_without_mediapipe(self):
        self.assertEqual(
            self.message(), "ImportError MediaPipe is not installed. Install it with: pip install mediapipe\n"
        )


if __name__ == "__main__":
    unittest.main()
