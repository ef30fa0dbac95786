# SPDX-License-Identifier: Apache-2.0
"""Sessions, batches and videos: what Lineament adds to MediaPipe's API."""

from __future__ import annotations

import copy
import itertools
import os
import pathlib
import tempfile
import unittest

import numpy as np
from support import SAMPLE, empty, gif, needs_library, photo, pixels, run, task

import lineament as mp

vision = mp.tasks.vision


@needs_library
class SessionTests(unittest.TestCase):
    """Many videos over one set of models."""

    def test_tracks_are_of_the_session(self):
        landmarker = vision.FaceLandmarker()
        with landmarker.create_session() as first, landmarker.create_session() as second:
            ids = [session.detect(photo(), timestamp).track_ids for timestamp in (0, 40) for session in (first, second)]
        self.assertEqual([len(each) for each in ids], [1, 1, 1, 1])
        self.assertEqual(ids[0], ids[2])
        self.assertEqual(ids[1], ids[3])

    def test_sessions_outlive_the_task(self):
        with vision.PoseLandmarker() as landmarker:
            session = landmarker.create_session()
        self.assertEqual(len(session.detect(photo(), 0).pose_landmarks), 1)
        session.close()
        session.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            session.detect(photo(), 1)
        with self.assertRaisesRegex(ValueError, "closed"):
            session.reset()

    def test_timestamps_and_reset(self):
        session = task("FaceLandmarker").create_session()
        session.detect(photo(), 100)
        with self.assertRaisesRegex(ValueError, "increas"):
            session.detect(photo(), 100)
        session.reset()
        self.assertEqual(session.detect(photo(), 0).timestamp_ms, 0)

    def test_all_tasks(self):
        for one in (vision.FaceDetector(), vision.FaceLandmarker(), vision.PoseLandmarker(), mp.FaceAnalyzer()):
            with self.subTest(task=type(one).__name__), one.create_session() as session:
                self.assertEqual(type(session.detect(photo(), 0)), type(one.detect(photo())))

    def test_face_detector_does_not_track(self):
        with task("FaceDetector").create_session() as session:
            self.assertEqual(session.detect(photo(), 0).track_ids, [])

    def test_tracking_id_of_faces(self):
        with mp.FaceAnalyzer().create_session() as session:
            (face,) = session.detect(photo(), 0).faces
            (again,) = session.detect(photo(), 40).faces
        self.assertIsNotNone(face.tracking_id)
        self.assertEqual(face.tracking_id, again.tracking_id)

    def test_session_is_what_video_mode_does(self):
        options = vision.FaceLandmarkerOptions(running_mode=vision.RunningMode.VIDEO)
        with vision.FaceLandmarker(options) as landmarker, landmarker.create_session() as session:
            for timestamp in (0, 33, 66):
                self.assertEqual(landmarker.detect_for_video(photo(), timestamp), session.detect(photo(), timestamp))


