# SPDX-License-Identifier: Apache-2.0
"""Arrow in, Arrow out: annotates columns of images, and videos, for the engines that work with Arrow.

    from lineament.arrow import Annotator
    annotator = Annotator("face-landmarker", output_face_blendshapes=True)
    table = annotator(pyarrow.table({"path": ["a.jpg", "b.jpg"]}))

Needs pyarrow.
"""

from __future__ import annotations

import os
from typing import Any, BinaryIO, Iterator, Optional, Union

from lineament import _subjects
from lineament._annotation import SCHEMA_VERSION, TASKS, Annotation, hardware
from lineament._arguments import finite, flag, number_of, shown, whole_number
from lineament._attributes import NamedAttributes
from lineament._columns import Batch, check_names, image_column, with_results
from lineament._detectors import Detectors
from lineament._frames import VideoRequest
from lineament._hints import video_path_hint
from lineament._listing import hide_imports
from lineament._parquet import writer_options
from lineament._pyarrow import pa
from lineament._subjects import Subjects
from lineament.image import PathLike, path_bytes

__all__ = ["SCHEMA_VERSION", "TASKS", "Annotator", "Subjects", "schema", "to_numpy", "write_parquet"]


class Annotator(NamedAttributes):
    """Adds the faces or people of images to batches that have the images' paths or bytes.

    It can be pickled, and creates its task in the process, and at the moment, that first uses it.

    Args:
        task: "face-detector", "face-landmarker", "pose-landmarker" or "faces".
        column: The column of the images: paths if it has strings, otherwise the contents of files. None for the one
            named "path" or "bytes".
        jobs: How many images to process at a time, each on one core; 0 for one per core. For a video, the cores to use.
        isolate: Whether to work in child processes, so that a file that crashes a decoder costs one row. Otherwise
            such a file ends the calling process, so False is for trusted images.
        timeout: The maximum number of seconds for one image or frame; 0 for no limit. None is 60 with `isolate`;
            without, there is no limit.
        delegate: What the models run on: "cpu", or "gpu", which is an error where the GPU cannot be used. "faces" runs on
            the CPU only.
        allows_half_precision: Whether a GPU may compute with 16-bit floats; see `BaseOptions`.
        **options: The options of the task, by the names that they have in `FaceLandmarkerOptions` and the others, and
            `model_asset_path`. Their defaults are the command line's: all faces of all sizes, all people.
            Face landmarkers and holistic landmarkers have `crops`, the template by which each face is also cut out
            ("arcface", "ffhq" or "square"), and `crop_size`, the side in pixels (112, 512 or 256).

    Raises:
        TypeError: The task does not have one of the options, or an argument has the wrong type.
        ValueError: There is no such task, or an argument is out of range.
    """

    def __init__(
        self,
        task: str,
        *,
        column: Optional[str] = None,
        jobs: int = 1,
        isolate: bool = True,
        timeout: Optional[float] = None,
        delegate: str = "cpu",
        allows_half_precision: bool = False,
        **options: Any,
    ) -> None:
        jobs = whole_number("jobs", jobs, 0)
        isolate = flag("isolate", isolate)
        if column is not None and not isinstance(column, str):
            raise TypeError(f"column must be the name of a column, not {shown(column)}.")
        timeout = None if timeout is None else number_of("timeout", timeout)
        if timeout is not None and not timeout >= 0:
            raise ValueError(f"timeout must be at least 0 seconds, not {timeout}.")
        if timeout and not isolate:
            raise ValueError("A timeout needs isolate=True: only a process can be ended in the middle of an image.")
        self._column = column
        self._annotation = Annotation(task, options, hardware(delegate, allows_half_precision))
        self._detectors = Detectors(self._annotation, jobs, isolate, 60.0 if timeout is None else timeout)

    @property
    def schema(self) -> pa.Schema:
        """The columns that are added to images."""
        return self._annotation.schema()

    def __call__(self, batch: Batch) -> Batch:
        """Returns the rows of a batch, in order, with the columns `error`, `width`, `height`, and `faces` or `poses`.

        An image that cannot be read, a null, and an image that takes too long have an `error`.

        Args:
            batch: A RecordBatch or a Table with a column of paths or of bytes; its other columns are kept.

        Raises:
            FileNotFoundError: A model or the runtime is missing.
            ImportError: liblineament is missing.
            TypeError: `batch` is neither a RecordBatch nor a Table.
            ValueError: The column is missing or of a wrong type, or a result column is there already.
        """
        if not isinstance(batch, (pa.RecordBatch, pa.Table)):
            raise TypeError(
                f"Expected a pyarrow RecordBatch or Table, not {type(batch).__qualname__}.{_batch_hint(batch)}"
            )
        column = image_column(batch, self._column)
        check_names(batch, self._annotation)
        return with_results(batch, self._detectors.detect(column), self._annotation)

    def annotate_video(
        self,
        path: PathLike,
        *,
        start: float = 0,
        duration: Optional[float] = None,
        every: int = 1,
        batch_size: int = 256,
    ) -> Iterator[pa.RecordBatch]:
        """Yields the frames of a video in batches, with tracks and smoothing.

        A row has `frame`, `time_ms`, `error`, `width`, `height`, and `faces` or `poses` with a `track` each. A video
        that cannot be read, or not to its end, ends with a row that has only an `error`.

        Args:
            path: The file.
            start: The time in seconds to begin at.
            duration: The seconds to read; None to read to the end.
            every: Reads every n-th frame.
            batch_size: The maximum number of rows of a batch.

        Raises:
            FileNotFoundError: A model or the runtime is missing.
            ImportError: liblineament is missing.
            TypeError: An argument has the wrong type.
            ValueError: An argument is out of range.
        """
        start = finite("start", start)
        duration = None if duration is None else finite("duration", duration)
        if start < 0 or (duration is not None and duration <= 0):
            raise ValueError(f"start must be at least 0 and duration more than 0 seconds, not {start} and {duration}.")
        every, batch_size = whole_number("every", every, 1), whole_number("batch_size", batch_size, 1)
        return self._detectors.frames(
            VideoRequest(os.fsdecode(path_bytes(path, video_path_hint)), start, duration, every, batch_size)
        )

    def close(self) -> None:
        """Ends the child processes. May be called more than once; a later use starts them again."""
        self._detectors.close()

    def __enter__(self) -> Annotator:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def schema(task: str, *, is_video: bool = False, **options: Any) -> pa.Schema:
    """Returns the result columns of a task, for images or for the frames of videos.

    The metadata has the version of the schema, the task, its options, and the version of this package.

    Raises:
        TypeError: The task does not have one of the options.
        ValueError: There is no such task, or an option is out of range.
    """
    return Annotation(task, options).schema(is_video)


