# SPDX-License-Identifier: Apache-2.0
"""`lineament.arrow`: rows, columns, schemas, arrays and videos."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
from arrow_support import (
    PROBLEM,
    SAMPLE,
    command_line,
    needs,
    run_without_privileges,
    write_broken,
    write_photos,
    write_video,
)

try:
    import pyarrow as pa
    import pyarrow.parquet as pq

    import lineament as mp
    from lineament.arrow import TASKS, Annotator, schema, to_numpy, write_parquet
except ImportError:
    pa = None

EVERYTHING = {"output_face_blendshapes": True, "output_facial_transformation_matrixes": True}
_OPTIONS = {
    "face-landmarker": EVERYTHING,
    # The photos show hardly a hand: with low thresholds, whatever is taken for one is compared.
    "hand-landmarker": {"min_hand_detection_confidence": 0.01, "min_hand_presence_confidence": 0.001},
    "holistic-landmarker": {"output_face_blendshapes": True, "min_hand_landmarks_confidence": 0.01},
}
_PARTS = ["poseLandmarks", "poseWorldLandmarks", "faceLandmarks", "faceBlendshapes"]
_PARTS += [side + kind for side in ("leftHand", "rightHand") for kind in ("Landmarks", "WorldLandmarks")]
_FIELDS = {
    "face-landmarker": "faceLandmarks,faceBlendshapes,facialTransformationMatrixes,faceScores,boundingBoxes,headAngles,trackIDs",
    "pose-landmarker": "landmarks,worldLandmarks,boundingBoxes,trackIDs",
    "hand-landmarker": "handedness,landmarks,worldLandmarks,handScores,personIDs,boundingBoxes,trackIDs",
    "holistic-landmarker": ",".join([*_PARTS, "boundingBoxes", "trackIDs"]),
}


def setUpModule():
    """Makes the files that all tests read."""
    global FOLDER, PHOTOS, BROKEN, VIDEO, _folder
    if PROBLEM or pa is None:
        return
    _folder = tempfile.TemporaryDirectory()
    FOLDER = _folder.name
    PHOTOS, BROKEN = write_photos(FOLDER), write_broken(FOLDER)
    VIDEO = write_video(os.path.join(FOLDER, "moving.gif"))


def tearDownModule():
    if pa is not None and not PROBLEM:
        _folder.cleanup()


def table_of(paths):
    return pa.table({"path": paths})


def content(path):
    with open(path, "rb") as file:
        return file.read()


def flags(task):
    """Returns the arguments of the command line program with the options that the annotator gets."""
    options = {"--" + name.replace("_", "-"): value for name, value in _OPTIONS.get(task, {}).items()}
    values = [
        [name] if value is True else [name, str(value)] for name, value in options.items() if task != "face-landmarker"
    ]
    return [word for words in values for word in words] + (["--fields", _FIELDS[task]] if task in _FIELDS else [])


def from_json(task, line):
    """Returns the faces or people of a line of the command line program, in the form of a row."""
    boxes = line.get("boundingBoxes")
    if task == "face-landmarker":
        parts = (line["faceScores"], boxes, line["faceLandmarks"], line["faceBlendshapes"])
        shapes = [[category["score"] for category in face] for face in parts[3]]
        matrices = [np.ravel(matrix).tolist() for matrix in line["facialTransformationMatrixes"]]
        angles = [[head[name] for name in ("pitch", "yaw", "roll")] for head in line["headAngles"]]
        rows = zip(parts[0], boxes, angles, parts[2], shapes, matrices)
        names = ("score", "box", "angles", "landmarks", "blendshapes", "matrix")
    elif task == "pose-landmarker":
        rows = zip(boxes, line["landmarks"], line["worldLandmarks"])
        names = ("box", "landmarks", "world_landmarks")
    elif task == "hand-landmarker":
        sides = [(hand["categoryName"], np.float32(hand["score"])) for hand in line["handedness"]]
        left = [(score if side == "Left" else 1 - score).item() for side, score in sides]
        people = line.get("personIDs", [None] * len(left))
        rows = zip(line["handScores"], people, boxes, left, line["landmarks"], line["worldLandmarks"])
        names = ("score", "person", "box", "left_score", "landmarks", "world_landmarks")
    elif task == "holistic-landmarker":
        shapes = [[category["score"] for category in face] for face in line["faceBlendshapes"]]
        rows = zip(boxes, *[shapes if name == "faceBlendshapes" else line[name] for name in _PARTS])
        names = ("box", "landmarks", "world_landmarks", "face_landmarks", "blendshapes", "left_hand_landmarks")
        names += ("left_hand_world_landmarks", "right_hand_landmarks", "right_hand_world_landmarks")
    elif task == "face-detector":
        rows = [(face["categories"][0]["score"], face["boundingBox"], face["keypoints"]) for face in line["detections"]]
        names = ("score", "box", "landmarks")
    else:
        rows = [(face["frame"], list(face["landmarks"].values())) for face in line["faces"]]
        names = ("box", "landmarks")
    return [dict(zip(names, row)) for row in rows]


def numbers(value, like=None):
    """Returns the numbers of nested dicts and lists in the order of the names of `like`."""
    if isinstance(value, dict):
        return [number for name in sorted(like or value) for number in numbers(value[name], (like or value)[name])]
    if isinstance(value, list):
        likes = like if isinstance(like, list) else [None] * len(value)
        return [number for element, other in zip(value, likes) for number in numbers(element, other)]
    return [np.float32(np.nan if value is None else value)]


@needs("pyarrow")
class CommandLineTests(unittest.TestCase):
    """Rows are those of the command line program."""

    def check_subjects(self, task, row, line):
        expected = from_json(task, line)
        found = row[TASKS[task].column]
        self.assertEqual(len(found), len(expected))
        for subject, other in zip(found, expected):
            subject = {name: subject[name] for name in other}
            if task == "faces":
                known = [point for point in subject["landmarks"] if not np.isnan(point["x"])]
                subject["landmarks"] = known
            for name in [name for name, value in other.items() if value == []]:
                self.assertTrue(np.isnan(numbers(subject.pop(name))).all(), name)
                del other[name]
            np.testing.assert_array_equal(numbers(subject), numbers(other, subject))

    @needs("pyarrow", program=True)
    def test_photos(self):
        for task in TASKS:
            with self.subTest(task):
                lines = command_line(task, *PHOTOS, *BROKEN, *flags(task))
                with Annotator(task, **_OPTIONS.get(task, {})) as annotator:
                    rows = annotator(table_of(PHOTOS + BROKEN)).to_pylist()
                self.assertEqual(len(rows), len(lines))
                for row, line in zip(rows, lines):
                    self.assertEqual(row["error"], line.get("error"))
                    if row["error"] is None:
                        self.assertEqual((row["width"], row["height"]), (line["width"], line["height"]))
                        self.check_subjects(task, row, line)

    @needs("pyarrow", program=True)
    def test_videos(self):
        for task in _FIELDS:
            with self.subTest(task):
                lines = command_line(task, VIDEO, "--running-mode", "video", *flags(task))
                with Annotator(task, **_OPTIONS.get(task, {})) as annotator:
                    rows = [row for batch in annotator.annotate_video(VIDEO) for row in batch.to_pylist()]
                self.assertEqual(len(rows), len(lines))
                for row, line in zip(rows, lines):
                    self.assertEqual((row["frame"], row["time_ms"]), (line["frame"], line["timestampInMilliseconds"]))
                    self.check_subjects(task, row, line)
                    tracks = [subject["track"] for subject in row[TASKS[task].column]]
                    self.assertEqual(tracks, line["trackIDs"])

    @needs("pyarrow", program=True)
    def test_videos_that_cannot_be_read(self):
        with Annotator("face-detector") as annotator:
            for path in (os.path.join(FOLDER, "missing.mp4"), os.path.join(FOLDER, "text.jpg"), FOLDER):
                (line,) = command_line("face-detector", path, "--running-mode", "video")[-1:]
                (batch,) = annotator.annotate_video(path)
                if path != FOLDER:  # The program reads what is in a folder.
                    self.assertEqual(batch["error"].to_pylist(), [line["error"]])
                self.assertEqual(batch.num_rows, 1)

    @needs("pyarrow")
    def test_faces_without_landmarks_add_no_column(self):
        with Annotator("face-landmarker", isolate=False, min_face_presence_confidence=1.0) as annotator:
            table = annotator(pa.table({"path": [SAMPLE, SAMPLE]}))
        self.assertEqual(table.column_names, ["path", "error", "width", "height", "faces"])
        self.assertEqual(table["faces"].to_pylist(), [[], []])

    @needs("pyarrow")
    def test_videos_are_read_as_they_are_shown(self):
        """Pixels that are not square are only left so where MediaPipe's way is asked for, as by the command line."""
        cases = [(task, {}, True) for task in _FIELDS] + [
            ("face-landmarker", {"detection_range": "short"}, False),
            ("pose-landmarker", {"separation": "mediapipe"}, False),
            ("holistic-landmarker", {"smoothing": "mediapipe"}, False),
        ]
        for task, options, expected in cases:
            with self.subTest(task, **options), mock.patch("lineament._frames.opened_file") as opened:
                opened.return_value.__enter__.return_value = iter(())
                with Annotator(task, isolate=False, **options) as annotator:
                    list(annotator.annotate_video(VIDEO))
                self.assertEqual(opened.call_args.args[4], expected)

    @needs("pyarrow")
    def test_video_without_frames_in_the_range(self):
        with Annotator("face-detector") as annotator:
            (batch,) = annotator.annotate_video(VIDEO, start=1e6)
            self.assertEqual(batch["error"].to_pylist(), [f"{VIDEO} has no frames in the range of start and duration."])


