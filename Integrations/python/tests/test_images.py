# SPDX-License-Identifier: Apache-2.0
"""Images: arrays of every kind, files, views and their lifetimes."""

from __future__ import annotations

import copy
import gc
import os
import pathlib
import pickle
import shutil
import tempfile
import unittest

import numpy as np
from support import SAMPLE, TESTDATA, needs_library, needs_testdata, photo, pixels, raises, run

import lineament as mp

Format = mp.ImageFormat
RANDOM = np.random.default_rng(1)


def values(dtype, *shape):
    return (RANDOM.random(shape) * 200).astype(dtype)


@needs_library
class ArrayTests(unittest.TestCase):
    """The inputs that Image takes and refuses."""

    def test_formats(self):
        for format_, dtype, channels in [
            (Format.SRGB, np.uint8, 3),
            (Format.SRGBA, np.uint8, 4),
            (Format.SBGRA, np.uint8, 4),
            (Format.GRAY8, np.uint8, 1),
            (Format.GRAY16, np.uint16, 1),
            (Format.SRGB48, np.uint16, 3),
            (Format.SRGBA64, np.uint16, 4),
            (Format.VEC32F1, np.float32, 1),
            (Format.VEC32F2, np.float32, 2),
            (Format.VEC32F4, np.float32, 4),
        ]:
            for height, width in [(5, 7), (64, 64), (1, 1), (1, 9), (9, 1)]:
                with self.subTest(format=format_.name, size=(height, width)):
                    data = values(dtype, height, width, channels)
                    image = mp.Image(format_, data)
                    self.assertEqual((image.width, image.height, image.channels), (width, height, channels))
                    self.assertEqual(image.image_format, format_)
                    self.assertFalse(image.is_empty())
                    self.assertFalse(image.uses_gpu())
                    self.assertTrue(image.is_aligned(1))
                    np.testing.assert_array_equal(image.numpy_view(), data)
                    self.assertEqual(image.numpy_view().dtype, dtype)
                    self.assertEqual(image[height - 1, width - 1, channels - 1], data[-1, -1, -1])

    def test_two_dimensions(self):
        data = values(np.uint8, 6, 8)
        image = mp.Image(Format.GRAY8, data)
        np.testing.assert_array_equal(image.numpy_view(), data[:, :, None])
        self.assertEqual(image[2, 3], data[2, 3])

    def test_rows_apart(self):
        """Crops and padded rows are read from where they are."""
        frame = values(np.uint8, 40, 50, 3)
        crops = [frame[10:30, 5:25], frame[::2], frame[:, :1], frame[3:4, 2:9], frame[10:30, 5:25][::3]]
        for crop in crops:
            np.testing.assert_array_equal(mp.Image(Format.SRGB, crop).numpy_view(), crop)
        gray = values(np.uint16, 40, 50)
        np.testing.assert_array_equal(mp.Image(Format.GRAY16, gray[5:9, 7:30]).numpy_view()[:, :, 0], gray[5:9, 7:30])

    def test_crop_gives_the_same_faces(self):
        wide = np.zeros((600, 700, 3), np.uint8)
        wide[40:552, 60:572] = pixels()
        detector = mp.tasks.vision.FaceDetector()
        self.assertEqual(detector.detect(mp.Image(Format.SRGB, wide[40:552, 60:572])), detector.detect(photo()))

    def test_blue_green_red_alpha(self):
        alpha = np.full((512, 512, 1), 255, np.uint8)
        bgra = np.ascontiguousarray(np.concatenate([pixels()[:, :, ::-1], alpha], axis=2))
        detector = mp.tasks.vision.FaceDetector()
        self.assertEqual(detector.detect(mp.Image(Format.SBGRA, bgra)), detector.detect(photo()))

    def test_pixels_are_copied(self):
        data = values(np.uint8, 10, 10, 3)
        image = mp.Image(Format.SRGB, data)
        before = np.array(data)
        data[:] = 0
        np.testing.assert_array_equal(image.numpy_view(), before)

    def test_other_orders_are_refused(self):
        data = values(np.uint8, 8, 8, 3)
        fortran = np.asfortranarray(data)
        overlapping = np.lib.stride_tricks.as_strided(data, (4, 8, 3), (5, 3, 1))
        repeated = np.broadcast_to(data[:1], (8, 8, 3))
        rgba = values(np.uint8, 8, 8, 4)
        for array in (data[::-1], data[:, ::-1], data[:, :, ::-1], data.transpose(1, 0, 2), fortran, rgba[:, :, :3]):
            with self.assertRaisesRegex(ValueError, "numpy.ascontiguousarray"):
                mp.Image(Format.SRGB, array)
            np.testing.assert_array_equal(mp.Image(Format.SRGB, np.ascontiguousarray(array)).numpy_view(), array)
        for array in (overlapping, repeated, data[:, ::2]):
            with self.assertRaisesRegex(ValueError, "numpy.ascontiguousarray"):
                mp.Image(Format.SRGB, array)

    def test_bad_arrays(self):
        for format_, array, message in [
            (
                Format.SRGB,
                values(np.int32, 4, 4, 3),
                "^Unsupported numpy data type: int32\ndata must be uint8, uint16 or float32. .*astype",
            ),
            (Format.SRGB, values(np.float64, 4, 4, 3), "type: float64"),
            (Format.GRAY16, values(np.uint16, 4, 4).astype(">u2"), "type: >u2"),
            (Format.SRGB, np.zeros((4, 4, 3), bool), "type: bool"),
            (Format.SRGB, values(np.uint8, 4), "^Unsupported number of dimensions:1\n"),
            (Format.SRGB, values(np.uint8, 1, 4, 4, 3), "^Unsupported number of dimensions:4\n"),
            (
                Format.SRGB,
                values(np.uint8, 4, 4),
                r"too small: 16 \(expected 48\)\n.*\(height, width, 3\), not \(4, 4\)",
            ),
            (Format.SRGB, values(np.uint8, 4, 4, 4), r"\(height, width, 3\)"),
            (Format.GRAY8, values(np.uint8, 4, 4, 3), r"\(height, width\) or \(height, width, 1\)"),
            (Format.GRAY16, values(np.uint8, 4, 4), "format: GRAY16 .*\n.* SRGB, SRGBA, SBGRA, GRAY8"),
            (Format.SRGB, values(np.float32, 4, 4, 3), "format: SRGB .*\n.* VEC32F1, VEC32F2, VEC32F4"),
            (Format.UNKNOWN, values(np.uint8, 4, 4, 3), "format: UNKNOWN "),
            (Format.SRGB, np.zeros((0, 4, 3), np.uint8), "no pixels"),
            (Format.SRGB, np.zeros((4, 0, 3), np.uint8), "no pixels"),
            (99, values(np.uint8, 4, 4, 3), "99"),
            ("SRGB", values(np.uint8, 4, 4, 3), "SRGB"),
        ]:
            with self.subTest(message=message), raises(self, ValueError, message):
                mp.Image(format_, array)
        with self.assertRaisesRegex(TypeError, "numpy.asarray"):
            mp.Image(Format.SRGB, [[[1, 2, 3]]])

    def test_sides_that_are_too_long(self):
        """Beyond 32 bits, ctypes would pass another size."""
        limit = 1 << 20
        self.assertEqual(mp.Image(Format.GRAY8, np.zeros((1, limit), np.uint8)).width, limit)
        pixel = np.zeros((1, 1), np.uint8)
        for shape in ((1, limit + 1), (limit + 1, 1), (1, 2**32 + 4), (2**32 + 4, 1)):
            message = rf"at most 1048576 pixels, not \({shape[0]}, {shape[1]}\)"
            with self.subTest(shape=shape), self.assertRaisesRegex(ValueError, message):
                mp.Image(Format.GRAY8, np.lib.stride_tricks.as_strided(pixel, shape, (1, 1)))

    def test_indices(self):
        image = mp.Image(Format.SRGB, values(np.uint8, 4, 6, 3))
        for key in [(4, 0, 0), (0, 6, 0), (0, 0, 3), (-1, 0, 0)]:
            with self.assertRaises(IndexError):
                image[key]
        with self.assertRaises(ValueError):
            image[1, 2]
        with self.assertRaisesRegex(TypeError, r"image\[1\] .* image\[row, column, channel\]"):
            image[1]
        with self.assertRaises(TypeError):
            image[0.5, 0, 0]
        for boundary in (0, 3, -1, 2**40):
            with self.assertRaises(ValueError):
                image.is_aligned(boundary)

    def test_step(self):
        """Rows of arrays are padded to 16 bytes, as in MediaPipe."""
        for width, step in ((7, 32), (64, 192)):
            image = mp.Image(Format.SRGB, values(np.uint8, 5, width, 3))
            self.assertEqual(image.step, step)
            self.assertEqual(image.is_contiguous(), width == 64)
            self.assertTrue(image.is_aligned(16))
            self.assertEqual(image.numpy_view().strides[0], width * 3)


