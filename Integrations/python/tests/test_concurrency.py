# SPDX-License-Identifier: Apache-2.0
"""Threads and processes."""

from __future__ import annotations

import concurrent.futures
import ctypes
import functools
import gc
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import types
import unittest
from unittest import mock

import numpy as np
from support import IMPORTED, SAMPLE, needs_library, photo, pixels, run, task

import lineament as mp
from lineament import _arrow, _library
from lineament._memory import ResultMemory
from lineament._structures import ReleaseArray, ReleaseSchema
from lineament._tasks import TASKS

vision = mp.tasks.vision
COUNT = 16


def in_threads(work, count=COUNT):
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))


@needs_library
class ThreadTests(unittest.TestCase):
    """Sixteen threads, on one task and on as many."""

    def test_one_landmarker(self):
        landmarker = task("FaceLandmarker")
        expected = landmarker.detect(photo())
        for result in in_threads(lambda index: [landmarker.detect(photo()) for _ in range(5)][-1]):
            self.assertEqual(result, expected)

    def test_a_landmarker_each(self):
        def work(index):
            with vision.FaceLandmarker() as landmarker:
                return landmarker.detect(mp.Image(mp.ImageFormat.SRGB, pixels()))

        for result in in_threads(work):
            self.assertEqual(result, task("FaceLandmarker").detect(photo()))

    def test_sessions_of_one_landmarker(self):
        def work(index):
            with task("FaceLandmarker").create_session() as session:
                return [len(session.detect(photo(), timestamp).track_ids) for timestamp in range(0, 200, 40)]

        self.assertEqual(in_threads(work), [[1] * 5] * COUNT)

    def test_results_are_released_on_other_threads(self):
        views = in_threads(lambda index: vision.FaceDetector().detect(photo()).boxes_array)
        gc.collect()
        for view in views:
            np.testing.assert_array_equal(view, [[177, 82, 95, 95]])

    def test_close_while_detecting(self):
        """A task that is closed under its users gives results or errors, and nothing worse."""
        detector = vision.FaceDetector()
        outcomes = []

        def work():
            try:
                for _ in range(200):
                    outcomes.append(len(detector.detect(photo()).detections))
            except ValueError as error:
                outcomes.append(str(error))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        detector.close()
        for thread in threads:
            thread.join(60)
            self.assertFalse(thread.is_alive())
        self.assertLessEqual({outcome for outcome in outcomes if isinstance(outcome, int)}, {1})
        self.assertTrue(any("close" in outcome for outcome in outcomes if isinstance(outcome, str)))

    def test_other_threads_run_meanwhile(self):
        """The interpreter's lock is free during a call: another thread never waits as long as the call takes."""
        large = mp.Image(mp.ImageFormat.SRGB, np.tile(pixels(), (4, 4, 1)))
        options = vision.FaceLandmarkerOptions(num_faces=None, detection_range="auto")
        times, is_done = [], threading.Event()

        def record():
            limit = time.monotonic() + 60
            while not is_done.is_set() and time.monotonic() < limit:
                times.append(time.monotonic())
                time.sleep(0.001)

        with vision.FaceLandmarker(options) as landmarker:
            landmarker.detect(photo())
            recorder = threading.Thread(target=record)
            recorder.start()
            start = time.monotonic()
            landmarker.detect(large)
            end = time.monotonic()
            is_done.set()
            recorder.join(30)
        self.assertFalse(recorder.is_alive())
        during = [start, *(moment for moment in times if start < moment < end), end]
        self.assertLess(np.diff(during).max(), (end - start) / 2)


WORKERS = """
    import multiprocessing, sys
    import lineament as mp

    def count(path):
        with mp.tasks.vision.FaceLandmarker() as landmarker:
            return landmarker.detect(mp.read_image(path))

    if __name__ == "__main__":
        way, path = sys.argv[1:]
        with multiprocessing.get_context(way).Pool(2) as pool:
            results = pool.map(count, [path] * 4)
        assert [len(result.face_landmarks) for result in results] == [1] * 4
        assert all(result == results[0] for result in results)
        print("done")
"""

FORKED = """
    import gc, os, sys
    import lineament as mp
    vision = mp.tasks.vision
    image = mp.read_image(sys.argv[1])
    detector = vision.FaceDetector()
    result = detector.detect(image)
    session = detector.create_session()
    live = vision.FaceDetector(vision.FaceDetectorOptions(
        running_mode=vision.RunningMode.LIVE_STREAM, result_callback=lambda *arguments: None))
    live.detect_async(image, 0)
    child = os.fork()
    if child == 0:
        try:
            for call in (lambda: detector.detect(image), lambda: session.detect(image, 1), detector.create_session,
                         lambda: live.detect_async(image, 1)):
                try:
                    call()
                    os._exit(2)
                except RuntimeError as error:
                    assert "fork" in str(error), error
            assert result.boxes_array.tolist() == [[177, 82, 95, 95]]
            assert image.numpy_view().mean() > 0
            for one in (detector, session, live):
                one.close()
            del result, session, live, detector
            gc.collect()
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status == 0, status
    assert detector.detect(image) == result
    live.close()
    print("done")
"""


