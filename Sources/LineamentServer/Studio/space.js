// SPDX-License-Identifier: Apache-2.0

// The landmarks in space: bodies in meters over a floor, faces by themselves.

import { isChosen, onPeople } from "./chosen.js";
import { byID, elementOf, prepareCanvas, setText, theme } from "./dom.js";
import { colorOf, isVisible, sideColorsOf, sideOf } from "./layers.js";
import { set, state } from "./state.js";
import { topology } from "./topology.js";

/** @typedef {[from: number[], to: number[], color: string]} Line */
/** @typedef {{ lines: Line[], floor?: number, center: number[], size: number, isFine?: boolean }} Shape */

const canvas = byID("space");
const section = /** @type {HTMLElement} */ (canvas.closest("section"));
const front = { yaw: -0.5, pitch: -0.25 };
const turns = { left: [-0.15, 0], right: [0.15, 0], up: [0, 0.12], down: [0, -0.12] };

let angle = { ...front };
/**
 * Lines with their colors, the height of the floor if there is one, and the middle and half the extent of it all.
 * @type {Shape}
 */
let shape = { lines: [], center: [0, 0, 0], size: 1 };
let isScheduled = false;
/** @type {Scene} */
let latest;
let timer = 0;

/**
 * Shows the people of a scene that have landmarks in space, at most ten times a second.
 * @param {Scene} scene
 */
export function showSpace(scene) {
  latest = scene;
  if (timer) return;
  timer = setTimeout(() => {
    timer = 0;
    build(latest);
  }, 100);
}

/** @param {Scene} scene */
function build(scene) {
  const bodies = chosenOrAll(scene.people.filter((person) => person.world));
  const faces = chosenOrAll(scene.people.filter((person) => person.kind === "face" && person.points.length));
  const alone = [...bodies, ...faces].find(isChosen);
  setText(byID("space-title"), alone ? `3-D: ${alone.label}` : "3-D");
  section.hidden = !bodies.length && !faces.length;
  shape = bodies.length ? bodiesInSpace(bodies, scene) : facesInSpace(faces, scene);
  redrawSpace();
}

/**
 * The chosen person alone, or everyone.
 * @param {Person[]} people
 */
function chosenOrAll(people) {
  const chosen = people.filter(isChosen);
  return chosen.length ? chosen : people;
}

export function redrawSpace() {
  if (isScheduled || canvas.closest("[hidden]")) return;
  isScheduled = true;
  requestAnimationFrame(draw);
}

/**
 * Each body is measured from its own hips; the picture says how far apart they stand sideways.
 * @param {Person[]} bodies
 * @param {Scene} scene
 * @returns {Shape}
 */
function bodiesInSpace(bodies, scene) {
  /** @type {Line[]} */
  const lines = [];
  // Without feet there is no floor.
  /** @type {number | undefined} */
  let lowest;
  for (const body of bodies) {
    const { world = new Float32Array(), points } = body;
    const offset = bodies.length > 1 && points.length ? sidewaysOffset(world, points, scene) : 0;
    const at = (i) => [world[i * 3] + offset, world[i * 3 + 1], world[i * 3 + 2]];
    for (let i = 27; i < 33; i++) if (isVisible(body, i)) lowest = Math.max(lowest ?? -Infinity, world[i * 3 + 1]);
    const sides = { ...sideColorsOf(body, scene.people.length === 1), middle: theme.text };
    for (const [a, b] of topology.skeleton) {
      if (!isVisible(body, a) || !isVisible(body, b)) continue;
      lines.push([at(a), at(b), sides[sideOf(a) === sideOf(b) ? sideOf(a) : "middle"]]);
    }
  }
  return { lines, floor: lowest, ...extentOf(lines) };
}

/**
 * The middle of lines, and half of their longest extent in meters, at least that of a head.
 * @param {Line[]} lines
 */
function extentOf(lines) {
  const ends = lines.flatMap(([a, b]) => [a, b]);
  if (!ends.length) return { center: [0, 0, 0], size: 1 };
  const ranges = [0, 1, 2].map((axis) => ends.map((end) => end[axis])).map((values) => [Math.min(...values), Math.max(...values)]);
  return { center: ranges.map(([low, high]) => (low + high) / 2), size: Math.max(0.15, ...ranges.map(([low, high]) => (high - low) / 2)) };
}

function sidewaysOffset(world, points, { width, height }) {
  const distance = (array, a, b, w, h) =>
    Math.hypot((array[a * 3] - array[b * 3]) * w, (array[a * 3 + 1] - array[b * 3 + 1]) * h);
  const pixels = distance(points, 11, 24, width, height) + distance(points, 12, 23, width, height);
  const meters = distance(world, 11, 24, 1, 1) + distance(world, 12, 23, 1, 1);
  const hips = (points[23 * 3] + points[24 * 3]) / 2;
  return pixels > 1 ? Math.max(-4, Math.min(4, ((hips - 0.5) * width * meters) / pixels)) : 0;
}

