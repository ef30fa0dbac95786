"""Videos as Arrow batches: a row for each frame."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence

import numpy as np

from lineament._annotation import Annotation
from lineament._pyarrow import pa
from lineament.results import TaskResult
from lineament.task import VisionTask
from lineament.video import read_video


@dataclasses.dataclass(frozen=True)
class VideoRequest:
    """A video, and what of it to annotate.

    Attributes:
        path: The file.
        start: The time in seconds to begin at.
        duration: The seconds to read; None to read to the end.
        every: Reads every n-th frame.
        batch_size: The greatest number of frames of a batch.
    """

    path: str
    start: float = 0
    duration: Optional[float] = None
    every: int = 1
    batch_size: int = 256


class FrameResult(NamedTuple):
    """The result of a frame, without its image, which would keep the memory of a whole batch of frames."""

    index: int
    timestamp_ms: int
    result: TaskResult


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
        for row in _results(task, request):
            rows.append(row)
            on_frame()
            if len(rows) == request.batch_size:
                yield frame_batch(annotation, rows)
                rows = []
    except (OSError, RuntimeError, ValueError) as error:
        message = str(error)
    if rows or message is not None:
        yield frame_batch(annotation, rows, message)


def _results(task: VisionTask[Any, Any], request: VideoRequest) -> Iterator[FrameResult]:
    is_empty = True
    source = (request.path, request.start, request.duration, request.every)
    with task.create_session() as session, read_video(*source) as video:
        for frame in video:
            is_empty = False
            yield FrameResult(frame.index, frame.timestamp_ms, session.detect(frame.image, frame.timestamp_ms))
    if is_empty:
        raise RuntimeError(_without_frames(request))


def _without_frames(request: VideoRequest) -> str:
    if request.start == 0 and request.duration is None:
        return f"{request.path} has no frames."
    return f"{request.path} has no frames in the range of start and duration."


def frame_batch(
    annotation: Annotation, rows: Sequence[FrameResult], message: Optional[str] = None
) -> pa.RecordBatch:
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
    arrays.append(_subject_lists(schema.field(annotation.column).type, results, len(ending)))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _subject_lists(kind: pa.DataType, results: Sequence[TaskResult], null_count: int) -> pa.Array:
    counts = [_count(result) for result in results]
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    subjects = _subjects(kind.value_type, [result for result, count in zip(results, counts) if count])
    lists = pa.ListArray.from_arrays(pa.array(offsets), subjects, type=kind)
    return pa.concat_arrays([lists, pa.nulls(null_count, kind)]) if null_count else lists


def _count(result: TaskResult) -> int:
    return 0 if result._arrays is None else result._arrays.count


def _subjects(kind: pa.DataType, results: Sequence[TaskResult]) -> pa.Array:
    """Returns the faces or people of all results, each of which has some, as one array of structures."""
    if not results:
        return pa.array([], kind)
    fields = [kind.field(index) for index in range(kind.num_fields)]
    return pa.StructArray.from_arrays([_field(field, results) for field in fields], fields=fields)


_SOURCES = {"score": "scores", "matrix": "matrices", "track": "track_ids"}


def _field(field: pa.Field, results: Sequence[TaskResult]) -> pa.Array:
    """Returns one field of all faces or people."""
    if field.name == "box":
        return _structures(field.type, _boxes(results))
    values = _joined(results, _SOURCES.get(field.name, field.name))
    if values is None:
        return pa.nulls(sum(map(_count, results)), field.type)
    if not pa.types.is_list(field.type):
        return pa.array(values, field.type)
    element = field.type.value_type
    if pa.types.is_struct(element):
        if element.get_field_index("visibility") >= 0:
            confidences = (_joined(results, name) for name in ("visibilities", "presences"))
            values = np.concatenate([values, *(array[..., None] for array in confidences if array is not None)], -1)
        elements = _structures(element, values)
    else:
        elements = pa.array(values.reshape(-1), element)
    offsets = np.arange(len(values) + 1, dtype=np.int32) * (len(elements) // len(values))
    return pa.ListArray.from_arrays(pa.array(offsets), elements, type=field.type)


def _joined(results: Sequence[TaskResult], name: str) -> Optional[np.ndarray]:
    """Returns an array of all results, one after the other; None if they do not have it."""
    arrays = [None if result._arrays is None else result._arrays.get(name) for result in results]
    present = [array for array in arrays if array is not None]
    return np.concatenate(present) if present else None


def _structures(kind: pa.DataType, values: np.ndarray) -> pa.Array:
    """Returns structures whose fields are along the last axis of `values`."""
    columns = [np.ascontiguousarray(values[..., index]).reshape(-1) for index in range(kind.num_fields)]
    fields = [kind.field(index) for index in range(kind.num_fields)]
    return pa.StructArray.from_arrays([pa.array(column) for column in columns], fields=fields)


def _boxes(results: Sequence[TaskResult]) -> np.ndarray:
    """Returns the boxes, or the smallest ones that contain all landmarks, in pixels."""
    stored = _joined(results, "boxes")
    return np.concatenate([_landmark_boxes(result) for result in results]) if stored is None else stored


def _landmark_boxes(result: TaskResult) -> np.ndarray:
    landmarks = _joined([result], "landmarks")
    assert landmarks is not None
    size = np.array([result.width, result.height], np.float32)
    least, greatest = landmarks[:, :, :2].min(axis=1), landmarks[:, :, :2].max(axis=1)
    return np.concatenate([least * size, (greatest - least) * size], axis=1)
