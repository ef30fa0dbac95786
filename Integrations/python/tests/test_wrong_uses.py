# SPDX-License-Identifier: Apache-2.0
"""Wrong uses, as newcomers make them: every message names what to do instead."""

from __future__ import annotations

import io
import os
import pathlib
import pickle
import tempfile
import unittest
from unittest import mock

import numpy as np
from support import SAMPLE, TASKS, needs_library, photo, pixels, raises, task

import lineament as mp
from lineament._models import _MODELS, missing_model_hint

vision = mp.tasks.vision
BaseOptions = mp.tasks.BaseOptions
SOLUTIONS = ("hands", "pose", "face_mesh", "face_detection", "holistic", "selfie_segmentation")


class ArrayLike:
    """Pixels that NumPy can make an array of, as tensors of other libraries are."""

    def __array__(self, dtype=None, copy=None):
        return pixels()


def solution(name):
    """Returns a new solution of a module, whose class has the module's name."""
    class_name = "".join(part.title() for part in name.split("_"))
    return getattr(getattr(mp.solutions, name), class_name)()


def pillow_image():
    """Returns an object that looks like an image of Pillow."""
    return type("Image", (), {"__module__": "PIL.Image"})()


READ_PHOTO, READ_DATA = r"lineament\.read_image\('photo.jpg'\)", r"lineament\.read_image\(data\)"
# The values passed in the place of an image, and the words in the message.
NO_IMAGES = [
    ("photo.jpg", READ_PHOTO),
    (pathlib.Path("photo.jpg"), READ_PHOTO),
    ("clip.mp4", r"lineament\.read_video\('clip.mp4'\)"),
    (pathlib.Path("CLIP.MOV"), r"lineament\.read_video\('CLIP.MOV'\)"),
    (b"\xff\xd8", READ_DATA),
    (memoryview(b"\xff\xd8"), READ_DATA),
    (None, r"cv2\.imread\(\) returns None"),
    (io.BytesIO(b"\xff\xd8"), r"lineament\.read_image\(file\.read\(\)\)"),
    (pillow_image(), r"numpy\.asarray\(image\.convert\('RGB'\)\)"),
    ([1, 2], "Pass one image at a time"),
    (7, r"lineament\.read_image\(path\)"),
]


