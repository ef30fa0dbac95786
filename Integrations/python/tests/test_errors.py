# SPDX-License-Identifier: Apache-2.0
"""Options, models and calls that are wrong, and tasks that are closed."""

from __future__ import annotations

import copy
import dataclasses
import enum
import gc
import inspect
import pathlib
import pickle
import shutil
import tempfile
import types
import unittest

import numpy as np
from support import MODELS, SAMPLE, TASKS, needs_library, photo, pixels, raises, run, task

import lineament as mp
from lineament import _errors, _library
from lineament._notes import full_text, noted, notes_of

vision = mp.tasks.vision
BaseOptions = mp.tasks.BaseOptions
RunningMode = vision.RunningMode


def create(name, model=None, **options):
    base = model if isinstance(model, BaseOptions) else BaseOptions(model_asset_path=model)
    options_type = getattr(vision, name + "Options")
    return getattr(vision, name).create_from_options(options_type(base_options=base, **options))


@needs_library
class OptionTests(unittest.TestCase):
    """Options that are refused when a task is created."""

    def test_options_that_are_not_there(self):
        with self.assertRaisesRegex(TypeError, "no option 'num_face'. Did you mean 'num_faces'"):
            vision.FaceLandmarkerOptions(num_face=2)
        with self.assertRaisesRegex(TypeError, r"as one object: FaceLandmarkerOptions\(num_faces=3\)"):
            vision.FaceLandmarker(num_faces=3)
        with self.assertRaisesRegex(TypeError, r"Use FaceLandmarker.create_from_model_path\(\)"):
            vision.FaceLandmarker("face_landmarker.task")
        with raises(self, FileNotFoundError, "leave model_asset_path out"):
            create("HandLandmarker", "hand_landmarker.task")

    def test_options_with_no_task(self):
        for name, options, message in [
            ("FaceLandmarker", {"num_faces": 0}, "num_faces must be at least 1, not 0. Use None for all"),
            ("FaceLandmarker", {"num_faces": -1}, "num_faces"),
            ("PoseLandmarker", {"num_poses": 0}, "num_poses"),
            ("FaceLandmarker", {"detection_range": "long"}, "'short', 'full', 'auto', not 'long'"),
            ("FaceLandmarker", {"smoothing": "some"}, "smoothing must be one of"),
            ("PoseLandmarker", {"separation": "none"}, "separation must be one of"),
            ("FaceDetector", {"detection_range": ""}, "detection_range"),
            ("FaceLandmarker", {"running_mode": "PHOTO"}, "PHOTO"),
            ("FaceLandmarker", {"running_mode": RunningMode.LIVE_STREAM}, "must be provided.\nSet result_callback"),
            ("FaceLandmarker", {"result_callback": print}, "LIVE_STREAM, not IMAGE"),
            ("FaceLandmarker", {"result_callback": print, "running_mode": RunningMode.VIDEO}, "not VIDEO"),
            ("FaceLandmarker", {"num_faces": 2**31}, "num_faces must be from 1 to 2147483647"),
            (
                "FaceLandmarker",
                {"min_face_presence_confidence": 1.5},
                r"`min_detection_confidence` option: .* \[0.0, 1.0\]\nmin_face_presence_confidence is 1.5.$",
            ),
            ("PoseLandmarker", {"min_tracking_confidence": float("nan")}, "`min_tracking_confidence` .*\n.* is nan"),
            (
                "FaceDetector",
                {"min_suppression_threshold": float("inf")},
                "`min_suppression_threshold` .*\n.* is inf",
            ),
        ]:
            with self.subTest(options=options), raises(self, ValueError, message):
                create(name, **options)
        for options, message in [
            ({"num_faces": 1.5}, "num_faces must be a whole number, not 1.5"),
            ({"min_tracking_confidence": None}, "min_tracking_confidence must be a number, not None"),
            ({"detection_range": []}, r"detection_range must be one of 'short', .* not \[\]"),
            ({"result_callback": "x", "running_mode": RunningMode.LIVE_STREAM}, "result_callback must be a function"),
        ]:
            with self.subTest(options=options), self.assertRaisesRegex(TypeError, message):
                create("FaceLandmarker", **options)
        with self.assertRaisesRegex(TypeError, "must be a lineament FaceLandmarkerOptions"):
            vision.FaceLandmarker.create_from_options(vision.PoseLandmarkerOptions())

    def test_options_of_the_base(self):
        create("FaceDetector", BaseOptions(delegate=BaseOptions.Delegate.GPU)).close()
        required = BaseOptions(delegate=BaseOptions.Delegate.GPU, requires_delegate=True)
        try:
            create("FaceDetector", required).close()
        except RuntimeError as error:
            self.assertRegex(str(error), "The GPU.* cannot be used: .*")
        create("FaceDetector", BaseOptions(allows_half_precision=True)).close()  # of no interest to the CPU
        for threads in (-1, 65):
            with self.assertRaisesRegex(ValueError, f"num_threads must be from 0 to 64, not {threads}"):
                create("FaceDetector", BaseOptions(num_threads=threads))
        foreign = enum.IntEnum("Delegate", {"DEFAULT": 0, "CPU": 1, "GPU": 2})
        for delegate in ("GPU", 3, [], np.zeros(2)):
            with self.assertRaisesRegex(ValueError, "delegate must be BaseOptions.Delegate.DEFAULT, CPU or GPU, not"):
                create("FaceDetector", BaseOptions(delegate=delegate))
        for delegate in (None, BaseOptions.Delegate.CPU, BaseOptions.Delegate.DEFAULT, foreign.GPU):
            create("FaceDetector", BaseOptions(delegate=delegate, num_threads=2)).close()

    def test_options_of_a_face_analyzer(self):
        """An option that would change nothing is refused."""
        options = dataclasses.replace(mp.FaceAnalyzerOptions(), detection_range="short")
        with mp.FaceAnalyzer(options) as analyzer:
            self.assertEqual(len(analyzer.detect(photo()).faces), 1)
        with self.assertRaisesRegex(TypeError, "num_threads"):
            mp.FaceAnalyzerOptions(num_threads=2)

    def test_models(self):
        for name in TASKS:
            contents = pathlib.Path(MODELS[name]).read_bytes()
            for model in (
                BaseOptions(model_asset_path=pathlib.Path(MODELS[name])),
                BaseOptions(model_asset_buffer=contents),
                BaseOptions(model_asset_buffer=np.frombuffer(contents, np.uint8)),
                BaseOptions(model_asset_buffer=memoryview(contents)),
                BaseOptions(model_asset_path="/absent", model_asset_buffer=contents),
                BaseOptions(),
            ):
                with self.subTest(task=name), create(name, model) as one:
                    self.assertEqual(one.detect(photo()), task(name).detect(photo()))

    def test_bad_models(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "text.task")
            text.write_text("hello")
            for name in TASKS:
                with self.subTest(task=name):
                    with self.assertRaisesRegex(FileNotFoundError, "absent.task"):
                        getattr(vision, name).create_from_model_path(f"{folder}/absent.task")
                    damaged = ValueError if name == "FaceDetector" else RuntimeError
                    for model in (BaseOptions(text), BaseOptions(model_asset_buffer=b"hello")):
                        with raises(self, damaged, "is not a usable model"):
                            create(name, model)
                    with raises(self, FileNotFoundError, "is a folder"):
                        create(name, BaseOptions(folder))
                    for model in (BaseOptions(""), BaseOptions(model_asset_buffer=b"")):
                        with raises(self, ValueError, "^ExternalFile must specify .*\n.* is empty"):
                            create(name, model)
        with raises(self, ValueError, "empty"):
            create("FaceDetector", BaseOptions(model_asset_buffer=np.empty(0, np.uint8)))
        with self.assertRaisesRegex(TypeError, "model_asset_buffer must be bytes, .* not str. Use model_asset_path"):
            create("FaceDetector", BaseOptions(model_asset_buffer=MODELS["FaceDetector"]))
        with self.assertRaisesRegex(FileNotFoundError, "No file with name: face_detector.tflite"):
            create("FaceLandmarker", MODELS["PoseLandmarker"])
        with self.assertRaises(NotImplementedError):
            mp.FaceAnalyzer.create_from_model_path(MODELS["FaceDetector"])

    def test_everybody(self):
        head = pixels()[30:230, 120:320]
        twice = np.concatenate([head, head], axis=1)
        image = mp.Image(mp.ImageFormat.SRGB, twice)
        self.assertEqual(len(create("FaceLandmarker").detect(image).face_landmarks), 1)
        self.assertEqual(len(create("FaceLandmarker", num_faces=None).detect(image).face_landmarks), 2)
        options = {"num_poses": None, "separation": "distinct", "smoothing": "everyone"}
        self.assertGreaterEqual(len(create("PoseLandmarker", **options).detect(image).pose_landmarks), 1)

    def test_small_faces(self):
        small = np.zeros((1024, 1024, 3), np.uint8)
        small[:128, :128] = pixels()[::4, ::4]
        image = mp.Image(mp.ImageFormat.SRGB, small)
        self.assertEqual(len(create("FaceDetector").detect(image).detections), 0)
        self.assertEqual(len(create("FaceDetector", detection_range="auto").detect(image).detections), 1)


