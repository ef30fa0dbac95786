# SPDX-License-Identifier: Apache-2.0
"""Files that end their process, and take too long: nothing else is lost."""

from __future__ import annotations

import contextlib
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

from arrow_support import SAMPLE, WORKER, needs, processes, write_photos, write_video

try:
    import pyarrow as pa

    from lineament._child_process import ChildProcess
    from lineament.arrow import Annotator
except ImportError:
    pa = None

MARKER = "this file kills its worker"


def table_of(paths):
    return pa.table({"path": paths})


def kill(children):
    """Kills processes and returns them."""
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    return children


@needs("pyarrow")
class IsolationTests(unittest.TestCase):
    """`Annotator` with child processes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.photos = write_photos(self.folder)

    def annotator(self, task="face-detector", **options):
        annotator = Annotator(task, **options)
        self.addCleanup(annotator.close)
        return annotator

    def killer(self, name="killer.png"):
        path = os.path.join(self.folder, name)
        shutil.copy(SAMPLE, path)
        with open(path, "ab") as file:
            file.write(MARKER.encode())
        return path

    def expected(self, paths, task="face-detector"):
        return Annotator(task, isolate=False)(table_of(paths))

    def test_relative_paths(self):
        """They begin in the folder that is current at the call, not in that in which the child was started."""
        self.addCleanup(os.chdir, os.getcwd())
        annotator = self.annotator()
        for name in ("none.ppm", "cropped.ppm"):
            os.chdir(self.folder)
            os.mkdir(f"folder of {name}")
            shutil.copy(name, f"folder of {name}/photo")
            expected = self.expected([os.path.join(self.folder, name)])
            os.chdir(f"folder of {name}")
            clip = write_video("clip.gif", 3 if name == "none.ppm" else 4)
            self.assertEqual(annotator(table_of(["photo"])).drop_columns("path"), expected.drop_columns("path"))
            frames = sum(batch.num_rows for batch in annotator.annotate_video(clip))
            self.assertEqual(frames, 3 if name == "none.ppm" else 4)
        shutil.rmtree(os.getcwd())
        errors = annotator(table_of(["photo", SAMPLE]))["error"].to_pylist()
        self.assertRegex(errors[0], "no such file")
        self.assertIsNone(errors[1])

    def test_files_that_kill(self):
        killers = [self.killer("a.png"), self.killer("b.png")]
        rows = [*self.photos * 7, killers[0], *self.photos, killers[1], self.photos[0]]
        with mock.patch.dict(os.environ, LINEAMENT_TEST_CRASH=MARKER):
            annotator = self.annotator()
            with mock.patch("lineament._isolation.ChildProcess", wraps=ChildProcess) as started:
                result = annotator(table_of(rows))
        message = "The process that worked on this image ended by signal 11."
        for row in result.to_pylist():
            self.assertEqual(row["error"], message if row["path"] in killers else None)
        good = pa.compute.is_null(result["error"])
        self.assertEqual(result.filter(good), self.expected([row for row in rows if row not in killers]))
        # Each killer ends a process twice.
        self.assertLessEqual(started.call_count, 5)

    def test_bytes_that_kill(self):
        contents = []
        for path in [self.killer(), SAMPLE]:
            with open(path, "rb") as file:
                contents.append(file.read())
        with mock.patch.dict(os.environ, LINEAMENT_TEST_CRASH=MARKER):
            result = self.annotator(jobs=2)(pa.table({"bytes": contents * 4}))
        self.assertEqual([error is None for error in result["error"].to_pylist()], [False, True] * 4)

    def test_children_killed_at_random(self):
        rows = self.photos * 4
        annotator = self.annotator()
        expected = self.expected(rows)
        numbers = random.Random(18)
        killed = set()
        for _ in range(10):
            timer = threading.Timer(numbers.uniform(0, 0.3), lambda: killed.update(kill(processes(WORKER))))
            timer.start()
            result = annotator(table_of(rows))
            timer.join()
            self.assertEqual(result, expected)
        self.assertGreater(len(killed), 5)

    def test_time_limit(self):
        """Opening a pipe without a writer takes forever."""
        pipe = os.path.join(self.folder, "pipe.png")
        os.mkfifo(pipe)
        rows = [*self.photos, pipe, *self.photos]
        begun = time.monotonic()
        result = self.annotator(timeout=3)(table_of(rows))
        self.assertLess(time.monotonic() - begun, 20)
        errors = result["error"].to_pylist()
        message = f"{pipe} took longer than 3 s. Raise the limit with timeout (0: none), or search for faces less "
        self.assertEqual(errors.pop(len(self.photos)), message + "thoroughly with detection_range='short'.")
        self.assertEqual(errors, [None] * 2 * len(self.photos))

    def test_long_time_limit(self):
        """A limit beyond what the system can wait for is none."""
        for timeout in (1e10, float("inf")):
            self.assertEqual(self.annotator(timeout=timeout)(table_of([SAMPLE]))["error"].to_pylist(), [None])

    def test_endless_and_large_files(self):
        result = self.annotator()(table_of(["/dev/zero", SAMPLE]))
        self.assertEqual(result["error"].to_pylist(), ["/dev/zero is larger than the limit of 1073741824 bytes.", None])

    def test_videos(self):
        """A video whose process is killed is begun again, once, without a frame missing or twice."""
        path = write_video(os.path.join(self.folder, "moving.gif"), 60)
        expected = pa.Table.from_batches(Annotator("face-landmarker", isolate=False).annotate_video(path))
        annotator = self.annotator("face-landmarker")
        batches = []
        for batch in annotator.annotate_video(path, batch_size=7):
            batches.append(batch)
            if len(batches) == 3:
                kill(processes(WORKER))
        self.assertEqual(pa.Table.from_batches(batches).combine_chunks(), expected.combine_chunks())
        rows = []
        for batch in annotator.annotate_video(path, batch_size=1):
            rows += batch.to_pylist()
            if rows[-1]["frame"] in (3, 30):
                kill(processes(WORKER))
        self.assertEqual(rows[-1]["error"], "The process that worked on this video ended by signal 9.")
        frames = [row["frame"] for row in rows[:-1]]
        self.assertEqual(frames, list(range(len(frames))))
        self.assertGreater(len(frames), 30)

    def test_videos_that_are_left(self):
        path = write_video(os.path.join(self.folder, "moving.gif"), 40)
        annotator = self.annotator()
        frames = annotator.annotate_video(path, batch_size=1)
        next(frames)
        frames.close()
        self.assertEqual(processes(WORKER), [])
        self.assertEqual(sum(batch.num_rows for batch in annotator.annotate_video(path)), 40)


@needs("pyarrow")
class ProcessTests(unittest.TestCase):
    """How children start and end."""

    def test_close_pickle_and_fork(self):
        annotator = Annotator("face-detector")
        expected = annotator(table_of([SAMPLE]))
        (child,) = processes(WORKER)
        copy = pickle.loads(pickle.dumps(annotator))
        self.assertEqual(copy(table_of([SAMPLE])), expected)
        copy.close()
        self.assertEqual(processes(WORKER), [child])
        forked = os.fork()
        if forked == 0:
            # Has a child of its own, rather than to talk to its parent's.
            is_same = annotator(table_of([SAMPLE])) == expected
            annotator.close()
            os._exit(0 if is_same else 1)
        self.assertEqual(os.waitpid(forked, 0)[1], 0)
        self.assertEqual(annotator(table_of([SAMPLE])), expected)
        self.assertEqual(processes(WORKER), [child])
        annotator.close()
        annotator.close()
        self.assertEqual(processes(WORKER), [])
        del copy
        annotator(table_of([SAMPLE]))
        del annotator
        self.assertEqual(processes(WORKER), [])

    def test_children_end_with_their_parent(self):
        program = """
