# SPDX-License-Identifier: Apache-2.0
"""The messages of solutions, in what programs do with results."""

from __future__ import annotations

import copy
import pickle
import unittest
from collections.abc import MutableSequence
from textwrap import dedent

import numpy as np
from google.protobuf import descriptor_pool, text_format
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import DecodeError
from support import needs_library, run

from lineament.framework.formats import classification_pb2, landmark_pb2, rect_pb2
from lineament.framework.formats.detection_pb2 import Detection
from lineament.framework.formats.landmark_pb2 import Landmark, NormalizedLandmark, NormalizedLandmarkList
from lineament.framework.formats.location_data_pb2 import LocationData
from lineament.solutions._base import landmark_list


def detection() -> Detection:
    found = Detection(score=[0.75], label_id=[0])
    found.location_data.format = 2
    found.location_data.relative_bounding_box.xmin = 0.25
    found.location_data.relative_keypoints.add(x=0.1, y=2)
    return found


class LandmarkTests(unittest.TestCase):
    def test_values_are_float32(self):
        point = NormalizedLandmark(x=0.1, z=np.float32(-3.47916149e-08))
        self.assertEqual(point.x, 0.10000000149011612)
        point.y = 2
        self.assertEqual(str(point), "x: 0.1\ny: 2\nz: -3.47916149e-08\n")
        self.assertEqual(repr(point), str(point))
        self.assertEqual(Landmark(x=0.380332172).x, float(np.float32(0.380332172)))
        self.assertEqual(Landmark(x=1e40).x, float("inf"))

    def test_presence(self):
        point = NormalizedLandmark(x=0)
        self.assertTrue(point.HasField("x"))
        self.assertFalse(point.HasField("visibility"))
        self.assertEqual(point.visibility, 0.0)
        point.ClearField("x")
        self.assertFalse(point.HasField("x"))
        with self.assertRaisesRegex(ValueError, 'Protocol message NormalizedLandmark has no "foo" field.'):
            point.HasField("foo")
        with self.assertRaises(ValueError):
            NormalizedLandmark(foo=1)
        with self.assertRaisesRegex(TypeError, "No positional arguments allowed"):
            NormalizedLandmark(1, 2)
        with self.assertRaisesRegex(ValueError, "does not have presence"):
            NormalizedLandmarkList().HasField("landmark")

    def test_wrong_values(self):
        point = NormalizedLandmark()
        with self.assertRaises(TypeError):
            point.x = "0.5"
        with self.assertRaisesRegex(TypeError, "must be real number, not list"):
            point.x = [1]
        with self.assertRaises(AttributeError):
            point.foo = 1
        with self.assertRaises(AttributeError):
            point.foo  # noqa: B018
        with self.assertRaises(TypeError):
            hash(point)

    def test_equality(self):
        self.assertEqual(NormalizedLandmark(x=0.1), NormalizedLandmark(x=np.float32(0.1)))
        self.assertNotEqual(NormalizedLandmark(x=0.0), NormalizedLandmark())
        self.assertFalse(NormalizedLandmark() == Landmark())


class ListTests(unittest.TestCase):
    def setUp(self):
        self.list = NormalizedLandmarkList()
        for index in range(21):
            self.list.landmark.add(x=index / 20, y=0.5)

    def test_container(self):
        landmarks = self.list.landmark
        self.assertEqual(len(landmarks), 21)
        self.assertEqual(landmarks[-1].x, 1)
        self.assertEqual(landmarks[np.int64(20)], landmarks[20])
        self.assertIsInstance(landmarks[2:4], list)
        self.assertEqual([point.y for point in landmarks], [0.5] * 21)
        self.assertIsInstance(landmarks, MutableSequence)
        self.assertEqual(np.array(landmarks).shape, (21,))
        with self.assertRaises(IndexError):
            landmarks[21]
        with self.assertRaises(TypeError):
            landmarks[0.0]
        with self.assertRaises(TypeError):
            landmarks[0] = NormalizedLandmark()
        with self.assertRaises(TypeError):
            len(self.list)
        self.assertTrue(NormalizedLandmarkList())

    def test_copies(self):
        for other in (copy.deepcopy(self.list), copy.copy(self.list), pickle.loads(pickle.dumps(self.list))):
            self.assertEqual(other, self.list)
            other.landmark[0].x = 9
            self.assertNotEqual(other, self.list)
        other = NormalizedLandmarkList()
        other.CopyFrom(self.list)
        self.assertEqual(other, self.list)
        with self.assertRaises(TypeError):
            other.CopyFrom(landmark_pb2.LandmarkList())
        with self.assertRaises(TypeError):
            pickle.dumps(self.list.landmark)
        points = copy.deepcopy(self.list.landmark)
        points[0].x = 9
        self.assertEqual((len(points), self.list.landmark[0].x), (21, 0))

    def test_made_by_hand(self):
        points = [NormalizedLandmark(x=0.5, visibility=1), {"x": 0.25}]
        made = NormalizedLandmarkList(landmark=points)
        self.assertEqual(made.landmark[1].x, 0.25)
        made.landmark[0].x = 9
        self.assertEqual(points[0].x, 0.5)
        made.landmark.extend(points[:1])
        self.assertEqual(made.landmark.append(points[0]).x, 0.5)
        self.assertEqual(len(made.landmark), 4)
        with self.assertRaises(AttributeError):
            made.landmark = points
        self.assertEqual(len(made.landmark[:]), 4)
        made.Clear()
        self.assertEqual(str(made), "")

    def test_from_a_result(self):
        made = landmark_list(landmark_pb2.LandmarkList, np.float32([[0, 0.5, 1, 0.75], [1, 2, 3, 0]]))
        self.assertTrue(made.landmark[1].HasField("visibility"))
        self.assertFalse(made.landmark[1].HasField("presence"))
        self.assertEqual(str(made.landmark[0]), "x: 0\ny: 0.5\nz: 1\nvisibility: 0.75\n")
        self.assertEqual(pickle.loads(pickle.dumps(made)), made)