@needs_library
class BatchTests(unittest.TestCase):
    """Many files at once, with errors in their places."""

    def tasks(self):
        faces = vision.FaceLandmarkerOptions(
            output_face_blendshapes=True, output_facial_transformation_matrixes=True, num_faces=None
        )
        return vision.FaceDetector(), vision.FaceLandmarker(faces), vision.PoseLandmarker(), mp.FaceAnalyzer()

    def test_paths_and_bytes(self):
        contents = pathlib.Path(SAMPLE).read_bytes()
        for one in self.tasks():
            expected = one.detect(photo())
            for inputs in ([SAMPLE] * 3, [pathlib.Path(SAMPLE)] * 3, [contents, bytearray(contents), contents]):
                with self.subTest(task=type(one).__name__):
                    results = one.detect_batch(inputs, jobs=2)
                    self.assertEqual(results, [expected] * 3)
                    self.assertEqual((results[0].width, results[0].height), (512, 512))
                    self.assertEqual(results[0].track_ids, [])

    def test_errors_in_their_places(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "text.jpg")
            text.write_text("hello")
            black = pathlib.Path(folder, "black.ppm")
            black.write_bytes(b"P6 640 480 255\n" + empty().numpy_view().tobytes())
            for one in self.tasks():
                first, absent, bad, nobody, last = one.detect_batch([SAMPLE, f"{folder}/absent", text, black, SAMPLE])
                self.assertIsInstance(absent, FileNotFoundError)
                self.assertRegex(str(absent), "absent")
                self.assertIsInstance(bad, RuntimeError)
                self.assertRegex(str(bad), "text.jpg")
                self.assertEqual(nobody, one.detect(empty()))
                self.assertEqual(first, last)
        (error,) = self.tasks()[0].detect_batch([b"hello"])
        self.assertIsInstance(error, RuntimeError)

    def test_several_faces(self):
        twice = np.concatenate([pixels(), pixels()], axis=1)
        ppm = b"P6 1024 512 255\n" + twice.tobytes()
        for one in self.tasks():
            expected = one.detect(mp.Image(mp.ImageFormat.SRGB, twice))
            before, result, after = one.detect_batch([SAMPLE_BYTES, ppm, SAMPLE_BYTES])
            self.assertEqual(result, expected)
            self.assertEqual(before, after)

    def test_arrays_outlive_the_batch(self):
        landmarker = self.tasks()[1]
        shapes = landmarker.detect_batch([SAMPLE, SAMPLE])[1].face_blendshapes_array
        self.assertFalse(shapes.flags.owndata)
        with self.assertRaises(ValueError):
            shapes[0, 0] = 1
        np.testing.assert_array_equal(shapes, landmarker.detect(photo()).face_blendshapes_array)

    def test_results_come_while_it_works(self):
        detector = task("FaceDetector")
        results = detector.detect_many(itertools.repeat(SAMPLE), jobs=1)
        for _ in range(20):  # More than one chunk.
            self.assertEqual(next(results), detector.detect(photo()))
        results.close()
        closed = vision.FaceDetector()
        results = closed.detect_many(itertools.repeat(SAMPLE_BYTES), jobs=1)
        next(results)
        closed.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            list(results)
        mixed = detector.detect_many([*[SAMPLE] * 16, SAMPLE_BYTES], jobs=1)
        with self.assertRaisesRegex(TypeError, "either paths or bytes"):
            list(mixed)
        with self.assertRaisesRegex(ValueError, "jobs"):
            detector.detect_many([SAMPLE], jobs=-1)

    def test_images_in_memory(self):
        gray = np.ascontiguousarray(pixels().mean(axis=2).astype(np.uint8))
        detector, found = task("FaceDetector"), task("FaceDetector").detect(photo())
        for images in ([photo()] * 9, [pixels()] * 9, iter([gray, pixels()])):
            results = list(detector.detect_many(images, jobs=2))
            self.assertEqual(results[-1], found)
            self.assertTrue(all(len(result.detections) == 1 for result in results))
        wrong = pixels().astype(np.float64)
        first, second, third = detector.detect_batch([pixels(), wrong, photo()])
        self.assertIsInstance(second, ValueError)
        self.assertEqual((first, third), (found, found))
        self.assertEqual(next(detector.detect_many(itertools.repeat(pixels()))), found)
        video = vision.FaceDetector(vision.FaceDetectorOptions(running_mode=vision.RunningMode.VIDEO))
        with video, self.assertRaisesRegex(ValueError, "image mode"):
            video.detect_many([photo()])

    def test_interrupt(self):
        program = """
            import os, signal, sys, threading
            import lineament as mp
            detector = mp.tasks.vision.FaceDetector()
            interrupt = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
            interrupt.start()
            try:
                detector.detect_batch([sys.argv[1]] * 100_000, jobs=1)
            except KeyboardInterrupt:
                print("interrupted")
        """
        done = run(program, SAMPLE)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "interrupted"), done.stderr)

    def test_masks_are_refused(self):
        options = vision.PoseLandmarkerOptions(output_segmentation_masks=True)
        with vision.PoseLandmarker(options) as landmarker, self.assertRaises(ValueError):
            landmarker.detect_batch([SAMPLE])

    def test_bad_arguments(self):
        detector = task("FaceDetector")
        self.assertEqual(detector.detect_batch([]), [])
        self.assertEqual(detector.detect_batch(iter([SAMPLE])), [detector.detect(photo())])
        for inputs in (SAMPLE, b"bytes", pathlib.Path(SAMPLE), [5], [SAMPLE, b"bytes"], [photo(), SAMPLE], [None]):
            with self.subTest(inputs=type(inputs)), self.assertRaises(TypeError):
                detector.detect_batch(inputs)
        with self.assertRaises(ValueError):
            detector.detect_batch([SAMPLE], jobs=-1)
        with self.assertRaises(ValueError):
            detector.detect_batch(["a\0b"])


SAMPLE_BYTES = pathlib.Path(SAMPLE).read_bytes() if os.path.exists(SAMPLE) else b""


