# SPDX-License-Identifier: Apache-2.0
"""Recordings of people's movements: tables and arrays, and files for other programs.

    from lineament import capture

    table = capture.read("dance.mp4", max_gap=0.5)
    wrist = capture.positions(table, track=1)[:, 15]
    capture.write("dance.jsonl", "dance.bvh")

The work is that of the program's `lineament capture`; its options have the names that they have there, with underscores.
`OPTIONS` lists those of recordings, with what each does. Tables need pandas, `write_c3d` the package c3d.
"""

from __future__ import annotations

import importlib
import os
import tempfile
import warnings
from ctypes import byref, c_char_p, c_void_p
from typing import TYPE_CHECKING, Any, Dict, List, Sequence, Tuple, Union

import numpy as np

from lineament import _tasks
from lineament._arguments import finite, shown, type_name, whole_number
from lineament._errors import call, made, taken
from lineament._first_use import call_with_models
from lineament._hints import is_path, similar_name, video_path_hint
from lineament._library import Handle, library
from lineament._settings import settings
from lineament._structures import LineamentResult
from lineament.image import pointer_of
from lineament.video import Video, opened_file

if TYPE_CHECKING:
    import pandas

__all__ = ["OPTIONS", "positions", "read", "write", "write_c3d"]

Path = Union[str, "os.PathLike[str]"]

OPTIONS: Dict[str, str] = dict(_tasks.CAPTURE)

_COLUMNS = {"world": ["world_x", "world_y", "world_z"], "image": ["x", "y", "z"]}
_POINTS = {"body": 33, "face": 478, "leftHand": 21, "rightHand": 21}


def __dir__() -> List[str]:
    return sorted(__all__)


if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

    def __getattr__(name: str) -> Any:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{similar_name(name, __all__)}")


def read(source: Path, **options: Any) -> "pandas.DataFrame":
    """Returns a recording as a table with one row for each time, track and point.

    Its columns are those of `lineament capture --format table`. `table.to_parquet` writes it as Parquet.

    Args:
        source: A video, a camera such as "camera:/dev/video0", an address, or JSON lines of a video's results.
        options: Options of `lineament capture`: those of `OPTIONS`, such as `smooth="none"` or `max_gap=0.5`, and
            `num_people`, `start`, `duration`, `every`, `threads`, `delegate` and `half_precision`.

    Raises:
        FileNotFoundError: The source is missing.
        ImportError: pandas is not installed.
        TypeError: The source is no path, or an option has the wrong type.
        ValueError: An option or the source is not what it should be.
        RuntimeError: There is no recording at all. If the source ends early, there is a warning instead.
    """
    reader = _imported("pandas", "capture.read()")
    if options.get("format", "table") not in ("table", "csv"):
        raise ValueError("capture.read() returns a table. For a file of a format, use capture.write(source, output).")
    with tempfile.TemporaryDirectory(prefix="lineament-") as folder:
        file = os.path.join(folder, "recording.csv")
        _record(source, [file], {**options, "format": "table"})
        table: pandas.DataFrame = reader.read_csv(file)
        return table


def write(source: Path, output: Union[Path, Sequence[Path]], **options: Any) -> None:
    """Writes a recording in the format that the name of `output` says: .bvh, .glb, .vrma, .trc, .mot, .pose and others.

    Args:
        source: As for `read`.
        output: The file; for OpenPose's JSON, the folder. Several people may have files of their own. A list of files in
            several formats is written from one run.
        options: As for `read`.

    Raises:
        FileNotFoundError: The source is missing.
        TypeError: The source or the output is no path, or an option has the wrong type.
        ValueError: An option, the source or the output is not what it should be.
        RuntimeError: There is nothing to write. If the source ends early, there is a warning instead.
    """
    _record(source, list(output) if isinstance(output, (list, tuple)) else [output], options)