@needs_library
class FinalizerTests(unittest.TestCase):
    """The objects that the library holds are released with the last reference to it, and Ctrl-C then is not lost."""

    def setUp(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        # A function of C that is called with further arguments: Ctrl-C in the middle of a release.
        self.interrupt = functools.partial(ctypes.CDLL(None)["raise"], int(signal.SIGINT))

    def test_ctrl_c_while_a_result_is_released(self):
        memory = ResultMemory(types.SimpleNamespace(lineament_result_free=self.interrupt))
        with self.assertRaises(KeyboardInterrupt):
            del memory
            time.sleep(0)

    def test_ctrl_c_while_a_handle_is_released(self):
        handle = _library.Handle(0, self.interrupt)
        with self.assertRaises(KeyboardInterrupt):
            del handle
            time.sleep(0)

    def test_ctrl_c_during_a_batch(self):
        """It is raised as the call returns, and the results of the batch are released."""
        released = []

        def filled(function, task, schema, array, jobs, *structures):
            for structure, kind in zip(structures, (ReleaseSchema, ReleaseArray)):
                release = kind(lambda _: released.append(1))
                self.callbacks.append(release)
                structure._obj.release = release
            raise KeyboardInterrupt

        self.callbacks = []
        with mock.patch("lineament._arrow.call", filled), self.assertRaises(KeyboardInterrupt):
            _arrow._detected(_library.library(), TASKS["face-detector"], 0, [b"image"], True, 1)
        self.assertEqual(released, [1, 1])

    def test_released_once(self):
        released = []
        handles = [_library.Handle(number, lambda *values: released.append(values), "further") for number in range(3)]
        handles[0].release()
        handles[0].release()
        self.assertEqual(released, [(0, "further")])
        del handles
        self.assertEqual(sorted(released), [(0, "further"), (1, "further"), (2, "further")])
        with self.assertRaisesRegex(ValueError, "The task is closed"):
            _library.Handle(None).opened("task")

    def test_cycles_are_released(self):
        released = []
        holder = types.SimpleNamespace(finalizer=_library.Finalizer(released.append, 1))
        holder.holder = holder
        del holder
        gc.collect()
        self.assertEqual(released, [1])


@needs_library
@unittest.skipUnless(sys.platform == "linux", "fork is tested on Linux")
class ProcessTests(unittest.TestCase):
    """Worker processes, however they are started."""

    def check(self, program, *arguments):
        done = run(program, *arguments)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "done"), done.stderr)

    def test_pools(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "workers.py")
            program.write_text(textwrap.dedent(WORKERS))
            for way in ("fork", "spawn", "forkserver"):
                with self.subTest(way=way):
                    command = [sys.executable, str(program), way, SAMPLE]
                    environment = {**os.environ, "PYTHONPATH": IMPORTED}
                    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
                    self.assertEqual((done.returncode, done.stdout.strip()), (0, "done"), done.stderr)

    def test_handles_from_before_a_fork(self):
        self.check(FORKED, SAMPLE)

    def after_fork(self, work, message=""):
        """Runs `work` in a child of a process that has used the library; it works, or fails with `message`."""
        program = f"""
            import os, signal, sys
            import lineament as mp
            image = mp.read_image(sys.argv[1])
            mp.tasks.vision.FaceLandmarker().detect(image)
            child = os.fork()
            if child == 0:
                signal.alarm(10)
                try:
                    {work}
                except RuntimeError as error:
                    os._exit(0 if {message!r} in str(error) and {message!r} else 1)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            print("done")
        """
        self.check(program, SAMPLE)

    def test_new_tasks_after_a_fork(self):
        self.after_fork("assert len(mp.tasks.vision.FaceLandmarker().detect(image).face_landmarks) == 1")

    def test_decoding_after_a_fork(self):
        """The threads of libvips stayed behind: an error, as the decoder would wait for them forever."""
        self.after_fork("assert mp.read_image(sys.argv[1])", "fork")

    @unittest.skipUnless(os.environ.get("LINEAMENT_ONNXRUNTIME"), "needs $LINEAMENT_ONNXRUNTIME")
    def test_a_gpu_of_the_parent(self):
        """A task that must run on a GPU says why it cannot; another runs on the CPU. The CPU's kernels stand in for a GPU."""
        program = """
            import os, signal, sys
            os.environ["LINEAMENT_ONNXRUNTIME_PROVIDER"] = "cpu"
            import lineament as mp
            vision = mp.tasks.vision
            image = mp.read_image(sys.argv[1])
            def detector(required):
                base = mp.tasks.BaseOptions(delegate=mp.tasks.BaseOptions.Delegate.GPU, requires_delegate=required)
                return vision.FaceDetector(vision.FaceDetectorOptions(base_options=base))
            count = len(detector(True).detect(image).detections)
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                try:
                    detector(True)
                except RuntimeError as error:
                    same = len(detector(False).detect(image).detections) == count == 1
                    os._exit(0 if "forked from one that used the GPU" in str(error) and same else 1)
                os._exit(2)
            assert os.waitpid(child, 0)[1] == 0
            print("done")
        """
        self.check(program, SAMPLE)

    def test_decoding_only_after_a_fork(self):
        program = """
            import os, signal, sys
            import lineament as mp
            mp.FaceAnalyzer()
            child = os.fork()
            if child == 0:
                signal.alarm(10)
                os._exit(len(mp.FaceAnalyzer().detect(mp.read_image(sys.argv[1])).faces))
            assert os.waitpid(child, 0)[1] == 256
            print("done")
        """
        self.check(program, SAMPLE)


if __name__ == "__main__":
    unittest.main()