@needs_library
class ImageTests(unittest.TestCase):
    """Something else in the place of an image."""

    def takers(self):
        """Returns functions that take an image, by name."""
        result = task("FaceLandmarker").detect(photo())
        holistic = task("HolisticLandmarker").detect(photo())
        redactor, session = mp.Redactor(), task("PoseLandmarker").create_session()
        takers = {name: task(name).detect for name in TASKS}
        for name in TASKS:
            kind, options = getattr(vision, name), getattr(vision, name + "Options")
            video = kind(options(running_mode="VIDEO"))
            live = kind(options(running_mode="LIVE_STREAM", result_callback=print))
            self.addCleanup(video.close)
            self.addCleanup(live.close)
            takers[f"{name}, video"] = lambda image, video=video: video.detect_for_video(image, 1)
            takers[f"{name}, live"] = lambda image, live=live: live.detect_async(image, 1)
        return {
            **takers,
            "analyzer": mp.FaceAnalyzer().detect,
            "session": lambda image: session.detect(image, 1),
            "draw": lambda image: mp.draw(image, result),
            "result.draw": holistic.draw,
            "crops": result.crops,
            "crops of holistic": holistic.crops,
            "redact": redactor.redact,
            "redact_video": lambda image: list(redactor.redact_video([(image, 0.0)])),
        }

    def test_tasks_and_tools_say_how_to_make_an_image(self):
        for name, take in self.takers().items():
            for value, remedy in NO_IMAGES:
                message = f"image must be a lineament Image, not .*{remedy}"
                with self.subTest(name, value=value), self.assertRaisesRegex(TypeError, message):
                    take(value)

    def test_a_frame_of_a_video_has_an_image(self):
        with self.assertRaisesRegex(TypeError, "frame.image"):
            task("FaceDetector").detect(mp.Frame(photo(), 0, 0.0, 0))

    def test_arrays_are_named_with_their_format(self):
        for array, name in [
            (pixels(), "SRGB"),
            (pixels()[:, :, 0], "GRAY8"),
            (pixels()[:, :, :1], "GRAY8"),
            (np.zeros((4, 4, 4), np.uint8), "SRGBA"),
        ]:
            with self.assertRaisesRegex(TypeError, rf"lineament.Image\(lineament.ImageFormat.{name}, array\)"):
                task("FaceDetector").detect(array)

    def test_solutions_say_how_to_make_an_array(self):
        for name in SOLUTIONS:
            with solution(name) as one:
                for value, remedy in [
                    *((value, remedy) for value, remedy in NO_IMAGES if isinstance(value, (str, pathlib.Path, bytes))),
                    (photo(), r"image\.numpy_view\(\)"),
                    (pillow_image(), r"numpy\.asarray\(image\.convert\('RGB'\)\)"),
                    (None, r"cv2\.imread\(\) returns None"),
                    ([[1]], r"numpy\.asarray"),
                ]:
                    message = f"image must be a numpy.ndarray of red, green and blue, not .*{remedy}"
                    with self.subTest(name, value=value), self.assertRaisesRegex(TypeError, message):
                        one.process(value)
                for array, kind, remedy in [
                    (pixels()[:, :, 0], IndexError, r"numpy\.stack"),
                    (np.zeros((4, 4, 4), np.uint8), ValueError, r"image\[:, :, :3\]"),
                    (pixels() / 255, TypeError, r"image\.astype\(numpy\.uint8\)"),
                ]:
                    with self.subTest(name, shape=array.shape), raises(self, kind, remedy):
                        one.process(array)

    def test_frames_of_a_redaction_are_checked_at_once(self):
        redactor = mp.Redactor()
        for frames, remedy in [
            ("clip.mp4", r"lineament\.read_video\('clip.mp4'\)"),
            (pathlib.Path("clip.mp4"), r"lineament\.read_video\('clip.mp4'\)"),
            (b"data", r"lineament\.read_video\(path\)"),
            (None, r"lineament\.read_video\(path\)"),
            (pixels(), r"\(image, seconds\)"),
            (photo(), r"\(image, seconds\)"),
        ]:
            with self.assertRaisesRegex(TypeError, f"frames must be frames, not .*{remedy}"):
                redactor.redact_video(frames)
        with self.assertRaisesRegex(TypeError, "on_report must be a function, not 3"):
            redactor.redact_video([], on_report=3)
        redactor.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            redactor.redact_video([])

    def test_each_frame_of_a_redaction_is_checked(self):
        for frame, remedy in [
            (photo(), r"not lineament.image.Image. Pass \(image, seconds\)"),
            (pixels(), r"not numpy.ndarray. Pass \(image, seconds\)"),
            ((0.0, photo()), r"\(image, seconds\)"),
            ("clip.mp4", "read_video"),
        ]:
            with self.assertRaisesRegex(TypeError, remedy):
                next(mp.Redactor().redact_video([frame]))

    def test_pixels_that_do_not_fit(self):
        srgb = mp.ImageFormat.SRGB
        for format_, data, remedy in [
            (srgb, pixels() / 255, r"\(255 \* data\)\.astype\(numpy\.uint8\)"),
            (srgb, (pixels() / 255).astype(np.float32), r"\(255 \* data\)\.astype\(numpy\.uint8\)"),
            (srgb, pixels().astype(int), r"data\.astype\(numpy\.uint8\)"),
            (srgb, pixels().transpose(2, 0, 1), r"numpy\.moveaxis\(data, 0, 2\)"),
            (srgb, pixels()[None], r"data\[0\]"),
            (srgb, np.zeros((4, 4, 4), np.uint8), "Use SRGBA or SBGRA"),
            (srgb, pixels()[:, :, 0], "Use GRAY8"),
            (mp.ImageFormat.GRAY8, pixels(), "Use SRGB"),
            ("RGB", pixels(), r"lineament\.ImageFormat\.SRGB"),
            (99, pixels(), r"lineament\.ImageFormat\.SRGB"),
        ]:
            with self.subTest(remedy=remedy), raises(self, ValueError, remedy):
                mp.Image(format_, data)
        for arguments, remedy in [
            ((pixels(), srgb), "image_format comes first"),
            ((None, pixels()), r"lineament\.ImageFormat\.SRGB"),
            ((srgb, "photo.jpg"), READ_PHOTO),
            ((srgb, [[1]]), r"numpy\.asarray\(data\)"),
            ((srgb, photo()), "an image already"),
        ]:
            with self.subTest(remedy=remedy), self.assertRaisesRegex(TypeError, remedy):
                mp.Image(*arguments)
        with self.assertRaisesRegex(AttributeError, "COLOR_BGR2RGB"):
            mp.ImageFormat.BGR  # noqa: B018
        with self.assertRaisesRegex(AttributeError, "Did you mean 'SRGB'"):
            mp.ImageFormat.RGB  # noqa: B018


