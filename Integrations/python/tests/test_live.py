# SPDX-License-Identifier: Apache-2.0
"""Live streams: what is dropped, what is logged, and how they end."""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import sys
import threading
import time
import unittest

import numpy as np
from support import empty, needs_library, photo, raises, run

import lineament as mp
from lineament.live import LiveStream

vision = mp.tasks.vision


class Receiver:
    """A callback that may be held up, and remembers what it was called with."""

    def __init__(self):
        self.calls, self.threads, self.images = [], set(), []
        self.entered, self.released = threading.Semaphore(0), threading.Event()
        self.released.set()

    def __call__(self, result, image, timestamp_ms):
        self.calls.append((timestamp_ms, len(result.detections)))
        self.images.append(image)
        self.threads.add(threading.current_thread())
        self.entered.release()
        assert self.released.wait(30)


class GatedSession:
    """A session that waits in each frame until it is released, and whose results are the timestamps."""

    def __init__(self, released=0):
        self.entered, self.released = threading.Semaphore(0), threading.Semaphore(released)
        self.threads, self.is_closed = set(), False

    def _detect(self, image, degrees, timestamp_ms):
        self.threads.add(threading.current_thread())
        self.entered.release()
        assert self.released.acquire(timeout=30)
        return timestamp_ms

    def close(self):
        self.is_closed = True


def stream(callback):
    options = vision.FaceDetectorOptions(running_mode=vision.RunningMode.LIVE_STREAM, result_callback=callback)
    return vision.FaceDetector.create_from_options(options)


