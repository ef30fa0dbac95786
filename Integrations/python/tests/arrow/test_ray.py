# SPDX-License-Identifier: Apache-2.0
"""`lineament.ray`: datasets, and the job, whose rows survive everything."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

from arrow_support import (
    PROGRAM,
    SAMPLE,
    WORKER,
    command_line,
    needs,
    processes,
    run_without_privileges,
    write_broken,
    write_photos,
    write_video,
)
from ray_support import Cluster, counts, link_photos, rows, run, shards, shards_in_work, write_killer
from support import CHECKOUT

try:
    import pyarrow as pa
    import pyarrow.fs
    import pyarrow.parquet as pq
    import ray
    import ray.data
    from ray.exceptions import ActorDiedError, NodeDiedError, OutOfMemoryError

    from lineament._job.arguments import parsed
    from lineament._job.inputs import _IMAGES, _VIDEOS, Item, items_of
    from lineament._job.manifest import Job, Manifest, read_job, write_job
    from lineament._job.schedule import ClusterError, Schedule, actor_factory, cluster_room
    from lineament._job.shards import ShardWorker
    from lineament._job.storage import DamagedError, Folder
    from lineament.arrow import Annotator
    from lineament.ray import annotate
except ImportError:
    ray = None

needs_ray = needs("pyarrow", "ray", "pandas")
TASK = ("--task", "face-detector")


def setUpModule():
    global CLUSTER, UNREACHABLE
    CLUSTER = None
    if ray is not None and not getattr(needs_ray, "is_skipped", False):
        # Ray takes 40 s to give up, while the other tests run.
        command = [sys.executable, "-m", "lineament.ray", SAMPLE, "--output", tempfile.mkdtemp(), *TASK]
        command += ["--address", "127.0.0.1:1"]
        UNREACHABLE = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        CLUSTER = Cluster()


def tearDownModule():
    if CLUSTER is not None:
        UNREACHABLE.kill()
        UNREACHABLE.communicate()
        CLUSTER.close()


class FolderTests(unittest.TestCase):
    """Tests that have a folder with photos, and another for output."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.input, self.output = os.path.join(folder.name, "in"), os.path.join(folder.name, "out")
        self.originals = os.path.join(folder.name, "originals")
        for path in (self.input, self.originals):
            os.mkdir(path)

    def photos(self, count):
        return link_photos(self.input, write_photos(self.originals), count)

    def expected(self, paths, task="face-detector", **options):
        return Annotator(task, isolate=False, **options)(pa.table({"path": paths}))


def sorted_rows(table):
    return table.sort_by("path").combine_chunks()


