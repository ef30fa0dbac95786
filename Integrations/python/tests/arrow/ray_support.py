# SPDX-License-Identifier: Apache-2.0
"""A Ray cluster of this process, and what the tests of the job share."""

from __future__ import annotations

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from unittest import mock

from arrow_support import SAMPLE

MARKER = "this file kills its worker"


class Cluster:
    """A cluster on this machine, whose workers die on files with `MARKER`."""

    def __init__(self):
        os.environ["LINEAMENT_TEST_CRASH"] = MARKER
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        import ray

        self._ray = ray
        options = {"include_dashboard": False, "log_to_driver": False, "logging_level": "error"}
        # More than there are, as Ray needs some for itself where it reads a checkpoint.
        ray.init(address="local", num_cpus=4, object_store_memory=100 << 20, **options)
        self.address = ray.get_runtime_context().gcs_address

    def close(self):
        self._ray.shutdown()
        del os.environ["LINEAMENT_TEST_CRASH"]

    def start(self, *arguments):
        """Starts the job in a process of its own."""
        command = [sys.executable, "-m", "lineament.ray", *arguments, "--address", self.address]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(*arguments):
    """Runs the job in this process, which has a cluster, and returns its status and what it printed."""
    from lineament._job import main

    with tempfile.TemporaryFile("w+") as printed, mock.patch("sys.stderr", printed):
        with mock.patch("lineament._job.schedule.connect"):
            try:
                status = main.main([*arguments, "--actors", "2"])
            except SystemExit as end:
                status = end.code
        printed.seek(0)
        return status, printed.read()


def link_photos(folder, photos, count):
    """Makes links to photos, in two folders, and returns their paths."""
    paths = []
    for index in range(count):
        photo = photos[index % len(photos)]
        path = os.path.join(folder, f"{index % 2}", f"photo-{index:04}{os.path.splitext(photo)[1]}")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.link(photo, path)
        paths.append(path)
    return paths


def write_killer(path):
    """Writes a photo that kills the process that works on it."""
    shutil.copy(SAMPLE, path)
    with open(path, "ab") as file:
        file.write(MARKER.encode())
    return path


def shards(folder):
    """Returns the finished shards of a job with the times at which they were written."""
    return {path: os.stat(path).st_mtime_ns for path in glob.glob(f"{folder}/shard-*.parquet")}


def shards_in_work(folder):
    """Returns the numbers of the shards that are being written."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return {match[1] for match in (re.match(r"\.shard-(\d+)\.parquet\..*tmp", name) for name in names) if match}


def rows(folder):
    """Returns all rows of a job."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    return pa.concat_tables(pq.read_table(path) for path in sorted(shards(folder)))


def counts(folder):
    """Returns the counts beside each shard."""
    found = []
    for path in sorted(shards(folder)):
        with open(path.replace(".parquet", ".json")) as file:
            found.append(json.load(file))
    return found