@needs_library
class LiveStreamTests(unittest.TestCase):
    """The order of events, with callbacks that are held up rather than with times."""

    def test_results_arrive_in_order_on_one_thread(self):
        receiver = Receiver()
        with stream(receiver) as detector:
            for timestamp, image in [(1, photo()), (2, empty()), (3, photo())]:
                self.assertIsNone(detector.detect_async(image, timestamp))
                self.assertTrue(receiver.entered.acquire(timeout=30))
        self.assertEqual(receiver.calls, [(1, 1), (2, 0), (3, 1)])
        self.assertIs(receiver.images[0], photo())
        (thread,) = receiver.threads
        self.assertIsNot(thread, threading.current_thread())
        self.assertTrue(thread.daemon)
        self.assertFalse(thread.is_alive())

    def test_close_waits_for_the_callback(self):
        receiver = Receiver()
        receiver.released.clear()
        detector = stream(receiver)
        detector.detect_async(photo(), 0)
        self.assertTrue(receiver.entered.acquire(timeout=30))
        closing = threading.Thread(target=detector.close)
        closing.start()
        closing.join(0.2)
        self.assertTrue(closing.is_alive())
        receiver.released.set()
        closing.join(30)
        self.assertFalse(closing.is_alive())
        with self.assertRaisesRegex(ValueError, "closed"):
            detector.detect_async(photo(), 99)
        self.assertEqual(receiver.calls, [(0, 1)])

    def test_timestamps_must_increase(self):
        receiver = Receiver()
        with stream(receiver) as detector:
            detector.detect_async(photo(), 10)
            self.assertTrue(receiver.entered.acquire(timeout=30))
            for timestamp in (10, 9):
                pattern = f"^Input timestamp must be monotonically increasing.\n{timestamp} ms came after 10 ms.$"
                with raises(self, ValueError, pattern):
                    detector.detect_async(photo(), timestamp)
            with self.assertRaisesRegex(ValueError, "milliseconds"):
                detector.detect_async(photo(), 10**18)
            with self.assertRaises(TypeError):
                detector.detect_async(np.zeros((4, 4, 3), np.uint8), 11)
            with self.assertRaises(ValueError):
                detector.detect_async(photo(), 11, vision.ImageProcessingOptions(rotation_degrees=1))
            detector.detect_async(photo(), 11)
        self.assertEqual([timestamp for timestamp, _ in receiver.calls], [10, 11])

    def test_a_failing_callback_is_logged(self):
        received = threading.Semaphore(0)

        def callback(result, image, timestamp_ms):
            received.release()
            if timestamp_ms == 0:
                raise KeyError("not in the dictionary")
            if timestamp_ms == 1:
                sys.exit("the end")

        with self.assertLogs("lineament", "ERROR") as logs, stream(callback) as detector:
            for timestamp in (0, 1, 2):
                detector.detect_async(photo(), timestamp)
                self.assertTrue(received.acquire(timeout=30))
        message, ending = logs.output
        self.assertIn("the end", ending)
        self.assertIn("not in the dictionary", message)
        self.assertIn("callback of the FaceDetector", message)

    def test_a_failing_frame_is_logged(self):
        receiver = Receiver()
        unusable = mp.Image(mp.ImageFormat.VEC32F1, np.zeros((64, 64), np.float32))
        with self.assertLogs("lineament", "ERROR") as logs, stream(receiver) as detector:
            detector.detect_async(unusable, 0)
            end = time.monotonic() + 30
            while not logs.records and time.monotonic() < end:
                time.sleep(0.01)
            detector.detect_async(photo(), 1)
        self.assertEqual(receiver.calls, [(1, 1)])
        self.assertIn("failed on the frame at 0 ms", logs.output[0])

    def test_a_failing_log_does_not_end_the_stream(self):
        """The failures of a frame and of a callback are printed instead, and what follows is delivered."""
        received = threading.Semaphore(0)
        unusable = mp.Image(mp.ImageFormat.VEC32F1, np.zeros((64, 64), np.float32))

        def callback(result, image, timestamp_ms):
            received.release()
            raise KeyError("not in the dictionary")

        def refuse(record):
            refused.append(record)
            raise OSError("no space for logs")

        refused, logger, output = [], logging.getLogger("lineament"), io.StringIO()
        logger.addFilter(refuse)
        self.addCleanup(logger.removeFilter, refuse)
        with contextlib.redirect_stderr(output), stream(callback) as detector:
            detector.detect_async(unusable, 0)
            end = time.monotonic() + 30
            while not refused and time.monotonic() < end:
                time.sleep(0.01)
            for timestamp in (1, 2):
                detector.detect_async(photo(), timestamp)
                self.assertTrue(received.acquire(timeout=30))
        self.assertEqual(len(refused), 3)
        for part in ("Unsupported format: VEC32F1", "not in the dictionary", "no space for logs"):
            self.assertIn(part, output.getvalue())

    def test_close_in_the_callback(self):
        closed = threading.Event()

        def callback(result, image, timestamp_ms):
            detector.close()
            closed.set()

        detector = stream(callback)
        detector.detect_async(photo(), 0)
        self.assertTrue(closed.wait(30))
        with self.assertRaisesRegex(ValueError, "closed"):
            detector.detect_async(photo(), 1)
        detector.close()

    def test_send_in_the_callback(self):
        done = threading.Event()

        def callback(result, image, timestamp_ms):
            if timestamp_ms < 5:
                detector.detect_async(image, timestamp_ms + 1)
            else:
                done.set()

        with stream(callback) as detector:
            detector.detect_async(photo(), 0)
            self.assertTrue(done.wait(30))

    def test_a_forgotten_stream_ends(self):
        receiver = Receiver()
        detector = stream(receiver)
        detector.detect_async(photo(), 0)
        self.assertTrue(receiver.entered.acquire(timeout=30))
        del detector
        gc.collect()
        (thread,) = receiver.threads
        thread.join(30)
        self.assertFalse(thread.is_alive())

    def test_tracking(self):
        ids = []
        options = vision.FaceLandmarkerOptions(
            running_mode=vision.RunningMode.LIVE_STREAM,
            result_callback=lambda result, image, timestamp_ms: (ids.append(result.track_ids), arrived.release()),
        )
        arrived = threading.Semaphore(0)
        with vision.FaceLandmarker(options) as landmarker:
            for timestamp in (0, 40):
                landmarker.detect_async(photo(), timestamp)
                self.assertTrue(arrived.acquire(timeout=30))
        self.assertEqual(ids[0], ids[1])
        self.assertEqual(len(ids[0]), 1)

    def test_the_end_of_the_interpreter(self):
        """A program may end while frames are in work, and while a callback is held up."""
        program = """
            import sys, threading, time
            import lineament as mp
            vision = mp.tasks.vision
            image = mp.read_image(sys.argv[1])
            called = threading.Event()
            def callback(result, image, timestamp_ms):
                called.set()
                if sys.argv[2] == "stuck":
                    threading.Event().wait()
            options = vision.PoseLandmarkerOptions(
                running_mode=vision.RunningMode.LIVE_STREAM, result_callback=callback)
            landmarker = vision.PoseLandmarker(options)
            for timestamp in range(5):
                landmarker.detect_async(image, timestamp)
                time.sleep(0.001)
            if sys.argv[2] == "stuck":
                assert called.wait(30)
                landmarker.detect_async(image, 9)
        """
        from support import SAMPLE

        for way in ("busy", "stuck"):
            for _ in range(3):
                done = run(program, SAMPLE, way)
                self.assertEqual((done.returncode, "Traceback" in done.stderr), (0, False), done.stderr)


