# SPDX-License-Identifier: Apache-2.0
"""The record of a job in its folder: the task, and the inputs shard by shard."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from typing import Any, Dict, Iterable, Iterator, List, Optional

import lineament
from lineament._annotation import SCHEMA_VERSION, Annotation
from lineament._job.inputs import Item
from lineament._job.storage import DamagedError, Folder
from lineament._pyarrow import pa

_JOB, _MANIFEST = "job.json", "manifest.parquet"
_SHARD = re.compile(r"^shard-(\d{6,})\.parquet$")


class DifferenceError(ValueError):
    """The folder has the output of another job."""


@dataclasses.dataclass
class Job:
    """A job. Its first shards are those of images; each of the others is one video, the largest file first.

    Attributes:
        task: The name of the task.
        options: All of its options.
        inputs: The absolute addresses of the inputs.
        mode: "image" or "video" if all files were taken for that; None if by their extensions.
        every: Every n-th frame of a video is read.
        shard_size: The number of images of a shard.
        images: The number of images.
        videos: The number of videos.
    """

    task: str
    options: Dict[str, Any]
    inputs: List[str]
    mode: Optional[str]
    every: int
    shard_size: int
    images: int = 0
    videos: int = 0
    version: str = lineament.__version__
    schema_version: str = SCHEMA_VERSION

    @property
    def image_shards(self) -> int:
        """The number of shards of images."""
        return -(-self.images // self.shard_size)

    @property
    def shards(self) -> List[int]:
        """All shards, in the order in which to work on them: videos first, the longest before the others."""
        count = self.image_shards
        return [*range(count, count + self.videos), *range(count)]

    @property
    def has_frames(self) -> bool:
        """Whether the rows have columns for frames of videos."""
        return self.videos > 0

    def is_video(self, shard: int) -> bool:
        """Returns whether a shard is a video."""
        return shard >= self.image_shards

    def annotation(self) -> Annotation:
        """Returns the task with its options."""
        return Annotation(self.task, self.options)

    def schema(self) -> pa.Schema:
        """Returns the schema of the shards."""
        results = self.annotation().schema(self.has_frames)
        return pa.schema([("path", pa.string()), *results], results.metadata)

    def check_same(self, other: Job) -> None:
        """Raises DifferenceError if the output of another job would not be that of this one."""
        differences = [
            f"{name}: {_shown(there)} there, {_shown(here)} here"
            for name, there, here in _compared(dataclasses.asdict(self), dataclasses.asdict(other))
        ]
        if differences:
            raise DifferenceError("\n".join(f"  {line}" for line in differences))


def _compared(there: Dict[str, Any], here: Dict[str, Any]) -> Iterable[tuple[str, Any, Any]]:
    """Yields the names and values of the entries that differ."""
    for name in ("version", "schema_version", "task", "inputs", "mode", "every", "shard_size"):
        if there[name] != here[name]:
            yield name, there[name], here[name]
    if there["task"] == here["task"]:
        for name in sorted({*there["options"], *here["options"]}):
            values = there["options"].get(name), here["options"].get(name)
            if values[0] != values[1]:
                yield (name, *values)


def _shown(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else json.dumps(value)


def shard_name(shard: int, extension: str = "parquet") -> str:
    """Returns the name of a shard's file, such as "shard-000123.parquet"."""
    return f"shard-{shard:06}.{extension}"


def finished_shards(names: Iterable[str]) -> List[int]:
    """Returns the shards whose files are there."""
    return sorted(int(match[1]) for match in map(_SHARD.match, names) if match)


def read_job(folder: Folder, names: Iterable[str]) -> Optional[Job]:
    """Returns the job of a folder; None if it has none.

    Raises:
        ValueError: Its file is not one that this version writes.
    """
    if _JOB not in names:
        return None
    try:
        return Job(**folder.read_json(_JOB))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{_JOB} is not one of version {lineament.__version__}: {error}") from None


def write_job(folder: Folder, job: Job, items: Iterable[Item]) -> None:
    """Writes the manifest, and then the job with the counts of its images and videos."""
    from pyarrow import parquet

    videos: List[Item] = []
    shard: List[str] = []
    with folder.writing(_MANIFEST) as stream, parquet.ParquetWriter(stream, _SCHEMA, compression="zstd") as writer:
        for item in items:
            if item.is_video:
                videos.append(item)
                continue
            shard.append(item.path)
            job.images += 1
            if len(shard) == job.shard_size:
                _write_shard(writer, shard)
                shard = []
        if shard:
            _write_shard(writer, shard)
        videos.sort(key=lambda item: (-item.size, item.path))
        for item in videos:
            _write_shard(writer, [item.path])
    job.videos = len(videos)
    folder.write_json(_JOB, dataclasses.asdict(job))


_SCHEMA = pa.schema([("path", pa.string())])


def _write_shard(writer: Any, paths: List[str]) -> None:
    """Writes the paths of a shard as one row group, however many they are."""
    writer.write_table(pa.table({"path": paths}, _SCHEMA), row_group_size=len(paths))


class Manifest:
    """The inputs of a job, shard by shard.

    Args:
        folder: The folder of the job.
        job: The job.

    Raises:
        DamagedError: The file is missing or damaged, or that of another job.
    """

    def __init__(self, folder: Folder, job: Job) -> None:
        from pyarrow import parquet

        with damage_named(_MANIFEST):
            self._file = parquet.ParquetFile(folder.open(_MANIFEST))
        found = self._file.metadata.num_row_groups, self._file.schema_arrow.names
        if found != (len(job.shards), _SCHEMA.names):
            raise DamagedError(_damage(_MANIFEST, f"it has no paths for the {len(job.shards)} shards of {_JOB}"))

    def paths(self, shard: int) -> List[str]:
        """Returns the paths of a shard.

        Raises:
            DamagedError: They cannot be read.
        """
        with damage_named(_MANIFEST):
            paths: List[str] = self._file.read_row_group(shard).column("path").to_pylist()
        return paths


@contextlib.contextmanager
def damage_named(name: str) -> Iterator[None]:
    """Names the file of a job that is read as Parquet within the context, if that fails.

    Raises:
        DamagedError: It is missing, or cannot be read for another reason than the system's.
    """
    try:
        yield
    except FileNotFoundError:
        raise DamagedError(f"{name} is missing. {_ADVICE}") from None
    except (pa.ArrowInvalid, OSError) as error:
        if getattr(error, "errno", None) is not None:
            raise
        raise DamagedError(_damage(name, " ".join(str(error).split()).rstrip(" ."))) from None


_ADVICE = "Restore it from a copy, or run the job with another folder as its output."


def _damage(name: str, reason: str) -> str:
    return f"{name} cannot be read: {reason}. {_ADVICE}"