class DetectionTests(unittest.TestCase):
    def test_nested_fields(self):
        self.assertFalse(Detection().HasField("location_data"))
        found = detection()
        self.assertTrue(found.HasField("location_data"))
        self.assertFalse(found.location_data.HasField("bounding_box"))
        self.assertEqual(found.score[0], 0.75)
        self.assertEqual(found.label_id, [0])
        expected = (
            "label_id: 0\nscore: 0.75\nlocation_data {\n  format: RELATIVE_BOUNDING_BOX\n  relative_bounding_box {\n"
            "    xmin: 0.25\n  }\n  relative_keypoints {\n    x: 0.1\n    y: 2\n  }\n}\n"
        )
        self.assertEqual(str(found), expected)

    def test_bytes(self):
        found = detection()
        self.assertEqual(Detection.FromString(found.SerializeToString()), found)
        # As protobuf writes it.
        self.assertEqual(
            found.SerializeToString().hex(), "120100" + "1a04" + "0000403f" + "2215" + "0802" + "1a05" + "0d0000803e"
            "2a0a" + "0dcdcccc3d" + "1500000040",
        )  # fmt: skip
        with self.assertRaises(DecodeError):
            Detection.FromString(b"\x22\x80\x01x")
        label = classification_pb2.Classification(index=-1, label="Läft")
        self.assertEqual(pickle.loads(pickle.dumps(label)), label)

    def test_bytes_of_other_messages(self) -> None:
        for message in (NormalizedLandmark, NormalizedLandmarkList, Detection):
            message.FromString(b"\x08\x01")
            message.FromString(b"\x0a\x00")
            message.FromString(b"\x0d\x00\x00\x80\x3f")
        for data in (b"\x10" + b"\xff" * 11, b"\x0d\x00", b"\x0a\x05"):
            with self.assertRaises(DecodeError):
                Detection.FromString(data)

    def test_values_from_arrays(self) -> None:
        found = Detection(label_id=np.array([0]), score=np.float32([0.25, 0.5]))
        self.assertEqual(([*found.label_id], [*found.score]), ([0], [0.25, 0.5]))
        copy.deepcopy(found.score).append(1)
        self.assertEqual(len(found.score), 2)

    def test_messages_are_made_when_looked_at(self):
        found = Detection()
        self.assertEqual(found.location_data.mask.rasterization.interval[:], [])
        self.assertFalse(found.HasField("location_data"))
        found.location_data.mask.width = 3
        self.assertTrue(found.location_data.HasField("mask"))
        self.assertEqual(Detection.FromString(found.SerializeToString()), found)

    def test_enumerations(self):
        kind = LocationData.Format
        self.assertEqual((kind.Name(2), kind.Value("MASK")), ("RELATIVE_BOUNDING_BOX", 3))
        self.assertEqual(dict(kind.items())["GLOBAL"], LocationData.GLOBAL)
        self.assertEqual(LocationData(format="MASK").format, kind.Value("MASK"))
        for value, message in (("FOO", 'unknown enum label "FOO"'), (77, "invalid enumerator 77")):
            with self.assertRaisesRegex(ValueError, message):
                LocationData(format=value)

    def test_values_of_enumerations_by_name(self) -> None:
        self.assertEqual(LocationData.Format.RELATIVE_BOUNDING_BOX, 2)
        with self.assertRaises(AttributeError):
            _ = LocationData.Format.NOTHING

    def test_unknown_numbers_are_kept(self):
        # A program that passes messages on does not lose what a newer version has written.
        for kind, data in ((LocationData, b"\x08\x4d"), (NormalizedLandmarkList, b"\x10\x01")):
            self.assertEqual(kind.FromString(data).SerializeToString(), data)

    def test_rectangles(self):
        rect = rect_pb2.NormalizedRect(x_center=0.5, width=1, rotation=-0.25, rect_id=-1)
        # As protobuf writes it.
        self.assertEqual(rect.SerializeToString().hex(), "0d0000003f250000803f2d000080be30" + "ff" * 9 + "01")