@needs_library
class SourceTests(unittest.TestCase):
    """Something else in the place of a path or an address."""

    def test_types(self):
        for call, value, remedy in [
            (mp.read_image, pixels(), r"lineament\.Image\(lineament\.ImageFormat\.SRGB, array\)"),
            (mp.read_image, photo(), "an image already"),
            (mp.read_image, io.BytesIO(), r"\.read\(\)"),
            (mp.read_image, ["a.jpg"], "one path at a time"),
            (mp.read_video, 0, r"open_stream\(\"camera:/dev/video0\"\)"),
            (mp.open_stream, 0, r"camera:/dev/video0"),
            (mp.open_stream, pathlib.Path("clip.mp4"), r"read_video\(path\)"),
            (task("FaceDetector").detect_batch, "a.jpg", r"\['a\.jpg'\]"),
            (task("FaceDetector").detect_batch, None, "list of paths or of bytes, not NoneType"),
            (task("FaceDetector").detect_batch, [SAMPLE, photo()], "images that are in memory by themselves"),
            (task("FaceDetector").detect_many, b"data", r"\[b'data'\]"),
            (
                lambda inputs: list(task("FaceDetector").detect_many(inputs)),
                [pixels(), SAMPLE],
                "all be images in memory",
            ),
            (lambda data: mp.Image(mp.ImageFormat.SRGB, data), ArrayLike(), r"numpy\.asarray\(data\)"),
            (task("FaceDetector").detect, ArrayLike(), r"numpy\.asarray\(image\)"),
        ]:
            with self.subTest(remedy=remedy, value=type(value)), self.assertRaisesRegex(TypeError, remedy):
                call(value)

    def test_files_of_another_kind(self):
        with tempfile.TemporaryDirectory() as folder:
            clip = os.path.join(folder, "clip.mp4")
            start = b"\0\0\0\x18ftypisom" + bytes(100)
            pathlib.Path(clip).write_bytes(start)
            for call, value, remedy in [
                (mp.read_image, clip, r"lineament\.read_video\(path\)"),
                (mp.read_image, start, r"lineament\.read_video\(path\)"),
                (mp.read_image, b"\x1aE\xdf\xa3" + bytes(100), r"lineament\.read_video\(path\)"),
                (mp.read_video, SAMPLE, r"lineament\.read_image\(path\)"),
                (mp.open_stream, SAMPLE, r"lineament\.read_video\(path\)"),
            ]:
                with self.subTest(value=value[:12]), raises(self, NotImplementedError, remedy):
                    call(value)
        for call, value, remedy in [
            (mp.read_image, "https://example.org/a.jpg", r"not downloaded.*lineament\.read_image\(data\)"),
            (mp.open_stream, "/dev/video99", r"open_stream\(\"camera:/dev/video0\"\)"),
            (mp.add_asset_folder, "/absent", "python -m lineament fetch --folder /absent"),
        ]:
            with self.subTest(value=value), raises(self, FileNotFoundError, remedy):
                call(value)


