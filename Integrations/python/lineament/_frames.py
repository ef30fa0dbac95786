# SPDX-License-Identifier: Apache-2.0
"""Videos as Arrow batches: a row for each frame."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from lineament._annotation import Annotation
from lineament._notes import full_text
from lineament._pyarrow import pa
from lineament._tasks import Value
from lineament.results import TaskResult
from lineament.task import VisionTask
from lineament.video import opened_file


@dataclasses.dataclass(frozen=True)
class VideoRequest:
    """A video, and what of it to annotate.

    Attributes:
        path: The file.
        start: The time in seconds to begin at.
        duration: The seconds to read; None to read to the end.
        every: Reads every n-th frame.
        batch_size: The maximum number of frames of a batch.
    """

    path: str
    start: float = 0
    duration: Optional[float] = None
    every: int = 1
    batch_size: int = 256


class FrameResult(NamedTuple):
    """The result of a frame, without its image, which would keep the memory of a whole batch of frames."""

    index: int  # type: ignore[assignment]  # Instead of a tuple's method.
    timestamp_ms: int
    result: TaskResult
    crops: Optional[np.ndarray] = None


def frame_batches(
    task: VisionTask[Any, Any], annotation: Annotation, request: VideoRequest, on_frame: Callable[[], None]
) -> Iterator[pa.RecordBatch]:
    """Yields the frames of a video, `batch_size` at a time.

    If the video cannot be read, or not to its end, the last row is its error, without a frame.

    Args:
        task: The task, whose tracks begin with the video.
        annotation: The task's options.
        request: The video.
        on_frame: Called after each frame.
    """
    rows: List[FrameResult] = []
    message: Optional[str] = None
    try:
        for row in _results(task, annotation, request):
            rows.append(row)
            on_frame()
            if len(rows) == request.batch_size:
                yield frame_batch(annotation, rows)
                rows = []
    except (OSError, RuntimeError, ValueError) as error:
        message = full_text(error)
    if rows or message is not None:
        yield frame_batch(annotation, rows, message)


def _results(task: VisionTask[Any, Any], annotation: Annotation, request: VideoRequest) -> Iterator[FrameResult]:
    is_empty, crops = True, annotation.crops
    source = (request.path, request.start, request.duration, request.every, annotation.sees_square_pixels)
    with task.create_session() as session, opened_file(*source) as video:
        for frame in video:
            is_empty = False
            result: Any = session.detect(frame.image, frame.timestamp_ms)
            faces = None if crops is None else result.crops(frame.image, *crops)
            yield FrameResult(frame.index, frame.timestamp_ms, result, faces)
    if is_empty:
        raise RuntimeError(_without_frames(request))


def _without_frames(request: VideoRequest) -> str:
    if request.start == 0 and request.duration is None:
        return f"{request.path} has no frames."
    return f"{request.path} has no frames in the range of start and duration."


def frame_batch(annotation: Annotation, rows: Sequence[FrameResult], message: Optional[str] = None) -> pa.RecordBatch:
    """Returns frames and their results as a batch, followed by an error unless `message` is None."""
    schema = annotation.schema(is_video=True)
    results = [row.result for row in rows]
    ending = [] if message is None else [None]
    sizes = [(result.width, result.height) for result in results]
    columns: Dict[str, Any] = {
        "frame": [row.index for row in rows] + ending,
        "time_ms": [row.timestamp_ms for row in rows] + ending,
        "error": [None] * len(rows) + [message] * len(ending),
        "width": [width for width, _ in sizes] + ending,
        "height": [height for _, height in sizes] + ending,
    }
    arrays = [pa.array(values, schema.field(name).type) for name, values in columns.items()]
    subjects = schema.field(annotation.column).type
    arrays.append(_subject_lists(subjects, annotation.values, rows, len(ending)))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _subject_lists(
    kind: pa.DataType, values: Tuple[Value, ...], rows: Sequence[FrameResult], null_count: int
) -> pa.Array:
    counts = [_count(row.result) for row in rows]
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    subjects = _subjects(kind.value_type, values, [row for row, count in zip(rows, counts) if count])
    lists = pa.ListArray.from_arrays(pa.array(offsets), subjects, type=kind)
    return pa.concat_arrays([lists, pa.nulls(null_count, kind)]) if null_count else lists


def _count(result: TaskResult) -> int:
    return 0 if result._arrays is None else result._arrays.count


def _subjects(kind: pa.DataType, values: Tuple[Value, ...], rows: Sequence[FrameResult]) -> pa.Array:
    """Returns the faces or people of all frames, each of which has some, as one array of structures."""
    if not rows:
        return pa.array([], kind)
    fields = [kind.field(index) for index in range(kind.num_fields)]
    return pa.StructArray.from_arrays([_field(field, values, rows) for field in fields], fields=fields)


def _field(field: pa.Field, values: Tuple[Value, ...], rows: Sequence[FrameResult]) -> pa.Array:
    """Returns one field of all faces or people."""
    if field.name == "crop":
        pixels = np.concatenate([row.crops for row in rows if row.crops is not None])
        return pa.Array.from_buffers(field.type, len(pixels), [None, pa.py_buffer(pixels.tobytes())])
    results = [row.result for row in rows]
    if field.name == "track":
        return _array(field.type, _joined(results, "track_ids"), results)
    value = next(value for value in values if value.name == field.name)
    numbers = _joined(results, value.array)
    further = [_joined(results, other.array) for other in values if other.points == value.name]
    if numbers is not None and further:
        numbers = np.concatenate([numbers, *(array[..., None] for array in further if array is not None)], -1)
    return _array(field.type, numbers, results)


def _array(kind: pa.DataType, values: Optional[np.ndarray], results: Sequence[TaskResult]) -> pa.Array:
    """Returns a value of all faces or people, null if it was not requested."""
    if values is None:
        return pa.nulls(sum(map(_count, results)), kind)
    if pa.types.is_struct(kind):
        return _structures(kind, values)
    if not pa.types.is_list(kind):
        return pa.array(values, kind)
    is_structure = pa.types.is_struct(kind.value_type)
    elements = _structures(kind.value_type, values) if is_structure else pa.array(values.reshape(-1), kind.value_type)
    offsets = np.arange(len(values) + 1, dtype=np.int32) * (len(elements) // len(values))
    return pa.ListArray.from_arrays(pa.array(offsets), elements, type=kind)


def _joined(results: Sequence[TaskResult], name: str) -> Optional[np.ndarray]:
    """Returns an array of all results, one after the other; None if none has it. Those that lack it have NaN."""
    arrays = [None if result._arrays is None else result._arrays.get(name) for result in results]
    shape = next((array.shape[1:] for array in arrays if array is not None), None)
    if shape is None:
        return None
    return np.concatenate(
        [
            np.full((_count(result), *shape), np.nan, np.float32) if array is None else array
            for result, array in zip(results, arrays)
        ]
    )


def _structures(kind: pa.DataType, values: np.ndarray) -> pa.Array:
    """Returns structures whose fields are along the last axis of `values`."""
    columns = [np.ascontiguousarray(values[..., index]).reshape(-1) for index in range(kind.num_fields)]
    fields = [kind.field(index) for index in range(kind.num_fields)]
    return pa.StructArray.from_arrays([pa.array(column) for column in columns], fields=fields)