@needs("pyarrow")
class RowTests(unittest.TestCase):
    """Rows go in and come out in order, whatever they are packed in."""

    def setUp(self):
        self.annotator = Annotator("face-landmarker", isolate=False)

    def test_order_and_other_columns(self):
        table = pa.table({"id": range(4), "path": [SAMPLE, None, "/absent.jpg", SAMPLE], "x": ["a", "b", "c", "d"]})
        result = self.annotator(table)
        result.validate(full=True)
        self.assertEqual(result.schema.names, ["id", "path", "x", "error", "width", "height", "faces"])
        self.assertEqual(result["id"].to_pylist(), [0, 1, 2, 3])
        self.assertEqual(result["error"].to_pylist(), [None, "The input is null.", "/absent.jpg: no such file.", None])
        self.assertEqual(result["width"].to_pylist(), [512, None, None, 512])
        self.assertEqual([faces and len(faces) for faces in result["faces"].to_pylist()], [1, None, None, 1])

    def test_paths_that_cannot_be_read(self):
        program = """
import sys, pyarrow
from lineament.arrow import Annotator
for isolate in (True, False):
    annotator = Annotator("face-detector", isolate=isolate)
    print(*annotator(pyarrow.table({"path": sys.argv[1:]}))["error"].to_pylist(), sep="\\n")
print(*[row["error"] for batch in annotator.annotate_video(sys.argv[1]) for row in batch.to_pylist()])
"""
        with tempfile.TemporaryDirectory() as folder:
            locked = os.path.join(folder, "locked.png")
            shutil.copy(SAMPLE, locked)
            os.chmod(locked, 0)
            done = run_without_privileges(sys.executable, "-c", program, locked, folder, SAMPLE)
        image = [f"{locked} cannot be read: .*[Pp]ermission", f"{folder} is a folder, not a file.", "None"]
        found = done.stdout.splitlines()
        self.assertEqual(len(found), 7, done.stderr)
        for line, pattern in zip(found, [*image, *image, f"{locked} cannot be read: Permission denied"]):
            self.assertRegex(line, f"^{pattern}")

    def test_everything_that_holds_rows(self):
        expected = self.annotator(table_of(PHOTOS))
        batch = table_of([SAMPLE, *PHOTOS, SAMPLE]).to_batches()[0].slice(1, len(PHOTOS))
        found = self.annotator(batch)
        self.assertIsInstance(found, pa.RecordBatch)
        self.assertEqual(pa.Table.from_batches([found]), expected)
        pieces = pa.concat_tables([table_of(PHOTOS[:2]), table_of(PHOTOS)[2:2], table_of(PHOTOS[2:])])
        self.assertEqual(self.annotator(pieces), expected)
        views = int(pa.__version__.split(".")[0]) >= 20  # Older versions have the types, but no casts.
        for kind in [pa.large_string(), pa.dictionary(pa.int32(), pa.string()), *[pa.string_view()] * views]:
            with self.subTest(kind):
                other = self.annotator(pa.table({"path": pa.array(PHOTOS).cast(kind)}))
                self.assertEqual(other["faces"], expected["faces"])
        for kind in [pa.binary(), pa.large_binary(), *[pa.binary_view()] * views]:
            with self.subTest(kind):
                other = self.annotator(pa.table({"bytes": pa.array(list(map(content, PHOTOS)), kind)}))
                self.assertEqual(other["faces"], expected["faces"])
        named = self.annotator.__class__("face-landmarker", isolate=False, column="photo")
        self.assertEqual(named(pa.table({"photo": PHOTOS, "path": PHOTOS}))["faces"], expected["faces"])

    def test_nothing(self):
        for isolate in (False, True):
            with Annotator("pose-landmarker", isolate=isolate) as annotator:
                empty = table_of(pa.array([], pa.string()))
                self.assertEqual(annotator(empty).num_rows, 0)
                self.assertEqual(annotator(empty).schema.names[-1], "poses")
                batch = pa.RecordBatch.from_arrays([pa.array([], pa.string())], ["path"])
                self.assertEqual(annotator(batch).num_rows, 0)
                nulls = annotator(pa.table({"path": pa.nulls(2)}))
                self.assertEqual(nulls["error"].to_pylist(), ["The input is null."] * 2)

    def test_isolated_and_in_parallel(self):
        expected = self.annotator(table_of(PHOTOS * 3 + BROKEN))
        for jobs in (1, 2):
            with Annotator("face-landmarker", jobs=jobs) as annotator:
                self.assertEqual(annotator(table_of(PHOTOS * 3 + BROKEN)), expected)
                self.assertEqual(annotator(table_of(PHOTOS * 3 + BROKEN)), expected)

    def test_bad_columns(self):
        for columns, message in (
            ({"id": [1]}, "no column 'path' or 'bytes'; its columns are 'id'"),
            ({}, "its columns are none"),
            ({"path": ["a"], "bytes": [b"a"]}, "Name the one to read"),
            ({"path": [1]}, "must have strings, not int64"),
            ({"path": [b"a"]}, "must have strings, not binary"),
            ({"bytes": ["a"]}, "must have binary values, not string"),
            ({"path": ["a"], "width": [1]}, "already has a column 'width'"),
        ):
            with self.subTest(columns), self.assertRaisesRegex(ValueError, message):
                self.annotator(pa.table(columns))
        with self.assertRaisesRegex(TypeError, "not list"):
            self.annotator([SAMPLE])
        with self.assertRaisesRegex(ValueError, "has no column 'photo'"):
            Annotator("faces", column="photo")(table_of([SAMPLE]))
        with self.assertRaisesRegex(ValueError, "has 2 columns 'path'"):
            self.annotator(pa.Table.from_arrays([pa.array(["a"])] * 2, ["path", "path"]))

    def test_former_names_of_options(self):
        """Programs written for MediaPipe 1.2.2's names go on working."""
        former = Annotator("holistic-landmarker", min_pose_landmarks_confidence=0.25)
        self.assertEqual(former.schema, Annotator("holistic-landmarker", min_pose_presence_confidence=0.25).schema)

    def test_bad_arguments(self):
        for arguments, error in (
            ({"task": "hands"}, ValueError),
            ({"task": "faces", "num_faces": 1}, TypeError),
            ({"task": "face-landmarker", "num_faces": 0}, ValueError),
            ({"task": "face-landmarker", "detection_range": "far"}, ValueError),
            ({"task": "face-detector", "min_detection_confidence": 2}, ValueError),
            ({"task": "face-detector", "min_suppression_threshold": float("nan")}, ValueError),
            ({"task": "pose-landmarker", "min_tracking_confidence": "0.5"}, TypeError),
            ({"task": "face-detector", "jobs": -1}, ValueError),
            ({"task": "face-detector", "jobs": 1.5}, TypeError),
            ({"task": "face-detector", "timeout": -1}, ValueError),
            ({"task": "face-detector", "timeout": 5, "isolate": False}, ValueError),
        ):
            with self.subTest(arguments), self.assertRaises(error):
                Annotator(**arguments)
        for arguments in ({"every": 0}, {"start": -1}, {"duration": 0}, {"batch_size": 0}):
            with self.subTest(arguments), self.assertRaises(ValueError):
                Annotator("face-detector").annotate_video(VIDEO, **arguments)

    def test_numbers_of_numpy(self):
        """They are written as the same numbers of Python, also for a child process."""
        numbers = {
            "num_faces": np.int64(2),
            "min_tracking_confidence": np.float32(0.25),
            "min_face_presence_confidence": np.array(0.75),
            "output_face_blendshapes": np.bool_(True),
        }
        plain = {name: value.item() for name, value in numbers.items()}
        self.assertEqual(schema("face-landmarker", **numbers).metadata, schema("face-landmarker", **plain).metadata)
        with Annotator("face-landmarker", jobs=np.int32(1), **numbers) as annotator:
            self.assertEqual(annotator(table_of([SAMPLE]))["error"].to_pylist(), [None])
            part = {"start": np.float64(0), "duration": np.float32(0.5), "every": np.int64(2), "batch_size": np.int8(3)}
            self.assertEqual([batch.num_rows for batch in annotator.annotate_video(VIDEO, **part)], [3])

    def test_without_pyarrow(self):
        program = "import sys; sys.modules['pyarrow'] = None; import lineament.arrow"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertRegex(done.stderr, "ImportError: lineament.arrow needs pyarrow. Run: pip install pyarrow")