@needs_library
class ModelTests(unittest.TestCase):
    """The file names of models in MediaPipe's samples."""

    def test_every_name_is_that_of_a_model_that_is_there(self):
        for path, model in _MODELS.items():
            options = getattr(vision, f"{model.task}Options")(base_options=BaseOptions(model_asset_path=path))
            is_optional = "pose-" in missing_model_hint(path, model.task)
            remedy = (
                "leave model_asset_path out, and download it with" if is_optional else "is installed already.*leave"
            )
            with self.subTest(path), raises(self, FileNotFoundError, remedy):
                getattr(vision, model.task)(options)
            with self.subTest(path, way="model path"), raises(self, FileNotFoundError, "leave model_asset_path out"):
                getattr(vision, model.task).create_from_model_path(pathlib.Path("models", path))

    def test_models_that_an_option_selects(self):
        for kind, path, option in [
            (vision.PoseLandmarker, "pose_landmarker_heavy.task", 'set pose_model="heavy" .*fetch pose-heavy'),
            (vision.PoseLandmarker, "pose_landmarker_lite.task", 'set pose_model="lite" .*fetch pose-lite'),
            (vision.FaceDetector, "blaze_face_full_range.tflite", 'set detection_range="full"'),
        ]:
            with self.subTest(path), raises(self, FileNotFoundError, option):
                kind.create_from_model_path(path)

    def test_models_of_another_task_and_others(self):
        with raises(self, FileNotFoundError, "of a model of HandLandmarker. FaceLandmarker has its own: leave"):
            vision.FaceLandmarker.create_from_model_path("hand_landmarker.task")
        with raises(self, FileNotFoundError, "Lineament has models of its own: leave model_asset_path out"):
            vision.FaceLandmarker.create_from_model_path("mine.task")

    def test_a_model_that_is_not_installed(self):
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.dict(os.environ, LINEAMENT_HOME=folder, XDG_DATA_HOME=folder),
            raises(
                self, FileNotFoundError, "leave model_asset_path out, and download it with: python -m lineament fetch$"
            ),
        ):
            vision.HandLandmarker.create_from_model_path("hand_landmarker.task")


