// SPDX-License-Identifier: Apache-2.0

// The constants of the drawings: which landmarks are connected, and what they are called.

import { getJSON } from "./api.js";
import { words } from "./words.js";

/**
 * Pairs of landmarks that are connected, the landmarks on the edge of each iris, and the names of blendshapes in the order of
 * the scores.
 * @type {{ mesh: Pair[], contours: Pair[], skeleton: Pair[], hand: Pair[], irises: number[][], blendshapes: string[] }}
 */
export const topology = { mesh: [], contours: [], skeleton: [], hand: [], irises: [], blendshapes: [] };

/** @type {Map<number, string>} */
let faceNames = new Map();
/** @type {[name: string, landmarks: Set<number>][]} */
let faceRegions = [];
/** @type {string[]} */
let poseNames = [];
/** @type {string[]} */
let handNames = [];

export async function loadTopology() {
  /** @type {ServiceTopology} */
  const { face, pose, hand, blendshapes } = await getJSON("v1/topology");
  topology.mesh = withoutRepeats(face.connections.tesselation);
  topology.irises = [face.connections.leftIris, face.connections.rightIris].map((pairs) => [...new Set(pairs.flat())]);
  const irises = new Set(face.connections.irises.map(String));
  topology.contours = face.connections.contours.filter((pair) => !irises.has(String(pair)));
  topology.skeleton = pose.connections;
  topology.hand = hand.connections;
  topology.blendshapes = blendshapes;
  faceNames = new Map(Object.entries(face.names).map(([name, index]) => [index, words(name)]));
  poseNames = pose.names.map(words);
  handNames = hand.names.map(words);
  const parts = ["lips", "leftEye", "rightEye", "leftEyebrow", "rightEyebrow", "leftIris", "rightIris", "faceOval"];
  faceRegions = parts.map((part) => [words(part), new Set(face.connections[part].flat())]);
}

/**
 * Inner edges of the mesh belong to two triangles, and would be drawn twice.
 * @param {Pair[]} pairs
 * @returns {Pair[]}
 */
function withoutRepeats(pairs) {
  /** @type {Map<number, Pair>} */
  const edges = new Map(pairs.map(([a, b]) => [Math.min(a, b) * 1000 + Math.max(a, b), [a, b]]));
  return [...edges.values()];
}

/** The name of a landmark, or that of the part of the face it is on. */
export function pointName(kind, index) {
  if (kind === "pose") return poseNames[index] ?? "";
  if (kind === "hand") return handNames[index] ?? "";
  return faceNames.get(index) ?? faceRegions.find(([, points]) => points.has(index))?.[0] ?? "";
}