@needs_library
class ViewTests(unittest.TestCase):
    """numpy_view and its lifetime."""

    def test_view_outlives_the_image(self):
        data = values(np.uint8, 300, 400, 3)
        view = mp.Image(Format.SRGB, data).numpy_view()
        gc.collect()
        for _ in range(50):
            mp.Image(Format.SRGB, np.zeros((300, 400, 3), np.uint8))
        np.testing.assert_array_equal(view, data)

    def test_view_is_read_only(self):
        view = photo().numpy_view()
        with self.assertRaises(ValueError):
            view[0, 0, 0] = 1
        with self.assertRaises(ValueError):
            view.flags.writeable = True
        self.assertEqual(view.__array_interface__["data"], photo().numpy_view().__array_interface__["data"])

    def test_pickle_and_copy(self):
        image = mp.Image(Format.GRAY16, values(np.uint16, 5, 7))
        for other in (pickle.loads(pickle.dumps(image)), copy.deepcopy(image)):
            self.assertEqual(other.image_format, Format.GRAY16)
            np.testing.assert_array_equal(other.numpy_view(), image.numpy_view())
        self.assertEqual(repr(image), "<Image 7x5 GRAY16>")


@needs_library
class FileTests(unittest.TestCase):
    """Files and their bytes."""

    def test_ways_to_read(self):
        contents = pathlib.Path(SAMPLE).read_bytes()
        sources = (SAMPLE, pathlib.Path(SAMPLE), contents, bytearray(contents), memoryview(contents))
        for image in [*map(mp.read_image, sources), mp.Image.create_from_file(SAMPLE)]:
            np.testing.assert_array_equal(image.numpy_view(), pixels())

    def test_bad_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, contents in [
                ("text.png", b"hello"),
                ("empty.jpg", b""),
                ("cut.png", pathlib.Path(SAMPLE).read_bytes()[:99]),
            ]:
                path = pathlib.Path(folder, name)
                path.write_bytes(contents)
                for read in (mp.read_image, mp.Image.create_from_file):
                    with self.subTest(name=name), raises(self, RuntimeError, name):
                        read(path)
                with self.subTest(name=name), self.assertRaises(RuntimeError):
                    mp.read_image(contents)
            for read in (mp.read_image, mp.Image.create_from_file):
                with self.assertRaisesRegex(FileNotFoundError, "absent"):
                    read(pathlib.Path(folder, "absent.png"))
                with self.assertRaisesRegex(ValueError, "null character"):
                    read(SAMPLE + "\0.png")
                with self.assertRaises(TypeError):
                    read(5)
                with raises(self, RuntimeError, "is a folder"):
                    read(folder)
                with self.assertRaisesRegex(ValueError, "not UTF-8"):
                    read(os.fsdecode(b"/caf\xe9.png"))

    def test_paths_that_are_not_utf_8(self):
        """They are not taken for a file with the replacement character in its name."""
        with tempfile.TemporaryDirectory() as folder:
            other = os.fsencode(folder) + b"/caf\xe9.png"
            shutil.copy(SAMPLE, f"{folder}/caf\ufffd.png")
            shutil.copy(SAMPLE, other)
            for read in (mp.read_image, mp.Image.create_from_file):
                with self.assertRaisesRegex(ValueError, "not UTF-8"):
                    read(os.fsdecode(other))
            detector = mp.tasks.vision.FaceDetector()
            error, result = detector.detect_batch([os.fsdecode(other), f"{folder}/caf\ufffd.png"])
            self.assertIsInstance(error, RuntimeError)
            self.assertRegex(str(error), "not UTF-8")
            self.assertEqual(len(result.detections), 1)
            with self.assertRaisesRegex(ValueError, "model_path is not UTF-8"):
                mp.tasks.vision.FaceDetector.create_from_model_path(os.fsdecode(other))

    def test_files_that_the_system_protects(self):
        program = """
            import sys
            import lineament as mp
            path, folder = sys.argv[1:]
            for read in (mp.read_image, mp.Image.create_from_file, mp.read_video):
                try:
                    read(path)
                except Exception as error:
                    print(type(error).__name__)
            for one in (path, folder, folder + "/absent.png"):
                print(*[type(error).__name__ for error in mp.tasks.vision.FaceDetector().detect_batch([one])])
        """
        with tempfile.TemporaryDirectory() as folder:
            locked = shutil.copy(SAMPLE, folder)
            os.chmod(locked, 0)
            done = run(program, locked, folder, unprivileged=True)
        expected = ["PermissionError"] * 4 + ["RuntimeError", "FileNotFoundError"]
        self.assertEqual(done.stdout.split(), expected, done.stderr)

    @needs_testdata
    def test_orientation(self):
        expected = mp.read_image(f"{TESTDATA}/formats/exif_1.jpg").numpy_view().astype(int)
        for orientation in range(2, 9):
            for read in (mp.read_image, mp.Image.create_from_file):
                view = read(f"{TESTDATA}/formats/exif_{orientation}.jpg").numpy_view()
                self.assertLess(np.abs(view - expected).mean(), 3)


if __name__ == "__main__":
    unittest.main()