@needs_library
class OptionTests(unittest.TestCase):
    """Options that are misspelled or in the wrong place."""

    def test_every_class_of_options_names_what_was_meant(self):
        kinds = [getattr(vision, f"{name}Options") for name in TASKS]
        for kind in [*kinds, mp.FaceAnalyzerOptions, BaseOptions, vision.ImageProcessingOptions]:
            for name in (each for each in kind.__dataclass_fields__ if len(each) > 4):
                with self.subTest(kind.__name__, name=name):
                    message = f"^{kind.__name__} has no option '{name[:-1]}'. Did you mean '{name}'"
                    with self.assertRaisesRegex(TypeError, message):
                        kind(**{name[:-1]: 1})
                    with self.assertRaisesRegex(TypeError, "has no option 'zzz'. Its options are .*"):
                        kind(zzz=1)

    def test_options_of_the_base(self):
        for name in ("delegate", "model_asset_path", "num_threads"):
            for task_name in TASKS:
                with self.assertRaisesRegex(TypeError, rf"Set it in base_options=BaseOptions\({name}=…\)"):
                    getattr(vision, f"{task_name}Options")(**{name: 1})

    def test_an_option_that_is_assigned(self):
        for options in (vision.FaceLandmarkerOptions(), mp.FaceAnalyzerOptions(), BaseOptions()):
            with self.assertRaisesRegex(AttributeError, f"{type(options).__name__} has no option 'num_threds'"):
                options.num_threds = 2
        options = vision.FaceLandmarkerOptions()
        with self.assertRaisesRegex(AttributeError, "Did you mean 'num_faces'"):
            options.num_face = 2
        with self.assertRaisesRegex(AttributeError, r"Set it in base_options=BaseOptions\(delegate=…\)"):
            options.delegate = BaseOptions.Delegate.GPU
        options.num_faces, options._note = 2, "a program's own"
        self.assertEqual(pickle.loads(pickle.dumps(options)).num_faces, 2)

    def test_flags_are_no_texts(self):
        for name, flag in (
            ("FaceLandmarker", "output_face_blendshapes"),
            ("PoseLandmarker", "output_segmentation_masks"),
        ):
            with self.assertRaisesRegex(TypeError, f"{flag} must be True or False, not 'no'"):
                getattr(vision, name)(getattr(vision, f"{name}Options")(**{flag: "no"}))
        for flag in (1, np.True_):
            vision.FaceLandmarker(vision.FaceLandmarkerOptions(output_face_blendshapes=flag)).close()

    def test_models_of_an_analyzer(self):
        for base in (BaseOptions(model_asset_path="x"), BaseOptions(model_asset_buffer=b"x")):
            with self.assertRaisesRegex(ValueError, "models. Leave model_asset_path and model_asset_buffer out"):
                mp.FaceAnalyzer(mp.FaceAnalyzerOptions(base_options=base))

    def test_arguments_of_solutions_and_tools(self):
        for call, remedy in [
            (
                lambda: mp.solutions.hands.Hands(max_hands=2),
                "unexpected keyword .*'max_hands'\nDid you mean 'max_num_hands'",
            ),
            (lambda: mp.solutions.pose.Pose(complexity=2), "Did you mean 'model_complexity'"),
            (lambda: mp.solutions.hands.Hands(min_detection_confidence="0.5"), "Pass a confidence"),
            (lambda: mp.solutions.pose.Pose(model_complexity="1"), "Pass a whole number"),
            (lambda: mp.solutions.pose.Pose(enable_segmentation=1), "Pass True or False"),
            (lambda: mp.Redactor(hows="blur"), "Redactor has no argument 'hows'. Did you mean 'how'"),
            (lambda: mp.Redactor(["faces"]), r"what must be a text, .*, not \['faces'\]"),
            (lambda: mp.Redactor(how=b"data"), r"how must be a lineament Image.*read_image\(data\)"),
            (lambda: mp.Redactor(keep=1), r"such as \[1, 4\], not 1"),
            (lambda: mp.Redactor(keep=["a"]), "whole number, not 'a'"),
            (lambda: mp.Redactor(base_options="GPU"), r"BaseOptions\(\)"),
            (lambda: mp.Redactor().redact(photo(), on_report=1), "on_report must be a function, not 1"),
        ]:
            with self.subTest(remedy), raises(self, TypeError, remedy):
                call()
        for call, remedy in [
            (lambda: mp.Redactor("face"), "what must be one of faces, heads, people, not face. Did you mean faces"),
            (lambda: mp.Redactor(how="blurr"), "Did you mean blur"),
            (lambda: mp.Redactor(how="smiley.png"), r"lineament\.read_image\('smiley.png'\)"),
            (lambda: mp.Redactor(min_detection_confidence=2), "min_detection_confidence is 2.0"),
        ]:
            with self.subTest(remedy), raises(self, ValueError, remedy):
                call()

    def test_something_else_in_the_place_of_options(self):
        for name in TASKS:
            kind = getattr(vision, name)
            other = vision.PoseLandmarkerOptions() if name != "PoseLandmarker" else vision.FaceLandmarkerOptions()
            for value, remedy in [
                ("model.task", rf"{name}\.create_from_model_path\(\)"),
                (pathlib.Path("model.task"), rf"{name}\.create_from_model_path\(\)"),
                (BaseOptions(), rf"{name}Options\(base_options=…\)"),
                ({"num_faces": 2}, rf"{name}Options\(\*\*…\)"),
                (other, f"Use {type(other).__name__[:-7]}, or {name}Options"),
                (3, rf"{name}Options\(\)"),
            ]:
                with self.subTest(name, value=value), self.assertRaisesRegex(TypeError, remedy):
                    kind.create_from_options(value)
            with self.assertRaisesRegex(
                TypeError, rf"{name}Options\(base_options=BaseOptions\(…\), x=3\). Pass that to "
            ):
                kind(base_options=BaseOptions(), x=3)
            for options, error, remedy in [
                ({"base_options": "a.task"}, TypeError, r"BaseOptions\(model_asset_path='a.task'\)"),
                ({"base_options": {}}, TypeError, r"BaseOptions\(\*\*…\)"),
                ({"running_mode": "video"}, ValueError, r"RunningMode\.VIDEO"),
                ({"running_mode": 1}, TypeError, r"RunningMode\.VIDEO"),
            ]:
                with self.subTest(name, options=options), raises(self, error, remedy):
                    kind(getattr(vision, f"{name}Options")(**options))