@needs_library
class BacklogTests(unittest.TestCase):
    """Frames that wait or are dropped while sessions and callbacks are held up."""

    def test_a_burst_delivers_its_first_and_last_frame(self):
        session, calls = GatedSession(), []
        live = LiveStream(session, lambda result, image, timestamp_ms: calls.append((result, timestamp_ms)), "Task")
        for timestamp in range(20):
            live.send(photo(), timestamp, None)
        session.released.release(2)
        live.close()
        self.assertEqual(calls, [(0, 0), (19, 19)])
        self.assertTrue(session.is_closed)

    def test_detection_goes_on_while_a_callback_is_slow(self):
        session, calls, threads = GatedSession(released=100), [], set()
        entered, released = threading.Semaphore(0), threading.Event()

        def callback(result, image, timestamp_ms):
            calls.append(timestamp_ms)
            threads.add(threading.current_thread())
            entered.release()
            assert released.wait(30)

        live = LiveStream(session, callback, "Task")
        live.send(photo(), 0, None)
        self.assertTrue(entered.acquire(timeout=30))
        self.assertTrue(session.entered.acquire(timeout=30))
        for timestamp in range(1, 9):
            live.send(photo(), timestamp, None)
            self.assertTrue(session.entered.acquire(timeout=30), timestamp)
        # As many results wait as may, so the next frame waits, too, and is replaced.
        for timestamp in (9, 10):
            live.send(photo(), timestamp, None)
            self.assertFalse(session.entered.acquire(timeout=0.1), timestamp)
        released.set()
        live.close()
        self.assertEqual(calls, [*range(9), 10])
        ((processor,), (messenger,)) = session.threads, threads
        self.assertIsNot(processor, messenger)
        self.assertFalse(processor.is_alive() or messenger.is_alive())

    def test_close_in_the_callback_drops_what_waits(self):
        session, calls = GatedSession(released=2), []
        entered, released = threading.Event(), threading.Event()

        def callback(result, image, timestamp_ms):
            calls.append(timestamp_ms)
            entered.set()
            assert released.wait(30)
            live.close()

        live = LiveStream(session, callback, "Task")
        live.send(photo(), 0, None)
        self.assertTrue(entered.wait(30))
        for timestamp in (1, 2):
            live.send(photo(), timestamp, None)
            self.assertTrue(session.entered.acquire(timeout=30))
        # The result of frame 1 waits for the callback, frame 2 is in work, and frame 3 waits for it.
        self.assertTrue(session.entered.acquire(timeout=30))
        live.send(photo(), 3, None)
        released.set()
        session.released.release(10)
        live.close()
        self.assertEqual(calls, [0])
        self.assertTrue(session.is_closed)


if __name__ == "__main__":
    unittest.main()