@needs("pyarrow")
class SchemaTests(unittest.TestCase):
    """Types, metadata, and Parquet."""

    def test_types_and_metadata(self):
        for task in TASKS:
            with self.subTest(task):
                annotator = Annotator(task, isolate=False)
                result = annotator(table_of([SAMPLE]))
                self.assertTrue(result.drop_columns("path").schema.equals(schema(task)))
                metadata = {key.decode(): value.decode() for key, value in result.schema.metadata.items()}
                self.assertEqual(metadata["lineament.schema_version"], "1")
                self.assertEqual(metadata["lineament.task"], task)
                self.assertIn("lineament.version", metadata)
                of_task = {"pose-landmarker": "num_poses", "holistic-landmarker": "num_people"}
                self.assertIn(of_task.get(task, '"detection_range": "auto"'), str(metadata))
                self.assertNotIn("fixed_size_list", str(result.schema))
                (batch,) = annotator.annotate_video(VIDEO, duration=0.2)
                self.assertTrue(batch.schema.equals(schema(task, is_video=True), check_metadata=True))
                batch.validate(full=True)

    def test_metadata_of_the_input_is_kept(self):
        table = table_of([SAMPLE]).replace_schema_metadata({"of": "the input"})
        result = Annotator("face-detector", isolate=False)(table)
        self.assertEqual(result.schema.metadata[b"of"], b"the input")

    def test_parquet(self):
        result = Annotator("face-landmarker", isolate=False, **EVERYTHING)(table_of(PHOTOS))
        path = os.path.join(FOLDER, "result.parquet")
        write_parquet(result, path)
        read = pq.read_table(path)
        self.assertTrue(read.equals(result))
        self.assertEqual(read.schema.metadata, result.schema.metadata)
        group = pq.ParquetFile(path).metadata.row_group(0)
        columns = [group.column(index) for index in range(group.num_columns)]
        self.assertEqual({column.compression for column in columns}, {"ZSTD"})
        for column in columns:
            if column.physical_type == "FLOAT":
                self.assertIn("BYTE_STREAM_SPLIT", column.encodings, column.path_in_schema)
        write_parquet(result.to_batches()[0], path)
        self.assertEqual(pq.read_table(path), result)

    def test_pickle(self):
        annotator = Annotator("face-landmarker", isolate=False, num_faces=1)
        expected = annotator(table_of(PHOTOS))
        copy = pickle.loads(pickle.dumps(annotator))
        self.assertEqual(copy(table_of(PHOTOS)), expected)


