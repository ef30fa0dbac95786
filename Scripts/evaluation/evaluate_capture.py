#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what cleaning does to jitter and to peaks: evaluate_capture.py PROGRAM CLIP [CLIP ...]

Jitter is the third difference of points that are seen, in pixels (root mean square over frames, then the mean of the
points), before and after `lineament capture`, and with the defaults of Sports2D on the same points: gaps below 100 frames,
outliers by Hampel's test with 7 frames and 2 deviations, Butterworth of order 4 with 6 Hz, forwards and backwards. Peaks
are what is left of a clap (wrists that move toward each other and back) and of a blink that are added to the points and
scores of the clip.

Needs numpy, pandas and scipy; with pose2sim, its own functions are taken for Sports2D's.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pandas

Array = Any
# Nose, shoulders, wrists, knees, ankles.
POINTS = [0, 11, 12, 15, 16, 25, 26, 27, 28]
WRISTS = {15: 1, 16: -1}
UNCLEANED = ["--smooth", "none", "--keep-outliers", "--max-gap", "0", "--min-duration", "0"]
CLAP = 0.1
BLINK = 0.6


def sports2d() -> tuple[Callable[[Array, float], Array], str]:
    """Returns the function that cleans a column as Sports2D does by default, and where it comes from."""
    config = {"filtering": {"butterworth": {"order": 4, "cut_off_frequency": 6}}}
    try:
        from Pose2Sim import common, filtering

        hampel, butterworth = filtering.hampel_filter, filtering.butterworth_filter_1d
        bridged, source = common.interpolate_zeros_nans, "pose2sim"
    except ImportError:
        hampel, butterworth, bridged, source = own_hampel, own_butterworth, own_bridged, "SciPy, after Sports2D's code"

    def clean(values: Array, rate: float) -> Array:
        column = pandas.Series(values)
        column = bridged(column, 100, "linear")
        column = pandas.Series(np.asarray(hampel(column, 7, 2)))
        return np.asarray(butterworth(config, rate, column))

    return clean, source


def own_hampel(column: Array, window: int, deviations: float) -> Array:
    """Puts the median where a value is farther from it than so many deviations."""
    values = column.to_numpy(float).copy()
    half = window // 2
    for index in range(half, len(values) - half):
        near = column.to_numpy(float)[index - half : index + half + 1]
        median = np.median(near)
        spread = np.median(np.abs(near - median))
        if spread > 0 and abs(0.6745 * (column.iloc[index] - median) / spread) > deviations:
            values[index] = median
    return values


def own_bridged(column: Array, limit: int, _: str) -> Array:
    """Fills short gaps in a straight line."""
    return column.interpolate(limit=limit, limit_area="inside")


def own_butterworth(config: dict[str, Any], rate: float, column: Array) -> Array:
    """Filters what lies between gaps."""
    from scipy.signal import butter, filtfilt

    order = config["filtering"]["butterworth"]["order"]
    b, a = butter(order / 2, config["filtering"]["butterworth"]["cut_off_frequency"] / (rate / 2))
    values = column.to_numpy(float).copy()
    known = np.flatnonzero(~np.isnan(values))
    for run in np.split(known, np.flatnonzero(np.diff(known) > 1) + 1):
        if len(run) > 3 * len(a):
            values[run] = filtfilt(b, a, values[run])
    return values


def table(program: str, lines: Path, *options: str) -> Any:
    """Returns a recording as the program writes it."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "table.csv"
        subprocess.run([program, "capture", lines, "--output", output, "--quiet", *options], check=True)
        return pandas.read_csv(output)


def columns(recording: Any, points: list[int]) -> tuple[dict[tuple[int, str], Array], Array]:
    """Returns x and y of points in pixels by frame, of the person who is seen longest, and that person's times."""
    body = recording[recording.part == "body"]
    body = body[body.track == body.track.mode()[0]]
    result = {}
    for point in points:
        rows = (
            body[body.point == point]
            .set_index("frame")
            .reindex(range(int(body.frame.min()), int(body.frame.max()) + 1))
        )
        for axis in ("x", "y"):
            result[(point, axis)] = rows[axis].to_numpy(float)
    times = recording.groupby("frame").time.first()
    return result, times


def seen(recording: Any) -> list[int]:
    """Returns the points that are in the image and not hidden in at least nine of ten frames."""
    body = recording[recording.part == "body"]
    shares = (body.visibility >= 0.5).groupby(body.point).mean()
    return [point for point in POINTS if shares.get(point, 0) >= 0.9]


def rate_of(times: Any) -> float:
    """Returns the frames in a second."""
    return float((times.index[-1] - times.index[0]) / (times.iloc[-1] - times.iloc[0]))


