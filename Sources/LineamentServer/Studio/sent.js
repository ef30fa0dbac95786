// SPDX-License-Identifier: Apache-2.0

// The movements that are sent, as the receiver gets them: the bones as a figure, the shapes as bars with their last seconds.

import { byID, prepareCanvas, theme } from "./dom.js";
import { state } from "./state.js";
import { topology } from "./topology.js";
import { words } from "./words.js";

const canvas = byID("sent");
/** As many frames as four seconds have at most. */
const remembered = 120;
const cell = { height: 19, width: 150 };
const figureWidth = 190;

/** @type {Sent | undefined} */
let latest;
/** @type {number[][]} */
let history = [];
let isScheduled = false;
let described = 0;

/** @param {Sent} sent */
export function showSent(sent) {
  latest = sent;
  history.push(sent.shapes ?? []);
  if (history.length > remembered) history.shift();
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(draw);
}

export function clearSent() {
  [latest, history] = [undefined, []];
}

function draw() {
  isScheduled = false;
  if (!latest || canvas.hidden || canvas.closest("[hidden]")) return;
  const context = prepareCanvas(canvas);
  drawFigure(context, latest.bones ?? [], canvas.clientHeight);
  drawShapes(context, latest.shapes ?? [], canvas.clientWidth, canvas.clientHeight);
  describe(latest);
}

/** Tells in words what the drawing shows, every two seconds. */
function describe({ bones = [], shapes = [] }) {
  if (performance.now() < described + 2000) return;
  described = performance.now();
  const strongest = shapes.reduce((best, value, index) => (index && value > shapes[best] ? index : best), 1);
  const face = shapes.length ? `${shapes.length - 1} shapes, most of all ${words(topology.blendshapes[strongest])}` : "no face";
  canvas.setAttribute("aria-label", `What is sent: ${bones.length ? `${bones.length} bones` : "no bones"}, ${face}`);
}

// The figure: each bone is turned and placed against its parent.

const parents = {
  Spine: "Hips", LeftUpperLeg: "Hips", RightUpperLeg: "Hips", Chest: "Spine", Neck: "Chest", LeftShoulder: "Chest",
  RightShoulder: "Chest", Head: "Neck",
};
const chain = ["Shoulder", "UpperArm", "LowerArm", "Hand"];
const leg = ["UpperLeg", "LowerLeg", "Foot"];
const phalanges = ["Proximal", "Intermediate", "Distal"];

/** The bone that a bone hangs on, by Unity's names. */
function parentOf(name) {
  if (parents[name]) return parents[name];
  const side = name.startsWith("Left") ? "Left" : "Right";
  const part = name.slice(side.length);
  for (const names of [chain, leg]) if (names.indexOf(part) > 0) return side + names[names.indexOf(part) - 1];
  const bone = phalanges.findIndex((ending) => part.endsWith(ending));
  if (bone < 0) return undefined;
  return bone ? side + part.replace(phalanges[bone], phalanges[bone - 1]) : `${side}Hand`;
}

/**
 * @param {number[]} first
 * @param {number[]} second
 */
const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/**
 * @param {number[]} quaternion
 * @param {number[]} vector
 */
function turned(quaternion, vector) {
  const [x, y, z, w] = quaternion;
  const [px, py, pz] = multiply(multiply(quaternion, [...vector, 0]), [-x, -y, -z, w]);
  return [px, py, pz];
}

/**
 * The place and the turn of each bone in space.
 * @param {Bone[]} bones
 */
export function placed(bones) {
  /** @type {Map<string, { parent?: string, place: number[], turn: number[] }>} */
  const found = new Map();
  for (const { name, position, rotation } of bones) {
    const parent = parentOf(name);
    const base = found.get(parent ?? "") ?? { place: [0, 0, 0], turn: [0, 0, 0, 1] };
    const place = turned(base.turn, position).map((value, axis) => value + base.place[axis]);
    found.set(name, { parent, place, turn: multiply(base.turn, rotation) });
  }
  return found;
}

