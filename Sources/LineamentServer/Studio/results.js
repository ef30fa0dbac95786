// SPDX-License-Identifier: Apache-2.0

// People, read from the JSON of any task: one form for drawing, cards and curves.

import { about, hasBodies } from "./tasks.js";
import { pointName, topology } from "./topology.js";
import { words } from "./words.js";

/**
 * The people of a result.
 * @param {any} result A `TaskResult` of the task.
 * @param {string} task
 * @returns {Person[]}
 */
export function peopleIn(result, task) {
  const people = about(task).members.map((name) => result[name]).find((list) => list?.length) ?? [];
  return people.map((_, index) => readers[task](index, result));
}

/**
 * Task → how a person is read.
 * @type {Record<string, (index: number, result: any) => Person>}
 */
const readers = {
  "face-landmarker": fromFace,
  "pose-landmarker": fromPose,
  "hand-landmarker": fromHand,
  "holistic-landmarker": fromWhole,
  "faces": fromAttributes,
  "face-detector": fromDetection,
};

function identity(noun, index, trackID) {
  return { index, key: trackID ?? `n${index}`, label: trackID === undefined ? `${noun} ${index + 1}` : `${noun} #${trackID}` };
}

/**
 * @param {number} index
 * @param {Known<FaceLandmarkerResult>} result
 * @returns {Person}
 */
function fromFace(index, result) {
  const points = triples(result.faceLandmarks?.[index] ?? []);
  const matrix = result.facialTransformationMatrixes?.[index]?.flat();
  return {
    ...identity("Face", index, result.trackIDs?.[index]),
    kind: "face",
    points,
    box: result.boundingBoxes?.[index] ?? boxAround(points, result),
    score: result.faceScores?.[index],
    blendshapes: result.faceBlendshapes?.[index] && Float32Array.from(result.faceBlendshapes[index], (shape) => shape.score),
    matrix,
    values: { ...(result.headAngles?.[index] ?? (matrix && headAngles(matrix))) },
  };
}

/**
 * @param {number} index
 * @param {Known<PoseLandmarkerResult>} result
 * @returns {Person}
 */
function fromPose(index, result) {
  const landmarks = result.landmarks?.[index] ?? [];
  const points = triples(landmarks);
  const world = triples(result.worldLandmarks?.[index] ?? []);
  const hasVisibility = landmarks[0]?.visibility !== undefined;
  const visibility = hasVisibility ? Float32Array.from(landmarks, (point) => point.visibility) : undefined;
  return {
    ...identity("Person", index, result.trackIDs?.[index]),
    kind: "pose",
    points,
    visibility,
    world: world.length ? world : undefined,
    box: result.boundingBoxes?.[index] ?? boxAround(points, result),
    values: world.length ? jointAngles(world, visibility) : {},
  };
}

/**
 * @param {number} index
 * @param {Known<HandLandmarkerResult>} result
 * @returns {Person}
 */
function fromHand(index, result) {
  const points = triples(result.landmarks?.[index] ?? []);
  const side = result.handedness?.[index];
  return {
    ...identity(side ? `${side.categoryName} hand` : "Hand", index, result.trackIDs?.[index]),
    kind: "hand",
    points,
    box: result.boundingBoxes?.[index] ?? boxAround(points, result),
    score: result.handScores?.[index],
    values: defined({ left: side && (side.categoryName === "Left" ? side.score : 1 - side.score), score: result.handScores?.[index], person: result.personIDs?.[index] ?? undefined }),
  };
}

/**
 * @param {number} index
 * @param {Known<HolisticLandmarkerResult>} result
 * @returns {Person}
 */