def positions(table: "pandas.DataFrame", track: int, part: str = "body", space: str = "world") -> np.ndarray:
    """Returns where one person's points are, of shape (frames, points, 3); NaN where a point is missing.

    Row 0 is frame 0 of the recording. Without people in the table, all are NaN.

    Args:
        table: A table of `read`.
        track: The ID of the person's track.
        part: "body" (33 points), "face" (478), "leftHand" or "rightHand" (21).
        space: "world" for meters, which faces have only with meshes, or "image" for pixels.

    Raises:
        TypeError: It is no table, or the ID of the track is no whole number.
        ValueError: There is no such track, part or space.
    """
    if part not in _POINTS:
        raise ValueError(
            f"part must be one of {', '.join(_POINTS)}, not {shown(part)}.{similar_name(str(part), _POINTS)}"
        )
    if space not in _COLUMNS:
        raise ValueError(f"space must be one of {', '.join(_COLUMNS)}, not {shown(space)}.")
    track = _checked_track(table, track)
    frames = int(table["frame"].max()) + 1 if len(table) else 0
    result = np.full((frames, _POINTS[part], 3), np.nan)
    rows = table[(table["track"] == track) & (table["part"] == part)]
    result[rows["frame"].to_numpy(int), rows["point"].to_numpy(int)] = rows[_COLUMNS[space]].to_numpy(float)
    return result


def write_c3d(table: "pandas.DataFrame", output: Path, track: int) -> None:
    """Writes the 33 points of one person's body as C3D: millimeters from the hips, x forward, y up, z to the person's right.

    Needs the package c3d.

    Args:
        table: A table of `read`.
        output: The file.
        track: The ID of the person's track.

    Raises:
        ImportError: c3d is not installed.
        TypeError: It is no table, or the ID of the track is no whole number.
        ValueError: There is no such track.
    """
    track = _checked_track(table, track)
    c3d = _imported("c3d", "capture.write_c3d()")
    body = table[(table["track"] == track) & (table["part"] == "body")]
    names = body.drop_duplicates("point").set_index("point")["name"].to_dict()
    points = positions(table, track)
    ends = table.loc[[table["frame"].idxmin(), table["frame"].idxmax()]]
    span = float(ends["time"].iloc[1] - ends["time"].iloc[0])
    # Frames without people have no rows.
    rate = float(ends["frame"].iloc[1] - ends["frame"].iloc[0]) / span if span > 0 else 30.0
    writer = c3d.Writer(point_rate=rate, point_units="mm")
    writer.set_point_labels([names.get(point, str(point)) for point in range(points.shape[1])])
    writer.set_screen_axis(X="+Z", Y="+Y")
    turned = -1000 * points[..., ::-1]
    missing = np.isnan(turned[..., 0])
    for frame, values in enumerate(turned):
        rows = np.zeros((len(values), 5))
        rows[:, :3] = np.where(np.isnan(values), 0, values)
        # A negative residual says that a point is missing.
        rows[missing[frame], 3] = -1
        writer.add_frames([(rows, np.zeros((0, 0)))])
    with open(output, "wb") as file:
        writer.write(file)