@needs_library
class CallTests(unittest.TestCase):
    """Calls that a task refuses, after which it is still usable."""

    def test_running_modes(self):
        with create("FaceLandmarker") as image_mode:
            with raises(self, ValueError, r"detect_for_video\(\) is for running mode VIDEO.*use detect\(\)"):
                image_mode.detect_for_video(photo(), 1)
            with raises(self, ValueError, "LIVE_STREAM"):
                image_mode.detect_async(photo(), 1)
            self.assertEqual(len(image_mode.detect(photo()).face_landmarks), 1)
        with create("FaceLandmarker", running_mode=RunningMode.VIDEO) as video_mode:
            with raises(self, ValueError, "running mode IMAGE"):
                video_mode.detect(photo())
            self.assertEqual(len(video_mode.detect_for_video(photo(), 1).face_landmarks), 1)

    def test_images(self):
        detector = task("FaceDetector")
        with self.assertRaisesRegex(TypeError, r"lineament.Image\(lineament.ImageFormat.SRGB, array\)"):
            detector.detect(pixels())
        with self.assertRaisesRegex(TypeError, "not NoneType"):
            detector.detect(None)
        for value in ("portrait.jpg", pathlib.Path("portrait.jpg")):
            with self.assertRaisesRegex(TypeError, r"lineament.read_image\('portrait.jpg'\)"):
                detector.detect(value)
            with self.assertRaisesRegex(TypeError, r"lineament.read_image\('portrait.jpg'\)"):
                mp.Redactor().redact(value)
            with self.assertRaisesRegex(TypeError, r"lineament.read_video\('portrait.jpg'\)"):
                next(mp.Redactor().redact_video(value))
        with self.assertRaisesRegex(TypeError, r"lineament.read_image\(data\)"):
            detector.detect(b"\xff\xd8")
        with self.assertRaisesRegex(TypeError, "result of a task, not NoneType"):
            mp.draw(photo(), None)
        foreign = type("Image", (), {"__module__": "mediapipe.tasks.python.vision.core.image"})()
        with self.assertRaisesRegex(TypeError, "image is MediaPipe's, not lineament's. Change every mediapipe import"):
            detector.detect(foreign)
        reloaded = type("Image", (), {"__module__": mp.Image.__module__})()
        with self.assertRaisesRegex(TypeError, "^image was created before lineament was reloaded. Create it again.$"):
            detector.detect(reloaded)
        for format_, dtype in [(mp.ImageFormat.VEC32F1, np.float32), (mp.ImageFormat.GRAY16, np.uint16)]:
            with self.assertRaisesRegex(ValueError, f"Unsupported format: {format_.name}"):
                detector.detect(mp.Image(format_, np.zeros((64, 64), dtype)))
        self.assertEqual(len(detector.detect(photo()).detections), 1)

    def test_rotations(self):
        turned = mp.Image(mp.ImageFormat.SRGB, np.ascontiguousarray(np.rot90(pixels(), -1)))
        for degrees in (270, -90, 630, np.int64(-90)):
            options = vision.ImageProcessingOptions(rotation_degrees=degrees)
            (box,) = task("FaceDetector").detect(turned, options).boxes_array
            self.assertLess(abs(box[0] - (512 - 82 - 95)), 10)
        for degrees in (45, 1):
            with raises(self, ValueError, f"multiple of 90°.\nrotation_degrees is {degrees}.$"):
                task("FaceDetector").detect(turned, vision.ImageProcessingOptions(rotation_degrees=degrees))
        with self.assertRaisesRegex(TypeError, "rotation_degrees must be a whole number, not 90.0"):
            task("FaceDetector").detect(turned, vision.ImageProcessingOptions(rotation_degrees=90.0))
        with self.assertRaisesRegex(TypeError, r"ImageProcessingOptions\(rotation_degrees="):
            task("FaceDetector").detect(turned, 90)
        region = mp.tasks.components.containers.RectF(0, 0, 0.5, 0.5)
        with raises(self, ValueError, "^This task doesn't support region-of-interest.\nPass a crop"):
            task("FaceDetector").detect(turned, vision.ImageProcessingOptions(region_of_interest=region))

    def test_timestamps(self):
        with create("FaceLandmarker", running_mode=RunningMode.VIDEO) as landmarker:
            landmarker.detect_for_video(photo(), -5)
            for timestamp in (-5, -6):
                with self.assertRaisesRegex(ValueError, "increas"):
                    landmarker.detect_for_video(photo(), timestamp)
            for timestamp in (5.5, np.float64(5.5), float("nan"), float("inf"), "1", None):
                with self.assertRaisesRegex(TypeError, "timestamp_ms must be a whole number"):
                    landmarker.detect_for_video(photo(), timestamp)
            for timestamp in (2**70, 10**18, -(10**18)):
                with self.assertRaisesRegex(ValueError, "timestamp_ms must be .* Timestamps are in milliseconds"):
                    landmarker.detect_for_video(photo(), timestamp)
            for timestamp in (np.int64(10), 20.0, np.float64(40.0)):
                self.assertEqual(landmarker.detect_for_video(photo(), timestamp).timestamp_ms, timestamp)