function fromWhole(index, result) {
  const { poseLandmarks, poseWorldLandmarks, ...rest } = result;
  const body = fromPose(index, { ...rest, landmarks: poseLandmarks, worldLandmarks: poseWorldLandmarks });
  const shapes = result.faceBlendshapes?.[index];
  const part = (kind, landmarks, replaces) => {
    const points = triples(landmarks?.[index] ?? []);
    return { kind, points, replaces, box: boxAround(points, result) };
  };
  return {
    ...body,
    blendshapes: shapes?.length ? Float32Array.from(shapes, (shape) => shape.score) : undefined,
    parts: [
      part("face", result.faceLandmarks, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), part("hand", result.leftHandLandmarks, [17, 19, 21]),
      part("hand", result.rightHandLandmarks, [18, 20, 22]),
    ].filter(({ points }) => points.length),
  };
}

/**
 * @param {number} index
 * @param {Known<FacesResult>} result
 * @returns {Person}
 */
function fromAttributes(index, { faces, width, height }) {
  const face = faces[index];
  const scaled = (points) => triples(points.map(({ x, y }) => ({ x: x / width, y: y / height, z: 0 })));
  const named = Object.entries(face.landmarks ?? {});
  const closed = ["face", "leftEye", "rightEye"];
  return {
    ...identity("Face", index, face.trackingID),
    kind: "attributes",
    points: scaled(named.map(([, point]) => point)),
    names: named.map(([name]) => name),
    paths: Object.entries(face.contours ?? {}).map(([name, points]) => {
      return { points: scaled(points), isClosed: closed.includes(name) };
    }),
    box: face.frame,
    values: defined({
      yaw: face.headEulerAngleY,
      pitch: face.headEulerAngleX,
      roll: face.headEulerAngleZ,
      smile: face.smilingProbability,
      leftEyeOpen: face.leftEyeOpenProbability,
      rightEyeOpen: face.rightEyeOpenProbability,
    }),
  };
}

/**
 * @param {number} index
 * @param {Known<FaceDetectorResult>} result
 * @returns {Person}
 */
function fromDetection(index, result) {
  const face = result.detections[index];
  return {
    ...identity("Face", index, undefined),
    kind: "detection",
    points: triples(face.keypoints ?? []),
    names: ["rightEye", "leftEye", "noseTip", "mouth", "rightEar", "leftEar"],
    box: face.boundingBox,
    score: face.categories[0].score,
    values: { score: face.categories[0].score },
  };
}

/**
 * Landmarks in one array. JSON has null for numbers that are not finite.
 * @param {{ x: number | null, y: number | null, z?: number | null }[]} landmarks
 */
function triples(landmarks) {
  const array = new Float32Array(landmarks.length * 3);
  let i = 0;
  for (const { x, y, z } of landmarks) {
    array[i++] = x ?? NaN;
    array[i++] = y ?? NaN;
    array[i++] = z ?? 0;
  }
  return array;
}

function boxAround(points, { width, height }) {
  if (!points.length) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    [left, right] = [Math.min(left, points[i]), Math.max(right, points[i])];
    [top, bottom] = [Math.min(top, points[i + 1]), Math.max(bottom, points[i + 1])];
  }
  return { x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height };
}

const inDegrees = (radians) => (radians * 180) / Math.PI;

/** Yaw, pitch and roll as the library's `HeadAngles` defines them. */
function headAngles(m) {
  return {
    yaw: inDegrees(Math.atan2(m[2], m[10])),
    pitch: inDegrees(Math.asin(Math.max(-1, Math.min(1, m[6])))),
    roll: inDegrees(Math.atan2(m[4], m[5])),
  };
}

/** Joint → the landmarks before, at and after it. */
const joints = {
  leftElbow: [11, 13, 15],
  rightElbow: [12, 14, 16],
  leftShoulder: [13, 11, 23],
  rightShoulder: [14, 12, 24],
  leftHip: [11, 23, 25],
  rightHip: [12, 24, 26],
  leftKnee: [23, 25, 27],
  rightKnee: [24, 26, 28],
};

export const jointNames = Object.keys(joints);

/** The angles of joints whose three landmarks are probably in sight; the others are not numbers. */
function jointAngles(world, visibility) {
  return Object.fromEntries(Object.entries(joints).map(([name, [a, b, c]]) => {
    const isHidden = visibility && Math.min(visibility[a], visibility[b], visibility[c]) < 0.5;
    return [name, isHidden ? NaN : angle(world, a, b, c)];
  }));
}