def _imported(name: str, user: str) -> Any:
    """Returns a package that `user` needs, which is optional."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ImportError(f"{user} needs {name}. Install it with: pip install {name}", name=name) from error


def _checked_track(table: Any, track: Any) -> int:
    """Returns the ID of a track that a table has.

    Raises:
        TypeError: It is no table, or the ID is no whole number.
        ValueError: There is no such track.
    """
    columns = getattr(table, "columns", ())
    if not {"frame", "time", "track", "part", "point"}.issubset(columns):
        hint = f" Read it: capture.read({os.fspath(table)!r})." if is_path(table) else ""
        raise TypeError(f"table must be a table of capture.read(), not {type_name(table)}.{hint}")
    number = whole_number("track", track, -(2**31))
    known = sorted({int(each) for each in table["track"].dropna().unique()})
    if known and number not in known:
        raise ValueError(f"The table has no track {number}. It has {', '.join(map(str, known))}.")
    return number


def _checked_path(name: str, value: Any) -> bytes:
    """Returns the source or an output as the library takes it."""
    if not is_path(value):
        hint = video_path_hint(value) if name == "source" else ""
        hint = ' A camera is "camera:/dev/video0".' if hint and isinstance(value, int) else hint
        raise TypeError(f"{name} must be a path, not {type_name(value)}.{hint}")
    text = os.fsencode(value)
    if b"\0" in text:
        raise ValueError(f"{name} contains a null character: {shown(value)}.")
    return text


def _record(source: Path, outputs: Sequence[Any], options: Dict[str, Any]) -> None:
    """Records a source and writes the files.

    Raises:
        FileNotFoundError, TypeError, ValueError or RuntimeError, as for `read`.
    """
    path, files = _checked_path("source", source), [_checked_path("output", output) for output in outputs]
    if b"-" in files:
        raise ValueError("The output must be a file, not standard output.")
    if os.path.isdir(path):
        raise RuntimeError(f"{os.fspath(source)} is a folder. Read its videos one by one.")
    places = [os.path.realpath(file) for file in files]
    if os.path.realpath(path) in places or len({*places}) < len(places):
        raise ValueError("An output is the source, or is given twice.")
    for place in places:
        folder = os.path.dirname(place)
        while not os.path.lexists(folder):
            folder = os.path.dirname(folder)
        if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
            raise ValueError(f"{os.fsdecode(place)} cannot be written: {os.fsdecode(folder)} is no folder for files.")
    # Nothing is printed here anyway.
    options = {name: value for name, value in options.items() if name != "quiet"}
    frames = {name: options.pop(name, usual) for name, usual in (("start", 0), ("duration", None), ("every", 1))}
    given, targets = settings("capture", options), ((c_char_p * len(files))(*files), len(files))
    if path.lower().endswith((b".jsonl", b".ndjson", b".json")):
        recording, ending = _read_lines(path, given, targets)
    else:
        with _opened(path, **frames) as video:
            recording, ending = _filmed(video, given, targets)
    failures = []
    for file, place in zip(files, places):
        try:
            os.makedirs(os.path.dirname(place), exist_ok=True)
            call(library().lineament_recording_write, recording.value, file, None)
        except Exception as error:  # The other files are written all the same.
            failures.append(f"{os.fsdecode(file)}: {error}")
    if failures:
        raise RuntimeError("\n".join(failures))
    if ending:
        warnings.warn(f"The recording ends early: {ending}", RuntimeWarning, stacklevel=3)


def _read_lines(path: bytes, given: Handle, targets: Tuple[Any, int]) -> Tuple[Handle, str]:
    """Returns the recording of a file with JSON lines, and why it ends early; empty if it is whole."""
    functions, pointer, ending = library(), c_void_p(), c_void_p()
    call(functions.lineament_recording_read, given.value, *targets, path, byref(pointer), byref(ending))
    return Handle(pointer.value, functions.lineament_recording_close, None), taken(ending)


def _opened(path: bytes, start: Any, duration: Any, every: Any) -> Video:
    """Returns the open source, a video or an address."""
    if os.path.exists(path) or not (b"://" in path or path.startswith(b"camera:")):
        return opened_file(os.fsdecode(path), start, duration, every, square_pixels=True)
    seconds = 0.0 if duration is None else finite("duration", duration)
    return Video._opened(path, True, finite("start", start), seconds, whole_number("every", every, 1), True)


def _filmed(video: Video, given: Handle, targets: Tuple[Any, int]) -> Tuple[Handle, str]:
    """Returns the recording of a video, and why it ends early; empty if it is whole.

    Raises:
        Exception: There is no frame.
    """
    functions, result, is_empty = library(), LineamentResult(), True
    create, close = functions.lineament_recording_create_with, functions.lineament_recording_close
    recording = made(create, close, given.value, *targets, video.width, video.height)
    create, close = functions.lineament_recording_task, functions.lineament_task_close
    task = made(create, close, recording.value, by=call_with_models)
    session = made(functions.lineament_session_create, functions.lineament_session_close, task.value)
    try:
        for frame in video:
            image = pointer_of(frame.image)
            call(functions.lineament_session_detect, session.value, image, 0, frame.timestamp_ms, byref(result))
            try:
                call(functions.lineament_recording_add, recording.value, byref(result), frame.time)
            finally:
                functions.lineament_result_free(byref(result))
            is_empty = False
    except Exception as error:
        if is_empty:
            raise
        return recording, str(error)
    if is_empty:
        raise RuntimeError("The source has no frames in the chosen range.")
    return recording, ""