import os, sys, time, pyarrow
from lineament.arrow import Annotator
annotator = Annotator("face-detector")
annotator(pyarrow.table({"path": [sys.argv[1]]}))
print("ready", flush=True)
annotator(pyarrow.table({"path": [sys.argv[2]]}))
"""
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe.png")
            os.mkfifo(pipe)
            command = [sys.executable, "-c", program, SAMPLE, pipe]
            with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
                self.assertEqual(parent.stdout.readline(), b"ready\n")
                time.sleep(0.5)
                (child,) = processes(WORKER)
                parent.kill()
            for _ in range(100):
                if not os.path.exists(f"/proc/{child}"):
                    return
                time.sleep(0.1)
        self.fail("The child is still there.")

    def test_children_that_cannot_start(self):
        with tempfile.TemporaryDirectory() as folder:
            absent = os.path.join(folder, "absent.tflite")
            with self.assertRaisesRegex(FileNotFoundError, "absent.tflite"):
                Annotator("face-detector", model_asset_path=absent)(table_of([SAMPLE]))
            settings = mock.patch.dict(os.environ, LINEAMENT_LIBRARY=f"{folder}/absent.so")
            with settings, self.assertRaisesRegex(ImportError, "absent.so"):
                Annotator("face-detector")(table_of([SAMPLE]))
        abort = mock.patch("lineament._child_process._PROGRAM", "import os; os.abort()")
        with abort, self.assertRaisesRegex(RuntimeError, "ended by signal 6 as it started"):
            Annotator("face-detector")(table_of([SAMPLE]))
        sleep = mock.patch("lineament._child_process._PROGRAM", "import time; time.sleep(100)")
        impatient = mock.patch("lineament._isolation._PATIENCE", 0.5)
        with sleep, impatient, self.assertRaisesRegex(RuntimeError, "did not start within 0.5 s"):
            Annotator("face-detector")(table_of([SAMPLE]))
        self.assertEqual(processes("time.sleep(100)"), [])

    def test_another_folder(self):
        """The child imports what the parent did, not what happens to be in the current folder."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("numpy.py", "json.py", "lineament.py"):
                with open(os.path.join(folder, name), "w") as file:
                    file.write("raise SystemExit('hijacked')\n")
            before = os.getcwd()
            os.chdir(folder)
            try:
                path = [entry for entry in sys.path if entry]
                with mock.patch.object(sys, "path", path), Annotator("face-detector") as annotator:
                    self.assertEqual(annotator(table_of([SAMPLE]))["error"].to_pylist(), [None])
            finally:
                os.chdir(before)


if __name__ == "__main__":
    unittest.main()