@needs_ray
class JobTests(FolderTests):
    """The job, interrupted in every way."""

    def test_nothing_is_lost(self):
        photos = self.photos(330)
        broken = [path for path in write_broken(self.input) if os.path.exists(path)]
        killer = write_killer(os.path.join(self.input, "killer.png"))
        listed = [*photos, *broken, killer]
        arguments = (self.input, "--output", self.output, *TASK, "--shard-size", "7")
        kills = Kills(self.output)
        before = {}
        for share in (1 / 3, 2 / 3, None):
            driver = CLUSTER.start(*arguments)
            if share is None:
                kills.of_actor()
            while driver.poll() is None:
                kills.of_child()
                if share and len(shards(self.output)) >= share * 48:
                    driver.kill()
                time.sleep(0.02)
            printed = driver.communicate()[1]
            for path, when in before.items():
                self.assertEqual(shards(self.output)[path], when, "A finished shard was touched.")
            before = shards(self.output)
            kills.forget()
        self.assertEqual(driver.returncode, 1, printed)
        self.assertRegex(printed, rf"{len(listed)} images, {len(broken) + 1} failed, \d+ faces, [\d.]+ s\n$")
        self.assertEqual(sorted(os.listdir(self.output))[:2], ["job.json", "manifest.parquet"], "Something is left.")
        self.assertGreaterEqual(kills.children, 5)
        self.assertEqual(kills.actors, 1)
        self.check(sorted_rows(rows(self.output)), listed, killer)

    def check(self, found, listed, killer):
        self.assertEqual(found["path"].to_pylist(), sorted(listed))
        errors = dict(zip(found["path"].to_pylist(), found["error"].to_pylist()))
        self.assertEqual(errors[killer], "The process that worked on this image ended by signal 11.")
        others = found.filter(pa.compute.not_equal(found["path"], killer)).combine_chunks()
        self.assertEqual(others, self.expected(others["path"].to_pylist()))
        if os.path.exists(PROGRAM):
            for line in command_line("face-detector", *listed):
                if line["source"] != killer:
                    self.assertEqual(errors[line["source"]], line.get("error"))
        self.assertEqual(sum(count["images"] for count in counts(self.output)), len(listed))

    def test_retry_failed(self):
        paths = self.photos(30)
        absent, damaged = paths[7], paths[21]
        for path in (absent, damaged):
            os.unlink(path)
        with open(damaged, "wb"):
            pass
        names = os.path.join(self.input, "list.txt")
        with open(names, "w") as file:
            file.write("\n".join([*paths, "/absent.jpg"]))
        arguments = (names, "--output", self.output, *TASK, "--shard-size", "10")
        status, printed = run(*arguments)
        self.assertEqual((status, printed.split(", ")[:2]), (1, ["31 images", "3 failed"]))
        before = shards(self.output)
        first = rows(self.output)
        shutil.copy(SAMPLE, absent)
        self.assertEqual(run(*arguments)[0], 1)
        self.assertEqual(shards(self.output), before)
        status, printed = run("--output", self.output, *TASK, "--retry-failed")
        self.assertEqual((status, printed.split(", ")[:2]), (1, ["31 images", "2 failed"]))
        after = shards(self.output)
        changed = [path for path in before if before[path] != after[path]]
        self.assertEqual([os.path.basename(path) for path in changed], ["shard-000000.parquet"])
        second = rows(self.output)
        self.assertEqual(second["path"], first["path"])
        self.assertEqual(second.slice(8), first.slice(8))
        self.assertEqual(second.slice(0, 7), first.slice(0, 7))
        self.assertEqual(second["faces"][7], self.expected([SAMPLE])["faces"][0])
        self.assertEqual([count["failed"] for count in counts(self.output)], [0, 0, 1, 1])

    def test_videos_and_photos(self):
        """Videos come first, the largest before the others, in one schema with the photos."""
        photo = self.photos(1)[0]
        videos = [write_video(os.path.join(self.input, f"{count}.mp4"), count) for count in (5, 20, 9)]
        broken = os.path.join(self.input, "broken.mp4")
        with open(broken, "wb") as file:
            file.write(bytes(100))
        status, printed = run(self.input, "--output", self.output, "--task", "face-landmarker", "--every", "2")
        self.assertEqual(status, 1)
        self.assertRegex(printed, "^1 image, 4 videos, 18 frames, 1 failed, 19 faces, ")
        names = [count.get("frames") for count in counts(self.output)]
        self.assertEqual(names, [None, 10, 5, 3, 0])
        found = rows(self.output)
        annotator = Annotator("face-landmarker", isolate=False)
        for path in videos:
            expected = pa.Table.from_batches(annotator.annotate_video(path, every=2))
            frames = found.filter(pa.compute.equal(found["path"], path)).drop_columns("path")
            self.assertEqual(frames.combine_chunks(), expected.combine_chunks())
        (row,) = found.filter(pa.compute.equal(found["path"], photo)).to_pylist()
        self.assertEqual((row["frame"], row["time_ms"], row["width"], len(row["faces"])), (None, None, 512, 1))
        self.assertIsNone(row["faces"][0]["track"])
        (row,) = found.filter(pa.compute.equal(found["path"], broken)).to_pylist()
        self.assertRegex(row["error"], "^.*broken.mp4 cannot be opened as a video")
        begun = os.path.join(self.input, "video.jpg")
        os.rename(videos[0], begun)
        other = self.output + "-images"
        self.assertEqual(run(begun, "--output", other, *TASK, "--running-mode", "image")[0], 0)
        self.assertEqual(rows(other)["width"].to_pylist(), [200])


class Kills:
    """Kills processes of a running job, but none twice while it works on the same shards."""

    def __init__(self, output):
        self._output = output
        self._numbers = random.Random(18)
        self._shards = set()
        self.children = self.actors = 0

    def forget(self):
        """Begins anew, with a new driver."""
        self._shards = set()

    def of_child(self):
        """Kills a child of an actor, unless the shards of the last time are still in work."""
        running = shards_in_work(self._output)
        if self._shards & running or not running or self.children == 10:
            return
        children = processes(WORKER)
        if children:
            self._shards = running
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._numbers.choice(children), signal.SIGKILL)
                self.children += 1

    def of_actor(self):
        """Kills an actor as soon as there is one that works."""
        threading.Thread(target=self._kill_actor, daemon=True).start()

    def _kill_actor(self):
        while not self.actors:
            time.sleep(0.05)
            actors = processes("ray::ShardWorker")
            if actors and shards_in_work(self._output):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(actors[0], signal.SIGKILL)
                    self.actors += 1


