# SPDX-License-Identifier: Apache-2.0
"""Calls that would do harm or nothing at all are refused, and the message names the remedy."""

from __future__ import annotations

import inspect
import io
import os
import pathlib
import tempfile
import unittest

import numpy as np
from support import SAMPLE, TESTDATA, needs_library, needs_testdata, photo, pixels, raises

import lineament as mp
from lineament._structures import LineamentOptions
from lineament.image import is_video
from lineament.sequences import Categories

vision = mp.tasks.vision
BaseOptions = mp.tasks.BaseOptions


def contents() -> bytes:
    return pathlib.Path(SAMPLE).read_bytes()


@needs_library
class FlagTests(unittest.TestCase):
    def test_no_text_is_a_flag(self):
        """A review that "no" turned on would show every face."""
        with mp.Redactor() as redactor:
            for name, call in [
                ("review", lambda: mp.Redactor(review="no")),
                ("verify", lambda: mp.Redactor(verify="false")),
                ("thumbnails", lambda: redactor.plan(SAMPLE, thumbnails="no")),
                ("square_pixels", lambda: mp.read_video("clip.mp4", square_pixels="no")),
                ("requires_delegate", lambda: mp.Redactor(base_options=BaseOptions(requires_delegate="no"))),
                ("allows_half_precision", lambda: mp.Redactor(base_options=BaseOptions(allows_half_precision="no"))),
            ]:
                with self.subTest(name), raises(self, TypeError, f"^{name} must be True or False, not '"):
                    call()


@needs_library
class PathTests(unittest.TestCase):
    def test_contents_in_the_place_of_a_path_are_not_printed(self):
        data = contents()
        long = b"x" * 100_000
        with mp.Redactor() as redactor:
            plan = redactor.plan(SAMPLE)
            for call, remedy in [
                (lambda value: mp.Image.create_from_file(value), r"lineament\.read_image\(data\)"),
                (lambda value: mp.read_video(value), "Write the video into a file"),
                (lambda value: vision.FaceLandmarker.create_from_model_path(value), "model_asset_buffer"),
                (lambda value: redactor.plan(value), "Write it into a file"),
                (lambda value: redactor.plan_video(value), "Write it into a file"),
                (lambda value: mp.RedactionPlan(plan, value), "Write it into a file"),
            ]:
                for value in (data, long):
                    with self.subTest(remedy, size=len(value)):
                        with self.assertRaisesRegex(ValueError, remedy) as caught:
                            call(value)
                        self.assertLess(len(str(caught.exception)), 200)

    def test_what_is_no_path(self):
        image = photo()
        with mp.Redactor() as redactor:
            plan = redactor.plan(SAMPLE)
            for call, remedy in [
                (lambda: mp.RedactionPlan(plan, None), "Expected a path, not NoneType"),
                (lambda: mp.RedactionPlan(SAMPLE, plan), "Expected a path, not dict"),
                (lambda: mp.RedactionPlan(plan, image), "Write it into a file"),
                (lambda: mp.RedactionPlan(pathlib.Path("plan.json"), SAMPLE), r"Path\('plan.json'\)\.read_text\(\)"),
                (lambda: redactor.plan(image), "Write it into a file"),
                (lambda: redactor.redact_file(image), r"Use redact\(image\)"),
                (lambda: redactor.redact_file(pixels()), r"Use redact\(image\)"),
                (lambda: redactor.redact_file(io.BytesIO()), r"\.read\(\)"),
                (
                    lambda: vision.FaceLandmarker.create_from_model_path(vision.FaceLandmarkerOptions()),
                    r"create_from_options\(options\)",
                ),
                (lambda: mp.FaceAnalyzer("auto"), r"FaceAnalyzerOptions\(…\)"),
                (lambda: mp.read_image(np.frombuffer(contents(), np.uint8)), r"array\.tobytes\(\)"),
            ]:
                with self.subTest(remedy), raises(self, TypeError, remedy):
                    call()
        with raises(self, ValueError, r"Path\('plan.json'\)\.read_text\(\)"):
            mp.RedactionPlan("plan.json", SAMPLE)

    def test_files_that_cannot_be_redacted(self):
        with mp.Redactor() as redactor, tempfile.TemporaryDirectory() as folder:
            with raises(self, FileNotFoundError, "directory: '.*none.jpg'"):
                redactor.redact_file(os.path.join(folder, "none.jpg"))
            with raises(self, RuntimeError, "is a folder, not a file"):
                redactor.redact_file(folder)
            for kind in ("gif", "png\0", ".jpg"):
                with self.subTest(kind), raises(self, ValueError, "type must be png, jpg or webp, not kind="):
                    redactor.redact_file(SAMPLE, kind=kind)

    def test_addresses_and_data_are_no_files(self):
        for call in (mp.read_image, mp.Image.create_from_file):
            with raises(self, FileNotFoundError, "not downloaded"):
                call("https://example.org/photo.jpg")
            with raises(self, FileNotFoundError, "base64"):
                call("data:image/png;base64,AAAA")


