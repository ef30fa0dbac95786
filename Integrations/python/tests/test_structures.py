# SPDX-License-Identifier: Apache-2.0
"""The library as Python describes it: the structures of lineament.h, and the options of each task."""

import ctypes
import dataclasses
import os
import re
import unittest

import numpy as np
from support import CHECKOUT, needs_library

from lineament import _structures, _tasks
from lineament._errors import call
from lineament._library import library
from lineament._settings import settings
from lineament.face_analyzer import FaceAnalyzer
from lineament.face_detector import FaceDetector
from lineament.face_landmarker import FaceLandmarker
from lineament.hand_landmarker import HandLandmarker
from lineament.holistic_landmarker import HolisticLandmarker
from lineament.pose_landmarker import PoseLandmarker
from lineament.results import TaskResult

HEADER = os.path.join(CHECKOUT, "Sources", "CLineament", "include", "lineament.h")
TASKS = {
    "face-detector": FaceDetector,
    "face-landmarker": FaceLandmarker,
    "pose-landmarker": PoseLandmarker,
    "faces": FaceAnalyzer,
    "hand-landmarker": HandLandmarker,
    "holistic-landmarker": HolisticLandmarker,
}
STRUCTURES = ("LineamentOptions", "LineamentResult", "LineamentVideoInfo", "LineamentFrameInfo")
TYPES = {
    "bool": ctypes.c_bool,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "size_t": ctypes.c_size_t,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "const char *": ctypes.c_char_p,
}


def body_of(name, header):
    """Returns the fields of a structure of a header by type, as it is written, and name."""
    (body,) = re.findall(rf"typedef struct {name} {{(.*?)}} {name};", header, re.DOTALL)
    fields = []
    for line in re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL).split(";"):
        if not line.strip():
            continue
        kind, names = re.fullmatch(r"\s*((?:const |unsigned )?\w+ \*?)\s*(.+)", line, re.DOTALL).groups()
        fields += [(kind.strip(), field) for field in names.split(", ")]
    return fields


def fields_of(name, header):
    """Returns the fields of a structure of a header by name and type."""
    return [
        (field, TYPES.get(kind, ctypes.c_void_p if kind.endswith("*") else None))
        for kind, field in body_of(name, header)
    ]


class StructureTests(unittest.TestCase):
    @needs_library
    def test_options_of_other_tasks_are_refused(self):
        functions = library()
        fields, pointer = _structures.LineamentOptions(), ctypes.c_void_p()
        functions.lineament_options_init(ctypes.byref(fields), _tasks.TASKS["hand-landmarker"].number)
        fields.blendshapes = True
        with self.assertRaisesRegex(ValueError, "hand-landmarker has no option blendshapes. Its options: max_count,"):
            call(functions.lineament_task_create, ctypes.byref(fields), ctypes.byref(pointer))

    @needs_library
    def test_options_by_name_are_checked_by_the_library(self):
        for kind, options, error, message in [
            (
                "redact",
                {"hwo": "blur"},
                ValueError,
                "redact has no option hwo. Did you mean how. Its options: what, how",
            ),
            ("redact", {"verify": "no"}, ValueError, "verify must be true or false, not no"),
            ("crop", {"min_quality": 2}, ValueError, "min_quality must be a number from 0 to 1, not 2"),
            ("send", {"rate": np.float32(0)}, ValueError, "rate must be a number from 0.001 to 1000, not 0.0"),
            ("face-landmarker", {"range": "fulll"}, ValueError, "range must be one of short, full, auto, .*full"),
            ("crop", {"size": [8]}, TypeError, r"size must be a text, a number, or True or False, not \[8\]"),
            ("crop", {"what": "faces\0"}, ValueError, "what contains a null character"),
            (
                "sort",
                {},
                ValueError,
                "There are no settings of sort, but of redact, crop, capture, send, face-detector",
            ),
        ]:
            with self.subTest(options), self.assertRaisesRegex(error, message):
                settings(kind, options)
        settings("hand-landmarker", {"num_hands": "all", "threads": np.int64(2), "model_path": None})

    @unittest.skipUnless(os.path.exists(HEADER), "Without a checkout, there is no header to compare with.")
    def test_fields_are_those_of_the_header(self):
        with open(HEADER) as file:
            header = file.read()
        for name in STRUCTURES:
            with self.subTest(name):
                self.assertEqual(fields_of(name, header), getattr(_structures, name)._fields_)

    def test_swapped_fields_are_noticed(self):
        header = "typedef struct A {\n  int32_t a, b; /* both */\n  const float *c;\n} A;"
        fields = [("a", ctypes.c_int32), ("b", ctypes.c_int32), ("c", ctypes.c_void_p)]
        self.assertEqual(fields_of("A", header), fields)


class TaskTests(unittest.TestCase):
    def test_tasks_are_those_of_the_library(self):
        self.assertEqual({name: task._options_type._kind for name, task in TASKS.items()}, _tasks.TASKS)

    def test_options_are_those_of_the_library(self):
        """Every option has a typed field with the library's default, and the other way round."""
        common = {"base_options", "running_mode", "result_callback"}
        for name, task in TASKS.items():
            fields = {field.name: field for field in dataclasses.fields(task._options_type)}
            described = {option.name: option for option in _tasks.TASKS[name].options}
            self.assertEqual(fields.keys() - common, described.keys())
            for option in described.values():
                with self.subTest(task=name, option=option.name):
                    self.assertEqual(fields[option.name].default, option.default)
                    self.assertIn(f"{option.name}: ", task._options_type.__doc__)

    def test_results_have_all_arrays(self):
        """Every array of a result is an attribute, in the form `boxes_array`, or part of another."""
        # MediaPipe's names, and boxes of landmarkers, which are tables' only.
        other_names = {
            "landmarks": {
                "keypoints_array",
                "landmarks_array",
                "face_landmarks_array",
                "pose_landmarks_array",
                "hand_landmarks_array",
            },
            "world_landmarks": {"pose_world_landmarks_array", "hand_world_landmarks_array"},
            "blendshapes": {"face_blendshapes_array"},
            "matrices": {"facial_transformation_matrixes_array"},
        }
        for name, task in TASKS.items():
            result = task._result_type
            self.assertTrue(issubclass(result, TaskResult))
            attributes = set(dir(result))
            for value in _tasks.TASKS[name].values:
                if value.points or (value.array == "boxes" and name.endswith("-landmarker")):
                    continue
                with self.subTest(task=name, value=value.name):
                    names = other_names.get(value.array, set()) | {f"{value.array}_array"}
                    self.assertTrue(names & attributes, f"{result.__name__} lacks {value.array}")


if __name__ == "__main__":
    unittest.main()
