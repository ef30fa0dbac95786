#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the files of one recording with other people's readers, and compares them.

    lineament holistic-landmarker clip.mp4 --output-face-blendshapes --output clip.jsonl
    for f in clip.bvh clip.glb clip.vrma clip.trc clip.mot clip.csv clip.pose clip.livelink.csv clip_json; do
      lineament capture clip.jsonl --num-people 1 --output recordings/$f
    done
    pip install bvh numpy opensim pandas pose-format pose2sim pygltflib trimesh
    Scripts/recordings/check_recordings.py recordings/clip

The recording must have one person and evenly spaced frames.
"""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np

Array = Any
failures: list[str] = []


def check(name: str, error: float, limit: float, unit: str) -> None:
    """Prints a difference, and notes whether it is too large."""
    print(f"{'ok  ' if error <= limit else 'FAIL'} {name}: {error:.4g} {unit} (at most {limit:g})")
    if not error <= limit:
        failures.append(name)


def turn(axis: str, degrees: float) -> Array:
    """Returns the matrix of a rotation about an axis."""
    angle = np.radians(degrees)
    c, s = np.cos(angle), np.sin(angle)
    first, second = {"X": (1, 2), "Y": (2, 0), "Z": (0, 1)}[axis]
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = c
    matrix[first, second], matrix[second, first] = -s, s
    return matrix


def bvh_positions(path: Path) -> dict[str, Array]:
    """Returns the position of each joint in each frame, in meters, as the package bvh reads the file."""
    from bvh import Bvh

    file = Bvh(path.read_text())
    names = file.get_joints_names()
    result: dict[str, list[Array]] = {name: [] for name in names}
    for line in file.frames:
        values = [float(value) for value in line]
        positions: dict[str, Array] = {}
        rotations: dict[str, Array] = {}
        column = 0
        for name in names:
            offset, rotation = np.array(file.joint_offset(name), float), np.eye(3)
            for channel in file.joint_channels(name):
                if channel.endswith("position"):
                    offset["XYZ".index(channel[0])] += values[column]
                else:
                    rotation = rotation @ turn(channel[0], values[column])
                column += 1
            parent = file.joint_parent(name)
            if parent is None:
                positions[name], rotations[name] = offset, rotation
            else:
                positions[name] = positions[parent.name] + rotations[parent.name] @ offset
                rotations[name] = rotations[parent.name] @ rotation
            result[name].append(positions[name] / 100)
    return {name: np.array(points) for name, points in result.items()}


def quaternion_matrix(q: Array) -> Array:
    """Returns the matrices of quaternions x, y, z, w."""
    x, y, z, w = np.moveaxis(np.asarray(q, float), -1, 0)
    return np.stack(
        [
            np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], -1),
            np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], -1),
            np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], -1),
        ],
        -2,
    )


def gltf_accessor(file: Any, index: int) -> Array:
    """Returns the floats of an accessor."""
    accessor = file.accessors[index]
    view = file.bufferViews[accessor.bufferView]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}[accessor.type]
    return np.frombuffer(file.binary_blob(), np.float32, accessor.count * width, view.byteOffset).reshape(-1, width)


def gltf_positions(path: Path) -> tuple[list[Array], Array, Any]:
    """Returns the position of each node with a parent in the skeleton, the times, and the file."""
    from pygltflib import GLTF2

    file = GLTF2().load_binary(str(path))
    animation = file.animations[0]
    channels = {(c.target.node, c.target.path): animation.samplers[c.sampler] for c in animation.channels}
    times = gltf_accessor(file, channels[(0, "rotation")].input)[:, 0]
    places: dict[int, Array] = {}

    def place(node: int, position: Array, rotation: Array) -> None:
        sampler = channels.get((node, "translation"))
        offset = gltf_accessor(file, sampler.output) if sampler else np.array(file.nodes[node].translation or [0, 0, 0])
        places[node] = position + np.einsum("nij,nj->ni", rotation, np.broadcast_to(offset, (len(times), 3)))
        turned = channels.get((node, "rotation"))
        if turned:
            rotation = rotation @ quaternion_matrix(gltf_accessor(file, turned.output))
        for child in file.nodes[node].children or []:
            place(child, places[node], rotation)

    place(0, np.zeros((len(times), 3)), np.broadcast_to(np.eye(3), (len(times), 3, 3)))
    return [places[node] for node in sorted(places) if (node, "rotation") in channels], times, file


def check_skeletons(stem: str, table: Any) -> None:
    """Compares BVH, glTF and VRMA with each other and with the points."""
    joints = bvh_positions(Path(stem + ".bvh"))
    points, times, file = gltf_positions(Path(stem + ".glb"))
    start = round(float(times[0]) * (len(times) - 1) / max(1e-9, float(times[-1] - times[0])))
    # Both list a parent before its children, but not in the same order: compare by names.
    names = [node.name for node in file.nodes[: len(points)]]
    order = {
        "leftUpperArm": "LeftArm",
        "rightLowerArm": "RightForeArm",
        "leftHand": "LeftHand",
        "head": "Head",
        "rightFoot": "RightFoot",
        "leftFoot": "LeftFoot",
        "hips": "Hips",
        "rightHand": "RightHand",
    }
    worst = max(
        float(np.linalg.norm(points[names.index(vrm)] - joints[mixamo][start:], axis=1).max())
        for vrm, mixamo in order.items()
    )
    check("joints of .bvh and .glb", worst * 1000, 1, "mm")
    moved, _, vrma = gltf_positions(Path(stem + ".vrma"))
    check("joints of .vrma and .glb", max(float(np.abs(a - b).max()) for a, b in zip(moved, points)) * 1000, 0.01, "mm")
    humanoid = vrma.extensions["VRMC_vrm_animation"]["humanoid"]["humanBones"]
    check("bones of .vrma", sum(vrma.nodes[b["node"]].name != name for name, b in humanoid.items()), 0, "wrong names")
    limbs = {
        "LeftArm": "leftShoulder",
        "LeftForeArm": "leftElbow",
        "LeftHand": "leftWrist",
        "RightArm": "rightShoulder",
        "RightForeArm": "rightElbow",
        "RightHand": "rightWrist",
        "LeftLeg": "leftKnee",
        "LeftFoot": "leftAnkle",
        "RightLeg": "rightKnee",
        "RightFoot": "rightAnkle",
    }
    body = table[table.part == "body"]
    frames = sorted(body.frame.unique())
    world = {
        name: rows.sort_values("frame")[["world_x", "world_y", "world_z"]].to_numpy() * [1, -1, -1]
        for name, rows in body.groupby("name")
    }
    hips = (world["leftHip"] + world["rightHip"]) / 2
    errors = [
        np.linalg.norm((joints[joint] - joints["Hips"])[frames] - (world[name] - hips), axis=1) * 1000
        for joint, name in limbs.items()
    ]
    print(
        f"     points and joints with bones of one length: median {np.median(errors):.1f} mm, "
        f"95 % below {np.percentile(errors, 95):.1f} mm"
    )


def check_mesh(stem: str) -> None:
    """Opens the stick figure with trimesh."""
    import trimesh

    scene = trimesh.load(stem + ".glb")
    height = float(scene.extents[1])
    check("height of the figure in trimesh", abs(height - 1.6), 0.6, "m from 1.6")


def check_markers(stem: str, table: Any) -> None:
    """Compares the distances between markers with those between points."""
    lines = Path(stem + ".trc").read_text().split("\n")
    names = [name for name in lines[3].split("\t")[2:] if name]
    rows = [line.split("\t")[: 2 + 3 * len(names)] for line in lines[5:] if line]
    check("columns of .trc", max(abs(len(row) - 2 - 3 * len(names)) for row in rows), 0, "too many")
    body = table[table.part == "body"].pivot(index="frame", columns="point", values=["world_x", "world_y", "world_z"])
    worst = 0.0
    for row in rows:
        if not row[2]:
            continue
        at = {name: np.array([float(v) for v in row[2 + 3 * i : 5 + 3 * i]]) for i, name in enumerate(names)}
        for (a, first), (b, second) in [(("LHip", 23), ("LWrist", 15)), (("RHeel", 30), ("Nose", 0))]:
            way = [
                body.loc[int(row[0])][axis][second] - body.loc[int(row[0])][axis][first]
                for axis in ("world_x", "world_y", "world_z")
            ]
            expected = np.array([-way[2], -way[1], -way[0]])
            worst = max(worst, float(np.abs(at[b] - at[a] - expected).max()))
    check("markers of .trc", worst, 3e-6, "m")


def check_angles(stem: str) -> None:
    """Reads the table of angles."""
    lines = Path(stem + ".mot").read_text().split("\n")
    rows = np.array([[float(v) for v in line.split("\t")] for line in lines[lines.index("endheader") + 2 :] if line])
    header = dict(line.split("=") for line in lines[1:5] if "=" in line)
    check("rows of .mot", abs(rows.shape[0] - int(header["nRows"])), 0, "too many")
    check("columns of .mot", abs(rows.shape[1] - int(header["nColumns"])), 0, "too many")


def check_opensim(stem: str) -> None:
    """Reads markers and angles with OpenSim, if it is installed."""
    try:
        import opensim
    except ImportError:
        print("     opensim is not installed")
        return
    markers = opensim.TimeSeriesTableVec3(stem + ".trc")
    lines = [line.split("\t") for line in Path(stem + ".trc").read_text().split("\n")[5:] if line]
    worst = 0.0
    for index, line in enumerate(lines):
        row = markers.getRowAtIndex(index)
        for column in range(markers.getNumColumns()):
            if line[2 + 3 * column]:
                point = np.array([float(value) for value in line[2 + 3 * column : 5 + 3 * column]])
                worst = max(worst, float(np.abs(row[column].to_numpy() - point).max()))
    check("markers in OpenSim", worst, 1e-9, "m")
    check("rows in OpenSim", abs(markers.getNumRows() - len(lines)), 0, "too many")
    angles = opensim.TimeSeriesTable(stem + ".mot")
    text = Path(stem + ".mot").read_text().split("endheader\n")[1].split("\n")[1:]
    rows = np.array([[float(value) for value in line.split("\t")] for line in text if line])
    check("angles in OpenSim", float(np.abs(angles.getMatrix().to_numpy() - rows[:, 1:]).max()), 1e-9, "degrees")


def check_pose2sim(stem: str) -> None:
    """Reads markers and angles with Pose2Sim, if it is installed, and writes the markers as C3D with it."""
    try:
        from Pose2Sim import common
    except ImportError:
        print("     pose2sim is not installed")
        return
    data, frames, times, markers, _ = common.read_trc(stem + ".trc")
    lines = [line.split("\t") for line in Path(stem + ".trc").read_text().split("\n")]
    rows = [line for line in lines[5:] if len(line) > 2]
    check("markers in Pose2Sim", int(markers != [name for name in lines[3][2:] if name]), 0, "wrong names")
    expected = np.array([[float(value) if value else np.nan for value in row[: 2 + 3 * len(markers)]] for row in rows])
    check("frames in Pose2Sim", float(np.abs(frames.to_numpy() - expected[:, 0]).max()), 0, "")
    check("times in Pose2Sim", float(np.abs(times.to_numpy() - expected[:, 1]).max()), 1e-9, "s")
    read, points = data.to_numpy(float), expected[:, 2 : 2 + data.shape[1]]
    check("missing markers in Pose2Sim", int((np.isnan(read) != np.isnan(points)).sum()), 0, "wrong")
    check("places in Pose2Sim", float(np.nanmax(np.abs(read - points))), 1e-9, "m")
    angles, times, _ = common.read_mot(stem + ".mot")
    text = Path(stem + ".mot").read_text().split("endheader\n")[1].split("\n")[1:]
    table = np.array([[float(value) for value in line.split("\t")] for line in text if line])
    check("angles in Pose2Sim", float(np.abs(angles.to_numpy(float) - table[:, 1:]).max()), 1e-9, "degrees")


def check_openpose(stem: str, table: Any) -> None:
    """Compares pixels."""
    folder = Path(stem + "_json")
    body = table[table.part == "body"].set_index(["frame", "point"])[["x", "y"]]
    worst = 0.0
    for frame, file in enumerate(sorted(folder.iterdir())):
        people = json.loads(file.read_text())["people"]
        if not people:
            continue
        points = np.array(people[0]["pose_keypoints_2d"]).reshape(-1, 3)
        worst = max(worst, float(np.abs(points[:, :2] - body.loc[frame].to_numpy()).max()))
    check("points of OpenPose's JSON", worst, 0.0011, "px")


def check_pose(stem: str, table: Any) -> None:
    """Reads .pose with pose-format."""
    from pose_format import Pose

    pose = Pose.read(Path(stem + ".pose").read_bytes())
    names = [component.name for component in pose.header.components]
    check("components of .pose", int(names[0] != "POSE_LANDMARKS" or len(names) != 5), 0, "wrong")
    data = np.asarray(pose.body.data.filled(np.nan))[:, 0]
    body = table[table.part == "body"].sort_values(["frame", "point"])
    frames = body.frame.unique()
    expected = body[["x", "y"]].to_numpy().reshape(len(frames), 33, 2)
    check("points of .pose", float(np.nanmax(np.abs(data[frames, :33, :2] - expected))), 0.002, "px")


def check_live_link(stem: str, table: Any) -> None:
    """Compares scores."""
    import pandas

    file = pandas.read_csv(stem + ".livelink.csv")
    check("columns of .livelink.csv", abs(len(file.columns) - 63), 0, "too many")
    shapes = table[table.part == "blendshape"].pivot(index="frame", columns="name", values="value")
    worst = max(
        float(np.abs(file[name[0].upper() + name[1:]].to_numpy() - shapes[name].to_numpy()).max())
        for name in shapes.columns
    )
    check("scores of .livelink.csv", worst, 1e-6, "")


def main() -> int:
    """Checks the files of the recording that the only argument names."""
    import pandas

    stem = sys.argv[1]
    table = pandas.read_csv(stem + ".csv")
    check_skeletons(stem, table)
    check_mesh(stem)
    check_markers(stem, table)
    check_angles(stem)
    check_opensim(stem)
    check_pose2sim(stem)
    check_openpose(stem, table)
    check_pose(stem, table)
    check_live_link(stem, table)
    magic, version, length = struct.unpack("<4sII", Path(stem + ".glb").read_bytes()[:12])
    check("length of .glb", abs(length - Path(stem + ".glb").stat().st_size), 0, "bytes")
    return 1 if failures or magic != b"glTF" or version != 2 else 0


if __name__ == "__main__":
    sys.exit(main())