@needs_ray
class InputTests(FolderTests):
    """Which inputs there are, and which are refused."""

    def test_folders_patterns_and_lists(self):
        paths = self.photos(6)
        for name in ("notes.md", ".hidden.jpg", "0/.hidden.png"):
            with open(os.path.join(self.input, name), "w"):
                pass
        video = os.path.join(self.input, "b.MP4")
        with open(video, "wb") as file:
            file.write(bytes(10))
        with open(os.fsencode(self.input) + b"/\xff.jpg", "wb"):
            pass
        odd = os.path.join(self.input, "\ufffd.jpg")

        def found(pattern, mode=None):
            return [(item.path, item.size) for item in items_of(os.path.join(self.input, pattern), mode)]

        photos = [(path, 0) for path in paths]
        self.assertEqual(sorted(found("")), sorted([*photos, (video, 10), (odd, 0)]))
        self.assertEqual(sorted(found("", "image")), sorted([*photos, (odd, 0)]))
        self.assertEqual(found("", "video"), [(video, 10)])
        self.assertEqual(found("*.MP4"), [(video, 10)])
        self.assertEqual(found("0/*-000[0-2].*"), photos[0:3:2])
        self.assertEqual(found("**/photo-000[!0-2].*"), sorted(photos[3:]))
        self.assertEqual(found("?/photo-0005.*"), photos[5:])
        self.assertEqual(found("b.MP4"), [(video, 10)])
        listed = os.path.join(self.input, "list.parquet")
        pq.write_table(pa.table({"path": [video, "s3://bucket/a.jpg"]}), listed)
        self.assertEqual(found("list.parquet"), [(video, 10), ("s3://bucket/a.jpg", 0)])
        for pattern, message in (("none", "There is no file"), ("*.gif", "No file matches")):
            with self.assertRaisesRegex(ValueError, message):
                found(pattern)
        with open(os.path.join(self.input, "list.txt"), "w") as file:
            file.write(f"file://{self.input}/a%20b.jpg\r\n\nphoto.jpg")
        expected = [os.path.join(self.input, "a b.jpg"), os.path.abspath("photo.jpg")]
        self.assertEqual(found("list.txt"), [(path, 0) for path in expected])
        pq.write_table(pa.table({"name": ["a"]}), listed)
        with self.assertRaisesRegex(ValueError, "has no column 'path'; its columns are name"):
            found("list.parquet")
        pq.write_table(pa.table({"path": [1]}), listed)
        with self.assertRaisesRegex(ValueError, "not a path: 1"):
            found("list.parquet")
        pq.write_table(pa.table({"path": ["/a.jpg", None]}), listed)
        self.assertEqual(found("list.parquet"), [("/a.jpg", 0), ("", 0)])

    def test_extensions_are_those_of_the_command_line(self):
        with open(os.path.join(CHECKOUT, "Sources/LineamentCLI/Inputs/MediaInput.swift"), encoding="utf-8") as file:
            source = file.read()
        for name, extensions in (("image", _IMAGES), ("video", _VIDEOS)):
            text = re.search(rf"let {name}Extensions: Set<String> = \[(.*?)\]", source, re.S)[1]
            self.assertEqual(set(re.findall(r'"(\w+)"', text)), extensions)

    def test_what_cannot_be_read(self):
        """Nothing in a folder or a list keeps the job from the rest."""
        closed, photo = os.path.join(self.input, "closed"), os.path.join(self.input, "z.jpg")
        os.mkdir(closed)
        shutil.copy(SAMPLE, photo)
        shutil.copy(SAMPLE, os.path.join(closed, "a.jpg"))
        os.symlink("/absent.jpg", os.path.join(self.input, "link.jpg"))
        os.mkfifo(os.path.join(self.input, "pipe.jpg"))

        scandir = os.scandir

        def refusing(path):
            if path == closed:
                raise PermissionError(13, "Permission denied", path)
            return scandir(path)

        with mock.patch("os.scandir", refusing):
            found = [item.path for item in items_of(self.input, None)]
            matched = [item.path for item in items_of(f"{self.input}/**/*.jpg", None)]
        link = os.path.join(self.input, "link.jpg")
        self.assertEqual(found, [closed, link, photo])
        self.assertEqual(matched, [link, photo])
        names = os.path.join(self.input, "list.txt")
        with open(names, "w") as file:
            file.write("https://x/clip.mp4\n/absent.mp4")
        self.assertEqual(
            [(item.path, item.size) for item in items_of(names, None)], [("https://x/clip.mp4", 0), ("/absent.mp4", 0)]
        )
        for pattern in ("[b-a].jpg", "[].jpg"):
            with self.assertRaisesRegex(ValueError, "is not a pattern"):
                list(items_of(os.path.join(self.input, pattern), None))

    def test_large_shards(self):
        """A shard is one row group of the manifest, even if it has more rows than Parquet's default."""
        folder = Folder(self.input)
        job = Job("faces", {}, [], None, 1, shard_size=(1 << 20) + 5)
        sizes = [job.shard_size, 7, 1]
        items = (Item(str(index), index == sum(sizes) - 1) for index in range(sum(sizes)))
        write_job(folder, job, items)
        manifest = Manifest(folder, job)
        self.assertEqual([len(manifest.paths(shard)) for shard in range(3)], sizes)
        self.assertEqual(read_job(folder, folder.names()), job)

    def test_output_of_another_job(self):
        self.photos(3)
        arguments = (self.input, "--output", self.output, *TASK)
        self.assertEqual(run(*arguments)[0], 0)
        before = shards(self.output)
        for changed, message in (
            ((self.input, "--output", self.output, "--task", "faces"), 'task: "face-detector" there, "faces" here'),
            ((*arguments, "--range", "full"), 'detection_range: "auto" there, "full" here'),
            ((*arguments, "--shard-size", "5"), "shard_size: 4096 there, 5 here"),
            ((self.originals, *arguments[1:]), f"inputs: {self.input} there, {self.originals} here"),
        ):
            status, printed = run(*changed)
            self.assertEqual(status, 2)
            self.assertIn(f"error: {self.output} has the output of another job:\n  {message}\n", printed)
        written = os.path.join(self.output, "job.json")
        with open(written) as file:
            job = json.load(file)
        with open(written, "w") as file:
            json.dump({**job, "version": "0.0.1"}, file)
        self.assertIn('\n  version: "0.0.1" there, ', run(*arguments)[1])
        for content, message in (('{"faces": 1}', "unexpected keyword"), ("{", "Expecting property name")):
            with open(written, "w") as file:
                file.write(content)
            status, printed = run(*arguments)
            self.assertEqual(status, 2)
            self.assertRegex(printed, f"has the output of another job:\n  job.json is not one of version .*{message}")
        os.unlink(written)
        self.assertIn("no job.json that says of which job", run(*arguments)[1])
        self.assertEqual(shards(self.output), before)

    def test_damaged_manifest(self):
        self.photos(3)
        arguments = (self.input, "--output", self.output, *TASK)
        self.assertEqual(run(*arguments)[0], 0)
        manifest, counts_file = (os.path.join(self.output, name) for name in ("manifest.parquet", "shard-000000.json"))
        with open(manifest, "rb") as file:
            content = file.read()
        other = pa.BufferOutputStream()
        pq.write_table(pa.table({"name": ["a.jpg"]}), other)
        for damaged, message in (
            (b"hello", "manifest.parquet cannot be read: .*Parquet"),
            (content[:-20], "manifest.parquet cannot be read: .*Parquet"),
            (
                other.getvalue().to_pybytes(),
                "manifest.parquet cannot be read: it has no paths for the 1 shards of job.json",
            ),
            (None, "manifest.parquet is missing. Restore it from a copy, or run the job with another folder"),
        ):
            os.unlink(manifest)
            if damaged is not None:
                with open(manifest, "wb") as file:
                    file.write(damaged)
            status, printed = run(*arguments)
            self.assertEqual(status, 2, printed)
            self.assertRegex(printed, f"^error: {message}")
            self.assertEqual(printed.count("\n"), 1)
        with open(manifest, "wb") as file:
            file.write(content[:8] + bytes(16) + content[24:])  # In the first page.
        worker = ShardWorker(self.output, False, None)
        with self.assertRaisesRegex(DamagedError, "^manifest.parquet cannot be read"):
            worker.run(0)
        with open(manifest, "wb") as file:
            file.write(content)
        for damaged in ("{", "[]", "{}"):
            with open(counts_file, "w") as file:
                file.write(damaged)
            status, printed = run(*arguments)
            self.assertEqual(status, 2)
            self.assertRegex(printed, "^error: shard-000000.json is damaged: ")

    def test_second_run(self):
        """It is refused where there are locks; elsewhere, neither removes the files of the other."""
        self.photos(3)
        arguments = (self.input, "--output", self.output, *TASK)
        with mock.patch("lineament._job.main._work", return_value=[]):
            run(*arguments)
        first = Folder(self.output)
        left = os.path.join(self.output, ".shard-000001.parquet.0123456789ab-0123456789ab.tmp")
        with open(left, "w"):
            pass
        with first.writing("shard-000000.parquet") as stream:
            stream.write(b"first")
            with first.locked() as is_alone:
                self.assertTrue(is_alone)
                status, printed = run(*arguments)
                self.assertEqual(status, 2)
                self.assertEqual(
                    printed, f"error: Another run writes to {self.output}. Wait for its end, or name another folder.\n"
                )
            with mock.patch("fcntl.flock", side_effect=OSError(9, "Bad file descriptor")):
                self.assertEqual(run(*arguments)[0], 0)
            self.assertTrue(os.path.exists(left))
        with open(os.path.join(self.output, "shard-000000.parquet"), "rb") as file:
            self.assertEqual(file.read(), b"first")
        os.utime(left, times=(0, time.time() - 90_000))
        with mock.patch("fcntl.flock", side_effect=OSError(9, "Bad file descriptor")):
            Folder(self.output).remove_abandoned(is_alone=False)
        self.assertFalse(os.path.exists(left))

    def test_what_interrupted_runs_leave_is_removed(self):
        self.photos(1)
        os.mkdir(self.output)
        for name in (".job.json.0123456789ab.tmp", ".manifest.parquet.0123456789ab-0123456789ab.tmp"):
            with open(os.path.join(self.output, name), "w"):
                pass
        self.assertEqual(run(self.input, "--output", self.output, *TASK)[0], 0)
        self.assertEqual([name for name in os.listdir(self.output) if name.startswith(".")], [])

    def test_usage(self):
        output = ("--output", self.output)
        for arguments, message in (
            ((self.input, *TASK), "required: --output"),
            ((self.input, *output), "required: --task"),
            ((self.input, *output, "--task", "hands"), "invalid choice"),
            ((self.input, *output, *TASK, "--num-faces", "2"), "--num-faces is not an option of face-detector"),
            (
                (self.input, *output, "--task", "hand-landmarker", "--range", "full"),
                "--range of hand-landmarker must be one of short, auto, not full",
            ),
            ((self.input, *output, *TASK, "--shard-size", "0"), "must be at least 1"),
            ((self.input, *output, *TASK, "--shard-size", "many"), "must be a whole number, not many"),
            ((self.input, *output, *TASK, "--timeout", "long"), "must be a number, not long"),
            ((self.input, *output, *TASK, "--min-detection-confidence", "2"), "must be 0 to 1"),
            ((self.input, *output, *TASK, "--timeout", "-1"), "must be at least 0"),
            ((self.input, *output, *TASK, "--timeout", "5", "--no-isolation"), "remove --no-isolation or --timeout"),
            ((self.input, *output, *TASK), "There are no images or videos in"),
            (("/absent", *output, *TASK), "There is no file or folder /absent."),
            (output + TASK, "has no job to continue: name its inputs."),
            (("nfs5://host/photos", *output, *TASK), "nfs5://host/photos is not an address of a file system"),
        ):
            with self.subTest(arguments):
                status, printed = run(*arguments)
                self.assertEqual(status, 2, printed)
                self.assertIn(message, printed)

    def test_model_path(self):
        """Actors work in another folder."""
        given = parsed(["photos", "--output", "out", *TASK, "--model", "a.tflite"])
        self.assertEqual(given.options, {"model_asset_path": os.path.abspath("a.tflite")})

    def test_time_limit(self):
        """Without child processes there is none, which one may say."""
        for arguments, expected in (
            ([], (None, True)),
            (["--timeout", "5"], (5, True)),
            (["--no-isolation"], (None, False)),
            (["--timeout", "0", "--no-isolation"], (0, False)),
        ):
            given = parsed(["photos", "--output", "out", *TASK, *arguments])
            self.assertEqual((given.timeout, given.isolate), expected)

    def test_output_that_cannot_be_written(self):
        self.photos(1)
        blocked = os.path.join(self.input, "file")
        with open(blocked, "w"):
            pass
        status, printed = run(self.input, "--output", f"{blocked}/out", *TASK)
        self.assertEqual(status, 1)
        self.assertRegex(printed, "error: .*(Not a directory|File exists|Cannot create)")
        locked = os.path.join(self.input, "locked")
        os.mkdir(locked, 0o555)
        command = [sys.executable, "-m", "lineament.ray", self.input, "--output", f"{locked}/out", *TASK]
        done = run_without_privileges(*command)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, "^error: .*Permission denied")

    def test_full_disk(self):
        """A shard that does not fit is not there; the job ends with the system's words."""
        self.photos(40)
        # Nothing is worked on yet.
        with mock.patch("lineament._job.main._work", return_value=[]):
            run(self.input, "--output", self.output, *TASK)
        program = """
import resource, sys
from lineament._job.shards import ShardWorker
worker = ShardWorker(sys.argv[1], True, None)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
worker.run(0)
"""
        command = [sys.executable, "-c", program, self.output]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertRegex(done.stderr, "OSError: .*File too large")
        self.assertEqual(sorted(os.listdir(self.output)), ["job.json", "manifest.parquet"])
        full = OSError(28, "No space left on device")
        with mock.patch("lineament._job.schedule.Schedule.results", side_effect=full):
            status, printed = run(self.input, "--output", self.output, *TASK)
        self.assertEqual((status, printed), (1, "error: [Errno 28] No space left on device\n"))

    def test_cluster_that_cannot_be_reached(self):
        printed = UNREACHABLE.communicate(timeout=200)[1]
        self.assertEqual(UNREACHABLE.returncode, 1, printed)
        self.assertRegex(printed, "error: The Ray cluster at 127.0.0.1:1 cannot be reached: Failed to connect")

    def test_without_ray(self):
        program = "import sys; sys.modules['ray'] = None; import lineament.ray"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertRegex(done.stderr, r"ImportError: lineament.ray needs Ray. Run: pip install 'ray\[data\]'")