class ProtobufTests(unittest.TestCase):
    """The messages in protobuf's own functions, and beside others of the same names."""

    def test_json(self):
        made = NormalizedLandmarkList(landmark=[{"x": 0.9482889, "visibility": 0.1}])
        values = {"landmark": [{"x": 0.9482889, "visibility": 0.1}]}
        self.assertEqual(MessageToDict(made), values)
        self.assertEqual(ParseDict(values, NormalizedLandmarkList()), made)
        found = MessageToDict(detection())
        self.assertEqual(found["locationData"]["format"], "RELATIVE_BOUNDING_BOX")
        self.assertEqual(found["locationData"]["relativeBoundingBox"], {"xmin": 0.25})
        self.assertEqual(ParseDict(found, Detection()), detection())

    def test_text(self):
        text = text_format.MessageToString(detection())
        self.assertIn("format: RELATIVE_BOUNDING_BOX", text)
        self.assertEqual(text_format.Parse(text, Detection()), detection())

    def test_nested_messages_are_pickled_and_documented(self):
        box = detection().location_data.relative_bounding_box
        self.assertEqual(pickle.loads(pickle.dumps(box)), box)
        self.assertIn("fractions of the image", type(box).__doc__)
        self.assertEqual(type(box).__module__, "lineament.framework.formats.location_data_pb2")

    def test_the_pool_of_programs_stays_free(self):
        # MediaPipe, and programs that compile its messages, have messages of these names there.
        with self.assertRaises(KeyError):
            descriptor_pool.Default().FindMessageTypeByName("mediapipe.NormalizedLandmark")

    def test_messages_of_the_same_names_beside_them(self):
        theirs = """
            from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
            file = descriptor_pb2.FileDescriptorProto(package="mediapipe")
            file.name = "mediapipe/framework/formats/landmark.proto"
            file.message_type.add(name="NormalizedLandmark").field.add(name="w", number=1, type=2, label=1)
            descriptor_pool.Default().AddSerializedFile(file.SerializeToString())
            found = descriptor_pool.Default().FindMessageTypeByName("mediapipe.NormalizedLandmark")
            theirs = message_factory.GetMessageClass(found)
        """
        ours = """
            from lineament.framework.formats.landmark_pb2 import NormalizedLandmark, NormalizedLandmarkList
        """
        use = """
            theirs(w=1)
            NormalizedLandmarkList(landmark=[NormalizedLandmark(x=1)])
            print(theirs is NormalizedLandmark, hasattr(theirs, "x"), hasattr(NormalizedLandmark, "w"))
        """
        for first, second in ((theirs, ours), (ours, theirs)):
            done = run("".join(map(dedent, (first, second, use))))
            self.assertEqual(done.stdout, "False False False\n", done.stderr)


# What is refused without protobuf and OpenCV, and what is not.
WITHOUT = """
    import importlib, sys
    sys.modules.update({name: None for name in ("cv2", "google", "google.protobuf")})
    import numpy as np
    import lineament as mp
    from lineament.tasks.python.vision import drawing_styles, drawing_utils
    from lineament.tasks.python.components.containers import NormalizedLandmark
    from lineament.solutions.pose_connections import POSE_CONNECTIONS
    import lineament.python.solutions.selfie_segmentation
    points = [NormalizedLandmark(0.5, 0.5, 0)]
    image = np.zeros((9, 9, 3), np.uint8)
    drawing_utils.draw_landmarks(image, [])
    for action in (
        lambda: mp.solutions.hands,
        lambda: mp.framework,
        lambda: importlib.import_module("lineament.python.solutions.pose"),
        lambda: importlib.import_module("lineament.framework.formats.landmark_pb2"),
        lambda: drawing_utils.draw_landmarks(image, points),
        lambda: mp.solutions.drawing_utils.draw_axis(image, np.eye(3), np.ones(3)),
    ):
        try:
            action()
            print("nothing is missing")
        except ImportError as error:
            print(error)
    try:
        mp.solutions.hand
    except AttributeError as error:
        print(error)
    mp.solutions.selfie_segmentation.SelfieSegmentation().process(np.zeros((99, 99, 3), np.uint8)).segmentation_mask
"""


class AbsenceTests(unittest.TestCase):
    """Where protobuf and OpenCV are not installed."""

    @needs_library
    def test_what_needs_them_says_so(self):
        done = run(WITHOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        *lines, name = done.stdout.splitlines()
        self.assertEqual(len(lines), 6, done.stdout)
        for index, line in enumerate(lines):
            self.assertIn("need protobuf 4.25 or newer" if index < 4 else "Drawing needs OpenCV", line)
            self.assertIn('pip install "lineament[solutions]"', line)
        self.assertIn("Did you mean 'hands'?", name)


if __name__ == "__main__":
    unittest.main()