@needs_library
class CloseTests(unittest.TestCase):
    """Tasks, sessions and videos after close."""

    def test_use_after_close(self):
        for name in TASKS:
            one = create(name)
            one.close()
            one.close()
            for call in (
                lambda one=one: one.detect(photo()),
                one.create_session,
                lambda one=one: one.detect_batch([b"x"]),
                lambda one=one: one.__enter__().detect(photo()),
            ):
                with self.subTest(task=name), self.assertRaisesRegex(ValueError, "closed"):
                    call()
        video = create("FaceLandmarker", running_mode=RunningMode.VIDEO)
        video.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            video.detect_for_video(photo(), 1)

    def test_copies_are_refused(self):
        with create("FaceLandmarker") as landmarker, landmarker.create_session() as session:
            for one, name in ((landmarker, "FaceLandmarker"), (session, "Session")):
                for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                    with self.assertRaisesRegex(TypeError, f"A {name} cannot be copied or sent to another process"):
                        copied(one)
            gc.collect()
            self.assertEqual(len(landmarker.detect(photo()).face_landmarks), 1)
            self.assertEqual(len(session.detect(photo(), 0).face_landmarks), 1)

    def test_images_and_results_outlive_the_task(self):
        with create("FaceLandmarker") as landmarker:
            result = landmarker.detect(photo())
        self.assertEqual(len(result.face_landmarks[0]), 478)

    def test_deletion_never_raises(self):
        def raises():
            raise RuntimeError

        one = create("FaceDetector")
        one.close = types.MethodType(lambda self: raises(), one)
        del one
        gc.collect()
        for kind in (vision.FaceDetector, mp.FaceAnalyzer):
            kind.__new__(kind).__del__()