@needs_ray
class WorkerTests(FolderTests):
    """`ShardWorker`, in this process; a folder stands in for an object store."""

    def setUp(self):
        super().setUp()
        store = pa.fs.SubTreeFileSystem(self.input, pa.fs.LocalFileSystem())
        patch = mock.patch("lineament._job.storage.fs.FileSystem")
        self.addCleanup(patch.stop)
        patch.start().from_uri.side_effect = lambda address: (store, address.partition("://")[2])
        self.bucket = os.path.join(self.input, "bucket")
        os.mkdir(self.bucket)

    def worker(self, *arguments, task="face-landmarker"):
        """Writes a job down and returns a worker for it."""
        with mock.patch("lineament._job.main._work", return_value=[]):
            status, printed = run(*arguments, "--task", task)
        self.assertEqual(status, 0, printed)
        worker = ShardWorker(arguments[arguments.index("--output") + 1], True, None)
        self.addCleanup(worker._annotator.close)
        return worker

    def test_object_store(self):
        photos = [shutil.copy(path, self.bucket) for path in write_photos(self.originals)]
        broken = [path for path in write_broken(self.bucket) if os.path.exists(path)]
        videos = [write_video(os.path.join(self.bucket, "my video.mp4"), 5), os.path.join(self.bucket, "half.mp4")]
        with open(videos[1], "wb") as file:
            file.write(bytes(100))
        listed = os.path.join(self.originals, "list.txt")
        with open(listed, "w") as file:
            file.write("s3://bucket/missing.png\ns3://bucket/missing.mp4")
        worker = self.worker("s3://bucket/**", listed, "--output", "s3://bucket/out")
        for shard in worker._job.shards:
            worker.run(shard)
        found = sorted_rows(rows(os.path.join(self.bucket, "out")))
        images = sorted([*photos, *broken, os.path.join(self.bucket, "missing.png")])
        expected = self.expected(images, "face-landmarker").to_pylist()
        annotator = Annotator("face-landmarker", isolate=False)
        for path in sorted([*videos, os.path.join(self.bucket, "missing.mp4")]):
            batches = annotator.annotate_video(path)
            expected += [{"path": path, **row} for batch in batches for row in batch.to_pylist()]

        def shown(row):
            path = row["path"].replace(self.bucket, "s3://bucket")
            error = row["error"] and row["error"].replace(self.bucket, "s3://bucket")
            return path, row.get("frame"), error, row["width"], [face["score"] for face in row["faces"] or []]

        self.assertEqual(sorted(map(shown, found.to_pylist()), key=str), sorted(map(shown, expected), key=str))

    def test_object_store_without_model(self):
        """A missing model is not the error of a file."""
        write_video(os.path.join(self.bucket, "a.mp4"), 2)
        model = ("--model", os.path.join(self.originals, "absent.tflite"))
        worker = self.worker("s3://bucket/a.mp4", "--output", self.output, *model, task="face-detector")
        with self.assertRaisesRegex(FileNotFoundError, "absent.tflite"):
            worker.run(0)
        self.assertEqual(shards(self.output), {})

    def test_retried_video_that_cannot_be_written(self):
        """It keeps its old rows, and the counts of these, so that it can be tried again."""
        video = os.path.join(self.input, "a.mp4")
        with open(video, "wb") as file:
            file.write(bytes(100))
        worker = self.worker(video, "--output", self.output)
        self.assertEqual(worker.run(0)["failed"], 1)
        write_video(video, 3)
        system = worker._folder._system

        def move(source, target):
            if target.endswith(".parquet"):
                raise OSError(28, "No space left on device")
            system.move(source, target)

        worker._folder._system = mock.Mock(wraps=system)
        worker._folder._system.move.side_effect = move
        with self.assertRaisesRegex(OSError, "No space left"):
            worker.retry(0)
        self.assertEqual([count["failed"] for count in counts(self.output)], [1])
        self.assertEqual(len(rows(self.output)), 1)
        worker._folder._system = system
        self.assertEqual(worker.retry(0)["failed"], 0)
        self.assertEqual(len(rows(self.output)), 3)