/** Draws the figure from the front, as one sees oneself in a mirror if the picture is mirrored. */
function drawFigure(context, bones, height) {
  if (!bones.length) return;
  const figure = placed(bones);
  const isHead = figure.size === 1;
  // The bones are those of a person of usual size, whose hips stay in the middle.
  const scale = height / (isHead ? 0.5 : 2.1);
  // The person's left is at -x: on the right of a picture, on the left of a mirror.
  const side = state.mirror ? 1 : -1;
  // A head alone is above its bone.
  const ground = isHead ? height * 0.82 : height - 8;
  /** @param {number[]} place */
  const point = ([x, y]) => [figureWidth / 2 + side * x * scale, ground - y * scale];
  context.lineCap = "round";
  for (const [name, { parent, place, turn }] of figure) {
    const start = figure.get(parent ?? "");
    const middleOrRight = name.startsWith("Right") ? theme.accent : theme.text;
    context.strokeStyle = name.startsWith("Left") ? theme.trace : middleOrRight;
    context.lineWidth = /Thumb|Index|Middle|Ring|Little/.test(name) ? 1 : 3;
    if (start) line(context, point(start.place), point(place));
    if (name === "Head") drawHead(context, point, place, turn, isHead);
  }
}

function drawHead(context, point, place, turn, isAlone) {
  const at = (vector) => point(turned(turn, vector).map((value, axis) => value + place[axis]));
  const size = isAlone ? 1.6 : 1;
  const [middle, top, nose] = [[0, 0.1, 0.02], [0, 0.2, 0.02], [0, 0.1, 0.16]].map((vector) => at(vector.map((value) => value * size)));
  const radius = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
  context.strokeStyle = theme.text;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(middle[0], middle[1], radius, 0, 2 * Math.PI);
  context.stroke();
  context.strokeStyle = theme.trace;
  line(context, middle, nose);
  line(context, middle, top);
}

function line(context, from, to) {
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.lineTo(to[0], to[1]);
  context.stroke();
}

function drawShapes(context, shapes, width, height) {
  const left = figureWidth + 10;
  const columns = Math.max(1, Math.floor((width - left) / cell.width));
  const rows = Math.max(1, Math.floor(height / cell.height));
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  if (!shapes.length) {
    context.fillStyle = theme.muted;
    context.fillText("No face is sent.", left, height / 2);
    return;
  }
  const breadth = (width - left) / columns - 8;
  // Where there is no room for all, those that move.
  const order = shapes.map((_, index) => index).slice(1);
  const room = columns * rows;
  if (order.length > room) order.sort((a, b) => shapes[b] - shapes[a]).splice(room);
  order.forEach((index, position) => {
    const x = left + Math.floor(position / rows) * (breadth + 8);
    drawShape(context, index, shapes[index], x, (position % rows) * cell.height, breadth);
  });
}

/** The last seconds, as an area that a name can be read on; now is at the right. */
function drawPast(context, index, x, bottom, breadth) {
  const step = breadth / (remembered - 1);
  context.globalAlpha = 0.3;
  context.fillStyle = theme.trace;
  history.forEach((scores, frame) => {
    const height = (scores[index] ?? 0) * (cell.height - 5);
    context.fillRect(x + breadth - (history.length - frame) * step, bottom - height, step + 0.5, height);
  });
  context.globalAlpha = 1;
}

function drawShape(context, index, value, x, y, breadth) {
  const bottom = y + cell.height - 3;
  context.fillStyle = theme.line;
  context.fillRect(x, bottom - 2, breadth, 2);
  context.fillStyle = theme.accent;
  context.fillRect(x, bottom - 2, breadth * value, 2);
  drawPast(context, index, x, bottom - 2, breadth);
  context.fillStyle = value > 0.02 ? theme.text : theme.muted;
  context.fillText(words(topology.blendshapes[index]), x, y + 7, breadth - 26);
  context.textAlign = "right";
  context.fillText(value.toFixed(2), x + breadth, y + 7);
  context.textAlign = "left";
}