def to_numpy(column: Union[pa.ListArray, pa.ChunkedArray]) -> Subjects:
    """Returns a column of faces or poses as NumPy arrays.

    Every array is a view of Arrow's memory, without a copy: `offsets`, `score`, `track`, each side of `box`, each of x,
    y and z of `landmarks`, `blendshapes`, `matrix`, and `crop`, of shape (n, side, side, 3). An array of x, y and z
    together takes a copy, which `Subjects.points` makes. Of a slice, `offsets` is a copy, too, so that it begins at 0. A
    column in several pieces of memory, as that of a table read from several files, is copied into one first.
    A field whose values are all null is None, such as the `track` of a face detector.

    Raises:
        ValueError: It is another column, or some values of a field are null.
    """
    return _subjects.subjects_of(column)


def _batch_hint(value: Any) -> str:
    """Returns how to make a table of a value."""
    if isinstance(value, dict):
        return " Use pyarrow.table(…)."
    if isinstance(value, (list, pa.Array)):
        return ' Use pyarrow.table({"path": …}).'
    if hasattr(value, "to_arrow"):
        return " Use .to_arrow()."
    return " Use pyarrow.Table.from_pandas(…)." if type(value).__module__.startswith("pandas") else ""


def write_parquet(table: Batch, file: Union[PathLike, BinaryIO]) -> None:
    """Writes a table as Parquet: numbers with BYTE_STREAM_SPLIT, everything with zstd.

    A face of 478 landmarks takes about 4.3 kB, a fifth of its JSON.
    """
    from pyarrow import parquet

    if not isinstance(table, (pa.RecordBatch, pa.Table)):
        raise TypeError(f"Expected a pyarrow RecordBatch or Table, not {type(table).__qualname__}.{_batch_hint(table)}")
    if isinstance(table, pa.RecordBatch):
        table = pa.Table.from_batches([table])
    parquet.write_table(table, file, **writer_options(table.schema))


hide_imports(__name__)