@needs_ray
class ScheduleTests(unittest.TestCase):
    """Actors that fail."""

    @staticmethod
    def actor(body):
        kind = type("Fake", (), {"run": body})
        return ray.remote(num_cpus=0)(kind).remote

    def test_errors(self):
        def fail(self, shard):
            raise OSError(28, "No space left on device")

        with self.assertRaisesRegex(OSError, "No space left"):
            list(Schedule(self.actor(fail), 2, [1, 2, 3], "run").results())

    def test_actors_that_are_lost(self):
        """A shard is worked on again if its actor is killed for want of memory, or with its machine."""
        for error in (OutOfMemoryError("killed"), NodeDiedError("gone"), ActorDiedError()):
            with self.subTest(type(error)), mock.patch("ray.get", side_effect=[error, {"shard": 1}]):
                schedule = Schedule(self.actor(lambda self, shard: {"shard": shard}), 1, [1], "run")
                self.assertEqual(list(schedule.results()), [{"shard": 1}])

    def test_shards_that_end_their_actors(self):
        def end(self, shard):
            if shard == 2:
                os._exit(1)
            return {"shard": shard}

        schedule = Schedule(self.actor(end), 1, [1, 2, 3], "run")
        self.assertEqual(sorted(counts["shard"] for counts in schedule.results()), [1, 3])
        self.assertEqual(schedule.lost, [2])


