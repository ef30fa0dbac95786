# SPDX-License-Identifier: Apache-2.0
"""The work on one shard: annotates its files, and writes its Parquet and its counts."""

from __future__ import annotations

import contextlib
import itertools
import time
from typing import Any, Dict, Iterator, List, Optional

from lineament._job.manifest import Job, Manifest, damage_named, read_job, shard_name
from lineament._job.reading import Content, RemoteFiles, in_groups
from lineament._job.rows import counts_of, row_groups, rows_of, with_messages, with_replaced
from lineament._job.storage import DamagedError, Folder, Places, is_remote
from lineament._parquet import writer_options
from lineament._pyarrow import pa
from lineament.arrow import Annotator

Counts = Dict[str, Any]
_BATCH = 256
# Bytes are read ahead, so there are fewer at a time.
_REMOTE_BATCH = 32


class ShardWorker:
    """Works on shards one after the other; an actor of Ray.

    Args:
        output: The absolute address of the job's folder.
        isolate: Whether to annotate in a child process.
        timeout: The greatest number of seconds for one image or frame; None for the default.
        run: The name of the run.
        hardware: The arguments `delegate` and `allows_half_precision` of `Annotator`; None for its defaults.
    """

    def __init__(
        self,
        output: str,
        isolate: bool,
        timeout: Optional[float],
        run: Optional[str] = None,
        hardware: Optional[Dict[str, Any]] = None,
    ) -> None:
        self._folder = Folder(output, run)
        job = read_job(self._folder, self._folder.names())
        assert job is not None
        self._job: Job = job
        self._schema = job.schema()
        self._manifest = Manifest(self._folder, job)
        self._remote = RemoteFiles(Places(job.inputs))
        self._annotator = Annotator(job.task, isolate=isolate, timeout=timeout, **(hardware or {}), **job.options)

    def run(self, shard: int) -> Counts:
        """Writes a shard and returns its counts."""
        begun = time.time()
        with self._folder.writing(shard_name(shard)) as stream:
            counts = self._write_all(shard, stream)
            # Before the shard is there, so that every shard has its counts.
            return self._counted(shard, counts, begun)

    def retry(self, shard: int) -> Counts:
        """Works on the failed rows of a shard again, and returns its new counts.

        The file is not touched if no error has changed. A video is done again as a whole.
        """
        begun = time.time()
        if self._job.is_video(shard):
            with self._folder.writing(shard_name(shard)) as stream:
                counts = self._write_all(shard, stream)
            # After the shard is replaced, so that the old one never has counts without its failures.
            return self._counted(shard, counts, begun)
        rows = self._read(shard)
        errors = rows["error"].to_pylist()
        failed = [path for path, error in zip(rows["path"].to_pylist(), errors) if error is not None]
        tables = [self._schema.empty_table(), *self._rows(shard, failed)]
        rows = with_replaced(rows, pa.concat_tables(tables))
        if rows["error"].to_pylist() != errors:
            with self._folder.writing(shard_name(shard)) as stream, self._writer(stream) as writer:
                for group in row_groups(map(pa.Table.from_batches, ([batch] for batch in rows.to_batches(_BATCH)))):
                    writer.write_table(group)
        return self._counted(shard, counts_of(rows), begun)

    def _write_all(self, shard: int, stream: Any) -> Dict[str, int]:
        """Annotates and writes all rows of a shard, and returns how many there are of what."""
        total = counts_of(self._schema.empty_table())
        with self._writer(stream) as writer:
            for group in row_groups(self._rows(shard, self._manifest.paths(shard))):
                writer.write_table(group)
                total = {name: count + total[name] for name, count in counts_of(group).items()}
        return total

    def _writer(self, stream: Any) -> Any:
        from pyarrow import parquet

        return parquet.ParquetWriter(stream, self._schema, **writer_options(self._schema))

    def _read(self, shard: int) -> pa.Table:
        from pyarrow import parquet

        with self._folder.open(shard_name(shard)) as stream, damage_named(shard_name(shard)):
            return parquet.read_table(stream)

    def _counted(self, shard: int, counts: Dict[str, int], begun: float) -> Counts:
        """Writes the counts of a shard and returns them."""
        is_video = self._job.is_video(shard)
        kind = {"images": 0, "videos": 1, "frames": counts["rows"] - counts["failed"]}
        described: Counts = {"shard": shard, **(kind if is_video else {"images": counts["rows"]}), **counts}
        described.update(seconds=round(time.time() - begun, 3), finished=round(time.time(), 3))
        del described["rows"]
        self._folder.write_json(shard_name(shard, "json"), described)
        return described

    def _rows(self, shard: int, paths: List[str]) -> Iterator[pa.Table]:
        """Yields the rows of files, some at a time."""
        if self._job.is_video(shard):
            (path,) = paths
            yield from self._remote_frames(path) if is_remote(path) else self._local_frames(path)
            return
        for remote, group in itertools.groupby(paths, key=is_remote):
            images = list(group)
            yield from self._remote_images(images) if remote else self._local_images(images)

    def _local_images(self, paths: List[str]) -> Iterator[pa.Table]:
        for start in range(0, len(paths), _BATCH):
            batch = paths[start : start + _BATCH]
            results = self._annotator(pa.table({"path": pa.array([path or None for path in batch], pa.string())}))
            yield rows_of(self._schema, batch, results)

    def _remote_images(self, paths: List[str]) -> Iterator[pa.Table]:
        for group in in_groups(self._remote.contents(paths), _REMOTE_BATCH):
            batch = pa.table({"bytes": pa.array([file.content for file in group], pa.binary())})
            rows = rows_of(self._schema, [file.path for file in group], self._annotator(batch))
            yield with_messages(rows, list(map(_message, group, rows["error"].to_pylist())))

    def _local_frames(self, path: str) -> Iterator[pa.Table]:
        for batch in self._annotator.annotate_video(path, every=self._job.every):
            yield rows_of(self._schema, [path] * len(batch), batch)

    def _remote_frames(self, path: str) -> Iterator[pa.Table]:
        with contextlib.ExitStack() as stack:
            # Only these errors are the file's; those of the annotator end the job.
            try:
                local = stack.enter_context(self._remote.downloaded(path))
            except FileNotFoundError:
                yield self._failed(path, f"{path}: no such file.")
                return
            except (OSError, ValueError) as error:
                yield self._failed(path, f"{path} cannot be read: {error}")
                return
            for table in self._local_frames(local):
                named = rows_of(self._schema, [path] * len(table), table)
                errors = named["error"].to_pylist()
                yield with_messages(named, [error and error.replace(local, path) for error in errors])

    def _failed(self, path: str, message: str) -> pa.Table:
        row = dict.fromkeys(self._schema.names)
        return pa.Table.from_pylist([{**row, "path": path, "error": message}], self._schema)


def counts_of_shard(folder: Folder, shard: int) -> Counts:
    """Returns the counts of a finished shard.

    Raises:
        DamagedError: Their file has none.
    """
    name = shard_name(shard, "json")
    counts: Any = folder.read_json(name)
    if not isinstance(counts, dict) or "failed" not in counts:
        raise DamagedError(f"{name} is damaged: it has no counts.")
    return counts


def _message(file: Content, error: Optional[str]) -> Optional[str]:
    """Returns the error of a file that the library knows as bytes only."""
    if file.error is not None:
        return file.error
    return error and error.replace("image data", file.path, 1)
