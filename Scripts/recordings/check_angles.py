#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Poses an OpenSim model, records where its joints are, and compares the angles of .mot and .csv with those of the model.

    pip install opensim pandas; pip download pose2sim --no-deps; unzip pose2sim-*.whl

usage: check_angles.py PROGRAM Pose2Sim/OpenSim_Setup/Model_Pose2Sim_simple.osim
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

# BlazePose's points, and the body and the place in it where the model has them. Bodies begin at their joints.
BODIES = {
    11: ("humerus_l", None),
    12: ("humerus_r", None),
    13: ("ulna_l", None),
    14: ("ulna_r", None),
    15: ("hand_l", None),
    16: ("hand_r", None),
    23: ("femur_l", None),
    24: ("femur_r", None),
    25: ("tibia_l", None),
    26: ("tibia_r", None),
    27: ("talus_l", None),
    28: ("talus_r", None),
    29: ("calcn_l", (0, 0, 0)),
    30: ("calcn_r", (0, 0, 0)),
    31: ("calcn_l", (0.2, 0, 0)),
    32: ("calcn_r", (0.2, 0, 0)),
    17: ("hand_l", (0, -0.08, 0.02)),
    18: ("hand_r", (0, -0.08, -0.02)),
    19: ("hand_l", (0.02, -0.09, 0)),
    20: ("hand_r", (0.02, -0.09, 0)),
    21: ("hand_l", (0.03, -0.05, 0)),
    22: ("hand_r", (0.03, -0.05, 0)),
    0: ("head", (0.11, 0.01, 0)),
    7: ("head", (0, 0.03, -0.07)),
    8: ("head", (0, 0.03, 0.07)),
    9: ("head", (0.09, -0.04, -0.02)),
    10: ("head", (0.09, -0.04, 0.02)),
    **dict.fromkeys((1, 2, 3), ("head", (0.08, 0.045, -0.03))),
    **dict.fromkeys((4, 5, 6), ("head", (0.08, 0.045, 0.03))),
}
# The poses of each coordinate, in degrees.
POSES = {
    "ankle_angle": [-20, -10, 0, 10, 20],
    "knee_angle": [5, 30, 60, 90, 110],
    "hip_flexion": [-20, 0, 30, 60, 90],
    "arm_flex": [-40, 0, 30, 60, 85],
    # Where the elbow is nearly straight, its bones bend to the side as much as it bends.
    "elbow_flex": [40, 60, 80, 100, 130],
}


def points(opensim: Any, model: Any, state: Any) -> list[list[float]]:
    """Returns the 33 points in meters from the hips, x to the image's right, y down, z away from the camera."""
    bodies = model.getBodySet()
    places: list[list[float]] = [[0.0, 0.0, 0.0]] * 33
    for point, (name, offset) in BODIES.items():
        body = bodies.get(name)
        place = body.findStationLocationInGround(state, opensim.Vec3(*(offset or (0, 0, 0))))
        # OpenSim: x forward (toward the camera), y up, z to the person's right (the image's left).
        places[point] = [-place[2], -place[1], -place[0]]
    middle = [(places[23][axis] + places[24][axis]) / 2 for axis in range(3)]
    return [[value - center for value, center in zip(place, middle)] for place in places]


def line(place: list[list[float]], milliseconds: int) -> str:
    """Returns a frame as `lineament pose-landmarker` writes it, for a camera that is far away."""
    seen = {"visibility": 1, "presence": 1}
    image = [{"x": 0.5 + x / 4, "y": 0.5 + y / 4, "z": 0, **seen} for x, y, _ in place]
    world = [{"x": x, "y": y, "z": z, **seen} for x, y, z in place]
    return json.dumps(
        {
            "source": "model",
            "width": 1000,
            "height": 1000,
            "timestampInMilliseconds": milliseconds,
            "landmarks": [image],
            "worldLandmarks": [world],
            "trackIDs": [1],
        }
    )


def main() -> int:
    """Compares all coordinates, and returns 1 if one differs."""
    import opensim
    import pandas

    program, path = sys.argv[1:]
    opensim.Logger.setLevelString("error")
    model = opensim.Model(path)
    state = model.initSystem()
    coordinates = model.getCoordinateSet()
    # Arms hang a little to the sides, so that they do not lie on the trunk.
    for side in ("r", "l"):
        coordinates.get(f"arm_add_{side}").setValue(state, math.radians(-10))
    expected: list[dict[str, float]] = []
    lines = []
    for name, degrees in POSES.items():
        for angle in degrees:
            values = {f"{name}_r": angle, f"{name}_l": degrees[len(degrees) // 2]}
            for coordinate, value in values.items():
                coordinates.get(coordinate).setValue(state, math.radians(value))
            model.realizePosition(state)
            expected.append(values)
            lines.append(line(points(opensim, model, state), len(lines) * 40))
        for side in ("r", "l"):
            coordinates.get(f"{name}_{side}").setValue(state, 0)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "model.jsonl")
        source.write_text("\n".join(lines) + "\n")
        options = ["--smooth", "none", "--keep-outliers", "--min-duration", "0", "--quiet"]
        outputs = [
            argument for ending in ("mot", "csv") for argument in ("--output", str(Path(folder, "model." + ending)))
        ]
        subprocess.run([program, "capture", str(source), *outputs, *options], check=True)
        text = Path(folder, "model.mot").read_text().split("endheader\n")[1]
        names, *rows = [row.split("\t") for row in text.strip().split("\n")]
        angles = pandas.DataFrame([[float(value) for value in row] for row in rows], columns=names)
        table = pandas.read_csv(Path(folder, "model.csv"))
    wide = table[table.part == "angle"].pivot(index="frame", columns="name", values="value")
    apart = float((wide.to_numpy() - angles[list(wide.columns)].to_numpy()).__abs__().max())
    print(f"angles of .csv and .mot: {apart:.4f} degrees apart")
    worst = 0.0
    for name in POSES:
        frames = [frame for frame, values in enumerate(expected) if f"{name}_r" in values]
        own = [angles[f"{name}_r"][frame] for frame in frames]
        model_angles = [expected[frame][f"{name}_r"] for frame in frames]
        # Joints of the model are not exactly where a bone's axis is, which adds the same to all angles.
        offset = sum(a - b for a, b in zip(own, model_angles)) / len(frames)
        spread = max(abs(a - b - offset) for a, b in zip(own, model_angles))
        print(f"{name}_r: offset {offset:.1f}, otherwise within {spread:.2f} degrees")
        worst = max(worst, spread, abs(offset) / 10)
    # The model's joints are no points of BlazePose, so angles differ by up to 1.02 degrees; tables have four digits after the point.
    return 0 if worst < 3 and apart < 0.001 else 1


if __name__ == "__main__":
    sys.exit(main())