@needs_library
class RedactionTests(unittest.TestCase):
    def test_areas(self):
        area = {"x": 1, "y": 2, "width": 3, "height": 4}
        with mp.Redactor() as redactor:
            for areas, kind, remedy in [
                (area, TypeError, r"Use \[\{'x'"),
                ([(1, 2, 3, 4)], TypeError, 'An area is {"x"'),
                ([{**area, "x": object()}], TypeError, "areas must have texts, numbers, lists"),
                ([{**area, "x": float("nan")}], ValueError, "areas has a number that is infinite or NaN"),
                ([{**area, "x": np.float32("inf")}], ValueError, "areas has a number that is infinite or NaN"),
                ('{"x": 1}', ValueError, r"json\.loads\(\)"),
                (type("DataFrame", (list,), {"to_dict": None})(), TypeError, r"to_dict\('records'\)"),
            ]:
                with self.subTest(areas=areas), raises(self, kind, remedy):
                    redactor.redact(photo(), areas=areas)

    def test_rectangles(self):
        with mp.Redactor() as redactor:
            for cover, kind, remedy in [
                ((1, 2, -3, 4), ValueError, "cover must be x,y,width,height in pixels, .*, not 1.0+,2.0+,-3"),
                ((1, 2, 0, 4), ValueError, "cover must be x,y,width,height"),
                ((1e30, 2, 3, 4), ValueError, "cover must be x,y,width,height"),
                ((1, 2, 3, 4, 3, 1), ValueError, "with @from-to"),
                ({"x": 1, "y": 2, "width": 3, "height": 4}, TypeError, r"such as \[\(20, 30, 120, 80\)\]"),
            ]:
                with self.subTest(cover=cover), raises(self, kind, remedy):
                    redactor.redact(photo(), cover=[cover])

    def test_plans(self):
        with mp.Redactor() as redactor:
            plan = redactor.plan(SAMPLE)
        area = {"shape": "rectangle", "keys": [{"x": np.int64(0), "y": 0, "width": np.float32(20), "height": 10}]}
        plan["inputs"][0]["areas"].append(area)
        with mp.RedactionPlan(plan, SAMPLE) as rendering:
            self.assertEqual(rendering.redact(photo()).shape, pixels().shape)
            for frames in ("clip.mp4", None):
                with self.subTest(frames=frames), raises(self, TypeError, r"lineament\.read_video\("):
                    rendering.redact_video(frames)
        area["keys"][0]["x"] = float("nan")
        with raises(self, ValueError, "plan has a number that is infinite or NaN"):
            mp.RedactionPlan(plan, SAMPLE)

    def test_photos_in_containers_of_videos_are_no_videos(self):
        for brand, video in [(b"heic", False), (b"avif", False), (b"mif1", False), (b"isom", True), (b"qt  ", True)]:
            self.assertEqual(is_video(bytes(4) + b"ftyp" + brand), video, brand)

    @needs_testdata
    def test_a_photo_of_a_phone_is_redacted(self):
        with mp.Redactor() as redactor:
            path = os.path.join(TESTDATA, "formats", "heic.heic")
            self.assertEqual(redactor.redact_file(path)[1:4], b"PNG")

    def test_a_part_of_the_planned_image(self):
        with mp.Redactor() as redactor, mp.RedactionPlan(redactor.plan(SAMPLE), SAMPLE) as rendering:
            height, width = pixels().shape[:2]
            smaller = np.ascontiguousarray(pixels()[::2, ::2])
            self.assertEqual(rendering.redact(smaller).shape, smaller.shape)
            with raises(self, ValueError, f"is for {width}×{height} pixels"):
                rendering.redact(pixels()[: height // 2])


@needs_library
class ImageTests(unittest.TestCase):
    def test_an_image_needs_a_format(self):
        for value, remedy in [
            ("photo.jpg", r"lineament\.read_image\('photo.jpg'\)"),
            (pixels(), r"lineament\.Image\(lineament\.ImageFormat\.SRGB, array\)"),
        ]:
            with self.subTest(remedy), raises(self, TypeError, remedy):
                mp.Image(value)
        with raises(self, TypeError, "has no argument 'format'. Did you mean 'image_format'"):
            mp.Image(format=mp.ImageFormat.SRGB, data=pixels())

    def test_editors_see_the_arguments(self):
        self.assertEqual(list(inspect.signature(mp.Image).parameters), ["image_format", "data"])

    def test_parts_are_those_of_arrays(self):
        with raises(self, TypeError, r"numpy_view\(\)"):
            photo()[0:2, 0:2]

    def test_numpy_takes_images(self):
        image = photo()
        copy = np.array(image)
        self.assertTrue(np.array_equal(copy, pixels()))
        self.assertTrue(copy.flags.writeable)
        self.assertFalse(np.asarray(image).flags.writeable)
        self.assertEqual(np.asarray(image, np.float32).dtype, np.float32)
        with vision.PoseLandmarker(vision.PoseLandmarkerOptions(output_segmentation_masks=True)) as landmarker:
            (mask,) = landmarker.detect(image).segmentation_masks
        self.assertEqual(np.asarray(mask).shape, (*pixels().shape[:2], 1))

    def test_memory_that_is_not_contiguous(self):
        spread = np.repeat(np.frombuffer(contents(), np.uint8), 2)
        view = memoryview(spread)[::2]
        self.assertEqual(mp.read_image(view).width, photo().width)
        with vision.FaceDetector() as detector:
            (result,) = detector.detect_batch([view])
        self.assertEqual(result.width, photo().width)


@needs_library
class SolutionTests(unittest.TestCase):
    def test_other_arrays(self):
        rgb = pixels()
        with mp.solutions.hands.Hands() as hands:
            for image, kind, remedy in [
                (np.moveaxis(rgb, 2, 0), ValueError, r"numpy\.moveaxis\(image, 0, 2\)"),
                (rgb[None], ValueError, r"image\[0\]"),
                (rgb[:, :, :1], ValueError, r"numpy\.repeat"),
                (rgb / 255, TypeError, r"\(255 \* image\)"),
                ((True, rgb), TypeError, r"ok, frame = capture\.read\(\)"),
            ]:
                with self.subTest(remedy), raises(self, kind, remedy):
                    hands.process(image)

    def test_drawings(self):
        with mp.solutions.pose.Pose(static_image_mode=True) as pose:
            body = pose.process(pixels()).pose_landmarks
        canvas, draw = np.array(pixels()), mp.solutions.drawing_utils.draw_landmarks
        with raises(self, AttributeError, r"'circle_radius'\nUse DrawingSpec\(color=\(255, 0, 0\)\)"):
            draw(canvas, body, None, (255, 0, 0))
        with raises(self, AttributeError, r"'color'\nUse DrawingSpec\(color="):
            draw(canvas, body, mp.solutions.pose.POSE_CONNECTIONS, connection_drawing_spec=None)


class NameTests(unittest.TestCase):
    def test_modules_name_what_was_meant(self):
        for module, name, remedy in [
            (mp, "capture", "from lineament import capture"),
            (mp, "arrow", "from lineament import arrow"),
            (mp, "face_mesh", r"Use lineament\.solutions\.face_mesh"),
            (mp.tasks, "vison", "Did you mean 'vision'"),
            (mp.solutions.face_mesh, "FACE_CONNECTIONS", "FACEMESH_TESSELATION"),
            (mp.solutions.holistic, "FACE_CONNECTIONS", "FACEMESH_TESSELATION"),
            (
                mp.solutions.drawing_styles,
                "get_default_face_mesh_tesselation",
                "get_default_face_mesh_tesselation_style",
            ),
        ]:
            with self.subTest(name), raises(self, AttributeError, f"has no attribute '{name}'.*{remedy}"):
                module.__getattr__(name)  # Also of what another test has imported.
        self.assertFalse(hasattr(mp.solutions.hands, "__wrapped__"))

    def test_options_and_constants_name_what_was_meant(self):
        for value, name, remedy in [
            (vision.FaceLandmarkerOptions(), "num_face", "Did you mean 'num_faces'"),
            (BaseOptions(), "model_path", "Did you mean 'model_asset_path'"),
            (vision.PoseLandmarksConnections, "POSE_LANDMARK", "Did you mean 'POSE_LANDMARKS'"),
            (vision.FaceLandmarksConnections, "FACE_LANDMARKS_LIP", "Did you mean 'FACE_LANDMARKS_LIPS'"),
            (vision.HandLandmarksConnections, "HAND_CONNECTION", "Did you mean 'HAND_CONNECTIONS'"),
        ]:
            with self.subTest(name), raises(self, AttributeError, remedy):
                getattr(value, name)

    def test_indices_of_blendshapes_and_landmarks(self):
        scores = Categories(np.zeros(52, np.float32))
        for index, remedy in [
            ("jawOpen", r"Use Blendshapes\.JAW_OPEN, or {each\.category_name: .*}\['jawOpen'\]"),
            ("jawopen", "Did you mean 'jawOpen'"),
            (1.0, "a whole number or a slice, not 1.0"),
        ]:
            with self.subTest(index=index), raises(self, TypeError, remedy):
                scores[index]

    def test_choices_name_what_was_meant(self):
        for options, remedy in [
            (vision.FaceLandmarkerOptions(detection_range="AUTO"), "Did you mean 'auto'"),
            (vision.FaceLandmarkerOptions(smoothing="every"), "Did you mean 'everyone'"),
            (vision.PoseLandmarkerOptions(pose_model="Heavy"), "Did you mean 'heavy'"),
        ]:
            with self.subTest(remedy), raises(self, ValueError, remedy):
                options.write(LineamentOptions())

    def test_containers_name_what_was_meant(self):
        containers = mp.tasks.components.containers
        box = containers.BoundingBox(1, 2, 3, 4)
        for value, name, remedy in [
            (box, "x", "origin_x"),
            (box, "ymax", r"origin_y \+ height"),
            (box, "widht", "Did you mean 'width'"),
            (containers.Category(), "name", "category_name"),
            (containers.Detection(box, []), "score", r"categories\[0\]\.score"),
            (containers.NormalizedLandmark(), "visible", "Did you mean 'visibility'"),
        ]:
            with self.subTest(name), raises(self, AttributeError, remedy):
                getattr(value, name)


if __name__ == "__main__":
    unittest.main()