@needs_ray
class DatasetTests(FolderTests):
    """`annotate`, for Ray Data."""

    def setUp(self):
        super().setUp()
        ray.data.DataContext.get_current().enable_progress_bars = False

    def dataset(self, paths, blocks=8):
        table = pa.table({"path": paths, "id": paths})
        return ray.data.from_arrow(table).repartition(blocks)

    def test_rows_and_a_killed_actor(self):
        paths = self.photos(96)
        expected = self.expected(paths)
        annotated = annotate(self.dataset(paths), "face-detector", max_actors=2, batch_size=4)
        tables, killed = [], []
        for batch in annotated.iter_batches(batch_size=8, batch_format="pyarrow", prefetch_batches=0):
            tables.append(batch)
            if len(tables) == 2:
                killed = processes("ray::MapWorker")[:1]
                for process in killed:
                    os.kill(process, signal.SIGKILL)
        self.assertEqual(len(killed), 1)
        found = sorted_rows(pa.concat_tables(tables))
        self.assertEqual(found["id"], found["path"])
        self.assertEqual(found["faces"], sorted_rows(expected)["faces"])

    def test_two_at_once(self):
        """Two datasets of two actors each advance on four cores, and on fewer."""
        paths = self.photos(12)
        found = []

        def take():
            found.append(annotate(self.dataset(paths), "faces", max_actors=4, batch_size=2).count())

        threads = [threading.Thread(target=take) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [12, 12])

    def test_checkpoint(self):
        """Ray's own checkpoints work, because there is one row for each row."""
        from ray.data.checkpoint import CheckpointConfig

        paths = self.photos(20)
        context = ray.data.DataContext.get_current()
        where = os.path.join(self.originals, "checkpoint")
        context.checkpoint_config = CheckpointConfig("id", where, delete_checkpoint_on_success=False)
        source = os.path.join(self.originals, "table")
        os.mkdir(source)
        try:
            for count in (8, 20):
                table = pa.table({"path": paths[:count], "id": paths[:count]})
                pq.write_table(table, os.path.join(source, "rows.parquet"))
                annotate(ray.data.read_parquet(source), "face-detector", max_actors=1).write_parquet(self.output)
        finally:
            context.checkpoint_config = None
        self.assertEqual(sorted(pq.read_table(self.output)["path"].to_pylist()), sorted(paths))

    def test_bad_arguments(self):
        dataset = self.dataset([SAMPLE], 1)
        with self.assertRaises(ValueError):
            annotate(dataset, "hands")
        with self.assertRaises(TypeError):
            annotate(dataset, "faces", num_faces=3)
        with self.assertRaisesRegex(Exception, "no column 'path' or 'bytes'"):
            annotate(dataset.rename_columns({"path": "file"}), "faces", max_actors=1).take_all()