/** The angle at landmark b between a and c: 180° is a straight limb. */
function angle(points, a, b, c) {
  const from = (other) => [0, 1, 2].map((axis) => points[other * 3 + axis] - points[b * 3 + axis]);
  const [u, v] = [from(a), from(c)];
  const cosine = (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (Math.hypot(...u) * Math.hypot(...v));
  return inDegrees(Math.acos(Math.max(-1, Math.min(1, cosine))));
}

const defined = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * A number of a person by name: an angle, a probability or a blendshape.
 * @param {Person} person
 * @param {string} name
 */
export function valueOf(person, name) {
  return person.values[name] ?? person.blendshapes?.[topology.blendshapes.indexOf(name)];
}

/** @returns {[string, number | undefined]} */
const named = (name, value) => [name, value];

/**
 * All numbers of a person but the landmarks: pairs of name and value.
 * @param {Person} person
 * @returns {[string, number | undefined][]}
 */
export function valuesOf(person) {
  const { box, score, values, blendshapes, matrix } = person;
  const sides = { left: box?.x, top: box?.y, width: box?.width, height: box?.height };
  return [
    ...Object.entries(box ? sides : {}),
    ...(score === undefined || "score" in values ? [] : [named("score", score)]),
    ...Object.entries(values).map(([name, value]) => named(name === "left" ? "leftHand" : name, value)),
    ...Array.from(blendshapes ?? [], (value, index) => named(topology.blendshapes[index], value)),
    ...Array.from(matrix ?? [], (value, index) => named(`matrix ${Math.floor(index / 4) + 1}.${(index % 4) + 1}`, value)),
  ];
}

/**
 * The landmarks of a person and of its parts: the names of the columns, and rows of which the first cell is unique.
 * @param {Person} person
 * @returns {{ columns: string[], rows: (string | number | undefined)[][] }}
 */
export function pointsOf(person) {
  const { world, visibility, parts = [] } = person;
  const columns = ["", "name", "x", "y", "z", ...(visibility ? ["visible"] : []), ...(world ? ["world x", "world y", "world z"] : [])];
  const rows = rowsOf(person, "");
  /** @type {Record<string, number>} */
  const counts = {};
  for (const part of parts) {
    counts[part.kind] = (counts[part.kind] ?? 0) + 1;
    rows.push(...rowsOf(part, `${part.kind}${part.kind === "hand" ? ` ${counts[part.kind]}` : ""} `));
  }
  return { columns, rows: rows.map((row) => [...row, ...Array(columns.length - row.length).fill(undefined)]) };
}

/**
 * @param {Subject} subject
 * @param {string} prefix
 * @returns {(string | number | undefined)[][]}
 */
function rowsOf({ kind, points, names, visibility, world }, prefix) {
  return Array.from({ length: points.length / 3 }, (_, index) => [
    `${prefix}${index}`, names ? words(names[index]) : pointName(kind, index), ...points.subarray(index * 3, index * 3 + 3),
    ...(visibility ? [visibility[index]] : []), ...(world ? world.subarray(index * 3, index * 3 + 3) : []),
  ]);
}

/** The range in which a curve of that name is drawn. */
export function rangeOf(name) {
  if (["yaw", "pitch", "roll"].includes(name)) return [-60, 60];
  return jointNames.includes(name) ? [0, 180] : [0, 1];
}

/** The names of the curves that a task offers. */
export function curvesOf(task) {
  if (hasBodies(task)) return jointNames;
  if (task === "faces") return ["smile", "leftEyeOpen", "rightEyeOpen", "yaw", "pitch", "roll"];
  if (task === "face-detector") return ["score"];
  if (task === "hand-landmarker") return ["left", "score"];
  return ["yaw", "pitch", "roll", ...topology.blendshapes.filter((name) => name !== "_neutral")];
}
