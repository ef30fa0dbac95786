"""The stand-ins for protobuf's messages behave as these did in what programs do with results."""

from __future__ import annotations

import copy
import importlib.util
import pickle
import unittest

import numpy as np
import support  # noqa: F401

from lineament.framework.formats import classification_pb2, landmark_pb2
from lineament.framework.formats.detection_pb2 import Detection
from lineament.framework.formats.landmark_pb2 import Landmark, NormalizedLandmark, NormalizedLandmarkList

HAS_PROTOBUF = (
    importlib.util.find_spec("google") is not None and importlib.util.find_spec("google.protobuf") is not None
)


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

    def test_wrong_values(self):
        point = NormalizedLandmark()
        with self.assertRaises(TypeError):
            point.x = "0.5"
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
        with self.assertRaises(IndexError):
            landmarks[21]  # noqa: B018
        with self.assertRaises(TypeError):
            landmarks[0.0]  # noqa: B018
        with self.assertRaises(TypeError):
            landmarks[0] = NormalizedLandmark()
        with self.assertRaises(TypeError):
            len(self.list)
        self.assertTrue(NormalizedLandmarkList())
        self.assertNotIn("landmark", dir(self.list))

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

    def test_made_by_hand(self):
        points = [NormalizedLandmark(x=0.5, visibility=1), {"x": 0.25}]
        made = NormalizedLandmarkList(landmark=points)
        self.assertEqual(made.landmark[1].x, 0.25)
        made.landmark[0].x = 9
        self.assertEqual(points[0].x, 0.5)
        made.landmark.extend(points[:1])
        made.landmark.append(points[0])
        self.assertEqual(len(made.landmark), 4)
        with self.assertRaises(AttributeError):
            made.landmark = points
        self.assertEqual(len(made.landmark[:]), 4)
        made.Clear()
        self.assertEqual(str(made), "")

    def test_from_a_result(self):
        made = landmark_pb2.made(landmark_pb2.LandmarkList, [[0.0, 0.5, 1.0, 0.75], [1.0, 2.0, 3.0, 0.0]])
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
        with self.assertRaises(ValueError):
            Detection.FromString(b"\x22\x80\x01x")
        label = classification_pb2.Classification(index=-1, label="Läft")
        self.assertEqual(pickle.loads(pickle.dumps(label)), label)

    @unittest.skipUnless(HAS_PROTOBUF, "protobuf is not installed")
    def test_protobufs_json(self):
        from google.protobuf.json_format import MessageToDict

        made = NormalizedLandmarkList(landmark=[{"x": 0.9482889, "visibility": 0.1}])
        self.assertEqual(MessageToDict(made), {"landmark": [{"x": 0.9482889, "visibility": 0.1}]})
        found = MessageToDict(detection())
        self.assertEqual(found["locationData"]["relativeBoundingBox"], {"xmin": 0.25})


if __name__ == "__main__":
    unittest.main()
