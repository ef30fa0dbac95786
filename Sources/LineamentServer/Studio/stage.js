// The large picture: zoom, pan, and a pointer that names the landmarks.

import { byID, element, prepareCanvas } from "./dom.js";
import { drawScene } from "./layers.js";
import { currentLayers, state } from "./state.js";
import { pointName } from "./topology.js";
import { decimal, words } from "./words.js";

const canvas = byID("picture");
const label = byID("point");
const emptyScene = { picture: undefined, width: 0, height: 0, people: [], masks: [] };

let scene = emptyScene;
/** The zoom above the fitted size, and the point of the image in the middle, as fractions. */
let view = { zoom: 1, x: 0.5, y: 0.5 };
let scheduled = 0;
/** The landmark that is named: person and index of the point, by pointer or keyboard. */
let named;
const listeners = { drawn: () => {}, named: () => {} };

export const currentScene = () => scene;

/** Shows a scene with the next frame of the screen; the view stays if the size does. */
export function showScene(next) {
  const isResized = next.width !== scene.width || next.height !== scene.height;
  scene = next;
  if (isResized) [view, named] = [{ zoom: 1, x: 0.5, y: 0.5 }, undefined];
  // On narrow screens the stage takes the shape of the picture.
  if (isResized && next.width) canvas.parentElement.style.setProperty("--shape", `${next.width} / ${next.height}`);
  redraw();
}

export const clearStage = () => showScene(emptyScene);

/** `drawn(scene)` is called after each drawing, `named(text)` when the keyboard chose a point. */
export const onStage = (handlers) => Object.assign(listeners, handlers);

export function redraw() {
  scheduled ||= requestAnimationFrame(drawNow);
}

/** Draws without waiting for the next frame of the screen. */
export function drawNow() {
  cancelAnimationFrame(scheduled);
  scheduled = 0;
  const context = prepareCanvas(canvas);
  canvas.parentElement.classList.toggle("empty", !scene.width);
  if (!scene.width) return showLabel(undefined);
  drawScene(context, scene, { ...placement(), unit: 1, ...appearance() });
  const point = namedNow();
  if (point) drawNamed(context, point);
  showLabel(point);
  listeners.drawn(scene);
}

export const isMirrored = () => state.mode === "camera" && state.mirror;

const appearance = () => ({ mirrored: isMirrored(), layers: currentLayers(), mask: state.mask });

/** Draws a scene at its own size, for downloads and recordings. */
export function drawWhole(context, whole, { width, height } = whole) {
  const scale = width / whole.width;
  const unit = Math.max(1, Math.max(width, height) / 1000);
  drawScene(context, whole, { scale, left: 0, top: 0, unit, ...appearance() });
}

/** The scale and the corner of the image on the canvas, in CSS pixels. */
function placement() {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const scale = Math.min(width / scene.width, height / scene.height) * view.zoom;
  const place = (center, size, room) => {
    const spare = room - size;
    return spare >= 0 ? spare / 2 : Math.min(0, Math.max(spare, room / 2 - center * size));
  };
  return { scale, left: place(view.x, scene.width * scale, width), top: place(view.y, scene.height * scale, height) };
}

/** Zooms by a factor, so that the point under (x, y) stays where it is. */
function zoomBy(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  if (!scene.width) return;
  const before = placement();
  view.zoom = Math.min(40, Math.max(1, view.zoom * factor));
  const after = placement();
  const at = { x: (x - before.left) / before.scale / scene.width, y: (y - before.top) / before.scale / scene.height };
  view.x = at.x + (canvas.clientWidth / 2 - x) / after.scale / scene.width;
  view.y = at.y + (canvas.clientHeight / 2 - y) / after.scale / scene.height;
  viewChanged();
}

export function fit() {
  view = { zoom: 1, x: 0.5, y: 0.5 };
  viewChanged();
}

function panBy(dx, dy) {
  if (!scene.width) return;
  const { scale } = placement();
  const within = (value) => Math.min(1, Math.max(0, value));
  view.x = within(view.x - dx / scale / scene.width);
  view.y = within(view.y - dy / scale / scene.height);
  viewChanged();
}

function viewChanged() {
  byID("pan").hidden = view.zoom <= 1;
  redraw();
}

/** Where a landmark is on the canvas. */
function screenPoint({ person, index }, { scale, left, top } = placement()) {
  const x = person.points[index * 3] * scene.width;
  const y = person.points[index * 3 + 1] * scene.height;
  return { x: left + (isMirrored() ? scene.width - x : x) * scale, y: top + y * scale };
}

