# SPDX-License-Identifier: Apache-2.0
"""The queries of docs/arrow.md: DuckDB, Polars and pandas read the Parquet, and agree with the rows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from arrow_support import DOCS, PROBLEM, needs, write_broken, write_photos

try:
    import pyarrow as pa
    from pyarrow import parquet

    from lineament.arrow import Annotator, write_parquet
except ImportError:
    pa = None


def setUpModule():
    global FOLDER, ROWS, _folder, _before
    if PROBLEM or pa is None:
        return
    _folder, _before = tempfile.TemporaryDirectory(), os.getcwd()
    FOLDER = _folder.name
    paths = write_photos(FOLDER) + write_broken(FOLDER)
    table = Annotator("face-landmarker", isolate=False, output_face_blendshapes=True)(pa.table({"path": paths}))
    ROWS = table.to_pylist()
    os.chdir(FOLDER)
    os.mkdir("faces")
    for index, start in enumerate(range(0, len(paths), 5)):
        write_parquet(table.slice(start, 5), f"faces/shard-{index:06}.parquet")


def tearDownModule():
    if pa is not None and not PROBLEM:
        os.chdir(_before)
        _folder.cleanup()


def blocks(language, word):
    """Returns the statements or programs of a language in the docs that contain a word."""
    with open(os.path.join(DOCS, "arrow.md")) as file:
        found = re.findall(rf"```{language}\n(.*?)```", file.read(), re.DOTALL)
    if language == "sql":
        found = [statement for block in found for statement in block.split(";") if statement.strip()]
    return [block for block in found if word in block]


def widest():
    """Returns what the queries for the widest faces should."""
    faces = [
        (
            row["path"],
            face["box"]["width"],
            face["landmarks"][1]["x"] * row["width"],
            face["landmarks"][1]["y"] * row["height"],
        )
        for row in ROWS
        for face in row["faces"] or []
    ]
    return sorted(faces, key=lambda face: -face[1])


class QueryTests(unittest.TestCase):
    """Each is run as it is in the docs."""

    def check_widest(self, found):
        expected = widest()
        self.assertGreater(len(expected), 4)
        self.assertEqual(len(found), len(expected))
        for row, other in zip(found, expected):
            self.assertEqual(row[0], other[0])
            for value, number in zip(row[1:], other[1:]):
                self.assertAlmostEqual(value, number, places=3)

    @needs("pyarrow", "duckdb")
    def test_duckdb(self):
        import duckdb

        (statement,) = blocks("sql", "nose_x")
        self.check_widest(duckdb.sql(statement).fetchall())
        (statement,) = blocks("sql", "count(error)")
        failed = [row["error"] for row in ROWS if row["error"] is not None]
        self.assertEqual(duckdb.sql(statement).fetchall(), [(len(ROWS), len(failed))])
        (statement,) = blocks("sql", "GROUP BY error")
        self.assertEqual(sorted(duckdb.sql(statement).fetchall()), sorted((error, 1) for error in failed))
        (statement,) = blocks("sql", "len(faces) >= 2")
        self.assertEqual(
            duckdb.sql(statement).fetchall(), [(row["path"], 2) for row in ROWS if len(row["faces"] or []) == 2]
        )
        (statement,) = blocks("sql", "smile")
        smiles = [
            (face["blendshapes"][44] + face["blendshapes"][45]) / 2 for row in ROWS for face in row["faces"] or []
        ]
        for found, smile in zip(duckdb.sql(statement).fetchall(), sorted(smiles, reverse=True)):
            self.assertAlmostEqual(found[1], smile, places=6)

    @needs("pyarrow", "polars")
    def test_polars(self):
        (program,) = blocks("python", "polars")
        names = {}
        exec(program, names)
        self.check_widest(names["widest"].rows())

    @needs("pyarrow", "pandas")
    def test_pandas(self):
        (program,) = blocks("python", "pandas")
        names = {}
        exec(program, names)
        self.check_widest(list(names["widest"].itertuples(index=False, name=None)))

    @needs("pyarrow", "daft")
    def test_daft(self):
        """The program of docs/daft.md, in a process of its own."""
        with open(os.path.join(DOCS, "daft.md")) as file:
            (program,) = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
        os.mkdir("photos")
        for name in ("astronaut.png", "half.png"):
            shutil.copy(name, "photos")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = sorted(parquet.read_table("annotated").to_pylist(), key=lambda row: row["path"])
        self.assertEqual([row["error"] is None for row in found], [True, False])
        (expected,) = (row for row in ROWS if row["path"].endswith("astronaut.png"))
        self.assertEqual(found[0]["faces"], expected["faces"])


if __name__ == "__main__":
    unittest.main()