class AbsenceTests(unittest.TestCase):
    """Parts of MediaPipe, old and new, that Lineament lacks."""

    def test_messages(self):
        for module, name, message in [
            (mp.solutions, "hand", "module 'lineament.solutions' has no attribute 'hand'"),
            (mp.tasks, "text", "Lineament has no mp.tasks.text; it has FaceDetector"),
            (mp.tasks.python, "audio", "Lineament has no mp.tasks.audio; it has FaceDetector"),
            (mp, "solution", "module 'lineament' has no attribute 'solution'"),
            (mp.tasks, "visions", "module 'lineament.tasks' has no attribute 'visions'"),
        ]:
            with self.subTest(name=name):
                self.assertFalse(hasattr(module, name))
                with self.assertRaisesRegex(AttributeError, message):
                    getattr(module, name)

    def test_other_names(self):
        names = {}
        for module in (mp, mp.tasks, mp.tasks.python):
            exec(f"from {module.__name__} import *", names)
            self.assertTrue(inspect.getmembers(module))
        self.assertIs(names["vision"], vision)


class LibraryTests(unittest.TestCase):
    """A library that is missing, damaged, foreign, or open to all."""

    PROGRAM = """
        import lineament, numpy
        assert lineament.tasks.vision.FaceDetectorOptions().running_mode.name == "IMAGE"
        try:
            lineament.Image(lineament.ImageFormat.SRGB, numpy.zeros((2, 2, 3), numpy.uint8))
        except ImportError as error:
            print(error)
    """

    def message(self, library):
        done = run(self.PROGRAM, LINEAMENT_LIBRARY=str(library))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_messages(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "text.so")
            text.write_text("hello")
            self.assertRegex(
                self.message(f"{folder}/absent.so"), "not found(.|\n)*absent.so(.|\n)*Correct LINEAMENT_LIBRARY"
            )
            self.assertRegex(self.message(text), "cannot be loaded(.|\n)*text.so")
            text.chmod(0o666)
            self.assertRegex(self.message(text), "chmod o-w")
        self.assertRegex(self.message("/lib/x86_64-linux-gnu/libc.so.6"), "no function|not found")

    def test_nothing_is_printed(self):
        """The inference library announces its first model on standard error, which is the program's."""
        done = run(
            """
            import lineament, sys
            vision = lineament.tasks.vision
            with vision.FaceDetector.create_from_model_path(sys.argv[1]) as detector:
                detector.detect(lineament.Image.create_from_file(sys.argv[2]))
            print("own words", file=sys.stderr)
            """,
            MODELS["FaceDetector"],
            SAMPLE,
        )
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "own words\n"))

    def test_systems_that_are_too_old(self):
        for version in ("GLIBC_2.38", "GLIBCXX_3.4.32"):
            problem = f"/lib/libc.so.6: version `{version}' not found (required by {__file__})"
            message = _library._explanation([(__file__, problem)])
            self.assertIn(problem, message)
            self.assertRegex(message, "older than the one that the wheel was built on.*`make wheel`")


