# SPDX-License-Identifier: Apache-2.0
"""The child process that annotates, so that a hostile file ends only this.

`lineament._isolation` starts it and talks to it through pipes. A message is a tag of one byte, followed by the length
of its content in eight bytes, and its content.

    parent to child   S  settings: JSON    P  photos: Arrow stream of one column    V  video: JSON
                      F  the working directory against which relative paths are resolved from now on; it has no answer
    child to parent   S  started           E  not started: JSON of an exception's type and text
                      .  one image or frame is done, without length    R  results: Arrow stream    D  done

For tests: if the environment variable LINEAMENT_TEST_CRASH is set, the process kills itself by SIGSEGV on a photo whose
file contains the text of the variable.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import struct
import threading
from typing import Any, BinaryIO, Dict, List, Tuple

from lineament._annotation import Annotation
from lineament._detection import BatchDetector, limited_to
from lineament._frames import VideoRequest, frame_batches
from lineament._notes import notes_of
from lineament._pyarrow import pa

LENGTH = struct.Struct("<Q")
# Stands in for a folder that cannot be entered.
NOWHERE = b"/"


def main() -> None:
    """Answers requests from standard input on standard output until the parent closes it."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # Nothing that a library prints may get between the replies.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's.
    waiting: queue.Queue[Tuple[bytes, memoryview]] = queue.Queue()
    threading.Thread(target=_read_requests, args=(requests, waiting), daemon=True).start()
    try:
        Worker(replies).run(waiting)
    except BrokenPipeError:
        os._exit(0)  # The parent is gone.


def _read_requests(requests: BinaryIO, waiting: queue.Queue[Tuple[bytes, memoryview]]) -> None:
    """Reads on while an image is worked on, and ends the process with its parent."""
    try:
        while True:
            head = requests.read(1 + LENGTH.size)
            if len(head) < 1 + LENGTH.size:
                break
            content = bytearray(LENGTH.unpack(head[1:])[0])
            if requests.readinto(content) < len(content):  # type: ignore[attr-defined]
                break
            waiting.put((head[:1], memoryview(content)))
    finally:
        os._exit(0)


class Worker:
    """The work of the process: requests in, replies out.

    Args:
        replies: Where its messages go.
    """

    def __init__(self, replies: BinaryIO) -> None:
        self._replies = replies
        self._marker = os.environ.get("LINEAMENT_TEST_CRASH", "").encode()

    def run(self, waiting: queue.Queue[Tuple[bytes, memoryview]]) -> None:
        """Starts with the first request, and answers the others."""
        _, content = waiting.get()
        if not self._start(json.loads(bytes(content))):
            return
        while True:
            tag, content = waiting.get()
            if tag == b"F":
                _enter(bytes(content))
                continue
            if tag == b"P":
                self._annotate_photos(content)
            else:
                self._annotate_video(VideoRequest(**json.loads(bytes(content))))
            self._send(b"D")

    def _start(self, settings: Dict[str, Any]) -> bool:
        """Loads the models, and returns whether that was possible."""
        try:
            self._annotation = Annotation(settings["task"], settings["options"], settings["base"])
            with limited_to(settings["cores"]):
                self._detector = BatchDetector(self._annotation, 1 if settings["cores"] == 1 else 0)
        except Exception as error:
            self._send(b"E", json.dumps([type(error).__name__, str(error), *notes_of(error)]).encode())
            return False
        self._send(b"S")
        return True

    def _annotate_photos(self, content: memoryview) -> None:
        inputs = pa.ipc.open_stream(pa.py_buffer(content)).read_all().column(0).combine_chunks()
        results: List[pa.Array] = []
        for index in range(len(inputs)):
            photo = inputs.slice(index, 1)
            if self._marker:
                self._crash_at_marker(photo[0].as_py())
            results.append(self._detector.detect(photo))
            self._send_progress()
        rows = pa.concat_arrays(results)
        self._send_batch(pa.RecordBatch.from_arrays(rows.flatten(), schema=self._annotation.schema()))

    def _annotate_video(self, request: VideoRequest) -> None:
        frames = frame_batches(self._detector.task, self._annotation, request, self._send_progress)
        for batch in frames:
            self._send_batch(batch)

    def _send_progress(self) -> None:
        self._replies.write(b".")

    def _send_batch(self, batch: pa.RecordBatch) -> None:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as stream:
            stream.write_batch(batch)
        self._send(b"R", sink.getvalue())

    def _send(self, tag: bytes, content: Any = b"") -> None:
        self._replies.write(tag + LENGTH.pack(len(memoryview(content))))
        rest = memoryview(content).cast("B")
        while rest:
            rest = rest[self._replies.write(rest) :]

    def _crash_at_marker(self, photo: Any) -> None:
        """Dies on a photo with the marker of the tests."""
        if isinstance(photo, str) and os.path.isfile(photo):
            with open(photo, "rb") as file:
                photo = file.read()
        if isinstance(photo, bytes) and self._marker in photo:
            os.kill(os.getpid(), signal.SIGSEGV)


def _enter(folder: bytes) -> None:
    """Makes a folder the current one.

    If that fails, changes to `/`, because in the old folder the same paths would name other files.
    """
    try:
        os.chdir(folder)
    except OSError:
        os.chdir(NOWHERE)