function nearestPoint(x, y) {
  const where = placement();
  let [best, nearest] = [undefined, 14];
  for (const person of scene.people) {
    for (let index = 0; index * 3 < person.points.length; index++) {
      const point = screenPoint({ person, index }, where);
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < nearest) [best, nearest] = [{ person, index }, distance];
    }
  }
  return best;
}

function drawNamed(context, point) {
  const { x, y } = screenPoint(point);
  context.beginPath();
  context.arc(x, y, 5, 0, 7);
  context.lineWidth = 4;
  context.strokeStyle = "#000";
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = "#ffef5c";
  context.stroke();
}

/** The named landmark in the current scene, which may be a later frame. */
function namedNow() {
  const person = named && scene.people.find(({ key }) => key === named.person.key);
  return person && named.index * 3 < person.points.length ? { person, index: named.index } : undefined;
}

function describe({ person, index }) {
  const name = person.names ? words(person.names[index]) : pointName(person.kind, index);
  const [x, y, z] = [0, 1, 2].map((axis) => decimal(person.points[index * 3 + axis], 4));
  const depth = ["face", "pose", "hand"].includes(person.kind) ? `  z ${z}` : "";
  const visibility = person.visibility ? `  visible ${person.visibility[index].toFixed(2)}` : "";
  return { title: `${index}${name && ` ${name}`}`, numbers: `x ${x}  y ${y}${depth}${visibility}` };
}

function showLabel(point) {
  label.hidden = !point;
  if (!point) return;
  const { title, numbers } = describe(point);
  label.replaceChildren(element("b", {}, title), numbers);
  const { x, y } = screenPoint(point);
  const [offset, side] = x > canvas.clientWidth - 230 ? [-14, "-100%"] : [14, "0"];
  label.style.transform = `translate(${Math.round(x + offset)}px, ${Math.round(y + 12)}px) translateX(${side})`;
}

function name(point) {
  if (point?.person === named?.person && point?.index === named?.index) return;
  named = point;
  redraw();
}

/** Moves the named landmark by keyboard, from person to person. */
function stepPoint(step) {
  const all = scene.people.flatMap((person) => Array.from({ length: person.points.length / 3 }, (_, index) => ({ person, index })));
  if (!all.length) return;
  const now = namedNow();
  const position = now ? all.findIndex(({ person, index }) => person === now.person && index === now.index) : -1;
  named = all[(Math.max(position + step, position < 0 ? 0 : -1) + all.length) % all.length];
  const { title, numbers } = describe(named);
  reveal(named);
  listeners.named(`${named.person.label}, landmark ${title}, ${numbers}`);
  redraw();
}

/** Moves the picture so that a landmark is in sight. */
function reveal(point) {
  const { x, y } = screenPoint(point);
  if (x > 0 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight) return;
  [view.x, view.y] = [point.person.points[point.index * 3], point.person.points[point.index * 3 + 1]];
}

const panSteps = { left: [60, 0], right: [-60, 0], up: [0, 60], down: [0, -60] };
const keyActions = {
  "+": () => zoomBy(1.4),
  "=": () => zoomBy(1.4),
  "-": () => zoomBy(1 / 1.4),
  "0": fit,
  ".": () => stepPoint(1),
  ",": () => stepPoint(-1),
};

/** Handles a key for the picture; returns whether it was one. */
export function stageKey(event) {
  const pan = view.zoom > 1 && document.activeElement === canvas && panSteps[event.key.replace("Arrow", "").toLowerCase()];
  if (pan) panBy(...pan);
  else if (keyActions[event.key]) keyActions[event.key]();
  else return false;
  return true;
}

function watchPointer() {
  let last;
  canvas.addEventListener("pointerdown", (event) => {
    last = event;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last && event.buttons) {
      panBy(event.clientX - last.clientX, event.clientY - last.clientY);
      last = event;
    } else if (scene.width) {
      name(nearestPoint(event.offsetX, event.offsetY));
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    last = undefined;
    if (event.pointerType === "touch") name(nearestPoint(event.offsetX, event.offsetY));
  });
  canvas.addEventListener("pointerleave", () => name(undefined));
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!scene.width) return;
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event.offsetX, event.offsetY);
    },
    { passive: false });
}

export function startStage() {
  watchPointer();
  byID("zoom").addEventListener("click", ({ target }) => {
    if (target.dataset.zoom === "fit") fit();
    else if (target.dataset.zoom) zoomBy(target.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
    if (target.dataset.pan) panBy(...panSteps[target.dataset.pan]);
  });
  new ResizeObserver(redraw).observe(canvas);
}