def jitter(values: dict[tuple[int, str], Array]) -> float:
    """Returns the third difference, as the root of the mean square of both axes, in the mean of the points."""
    points = sorted({point for point, _ in values})
    rows = [np.hypot(np.diff(values[(p, "x")], 3), np.diff(values[(p, "y")], 3)) for p in points]
    return float(np.mean([np.sqrt(np.nanmean(row**2)) for row in rows]))


def pulse(times: Array, middle: float, length: float) -> Array:
    """Returns a raised cosine of a length in seconds, 1 in the middle."""
    phase = (times - middle) / length
    return np.where(np.abs(phase) < 0.5, 0.5 + 0.5 * np.cos(2 * np.pi * phase), 0.0)


def with_pulses(lines: list[dict[str, Any]], middle: float, length: float) -> list[dict[str, Any]]:
    """Adds a clap to the wrists, and a blink to the left eye."""
    changed = json.loads(json.dumps(lines))
    for line in changed:
        size = float(pulse(np.array(line["timestampInMilliseconds"] / 1000), middle, length))
        for body in line.get("poseLandmarks", []):
            for wrist, sign in WRISTS.items():
                body[wrist]["x"] += CLAP * sign * size
        for shapes in line.get("faceBlendshapes", []):
            for shape in shapes:
                if shape["categoryName"] == "eyeBlinkLeft":
                    # Above what the person does, so that nothing is cut off.
                    shape["score"] = min(1, 0.3 * shape["score"] + BLINK * size)
    return changed


def write(lines: list[dict[str, Any]], path: Path) -> Path:
    """Writes JSON lines."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def blinks(recording: Any) -> Any:
    """Returns the scores of the left eye by frame."""
    rows = recording[recording.name == "eyeBlinkLeft"]
    return rows[rows.track == rows.track.mode()[0]].set_index("frame").value if len(rows) else None


def peaks(program: str, lines: list[dict[str, Any]], folder: Path, clean: Callable[[Array, float], Array]) -> None:
    """Prints how much of a clap and a blink is left, in percent of what was added."""
    plain = write(with_pulses(lines, -10, 1), folder / "plain.jsonl")
    before, raw = table(program, plain), table(program, plain, *UNCLEANED)
    times = raw.groupby("frame").time.first()
    middle = float(times.iloc[len(times) // 2])
    for length in (0.1, 0.2, 0.3, 0.4):
        file = write(with_pulses(lines, middle, length), folder / "pulse.jsonl")
        after, raw_after = table(program, file), table(program, file, *UNCLEANED)
        left = []
        for point in WRISTS:
            added = columns(raw_after, [point])[0][(point, "x")] - columns(raw, [point])[0][(point, "x")]
            index = int(np.nanargmax(np.abs(added)))
            ours = columns(after, [point])[0][(point, "x")] - columns(before, [point])[0][(point, "x")]
            theirs = clean(columns(raw_after, [point])[0][(point, "x")], rate_of(times)) - clean(
                columns(raw, [point])[0][(point, "x")], rate_of(times)
            )
            left.append((ours[index] / added[index], theirs[index] / added[index]))
        ours_left, theirs_left = 100 * np.mean(left, axis=0)
        text = f"  {1000 * length:.0f} ms: clap {ours_left:.0f} % (Sports2D {theirs_left:.0f} %)"
        added = blinks(raw_after) - blinks(raw) if blinks(raw) is not None else None
        # A face that is not seen in the middle of the clip has no blink.
        if added is not None and added.max() > BLINK / 2:
            frame = added.idxmax()
            text += f", blink {100 * (blinks(after)[frame] - blinks(before)[frame]) / added[frame]:.0f} %"
        print(text)


def main() -> int:
    """Measures each clip."""
    program, *clips = sys.argv[1:]
    clean, source = sports2d()
    print(f"Sports2D: {source}")
    for clip in clips:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            lines = folder / "clip.jsonl"
            subprocess.run(
                [program, "holistic-landmarker", clip, "--num-people", "1", "--smoothing", "none"]
                + ["--output-face-blendshapes", "--output", lines, "--quiet"],
                check=True,
            )
            recording = table(program, lines, *UNCLEANED)
            points = seen(recording)
            raw, times = columns(recording, points)
            cleaned, _ = columns(table(program, lines), points)
            rate = rate_of(times)
            theirs = {key: clean(values, rate) for key, values in raw.items()} if rate > 12 else raw
            print(
                f"{Path(clip).name}: {len(times)} frames, {rate:.4g} a second, {len(points)} points; jitter {jitter(raw):.2f} px, "
                f"cleaned {jitter(cleaned):.2f}, Sports2D {jitter(theirs):.2f}"
            )
            frames = [json.loads(line) for line in lines.read_text().splitlines()]
            if rate > 12:
                peaks(program, frames, folder, clean)
    return 0


if __name__ == "__main__":
    sys.exit(main())