/**
 * @param {Person[]} faces
 * @param {Scene} scene
 * @returns {Shape}
 */
function facesInSpace(faces, { width, height }) {
  /** @type {Line[]} */
  const lines = [];
  const xs = faces.flatMap(({ box }) => (box ? [box.x, box.x + box.width] : []));
  const ys = faces.flatMap(({ box }) => (box ? [box.y, box.y + box.height] : []));
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) / 2;
  for (const person of faces) {
    const { points } = person;
    const corners = Array.from({ length: points.length / 3 }, (_, i) => {
      const [x, y, z] = points.subarray(i * 3, i * 3 + 3);
      return [(x * width - middle[0]) / size, (y * height - middle[1]) / size, (z * width) / size];
    });
    for (const [a, b] of topology.mesh) lines.push([corners[a], corners[b], colorOf(person)]);
  }
  return { lines, center: [0, 0, 0], size: 1.1, isFine: true };
}

function draw() {
  isScheduled = false;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = prepareCanvas(canvas, width, height);
  const project = projection(width, height);
  if (shape.floor !== undefined) strokeGroup(context, floorLines(shape.floor, shape.center), project, theme.muted, 0.6);
  for (const [color, lines] of Map.groupBy(shape.lines, (line) => line[2])) strokeGroup(context, lines, project, onThePanel(color), shape.isFine ? 0.6 : 2.5);
}

/** Colors of people stand out from photos; on a light panel they are darker, on a dark one lighter. */
const onThePanel = (color) => `color-mix(in srgb, ${color} 72%, ${theme.text})`;

/** Returns a function from a point (x right, y down, z away from the camera) to the canvas. */
function projection(width, height) {
  const [sinYaw, cosYaw] = [Math.sin(angle.yaw), Math.cos(angle.yaw)];
  const [sinPitch, cosPitch] = [Math.sin(angle.pitch), Math.cos(angle.pitch)];
  const distance = 4;
  const scale = (Math.min(width, height) / 2 / shape.size) * 0.85;
  const [left, top, near] = shape.center;
  return (point) => {
    const [x, y, z] = [point[0] - left, point[1] - top, point[2] - near];
    const [tx, tz] = [x * cosYaw - z * sinYaw, x * sinYaw + z * cosYaw];
    const [ty, depth] = [y * cosPitch + tz * sinPitch, tz * cosPitch - y * sinPitch];
    const perspective = distance / (distance + depth / shape.size);
    return [width / 2 + tx * scale * perspective, height / 2 + ty * scale * perspective];
  };
}

/**
 * A grid with half a meter between its lines, around the people.
 * @param {number} y
 * @param {number[]} center
 */
function floorLines(y, [x, , z]) {
  const [left, near] = [x, z].map((middle) => Math.round(middle * 2) / 2);
  const lines = [];
  for (let step = -1.5; step <= 1.5; step += 0.5) {
    lines.push([[left + step, y, near - 1.5], [left + step, y, near + 1.5]], [[left - 1.5, y, near + step], [left + 1.5, y, near + step]]);
  }
  return lines;
}

function strokeGroup(context, lines, project, color, lineWidth) {
  context.beginPath();
  for (const [from, to] of lines) {
    context.moveTo(...project(from));
    context.lineTo(...project(to));
  }
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.lineCap = "round";
  context.stroke();
}

function turn(name) {
  if (name !== "reset") return rotate(...turns[name]);
  angle = { ...front };
  set("angle", undefined);
  redrawSpace();
}

function rotate(yaw, pitch) {
  angle.yaw += yaw;
  angle.pitch = Math.max(-1.4, Math.min(1.4, angle.pitch + pitch));
  set("angle", `${angle.yaw.toFixed(2)},${angle.pitch.toFixed(2)}`);
  redrawSpace();
}

export function startSpace() {
  const [yaw, pitch] = (state.angle ?? "").split(",").map(Number);
  if (Number.isFinite(yaw) && Number.isFinite(pitch)) angle = { yaw, pitch };
  section.addEventListener("click", (event) => {
    const name = elementOf(event).dataset.turn;
    if (name) turn(name);
  });
  canvas.addEventListener("keydown", (event) => {
    const name = event.key.replace("Arrow", "").toLowerCase();
    if (!(name in turns)) return;
    event.preventDefault();
    turn(name);
  });
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    rotate(event.movementX * 0.01, event.movementY * 0.01);
  });
  onPeople(["chosen"], () => latest && showSpace(latest));
  new ResizeObserver(redrawSpace).observe(canvas);
}