@needs_library
class CallTests(unittest.TestCase):
    """Calls of what is somewhere else, and swapped arguments."""

    def test_attributes_that_are_somewhere_else(self):
        result = task("FaceLandmarker").detect(photo())
        with mp.solutions.face_mesh.FaceMesh() as mesh, task("FaceLandmarker").create_session() as session:
            outputs = mesh.process(pixels())
            for value, name, remedy in [
                (mp, "FaceLandmarker", r"Use lineament\.tasks\.vision\.FaceLandmarker"),
                (mp, "Hands", r"Use lineament\.solutions\.hands\.Hands"),
                (mp, "red_image", "Did you mean 'read_image'"),
                (vision, "FaceLandmark", "Did you mean 'FaceLandmarker'"),
                (task("FaceLandmarker"), "process", r"Use detect\(image\)"),
                (task("FaceLandmarker"), "detect_video", "Did you mean 'detect_for_video'"),
                (session, "detect_for_video", r"detect\(image, timestamp_ms\)"),
                (mesh, "detect", r"process\(array\)"),
                (photo(), "shape", r"numpy_view\(\)"),
                (result, "landmarks", "Did you mean 'face_landmarks'"),
                (result, "multi_face_landmarks", "Did you mean 'face_landmarks"),
                (task("PoseLandmarker").detect(photo()), "crops", "It has boxes_array, draw, height, pose_landmarks"),
                (result.face_landmarks[0], "landmark", r"landmarks\[0\]\.x"),
                (result.face_landmarks[0], "append", r"list\(…\)"),
                (result.face_landmarks[0], "x", r"landmarks\[0\]"),
                (mp.Frame(photo(), 0, 0.0, 0), "shape", r"frame\.image"),
                (mp.Redactor(), "redact_videos", "Did you mean 'redact_video'"),
                (mp.solutions, "Hands", "Did you mean 'hands'"),
                (outputs, "face_landmarks", "Did you mean 'multi_face_landmarks'"),
                (outputs, "pose", "FaceMeshOutputs has multi_face_landmarks"),
            ]:
                with self.subTest(name), raises(self, AttributeError, f"no attribute '{name}'(?s:.*){remedy}"):
                    getattr(value, name)

    def test_members_of_enumerations(self):
        for kind, name, remedy in [
            (mp.solutions.hands.HandLandmark, "THUMB", "Did you mean 'THUMB_"),
            (vision.PoseLandmark, "NOSE_TIP", "Did you mean 'NOSE'"),
            (vision.Blendshapes, "SMILE", r"list\(Blendshapes\) has all"),
            (vision.RunningMode, "LIVE_STREAMS", "Did you mean 'LIVE_STREAM'"),
            (vision.RunningMode, "PHOTO", "It has IMAGE, VIDEO, LIVE_STREAM"),
            (BaseOptions.Delegate, "CUDA", "It has DEFAULT, CPU, GPU"),
        ]:
            with self.subTest(name), self.assertRaisesRegex(AttributeError, f"has no '{name}'. {remedy}"):
                getattr(kind, name)
            self.assertEqual(pickle.loads(pickle.dumps(list(kind))), list(kind))

    def test_what_others_make(self):
        with self.assertRaisesRegex(TypeError, r"landmarker\.create_session\(\)"):
            mp.Session(task("FaceLandmarker"))
        with self.assertRaisesRegex(TypeError, r"lineament\.read_video\(path\)"):
            mp.Video("clip.mp4")
        face = task("FaceLandmarker").detect(photo()).face_landmarks[0]
        with self.assertRaisesRegex(IndexError, "478 is out of range: there are 478 elements"):
            face[478]

    def test_the_error_of_a_property_is_its_own(self):
        face = pickle.loads(pickle.dumps(mp.FaceAnalyzer().detect(photo()))).faces
        with self.assertRaisesRegex(AttributeError, "made from a list has no arrays"):
            mp.FaceAnalyzer._result_type(face).boxes_array  # noqa: B018

    def test_swapped_and_partial_arguments(self):
        result = task("FaceLandmarker").detect(photo())
        for call, remedy in [
            (lambda: mp.draw(result, photo()), "The image comes first"),
            (lambda: mp.draw(photo(), result.face_landmarks), r"all that detect\(\) returns"),
            (lambda: result.crops(photo(), "square", margin="1"), "margin must be a number, not '1'"),
            (lambda: result.crops("arcface", photo()), r"The image comes first: result\.crops\(image, 'arcface'\)"),
            (lambda: task("FaceDetector").detect(photo(), 40), r"detect_for_video\(image, timestamp_ms\)"),
            (lambda: task("FaceDetector").detect(photo(), {"rotation_degrees": 90}), r"ImageProcessingOptions\("),
        ]:
            with self.subTest(remedy), self.assertRaisesRegex(TypeError, remedy):
                call()
        with task("FaceLandmarker").create_session() as session:
            for timestamp in (0.04, "1", None):
                with self.assertRaisesRegex(TypeError, r"milliseconds: round\(1000 \* seconds\)"):
                    session.detect(photo(), timestamp)

    def test_drawing_something_else(self):
        result, detections = task("FaceLandmarker").detect(photo()), task("FaceDetector").detect(photo())
        with mp.solutions.face_mesh.FaceMesh() as mesh:
            outputs = mesh.process(pixels())
        face, canvas = outputs.multi_face_landmarks[0], pixels().copy()
        utilities = vision.drawing_utils
        for call, remedy in [
            (lambda: utilities.draw_landmarks(canvas, outputs), "in its multi_face_landmarks"),
            (lambda: utilities.draw_landmarks(canvas, outputs.multi_face_landmarks), "Draw each"),
            (lambda: utilities.draw_landmarks(canvas, result), "in its face_landmarks"),
            (lambda: utilities.draw_landmarks(canvas, result.face_landmarks), "Draw each"),
            (lambda: utilities.draw_landmarks(face, canvas), "The image comes first"),
            (lambda: utilities.draw_landmarks(photo(), face), r"numpy\.array\(image\.numpy_view\(\)\)"),
            (lambda: utilities.draw_landmarks("photo.jpg", face), "image must be a numpy.ndarray"),
            (lambda: utilities.draw_detection(canvas, detections), "for detection in result.detections"),
        ]:
            with self.subTest(remedy), self.assertRaisesRegex(TypeError, remedy):
                call()
        with self.assertRaisesRegex(ValueError, r"read-only. Draw on a copy: numpy\.array\(image\)"):
            utilities.draw_landmarks(photo().numpy_view(), face)

    def test_what_is_closed_says_so(self):
        with mp.Redactor() as redactor, task("FaceDetector").create_session() as session:
            pass
        for call in (lambda: redactor.redact(photo()), lambda: session.detect(photo(), 1)):
            with self.assertRaisesRegex(ValueError, "is closed. Use it before close"):
                call()


if __name__ == "__main__":
    unittest.main()
