# SPDX-License-Identifier: Apache-2.0
"""How many cores are used where the number of jobs is left to Lineament."""

from __future__ import annotations

import itertools
import os
import tempfile
import unittest
from unittest import mock

import support  # noqa: F401

from lineament import _arrow, _cores
from lineament._tasks import TASKS


class CoreTests(unittest.TestCase):
    """A container may have fewer cores than its host."""

    def limit(self, quota, bound=range(64)):
        """Sets the limits that the system tells."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "cpu.max")
        if quota is not None:
            with open(path, "w", encoding="ascii") as file:
                file.write(quota)
        for target, name, value in (
            (_cores, "_QUOTA", path),
            (os, "sched_getaffinity", lambda process: set(bound)),
            (os, "cpu_count", lambda: 64),
        ):
            patch = mock.patch.object(target, name, value, create=True)
            patch.start()
            self.addCleanup(patch.stop)

    def test_limits(self):
        for quota, bound, expected in [
            ("max 100000\n", 64, 64),
            ("200000 100000\n", 64, 2),
            ("150000 100000\n", 64, 2),
            ("1000 100000\n", 64, 1),
            ("800000 100000\n", 4, 4),
            ("200000 0\n", 3, 3),
            ("", 3, 3),
            (None, 3, 3),
        ]:
            with self.subTest(quota=quota, bound=bound):
                self.limit(quota, range(bound))
                self.assertEqual(_cores.available_cores(), expected)

    def test_batches_of_a_container(self):
        """`detect_many` holds 16 images for each core, and no more."""
        self.limit("200000 100000\n")
        taken = itertools.count()
        inputs = (f"{index}.jpg" for index in taken)
        with mock.patch.object(_arrow, "_detected", lambda functions, kind, task, values, *rest: values):
            next(_arrow.detect_many(None, TASKS["faces"], lambda: 0, inputs, 0))
        self.assertEqual(next(taken), 32)


if __name__ == "__main__":
    unittest.main()
