#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Receives what `lineament capture --send` sends, and decodes it with other people's packages.

    pip install pandas python-osc pylivelinkface

usage: check_live.py PROGRAM STEM     STEM.jsonl, STEM.csv and STEM.livelink.csv are of the same person, not smoothed.
"""

from __future__ import annotations

import math
import re
import socket
import subprocess
import sys
import time
from typing import Any

failures: list[str] = []


def check(name: str, error: float, limit: float, unit: str = "") -> None:
    """Prints a difference, and notes whether it is too large."""
    print(f"{'ok  ' if error <= limit else 'FAIL'} {name}: {error:.4g} {unit} (at most {limit:g})")
    if not error <= limit:
        failures.append(name)


def received(program: str, source: str, scheme: str, *options: str) -> tuple[list[tuple[float, bytes]], float]:
    """Returns the datagrams of a whole run with their times, and how long they took, in seconds."""
    receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    receiver.bind(("127.0.0.1", 0))
    receiver.settimeout(0.2)
    address = f"{scheme}://127.0.0.1:{receiver.getsockname()[1]}"
    command = [
        program,
        "capture",
        source,
        "--send",
        address,
        "--smooth",
        "none",
        "--keep-outliers",
        "--quiet",
        *options,
    ]
    with subprocess.Popen(command) as process:
        datagrams: list[tuple[float, bytes]] = []
        while True:
            try:
                datagrams.append((time.monotonic(), receiver.recv(65536)))
            except TimeoutError:
                if process.poll() is not None:
                    break
    check(f"exit status of {scheme}", abs(process.returncode), 0)
    return datagrams, datagrams[-1][0] - datagrams[0][0] if datagrams else 0.0


def check_vmc(program: str, stem: str, table: Any) -> None:
    """Decodes bundles with python-osc, and compares scores and the place of a wrist with the table."""
    from pythonosc.osc_bundle import OscBundle

    datagrams, span = received(program, stem + ".jsonl", "vmc")
    times = sorted(table.time.unique())
    check("datagrams of VMC", abs(len(datagrams) - len(times)), 0)
    check("duration of VMC", abs(span - (times[-1] - times[0])), 0.25, "s")
    frames = [[(m.address, list(m)) for m in OscBundle(data)] for _, data in datagrams]
    scores = table[table.part == "blendshape"].pivot(index="frame", columns="name", values="value")
    worst = length = 0.0
    for number, messages in enumerate(frames):
        values = {p[0]: p[1] for a, p in messages if a == "/VMC/Ext/Blend/Val"}
        if number in scores.index:
            worst = max(worst, *(abs(values[n[0].upper() + n[1:]] - scores[n][number]) for n in scores.columns))
        for address, parameters in messages:
            if address == "/VMC/Ext/Bone/Pos":
                length = max(length, abs(math.hypot(*parameters[4:8]) - 1))
    check("scores of VMC", worst, 1e-6)
    check("length of VMC's quaternions", length, 1e-6)
    last = {p[0]: p[1:] for a, p in frames[-1] if a == "/VMC/Ext/Bone/Pos"}
    check("left arm in VMC's rest pose", max(0.0, last["LeftLowerArm"][0]), 0, "m on the wrong side")
    check("largest bundle of VMC", max(len(data) for _, data in datagrams), 9000, "bytes")
    check_direction(frames, table)


def check_direction(frames: Any, table: Any) -> None:
    """Adds up the rotations from the hips to the right lower arm, and compares its direction with the points'."""
    chain = ["Hips", "Spine", "Chest", "RightShoulder", "RightUpperArm", "RightLowerArm"]
    body = table[table.part == "body"].set_index(["frame", "name"])
    limbs = table[table.name.isin(["rightElbow", "rightWrist"])]
    if (limbs.known != "seen").any():
        print("     the right arm is not always seen: its direction is not compared")
        return
    worst = 0.0
    for number, messages in enumerate(frames):
        bones = {p[0]: p[1:] for a, p in messages if a == "/VMC/Ext/Bone/Pos"}
        if not bones or (number, "rightWrist") not in body.index:
            continue
        turn = (0.0, 0.0, 0.0, 1.0)
        for bone in chain:
            turn = product(turn, bones[bone][3:7])
        rest = bones["RightHand"][:3]
        pointing = unit(turned(turn, rest))
        wrist, elbow = body.loc[(number, "rightWrist")], body.loc[(number, "rightElbow")]
        # Unity: x to the image's left, y up, z toward the camera.
        expected = unit([-(wrist[f"world_{axis}"] - elbow[f"world_{axis}"]) for axis in "xyz"])
        worst = max(worst, math.dist(pointing, expected))
    check("direction of VMC's lower arm", worst, 0.002)


def unit(vector: Any) -> list[float]:
    """Returns a vector of length 1."""
    return [value / math.hypot(*vector) for value in vector]


def product(a: Any, b: Any) -> tuple[float, float, float, float]:
    """Returns the product of two quaternions x, y, z, w."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def turned(q: Any, v: Any) -> Any:
    """Returns a turned vector."""
    return product(product(q, (*v, 0.0)), (-q[0], -q[1], -q[2], q[3]))[:3]


def check_live_link(program: str, stem: str) -> None:
    """Decodes datagrams with PyLiveLinkFace, and compares them with the table of the app."""
    import pandas
    from pylivelinkface import FaceBlendShape, PyLiveLinkFace

    datagrams, _ = received(program, stem + ".jsonl", "livelink")
    file = pandas.read_csv(stem + ".livelink.csv")
    decoded = [PyLiveLinkFace.decode(data) for _, data in datagrams]
    faces = [face for found, face in decoded if found]
    check("faces of Live Link", abs(len(faces) - len(file)), 0)
    check("name of Live Link", sum(face.name != "Lineament" for face in faces), 0)
    worst = 0.0
    for face, (_, row) in zip(faces, file.iterrows()):
        for shape in FaceBlendShape:
            worst = max(worst, abs(face.get_blendshape(shape) - row[shape.name]))
    check("values of Live Link", worst, 2e-6)


def check_ifacialmocap(program: str, stem: str, table: Any) -> None:
    """Splits the text as receivers do."""
    datagrams, _ = received(program, stem + ".jsonl", "ifacialmocap", "--rate", "10")
    times = table.time.unique()
    wanted = min(len(times), (times.max() - times.min()) * 10 + 1)
    share = table[table.part == "blendshape"].frame.nunique() / len(times)
    check("datagrams of iFacialMocap at 10 a second", abs(len(datagrams) - share * wanted), 3)
    shapes, places = datagrams[0][1].decode().split("=")
    values = dict(item.rsplit("-", 1) for item in shapes.split("|") if item)
    scores = table[(table.part == "blendshape") & (table.frame == table.frame.min())].set_index("name").value

    def short(name: str) -> str:
        return re.sub("Right$", "_R", re.sub("Left$", "_L", name))

    worst = max(abs(int(values[short(name)]) - 100 * score) for name, score in scores.items())
    check("scores of iFacialMocap", worst, 0.5001, "%")
    parts = dict(item.split("#") for item in places.split("|") if item)
    check("numbers of iFacialMocap's head", abs(len(parts["head"].split(",")) - 6), 0)


def main() -> int:
    """Checks the recording that the arguments name."""
    import pandas

    program, stem = sys.argv[1:]
    table = pandas.read_csv(stem + ".csv")
    check_vmc(program, stem, table)
    check_live_link(program, stem)
    check_ifacialmocap(program, stem, table)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
