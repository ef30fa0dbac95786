# SPDX-License-Identifier: Apache-2.0
"""Fits the weights of `FaceExpression`: the probabilities of a smile and of open eyes.

usage: fit_face_expressions.py PROGRAM TESTDATA

Logistic regressions with few inputs and a penalty on large weights, on faces labeled by a person
(groundtruth/expressions.json) as yes or no; half-open eyes and slight smiles are excluded. Prints the weights and the
leave-one-image-out accuracy. Requires only Python's standard library.
"""
import math
import pathlib
import sys

import evaluate

NAMES = {name: index for index, name in enumerate((
    "neutral browDownLeft browDownRight browInnerUp browOuterUpLeft browOuterUpRight cheekPuff cheekSquintLeft cheekSquintRight"
    " eyeBlinkLeft eyeBlinkRight eyeLookDownLeft eyeLookDownRight eyeLookInLeft eyeLookInRight eyeLookOutLeft eyeLookOutRight"
    " eyeLookUpLeft eyeLookUpRight eyeSquintLeft eyeSquintRight eyeWideLeft eyeWideRight jawForward jawLeft jawOpen jawRight"
    " mouthClose mouthDimpleLeft mouthDimpleRight mouthFrownLeft mouthFrownRight mouthFunnel mouthLeft mouthLowerDownLeft"
    " mouthLowerDownRight mouthPressLeft mouthPressRight mouthPucker mouthRight mouthRollLower mouthRollUpper mouthShrugLower"
    " mouthShrugUpper mouthSmileLeft mouthSmileRight mouthStretchLeft mouthStretchRight mouthUpperUpLeft mouthUpperUpRight").split())}
LIDS = {"Left": ((385, 380), (387, 373), 362, 263), "Right": ((158, 153), (160, 144), 133, 33)}
LABELS = {"yes": 1, "no": 0}
PENALTY = 0.004


def points(result, face):
    width, height = result["width"], result["height"]
    return [(p["x"] * width, p["y"] * height, p["z"] * width) for p in result["faceLandmarks"][face]]


def opening(mesh, side):
    """Returns the distance between the lids in 3D, relative to the width of the eye."""
    first, second, inner, outer = LIDS[side]
    lids = math.dist(mesh[first[0]], mesh[first[1]]) + math.dist(mesh[second[0]], mesh[second[1]])
    return lids / (2 * math.dist(mesh[inner], mesh[outer]))


def eye_features(mesh, shapes, side):
    # An eye that is open by more than a quarter of its width counts as fully open. The blink score alone classifies
    # narrow eyes, and eyes that look down, as closed.
    return [min(1, 4 * opening(mesh, side)), shapes[NAMES["eyeBlink" + side]]]


def smile_features(mesh, shapes):
    # The score of raised mouth corners, the width of the mouth relative to the distance between the outer corners of
    # the eyes, and the score of an open jaw.
    smile = (shapes[NAMES["mouthSmileLeft"]] + shapes[NAMES["mouthSmileRight"]]) / 2
    eyes = math.dist(mesh[33], mesh[263])
    return [smile, math.dist(mesh[61], mesh[291]) / eyes, shapes[NAMES["jawOpen"]]]


def samples(program, data):
    faces = evaluate.load(data, "groundtruth/expressions.json", "faces")
    files = sorted({face["file"] for face in faces})
    options = ["--num-faces", "60", "--output-face-blendshapes", "--range", "auto", "--min-face-presence-confidence", "0.5"]
    results = evaluate.run(program, "face-landmarker", data, files, *options)
    eyes, smiles, missing = [], [], 0
    for face in faces:
        result = results[face["file"]]
        def overlap(index):
            mesh = points(result, index)[:468]
            low = [min(p[i] for p in mesh) for i in (0, 1)]
            high = [max(p[i] for p in mesh) for i in (0, 1)]
            return evaluate.iou(face["box"], [*low, high[0] - low[0], high[1] - low[1]])
        best = max(range(len(result["faceLandmarks"])), key=overlap, default=None)
        if best is None or overlap(best) < 0.3:
            missing += 1
            continue
        mesh, shapes = points(result, best), [shape["score"] for shape in result["faceBlendshapes"][best]]
        for side in ("Left", "Right"):
            label = face[side.lower() + "EyeOpen"]
            if label in LABELS:
                eyes.append((face["file"], eye_features(mesh, shapes, side), LABELS[label]))
        if face["smiling"] in LABELS:
            smiles.append((face["file"], smile_features(mesh, shapes), LABELS[face["smiling"]]))
    return eyes, smiles, missing


def fit(samples):
    """Returns weights and bias, fitted by Newton's method with equal weight for both classes."""
    count = len(samples[0][1]) + 1
    share = {value: sum(label == value for *_, label in samples) for value in (0, 1)}
    theta = [0.0] * count
    for _ in range(60):
        gradient = [PENALTY * t for t in theta[:-1]] + [0.0]
        hessian = [[(PENALTY if i == j < count - 1 else 0.0) for j in range(count)] for i in range(count)]
        for _, features, label in samples:
            x = features + [1.0]
            p = 1 / (1 + math.exp(-sum(a * b for a, b in zip(theta, x))))
            w = 1 / share[label]
            for i in range(count):
                gradient[i] += w * (p - label) * x[i]
                for j in range(count):
                    hessian[i][j] += w * p * (1 - p) * x[i] * x[j]
        step = solved(hessian, gradient)
        theta = [t - s for t, s in zip(theta, step)]
    return theta


def solved(matrix, right):
    n = len(right)
    rows = [matrix[i][:] + [right[i]] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(n):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def probability(theta, features):
    return 1 / (1 + math.exp(-sum(a * b for a, b in zip(theta, features + [1.0]))))


def report(name, samples):
    theta = fit(samples)
    right = {0: [0, 0], 1: [0, 0]}
    for file in sorted({sample[0] for sample in samples}):
        others = fit([sample for sample in samples if sample[0] != file])
        for image, features, label in samples:
            if image == file:
                right[label][0] += (probability(others, features) > 0.5) == (label == 1)
                right[label][1] += 1
    total = right[0][1] + right[1][1]
    accuracy = (right[0][0] + right[1][0]) / total
    print(f"{name}: weights {[round(t, 4) for t in theta]}, {total} labels, leave-one-out accuracy {accuracy:.3f},"
          f" of yes {right[1][0]}/{right[1][1]}, of no {right[0][0]}/{right[0][1]}")


def main():
    program, data = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    eyes, smiles, missing = samples(program, data)
    print(f"{missing} labeled faces have no mesh")
    report("eye open", eyes)
    report("smiling", smiles)


if __name__ == "__main__":
    main()
