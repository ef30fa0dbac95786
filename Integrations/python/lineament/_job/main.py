# SPDX-License-Identifier: Apache-2.0
"""The job from its arguments to its exit status."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Dict, Iterator, List, Optional

from lineament._annotation import Annotation
from lineament._job import schedule
from lineament._job.arguments import Arguments, parsed
from lineament._job.inputs import InputError, Item, items_of
from lineament._job.manifest import DifferenceError, Job, Manifest, finished_shards, read_job, write_job
from lineament._job.progress import Progress
from lineament._job.shards import Counts, counts_of_shard
from lineament._job.storage import AddressError, BusyError, DamagedError, Folder, absolute
from lineament._notes import full_text

_SHARD_SIZE = 4096


class UsageError(ValueError):
    """Arguments that do not fit each other, or what is there."""


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the job and returns its exit status."""
    given = parsed(arguments)
    try:
        return run(given)
    except (AddressError, BusyError, DamagedError, InputError, UsageError) as error:
        return _ended(f"error: {full_text(error)}", 2)
    except (OSError, RuntimeError, ImportError, ValueError) as error:
        return _ended(f"error: {full_text(error)}", 1)
    except KeyboardInterrupt:
        return _ended("interrupted; run the job again to continue", 130)


def _ended(message: str, status: int) -> int:
    print(message, file=sys.stderr)
    return status


def run(given: Arguments) -> int:
    """Runs the job and returns its exit status.

    Raises:
        InputError: There is no such input, or a list cannot be read.
        OSError: The folder cannot be read or written.
        RuntimeError: The cluster cannot be reached, or an actor cannot work.
        BusyError: Another run writes to the folder.
        DamagedError: A file that an earlier run has written cannot be read.
        UsageError: The folder has the output of another job.
    """
    folder = Folder(absolute(given.output))
    folder.make()
    with folder.locked() as is_alone:
        folder.remove_abandoned(is_alone)
        return _run(folder, given)


def _run(folder: Folder, given: Arguments) -> int:
    """Runs the job in a folder where no other run is, and returns its exit status."""
    names = folder.names()
    job = prepared(folder, names, given)
    finished = [shard for shard in finished_shards(names) if shard < len(job.shards)]
    schedule.connect(given.address or os.environ.get("RAY_ADDRESS"))
    progress = Progress(job.images + job.videos, given.quiet)
    lost = _work(folder, job, finished, given, progress)
    folder.remove_own()  # The files of actors that were ended.
    for shard in lost:
        progress.message(f"error: shard {shard} ended its actor at every attempt and was not written.")
    progress.end()
    is_unfinished = given.retry_failed and len(finished) < len(job.shards)
    return 1 if lost or is_unfinished or progress.counts["failed"] else 0


def _work(folder: Folder, job: Job, finished: List[int], given: Arguments, progress: Progress) -> List[int]:
    """Works on the shards that remain, and returns those that could not be done."""
    known = _counts(folder, finished)
    to_do = set(job.shards) - set(finished)
    if given.retry_failed:
        to_do = {shard for shard in finished if known[shard]["failed"]}
    for shard in finished:
        if shard not in to_do:
            progress.add(known[shard], is_new=False)
    if given.retry_failed and len(finished) < len(job.shards):
        progress.message("note: some shards are not written yet; run the job without --retry-failed to continue.")
    create = schedule.actor_factory(folder, given.isolate, given.timeout, given.num_gpus, given.half_precision)
    actors = given.actors or schedule.cluster_room(given.num_gpus)
    shards = [shard for shard in job.shards if shard in to_do]
    work = schedule.Schedule(create, actors, shards, "retry" if given.retry_failed else "run")
    for counts in work.results():
        progress.add(counts)
    return work.lost


def _counts(folder: Folder, shards: List[int]) -> Dict[int, Counts]:
    """Returns the counts of finished shards."""
    with ThreadPoolExecutor(16) as threads:
        return dict(zip(shards, threads.map(lambda shard: counts_of_shard(folder, shard), shards)))


def prepared(folder: Folder, names: List[str], given: Arguments) -> Job:
    """Returns the job of the folder, written down now if the folder has none.

    Raises:
        InputError: There is no such input, a list cannot be read, or there is nothing to do.
        UsageError: The folder has the output of another job.
    """
    try:
        there = read_job(folder, names)
    except ValueError as error:
        raise UsageError(f"{folder.address} has the output of another job:\n  {error}") from None
    options = Annotation(given.task, given.options).options
    inputs = [absolute(address) for address in given.inputs]
    size = given.shard_size or (there.shard_size if there else _SHARD_SIZE)
    job = Job(given.task, options, inputs or (there.inputs if there else []), given.mode, given.every, size)
    if there is None:
        return _written(folder, names, job)
    try:
        there.check_same(job)
    except DifferenceError as difference:
        raise UsageError(f"{folder.address} has the output of another job:\n{difference}") from None
    Manifest(folder, there)  # Here rather than in the actors.
    return there


def _written(folder: Folder, names: List[str], job: Job) -> Job:
    """Lists the inputs and writes the job down."""
    if finished_shards(names):
        raise UsageError(f"{folder.address} has shards, but no job.json that says of which job they are.")
    if not job.inputs:
        raise UsageError(f"{folder.address} has no job to continue: name its inputs.")
    # Images are written down shard by shard, so there may be more of them than fit memory.
    items: Iterator[Item] = (item for address in job.inputs for item in items_of(address, job.mode))
    first = next(items, None)
    if first is None:
        raise InputError(f"There are no images or videos in {', '.join(job.inputs)}.")
    write_job(folder, job, _from(first, items))
    return job


def _from(first: Item, rest: Iterator[Item]) -> Iterator[Item]:
    yield first
    yield from rest