@needs_library
class VideoTests(unittest.TestCase):
    """Frames of a file, with their times."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(folder.name, "clip.gif")
        gray = pixels().mean(axis=2) // 2
        pathlib.Path(self.path).write_bytes(gif([gray] * 6))

    def test_frames(self):
        with mp.read_video(self.path) as video:
            self.assertEqual((video.width, video.height), (512, 512))
            self.assertAlmostEqual(video.frame_rate, 10, delta=0.5)
            frames = list(video)
        self.assertEqual([frame.index for frame in frames], list(range(6)))
        self.assertEqual([frame.timestamp_ms for frame in frames], [0, 100, 200, 300, 400, 500])
        self.assertAlmostEqual(frames[3].time, 0.3, places=3)
        # Not nothing, as if there were no frames.
        with self.assertWarnsRegex(RuntimeWarning, r"open it again: lineament.read_video\(path\)"):
            self.assertEqual(list(video), [])
        self.assertIsNone(next(video, None))
        self.assertEqual(len(task("FaceDetector").detect(frames[5].image).detections), 1)

    def test_parts(self):
        with mp.read_video(self.path, start=0.2, duration=0.3) as video:
            self.assertEqual([frame.index for frame in video], [0, 1, 2])
        with mp.read_video(pathlib.Path(self.path), every=2) as video:
            self.assertEqual([frame.index for frame in video], [0, 2, 4])

    def test_square_pixels(self):
        path = os.path.join(self.folder, "squeezed.y4m")
        frame = b"FRAME\n" + bytes(72 * 48) + bytes([128]) * (72 * 48 // 2)
        pathlib.Path(path).write_bytes(b"YUV4MPEG2 W72 H48 F25:1 Ip A4:3 C420jpeg\n" + frame * 2)
        for is_square, width in [(False, 72), (True, 96)]:
            with mp.read_video(path, square_pixels=is_square) as video:
                self.assertEqual((video.width, video.height), (width, 48))
                self.assertEqual([frame.image.width for frame in video], [width, width])

    def test_landmarks_of_a_video(self):
        options = vision.FaceLandmarkerOptions(running_mode=vision.RunningMode.VIDEO)
        with vision.FaceLandmarker(options) as landmarker, mp.read_video(self.path) as video:
            counts = [
                len(landmarker.detect_for_video(frame.image, frame.timestamp_ms).face_landmarks) for frame in video
            ]
        self.assertEqual(counts, [1] * 6)

    def test_end_and_close(self):
        video = mp.read_video(self.path)
        self.assertEqual(len(list(video)), 6)
        with self.assertWarnsRegex(RuntimeWarning, "read to its end. To read it again, open it again"):
            self.assertEqual(list(video), [])
        video.close()
        video = mp.read_video(self.path)
        next(video)
        video.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            next(video)

    def test_bad_arguments(self):
        for arguments in (
            {"every": 0},
            {"start": -1},
            {"duration": 0},
            {"duration": -1},
            {"start": float("nan")},
            {"duration": float("inf")},
        ):
            with self.subTest(arguments=arguments), self.assertRaises(ValueError):
                mp.read_video(self.path, **arguments)
        with self.assertRaises(TypeError):
            mp.read_video(self.path, every=1.5)
        with mp.read_video(self.path, start=np.float32(0.25), duration=np.float32(0.2), every=np.int64(2)) as video:
            self.assertEqual(len(list(video)), 1)
        with self.assertRaises(FileNotFoundError):
            mp.read_video(f"{self.folder}/absent.mp4")
        text = pathlib.Path(self.folder, "text.mp4")
        text.write_text("hello")
        with self.assertRaisesRegex(RuntimeError, "cannot be opened as a video"):
            mp.read_video(text)
        with self.assertRaisesRegex(RuntimeError, "is a folder"):
            mp.read_video(self.folder)
        for address in ("http://localhost:1/clip.mp4", "camera:/dev/video0"):
            with self.assertRaisesRegex(ValueError, "use open_stream"):
                mp.read_video(address)
        with open(text, "rb") as opened:
            for read in (mp.read_video, mp.read_image):
                with self.assertRaisesRegex(TypeError, r"Pass its path or .read\(\)"):
                    read(opened)

    def test_copies_are_refused(self):
        with mp.read_video(self.path) as video:
            with self.assertRaisesRegex(TypeError, "A Video cannot be copied"):
                copy.copy(video)
            self.assertEqual(len(list(video)), 6)

    def test_open_stream(self):
        with self.assertRaisesRegex(TypeError, "camera:/dev/video0"):
            mp.open_stream(0)
        with self.assertRaisesRegex(FileNotFoundError, "camera:/dev/absent"):
            mp.open_stream("camera:/dev/absent")
        with self.assertRaisesRegex(ConnectionError, "http://localhost:1/clip.mp4 cannot be reached"):
            mp.open_stream("http://localhost:1/clip.mp4")

    def test_interrupt_of_a_stream_that_stalls(self):
        """Ctrl-C is heard while the server sends nothing: before the first frame, and after the last of 60."""
        for frame_count in (0, 60):
            with self.subTest(frame_count=frame_count):
                done = run(STALLING, str(frame_count))
                self.assertEqual(
                    (done.returncode, done.stdout.split()), (0, ["interrupted", str(frame_count)]), done.stderr
                )


STALLING = """
    import os, signal, socket, sys, threading
    import lineament as mp
    frame_count, kept = int(sys.argv[1]), []
    response = b"HTTP/1.1 200 OK\\r\\n\\r\\nYUV4MPEG2 W64 H48 F10:1 C420\\n"
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        for _ in range(5):
            connection = server.accept()[0]
            kept.append(connection)
            connection.recv(4096)
            if frame_count:
                connection.sendall(response + (b"FRAME\\n" + bytes(64 * 48 * 3 // 2)) * frame_count)

    threading.Thread(target=serve, daemon=True).start()
    threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
    count = 0
    try:
        for frame in mp.open_stream(f"http://localhost:{server.getsockname()[1]}/clip.y4m"):
            count += 1
    except KeyboardInterrupt:
        print("interrupted", count)
"""


if __name__ == "__main__":
    unittest.main()
