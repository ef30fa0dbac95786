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


# A datagram of the app, as three receivers quote it (minbitt; SnekStudio and the crate ifacialmocap without trackingStatus). What
# follows hapihapi in the app's page for developers is the same, but that page is older than both ends of the list.
RECORDED = (
    "trackingStatus-1|mouthLowerDown_L-0|mouthFunnel-0|eyeSquint_L-2|jawLeft-0|eyeBlink_L-0|mouthPucker-3|mouthFrown_L-1|"
    "browDown_R-0|mouthSmile_L-0|eyeLookIn_R-0|mouthRight-0|browInnerUp-2|eyeLookDown_L-25|mouthSmile_R-0|tongueOut-0|"
    "mouthPress_L-2|mouthUpperUp_L-0|jawRight-0|mouthStretch_L-1|mouthDimple_R-1|mouthDimple_L-1|cheekPuff-0|eyeLookIn_L-25|"
    "eyeLookOut_L-0|eyeWide_R-4|eyeLookDown_R-25|eyeLookUp_R-0|mouthRollLower-1|browDown_L-0|eyeWide_L-4|mouthStretch_R-1|"
    "browOuterUp_L-0|noseSneer_L-3|mouthLowerDown_R-0|eyeSquint_R-2|mouthPress_R-2|jawOpen-0|mouthClose-0|eyeBlink_R-0|"
    "cheekSquint_L-1|noseSneer_R-3|jawForward-0|mouthRollUpper-0|eyeLookOut_R-13|mouthUpperUp_R-0|eyeLookUp_L-0|"
    "mouthShrugUpper-4|mouthLeft-0|mouthFrown_R-3|mouthShrugLower-5|cheekSquint_R-1|browOuterUp_R-1|hapihapi-0|"
    "=head#-16.512114,4.3503346,0.26299524,0.032684557,-0.08100321,-0.39741653|"
    "rightEye#8.96733,-4.780719,-0.74686855|leftEye#8.807489,-9.080697,-1.4018708|"
)


def face_of(text: str) -> tuple[dict[str, int], dict[str, list[float]]]:
    """Reads a datagram of iFacialMocap by the rules of receivers that count: 54 numbers, then the head and the eyes.

    Raises:
        ValueError: It is not built so.
    """
    items = text.split("|")
    shapes = {name: int(value) for name, value in (item.split("-") for item in items[:54])}
    places = {name: [float(n) for n in numbers.split(",")] for name, numbers in (i.split("#") for i in items[54:57])}
    if items[57:] != [""] or list(places) != ["=head", "rightEye", "leftEye"]:
        raise ValueError(f"not built as the app's: {text}")
    return shapes, places


def check_ifacialmocap(program: str, stem: str, table: Any) -> None:
    """Compares names, order and signs with those of a datagram of the app, and numbers with the table."""
    datagrams, _ = received(program, stem + ".jsonl", "ifacialmocap", "--rate", "10")
    times = table.time.unique()
    wanted = min(len(times), (times.max() - times.min()) * 10 + 1)
    share = table[table.part == "blendshape"].frame.nunique() / len(times)
    check("datagrams of iFacialMocap at 10 a second", abs(len(datagrams) - share * wanted), 3)
    apps, _ = face_of(RECORDED)
    faces = [face_of(data.decode()) for _, data in datagrams]
    check("names of iFacialMocap", len(set(apps) ^ set.union(*(set(shapes) for shapes, _ in faces))), 0, "differ")
    ends = sum((list(shapes)[0], list(shapes)[-1]) != (list(apps)[0], list(apps)[-1]) for shapes, _ in faces)
    check("ends of iFacialMocap's list", ends, 0, "wrong")
    shapes, _ = faces[0]
    scores = table[(table.part == "blendshape") & (table.frame == table.frame.min())].set_index("name").value
    # ARKit's names are those of the app with the sides written out.
    names = {re.sub("_L$", "Left", re.sub("_R$", "Right", name)): name for name in apps}
    worst = max(abs(shapes[names[name]] - 100 * score) for name, score in scores.items())
    check("scores of iFacialMocap", worst, 0.5001, "%")
    check("numbers of iFacialMocap's head", max(abs(len(places["=head"]) - 6) for _, places in faces), 0)
    # As in the app's: down is positive about x, the person's left about y; and an eye turns by about 35 degrees.
    apart = max(
        abs(eye[axis] - (shapes[plus] - shapes[minus]) * 0.35)
        for shapes, places in [*faces, face_of(RECORDED)]
        for eye, axis, plus, minus in [
            (places["rightEye"], 0, "eyeLookDown_R", "eyeLookUp_R"),
            (places["leftEye"], 0, "eyeLookDown_L", "eyeLookUp_L"),
            (places["rightEye"], 1, "eyeLookIn_R", "eyeLookOut_R"),
            (places["leftEye"], 1, "eyeLookOut_L", "eyeLookIn_L"),
        ]
    )
    check("eyes of iFacialMocap and of the app", apart, 0.5, "degrees")


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