@needs("pyarrow")
class ArrayTests(unittest.TestCase):
    """`to_numpy`."""

    SHAPES = {
        "face-detector": {"score": (), "landmarks": (6,)},
        "face-landmarker": {"score": (), "landmarks": (478,), "blendshapes": (52,), "matrix": (4, 4), "angles": (3,)},
        "pose-landmarker": {"landmarks": (33,), "world_landmarks": (33,)},
        "faces": {"angles": (3,), "expressions": (3,), "landmarks": (10,), "contours": (133,)},
    }

    def test_shapes_and_memory(self):
        for task, shapes in self.SHAPES.items():
            options = EVERYTHING if task == "face-landmarker" else {}
            table = Annotator(task, isolate=False, **options)(table_of([*PHOTOS, BROKEN[0]]))
            column = table[TASKS[task].column].combine_chunks()
            for rows in (column, column.slice(len(PHOTOS))):
                subjects = to_numpy(rows)
                self.assertEqual(len(subjects.offsets), len(rows) + 1)
                self.assertEqual(np.diff(subjects.offsets).tolist(), [len(row or []) for row in rows.to_pylist()])
                for name, shape in shapes.items():
                    with self.subTest(task=task, name=name, rows=len(rows)):
                        value = subjects[name]
                        for array in value.values() if isinstance(value, dict) else [value]:
                            self.assertEqual(array.shape, (len(subjects), *shape))
                            self.assertTrue(not len(subjects) or self.is_view(array, column))
                self.assertEqual(subjects.points().shape[:2], (len(subjects), shapes["landmarks"][0]))

    def is_view(self, array, column):
        address = array.__array_interface__["data"][0]
        buffers = [buffer for buffer in column.buffers() if buffer is not None]
        return any(buffer.address <= address < buffer.address + buffer.size for buffer in buffers)

    def test_values(self):
        table = Annotator("face-landmarker", isolate=False)(table_of(PHOTOS))
        faces = to_numpy(table["faces"])
        rows = [face for row in table["faces"].to_pylist() for face in row]
        self.assertIsNone(faces["blendshapes"])
        self.assertEqual(faces["box"]["width"].tolist(), [face["box"]["width"] for face in rows])
        expected = [[[point["x"], point["y"], point["z"]] for point in face["landmarks"]] for face in rows]
        np.testing.assert_array_equal(faces.points(), np.array(expected, np.float32))

    def test_parquet_and_pieces(self):
        table = Annotator("face-landmarker", isolate=False)(table_of([*PHOTOS, *BROKEN]))
        path = os.path.join(FOLDER, "pieces.parquet")
        write_parquet(table, path)
        read = to_numpy(pq.read_table(path)["faces"].combine_chunks())
        np.testing.assert_array_equal(read.points(), to_numpy(table["faces"]).points())
        twice = pa.concat_tables([table, table])["faces"]
        both = to_numpy(twice)
        np.testing.assert_array_equal(both.points(), to_numpy(twice.combine_chunks()).points())
        self.assertEqual((len(both), both.offsets[0]), (2 * len(read), 0))
        for wrong in (table["path"], table["width"], pa.array([[1.0]])):
            with self.assertRaises(ValueError):
                to_numpy(wrong)

    def test_tracks(self):
        batches = Annotator("face-landmarker", isolate=False).annotate_video(VIDEO, batch_size=5)
        sizes = []
        for batch in batches:
            faces = to_numpy(batch["faces"])
            self.assertEqual(set(faces["track"].tolist()), {1})
            sizes.append(batch.num_rows)
        self.assertEqual(sizes, [5, 5, 2])
        (batch,) = Annotator("face-detector", isolate=False).annotate_video(VIDEO)
        faces = to_numpy(batch["faces"])
        self.assertIsNone(faces["track"])
        self.assertGreater(len(faces["score"]), 0)