@needs_library
class AssetTests(unittest.TestCase):
    """Models and a runtime that are missing."""

    def test_message(self):
        with tempfile.TemporaryDirectory() as folder:
            program = """
                import lineament
                try:
                    lineament.tasks.vision.FaceLandmarker()
                except Exception as error:
                    print(type(error).__name__, error, *getattr(error, "__notes__", ()))
            """
            # Out of the checkout, whose models the library would find.
            library = shutil.copy(_library.library().path, folder)
            done = run(program, LINEAMENT_LIBRARY=library, LINEAMENT_HOME=folder, XDG_DATA_HOME=folder, HOME=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, "^FileNotFoundError")
        self.assertRegex(done.stdout, r"Run `python -m lineament fetch`, or .*(model_asset_path=|set LINEAMENT_HOME)")
        self.assertNotRegex(done.stdout, "lineament models fetch|swift run|--model|modelAssetPath|BaseOptions\\.")

    def test_commands_and_options_are_those_of_python(self):
        message = (
            "pose_landmarker_lite.task was not found in any asset folder. Run `lineament models fetch pose-lite` (in a "
            "package, `swift run lineament models fetch pose-lite`), or name a model yourself "
            "(BaseOptions.model_asset_path, --model). Searched:\n  /models"
        )
        expected = (
            "pose_landmarker_lite.task was not found in any asset folder. Run `python -m lineament fetch pose-lite`, or "
            "name a model yourself (BaseOptions(model_asset_path=…)). Searched:\n  /models"
        )
        self.assertEqual(full_text(_errors._exception(5, message)), expected)
        message = "The full-range model is missing. To install it: lineament models fetch"
        self.assertTrue(str(_errors._exception(5, message)).endswith("To install it: python -m lineament fetch"))

    def test_first_line_is_the_message(self):
        """The library's texts have MediaPipe's message in the first line, and what to do about it in the others."""
        error = _errors._exception(3, "Input timestamp must be monotonically increasing.\n4 ms came after 5 ms.")
        self.assertEqual(str(error), "Input timestamp must be monotonically increasing.")
        self.assertEqual(notes_of(error), ("4 ms came after 5 ms.",))
        self.assertEqual(notes_of(pickle.loads(pickle.dumps(error))), notes_of(error))
        self.assertEqual(notes_of(_errors._exception(3, "No remedy.")), ())

    def test_notes_without_add_note(self):
        """Python before 3.11 keeps notes in the same attribute."""

        class Old(ValueError):
            add_note = property()

        error = noted(Old("message"), "first", "", "second")
        self.assertEqual(notes_of(error), ("first", "second"))
        self.assertEqual(full_text(error), "message\nfirst\nsecond")

    def test_added_folder(self):
        with self.assertRaisesRegex(FileNotFoundError, "/absent"):
            mp.add_asset_folder("/absent")
        with tempfile.TemporaryDirectory() as folder:
            program = """
                import sys, lineament
                lineament.add_asset_folder(sys.argv[1])
                lineament.tasks.vision.FaceDetector()
            """
            home = str(pathlib.Path(MODELS["FaceDetector"]).parent.parent)
            done = run(program, home, LINEAMENT_HOME=folder, XDG_DATA_HOME=folder, HOME=folder)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
