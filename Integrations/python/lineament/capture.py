# SPDX-License-Identifier: Apache-2.0
"""Recordings of people's movements: tables and arrays, and files for other programs.

    from lineament import capture

    table = capture.read("dance.mp4", max_gap=0.5)
    wrist = capture.positions(table, track=1)[:, 15]
    capture.write("dance.jsonl", "dance.bvh")

The work is that of the program's `lineament capture`, which the wheel brings; its options have the names that they have
there, with underscores. `OPTIONS` lists those of recordings, with what each does. Tables need pandas, `write_c3d` the package c3d.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import tempfile
import warnings
from typing import TYPE_CHECKING, Any, Dict, List, Sequence, Type, Union

import numpy as np

from lineament import _ffmpeg, _program, _tasks
from lineament._arguments import flag, shown, type_name, whole_number
from lineament._hints import is_path, name_hint, similar_name, video_path_hint

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
        options: Options of `lineament capture`: those of `OPTIONS`, such as `smooth="none"` or `max_gap=0.5`, and those
            of the input, such as `num_people=1`.

    Raises:
        FileNotFoundError: The source or the program is missing.
        ImportError: pandas is not installed.
        TypeError: The source is no path, or an option has the wrong type.
        ValueError: An option or the source is not what it should be.
        RuntimeError: There is no recording at all. If the source ends early, there is a warning instead.
    """
    reader = _imported("pandas", "capture.read()")
    if options.get("format", "table") not in ("table", "csv"):
        raise ValueError("capture.read() returns a table. For a file of a format, use capture.write(source, output).")
    if is_path(source) and os.path.isdir(source):
        raise RuntimeError(f"{os.fspath(source)} is a folder. Read its videos one by one.")
    with tempfile.TemporaryDirectory(prefix="lineament-") as folder:
        file = os.path.join(folder, "recording.csv")
        _run(source, [file], {**options, "format": "table"})
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
        FileNotFoundError: The source or the program is missing.
        TypeError: The source or the output is no path, or an option has the wrong type.
        ValueError: An option, the source or the output is not what it should be.
        RuntimeError: There is nothing to write. If the source ends early, there is a warning instead.
    """
    outputs: List[Any] = list(output) if isinstance(output, (list, tuple)) else [output]
    _run(source, outputs, options)


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


def _checked_path(name: str, value: Any) -> str:
    """Returns the source or the output as the program takes it, never as an option."""
    if not is_path(value):
        hint = video_path_hint(value) if name == "source" else ""
        hint = ' A camera is "camera:/dev/video0".' if hint and isinstance(value, int) else hint
        raise TypeError(f"{name} must be a path, not {type_name(value)}.{hint}")
    text = os.fspath(value)
    if "\0" in text:
        raise ValueError(f"{name} contains a null character: {shown(text)}.")
    return os.path.join(os.curdir, text) if text.startswith("-") else text


def _is_missing(source: str) -> bool:
    """Returns whether a source is a file that is not there."""
    return "://" not in source and not source.startswith("camera:") and not os.path.exists(source)


def _run(source: Path, outputs: Sequence[Any], options: Dict[str, Any]) -> None:
    """Runs the program.

    Raises:
        FileNotFoundError, TypeError, ValueError or RuntimeError, as for `read`.
    """
    if not outputs or "-" in outputs:
        raise ValueError("The output must be a file, not standard output." if outputs else "There is no output.")
    source, arguments = _checked_path("source", source), _arguments(options)
    files = [argument for output in outputs for argument in ("--output", _checked_path("output", output))]
    program = _program.path()
    if program is None:
        raise FileNotFoundError("The program lineament is not installed. The wheel of the package brings it.")
    _ffmpeg.offer()
    command = [program, "capture", source, *files, *arguments]
    process = subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if process.returncode == 0:
        return
    # The closing line says that files were written.
    *lines, last = process.stderr.strip().splitlines() or [""]
    has_files = " → " in last
    message = re.sub("^error: ", "", "\n".join(lines if has_files else [*lines, last]))
    message = re.sub("\nUsage: lineament .*", "", message, flags=re.DOTALL)
    if process.returncode == 1 and has_files:
        warnings.warn(f"The recording ends early: {message}", RuntimeWarning, stacklevel=3)
        return
    kind: Type[Exception] = ValueError if process.returncode == 2 else RuntimeError
    if kind is RuntimeError and message.endswith("no such file.") and _is_missing(source):
        kind = FileNotFoundError
    raise kind(message or f"lineament capture ended with status {process.returncode}.")


# The program's options beside those of `OPTIONS`.
_OTHERS = (
    "num_people",
    "start",
    "duration",
    "every",
    "threads",
    "delegate",
    "half_precision",
    "calibrate",
    "gains",
    "send",
    "quiet",
)
_FLAGS = {
    *(name for name, text in OPTIONS.items() if text.startswith("Whether ")),
    "half_precision",
    "calibrate",
    "quiet",
}


def _arguments(options: Dict[str, Any]) -> List[str]:
    """Returns options as the program takes them: True is a flag, False and None are left out.

    Raises:
        TypeError: One has the wrong type.
        ValueError: There is no such option.
    """
    arguments = []
    for name, value in options.items():
        if name not in OPTIONS and name not in _OTHERS:
            raise ValueError(f"There is no option {name!r}.{name_hint(name, [*OPTIONS, *_OTHERS], 'The options are')}")
        if name in _FLAGS and value is not None:
            value = flag(name, value)
        elif value is True:
            raise TypeError(f"{name} needs a value, not True. {OPTIONS.get(name, '')}".strip())
        option = "--" + name.replace("_", "-")
        if value is True:
            arguments.append(option)
        elif value is not None and value is not False:
            # In one piece, because a value may begin with a dash.
            arguments.append(f"{option}={value}")
    return arguments