@unittest.skipIf(pa is None, "not installed: pyarrow")
class NullTests(unittest.TestCase):
    """`to_numpy` of columns that lack something."""

    def column(self, *tracks):
        """Returns a column of one row of faces with these tracks."""
        box = dict.fromkeys(("x", "y", "width", "height"), 1.0)
        points = [{"x": 0.5, "y": 0.5}] * 6
        faces = [{"score": 0.5, "box": box, "landmarks": points, "track": track} for track in tracks]
        return pa.array([faces], schema("face-detector", is_video=True).field("faces").type)

    def test_all(self):
        """As in the rows of images, and of a face detector, beside those of tracked faces."""
        faces = to_numpy(self.column(None, None))
        self.assertIsNone(faces["track"])
        self.assertEqual(faces["score"].tolist(), [0.5, 0.5])
        self.assertEqual(faces.points().shape, (2, 6, 2))
        self.assertEqual(to_numpy(self.column(3, 4))["track"].tolist(), [3, 4])
        self.assertEqual(to_numpy(self.column())["track"].tolist(), [])

    def test_some(self):
        mixed = pa.concat_arrays([self.column(None, None), self.column(1)])
        with self.assertRaisesRegex(ValueError, "^Some values of 'track' are null, so the field is not a single array"):
            to_numpy(mixed)
        self.assertIsNone(to_numpy(mixed.slice(0, 1))["track"])
        self.assertEqual(to_numpy(mixed.slice(1))["track"].tolist(), [1])


