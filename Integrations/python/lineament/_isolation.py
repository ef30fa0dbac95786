# SPDX-License-Identifier: Apache-2.0
"""Annotation in child processes, which are replaced if a file ends them."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Dict, Iterator, List, Optional, Type

from lineament._annotation import Annotation, error_row
from lineament._child_process import ChildProcess
from lineament._frames import VideoRequest, frame_batch
from lineament._notes import noted
from lineament._pyarrow import pa

# How long a child may take to load the library and the models, and to pass on what it has computed, in seconds.
_PATIENCE = 120.0
_STARTS = 5
_ERRORS: Dict[str, Type[Exception]] = {
    error.__name__: error
    for error in (FileNotFoundError, ImportError, NotImplementedError, PermissionError, TypeError, ValueError)
}


class Death(Exception):
    """A child died, or was killed because an image took too long.

    Attributes:
        row: The row that it was working on; the number of rows if it had finished all.
        reason: Such as "ended by signal 11"; None if an image took too long.
    """

    def __init__(self, row: int, reason: Optional[str]) -> None:
        super().__init__(row, reason)
        self.row = row
        self.reason = reason


class IsolatedDetector:
    """A detector in a child process. The process is started at the first use, and again after it died.

    Args:
        annotation: The task and its options.
        cores: The cores that it uses; 0 for all.
        timeout: The maximum number of seconds for one image or frame; 0 for no limit.
    """

    def __init__(self, annotation: Annotation, cores: int, timeout: float) -> None:
        self._annotation = annotation
        self._cores = cores
        self._timeout = timeout
        self._child: Optional[ChildProcess] = None

    def detect(self, inputs: pa.Array) -> List[pa.Array]:
        """Returns the results of paths, or of files' bytes, as arrays of structures whose rows follow each other.

        If the child dies, the other rows are done without the one that it was working on, which is tried again last.
        """
        results: Dict[int, pa.Array] = {}
        suspects: Dict[int, Death] = {}
        waiting = [(0, len(inputs))]
        while waiting:
            start, end = waiting.pop()
            if start == end:
                continue
            try:
                results[start] = self._attempt(inputs.slice(start, end - start))
            except Death as death:
                # A child that dies with all rows done leaves no suspect, so the rows are halved.
                index = start + death.row if death.row < end - start else (start + end) // 2
                suspects[index] = death
                waiting += [(index + 1, end), (start, index)]
        for index, first_death in suspects.items():
            results[index] = self._last_attempt(inputs.slice(index, 1), first_death)
        return [results[index] for index in sorted(results)]

    def _last_attempt(self, suspect: pa.Array, death: Death) -> pa.Array:
        if death.reason is not None:
            try:
                return self._attempt(suspect)
            except Death as second_death:
                death = second_death
        message = f"The process that worked on this image {death.reason}."
        if death.reason is None:
            path = suspect[0].as_py()
            message = self._too_long(path if isinstance(path, str) else "image data", self._timeout)
        return error_row(self._annotation, message)

    def _too_long(self, name: str, limit: float) -> str:
        """Returns the message for an image or frames that take longer than the limit."""
        advice = "Raise the limit with timeout (0: none)"
        if "detection_range" in self._annotation.options:
            advice += ", or search for faces less thoroughly with detection_range='short'"
        return f"{name} took longer than {limit:g} s. {advice}."

    def _attempt(self, inputs: pa.Array) -> pa.Array:
        batch = pa.record_batch([inputs], ["input"])
        (result,) = self._answers(b"P", _stream(batch), self._timeout, len(inputs))
        return result.to_struct_array()

    def frames(self, request: VideoRequest) -> Iterator[pa.RecordBatch]:
        """Yields the frames of a video in batches.

        If the child dies, the video is begun again, once, without yielding a frame twice. After the second time, and if
        a frame takes too long, the last row is the error. The limit is longer by the frames that are decoded and skipped.
        """
        limit = self._timeout * request.every
        content = json.dumps(dataclasses.asdict(request)).encode()
        yielded = 0
        for is_last_attempt in (False, True):
            position = 0
            try:
                for batch in self._answers(b"V", content, limit):
                    known = min(max(yielded - position, 0), batch.num_rows)
                    position += batch.num_rows
                    yielded += batch.num_rows - known
                    if known < batch.num_rows:
                        yield batch.slice(known)
                return
            except Death as death:
                if death.reason is None:
                    frames = "A frame" if request.every == 1 else f"Reading {request.every} frames"
                    yield frame_batch(self._annotation, [], self._too_long(f"{frames} of {request.path}", limit))
                    return
                if is_last_attempt:
                    message = f"The process that worked on this video {death.reason}."
                    yield frame_batch(self._annotation, [], message)

    def _answers(
        self, tag: bytes, content: Any, timeout: float, row_count: Optional[int] = None
    ) -> Iterator[pa.RecordBatch]:
        """Yields the batches that answer a request. A child whose answer is not read to the end is killed."""
        child = self._child or self._started()
        self._child = None
        done, is_answered = 0, False
        try:
            child.follow()
            child.send(tag, content)
            while not is_answered:
                limit = _PATIENCE if done == row_count else timeout
                answer, content = child.receive(limit or None)
                if answer == b".":
                    done += 1
                elif answer == b"R":
                    yield from pa.ipc.open_stream(pa.py_buffer(content))
                else:
                    is_answered = True
        except TimeoutError:
            # With all rows done, no image is to blame.
            raise Death(done, f"did not answer for {limit:g} s" if done == row_count else None) from None
        except (BrokenPipeError, EOFError):
            raise Death(done, child.ending()) from None
        finally:
            if is_answered:
                self._child = child
            else:
                child.kill()

    def _started(self) -> ChildProcess:
        """Returns a child that has loaded the models."""
        annotation = self._annotation
        settings: Dict[str, object] = {"task": annotation.task, "options": annotation.options, "base": annotation.base}
        settings["cores"] = self._cores
        ending = ""
        for _ in range(_STARTS):
            child = ChildProcess()
            try:
                child.send(b"S", json.dumps(settings).encode())
                tag, content = child.receive(_PATIENCE)
            except (BrokenPipeError, EOFError):
                ending = child.ending()
                child.kill()
                continue
            except TimeoutError:
                child.kill()
                raise RuntimeError(f"The process that annotates did not start within {_PATIENCE:g} s.") from None
            except BaseException:
                child.kill()
                raise
            if tag == b"S":
                return child
            child.kill()
            name, message, *notes = json.loads(bytes(content))
            raise noted(_ERRORS.get(name, RuntimeError)(message), *notes)
        raise RuntimeError(f"The process that annotates {ending} as it started.")

    def close(self) -> None:
        """Ends the child. May be called more than once; the next use starts another one."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def __del__(self) -> None:
        self.close()


def _stream(batch: pa.RecordBatch) -> Any:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return sink.getvalue()