@needs_ray
class GPUTests(unittest.TestCase):
    """The request to Ray for actors with a GPU, on a machine without one."""

    def resources(self, **found):
        return mock.patch("ray.cluster_resources", return_value=found)

    def test_room(self):
        with self.resources(CPU=8.0, GPU=1.0):
            self.assertEqual([cluster_room(gpus) for gpus in (0, 0.1, 0.25, 1)], [8, 8, 4, 1])
        with (
            self.resources(CPU=8.0),
            self.assertRaisesRegex(ClusterError, "has 0 GPUs, fewer than the 0.5 of an actor"),
        ):
            cluster_room(0.5)

    def test_actors_of_a_job(self):
        arguments = ["a.jpg", "--output", "out", *TASK, "--num-gpus", "0.5", "--half-precision"]
        given = parsed(arguments)
        self.assertEqual((given.num_gpus, given.half_precision), (0.5, True))
        folder = mock.Mock(address="out", run="run")
        with mock.patch("ray.remote") as remote:
            actor_factory(folder, True, None, given.num_gpus, given.half_precision)()
        remote.assert_called_once_with(num_cpus=1, num_gpus=0.5)
        actor = remote.return_value.return_value.remote
        hardware = {"delegate": "gpu", "allows_half_precision": True}
        actor.assert_called_once_with("out", True, None, "run", hardware)

    def test_actors_of_a_dataset(self):
        dataset = mock.Mock()
        annotate(dataset, "face-detector", max_actors=2, num_gpus=0.5)
        settings = dataset.map_batches.call_args.kwargs
        self.assertEqual((settings["num_gpus"], settings["num_cpus"]), (0.5, 1))
        self.assertEqual(settings["fn_constructor_kwargs"]["delegate"], "gpu")
        annotate(dataset, "face-detector", max_actors=2)
        settings = dataset.map_batches.call_args.kwargs
        self.assertIsNone(settings["num_gpus"])
        self.assertEqual(settings["fn_constructor_kwargs"]["delegate"], "cpu")

    def test_bad_arguments(self):
        for number in (-1, 1.5, float("nan")):
            with self.assertRaisesRegex(ValueError, "num_gpus must be"):
                annotate(mock.Mock(), "face-detector", num_gpus=number)
        with self.assertRaisesRegex(ValueError, "allows_half_precision is for a GPU"):
            annotate(mock.Mock(), "face-detector", allows_half_precision=True)
        with self.assertRaisesRegex(ValueError, "delegate must be one of 'cpu', 'gpu', not 'tpu'"):
            Annotator("face-detector", delegate="tpu")
        for words in (["--num-gpus", "1.5"], ["--half-precision"]):
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit):
                parsed(["a.jpg", "--output", "out", *TASK, *words])


if __name__ == "__main__":
    unittest.main()
