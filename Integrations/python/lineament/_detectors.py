# SPDX-License-Identifier: Apache-2.0
"""The detectors of an annotator: in this process, or in as many child processes as it has jobs."""

from __future__ import annotations

import os
import queue
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, Iterator, List, Optional

from lineament._annotation import Annotation
from lineament._cores import available_cores
from lineament._detection import BatchDetector
from lineament._frames import VideoRequest, frame_batches
from lineament._isolation import IsolatedDetector
from lineament._pyarrow import pa

# The most that a child is passed at once: enough that passing costs nothing, and little enough to lose if it dies.
_MOST_ROWS = 32
_MOST_BYTES = 32 << 20


class Detectors:
    """The detectors of an annotator, created at their first use, in the process that uses them.

    Args:
        annotation: The task and its options.
        jobs: How many images to process at a time; 0 for one per core.
        isolate: Whether to work in child processes.
        timeout: The maximum number of seconds for one image or frame, in a child process; 0 for any.
    """

    def __init__(self, annotation: Annotation, jobs: int, isolate: bool, timeout: float) -> None:
        self._annotation = annotation
        self._jobs = jobs
        self._isolates = isolate
        self._timeout = timeout
        self._forget()

    def _forget(self) -> None:
        self._owner = os.getpid()
        self._in_process: Optional[BatchDetector] = None
        self._idle: queue.SimpleQueue[IsolatedDetector] = queue.SimpleQueue()

    def detect(self, inputs: pa.ChunkedArray) -> List[pa.StructArray]:
        """Returns a row of results for each path, or for the bytes of each file, in order."""
        if not self._isolates:
            detector = self._local() if len(inputs) else None
            return [detector.detect(chunk, self._jobs) for chunk in inputs.chunks if detector and len(chunk)]
        jobs = self._jobs or available_cores()
        most_rows = _MOST_ROWS if jobs == 1 else max(1, min(_MOST_ROWS, len(inputs) // (4 * jobs)))
        groups = [group for chunk in inputs.chunks for group in _groups(chunk, most_rows)]
        workers = min(jobs, len(groups))
        if workers <= 1:
            return [rows for group in groups for rows in self._isolated(group)]
        with ThreadPoolExecutor(workers) as threads:
            return [rows for result in threads.map(self._isolated, groups) for rows in result]

    def frames(self, request: VideoRequest) -> Iterator[pa.RecordBatch]:
        """Yields the frames of a video in batches."""
        if not self._isolates:
            if self._jobs == 1:
                yield from frame_batches(self._local().task, self._annotation, request, lambda: None)
                return
            with self._annotation.create_task(self._jobs) as task:
                yield from frame_batches(task, self._annotation, request, lambda: None)
        elif self._jobs == 1:
            detector = self._take()
            yield from detector.frames(request)
            self._idle.put(detector)
        else:
            detector = IsolatedDetector(self._annotation, self._jobs, self._timeout)
            yield from detector.frames(request)
            detector.close()

    def close(self) -> None:
        """Ends the child processes and releases the models."""
        if self._owner == os.getpid():
            while not self._idle.empty():
                self._idle.get().close()
        self._forget()

    def _local(self) -> BatchDetector:
        self._check_process()
        if self._in_process is None:
            self._in_process = BatchDetector(self._annotation)
        return self._in_process

    def _isolated(self, inputs: pa.Array) -> List[pa.StructArray]:
        detector = self._take()
        rows = detector.detect(inputs)
        self._idle.put(detector)
        return rows

    def _take(self) -> IsolatedDetector:
        """Returns a detector that is not in use."""
        self._check_process()
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return IsolatedDetector(self._annotation, 1, self._timeout)

    def _check_process(self) -> None:
        """Forgets the detectors of a process that was forked: the child's are its own."""
        if self._owner != os.getpid():
            self._forget()

    def __getstate__(self) -> Dict[str, Any]:
        return {"settings": (self._annotation, self._jobs, self._isolates, self._timeout)}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__init__(*state["settings"])  # type: ignore[misc]


def _groups(inputs: pa.Array, most_rows: int) -> Iterator[pa.Array]:
    """Yields the slices of an array that are passed to a child at once."""
    lengths = [0 if value is None else value for value in _byte_lengths(inputs)]
    start = size = 0
    for index, length in enumerate(lengths):
        if index > start and (index - start == most_rows or size + length > _MOST_BYTES):
            yield inputs.slice(start, index - start)
            start, size = index, 0
        size += length
    if len(inputs) > start:
        yield inputs.slice(start)


def _byte_lengths(inputs: pa.Array) -> List[Optional[int]]:
    from pyarrow import compute

    lengths: List[Optional[int]] = compute.binary_length(inputs).to_pylist()
    return lengths