@needs("pyarrow")
class CropTests(unittest.TestCase):
    """Faces cut out beside their landmarks."""

    def test_crops_are_those_of_results(self):
        with mp.tasks.vision.FaceLandmarker(
            mp.tasks.vision.FaceLandmarkerOptions(num_faces=None, detection_range="auto", smoothing="none")
        ) as landmarker:
            expected = {path: landmarker.detect(mp.read_image(path)) for path in PHOTOS}
            expected = {path: result.crops(mp.read_image(path), "arcface") for path, result in expected.items()}
        for isolate in [False, True]:
            with Annotator("face-landmarker", crops="arcface", isolate=isolate) as annotator:
                table = annotator(table_of(PHOTOS))
            self.assertEqual(table.schema.field("faces").type.value_type.field("crop").type, pa.binary(112 * 112 * 3))
            faces = to_numpy(table["faces"].combine_chunks())
            self.assertEqual(faces["crop"].shape, (len(faces), 112, 112, 3))
            for index, path in enumerate(PHOTOS):
                found = faces["crop"][faces.offsets[index] : faces.offsets[index + 1]]
                np.testing.assert_array_equal(found, expected[path], path)
        stored = os.path.join(FOLDER, "crops.parquet")
        write_parquet(table, stored)
        again = to_numpy(pq.read_table(stored)["faces"].combine_chunks())
        np.testing.assert_array_equal(again["crop"], faces["crop"])

    def test_templates_and_sizes(self):
        for task, template, size in [("face-landmarker", "ffhq", 64), ("holistic-landmarker", "square", 32)]:
            with Annotator(task, crops=template, crop_size=size, isolate=False) as annotator:
                column = annotator(table_of([SAMPLE]))[TASKS[task].column].combine_chunks()
            self.assertEqual(to_numpy(column)["crop"].shape[1:], (size, size, 3))
        self.assertNotIn("crop", [field.name for field in schema("face-landmarker").field("faces").type.value_type])

    def test_videos(self):
        with Annotator("face-landmarker", crops="arcface", crop_size=224) as annotator:
            rows = pa.Table.from_batches(list(annotator.annotate_video(VIDEO, batch_size=2)))
        crops = [face["crop"] for row in rows["faces"].to_pylist() for face in row or []]
        self.assertTrue(crops and all(len(crop) == 224 * 224 * 3 for crop in crops))

    def test_wrong_settings(self):
        for error, words, options in [
            (ValueError, "crops must be one of", {"crops": "passport"}),
            (ValueError, "crop_size", {"crops": "arcface", "crop_size": 4}),
            (ValueError, "needs crops", {"crop_size": 112}),
            (TypeError, "no option 'crops'", {"task": "face-detector", "crops": "arcface"}),
            (ValueError, "Did you mean 'face-landmarker'", {"task": "FaceLandmarker"}),
            (ValueError, "Did you mean 'pose-landmarker'", {"task": "pose_landmarker"}),
            (TypeError, "its options are .* Did you mean 'num_faces'", {"num_face": 2}),
            (ValueError, "Did you mean 'gpu'", {"delegate": "GPU"}),
            (TypeError, "isolate must be True or False, not 'no'", {"isolate": "no"}),
            (TypeError, "timeout must be a number, not '5'", {"timeout": "5"}),
            (TypeError, "column must be the name of a column, not 3", {"column": 3}),
        ]:
            with self.subTest(words), self.assertRaisesRegex(error, words):
                Annotator(**{"task": "face-landmarker", **options})

    def test_what_is_no_table(self):
        annotator = Annotator("face-landmarker")
        for value, remedy in [
            ({"path": [SAMPLE]}, r"Use pyarrow\.table\(…\)"),
            ([SAMPLE], r'Use pyarrow\.table\({"path": …}\)'),
        ]:
            for call in (annotator, lambda table: write_parquet(table, os.devnull)):
                with self.subTest(remedy), self.assertRaisesRegex(TypeError, remedy):
                    call(value)
        with self.assertRaisesRegex(TypeError, r"table\.column\('faces'\)"):
            to_numpy(table_of([SAMPLE]))
        with self.assertRaisesRegex(TypeError, "Expected a path, not NoneType"):
            annotator.annotate_video(None)


if __name__ == "__main__":
    unittest.main()
