// SPDX-License-Identifier: Apache-2.0

// The large picture: zoom, pan, and a pointer that names the landmarks.

import { choose, isChosen, isPointed, onPeople, point as pointAt } from "./chosen.js";
import { byID, element, elementOf, prepareCanvas, setText } from "./dom.js";
import { drawFrame, drawScene } from "./layers.js";
import { currentLayers, set, state } from "./state.js";
import { pointName } from "./topology.js";
import { decimal, words } from "./words.js";

const canvas = byID("picture");
const label = byID("point");
const frameOfPicture = /** @type {HTMLElement} */ (canvas.parentElement);
/** @type {Scene} */
const emptyScene = { picture: undefined, width: 0, height: 0, people: [], masks: [] };

let scene = emptyScene;
/** The zoom above the fitted size, and the point of the image in the middle, as fractions. */
const whole = { zoom: 1, x: 0.5, y: 0.5 };
let view = { ...whole };
/** Whether the view goes with the chosen person, frame by frame. */
let isFollowing = false;
let scheduled = 0;
/** @typedef {{ person: Person, index: number }} Landmark */
/**
 * The landmark that is named, by pointer or keyboard.
 * @type {Landmark | undefined}
 */
let named;
/** @type {{ drawn: (scene: Scene) => void, named: (text: string) => void }} */
const listeners = { drawn: () => {}, named: () => {} };

export const currentScene = () => scene;

/**
 * Shows a scene with the next frame of the screen; the view stays if the size does.
 * @param {Scene} next
 */
export function showScene(next) {
  const isResized = next.width !== scene.width || next.height !== scene.height;
  scene = next;
  if (isResized) [view, named] = [{ ...whole }, undefined];
  else follow();
  // On narrow screens the stage takes the shape of the picture.
  if (isResized && next.width) frameOfPicture.style.setProperty("--shape", `${next.width} / ${next.height}`);
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
  frameOfPicture.classList.toggle("empty", !scene.width);
  if (!scene.width) return showLabel(undefined);
  drawScene(context, scene, { ...placement(), unit: 1, hasCheckerboard: true, ...appearance() });
  for (const person of scene.people) if (isChosen(person) || isPointed(person)) frame(context, person);
  const point = namedNow();
  if (point) drawNamed(context, point);
  showLabel(point);
  listeners.drawn(scene);
}

export const isMirrored = () => state.mode === "camera" && state.mirror;

const appearance = () => ({ mirrored: isMirrored(), layers: currentLayers(), background: state.background });

/**
 * Draws a scene at its own size, for downloads and recordings.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} whole
 * @param {{ width: number, height: number }} size
 */
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

/**
 * Draws a frame around a person.
 * @param {CanvasRenderingContext2D} context
 * @param {Person} person
 */
function frame(context, person) {
  const { scale, left, top } = placement();
  if (!(person.box && person.box.width > 0)) return;
  const { x, y, width, height } = person.box;
  const start = isMirrored() ? scene.width - x - width : x;
  drawFrame(context, { x: left + start * scale, y: top + y * scale, width: width * scale, height: height * scale }, person, isChosen(person));
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
  [view, isFollowing] = [{ ...whole }, false];
  viewChanged();
}

/** The zoom and middle as text, and back: the part of an address that keeps them. */
export function restoreView(text) {
  const [zoom, x, y] = (text ?? "").split(",").map(Number);
  if (!(zoom > 1 && zoom <= 40 && x >= 0 && x <= 1 && y >= 0 && y <= 1)) return;
  view = { zoom, x, y };
  viewChanged();
}

const chosenPerson = () => scene.people.find(isChosen);

/**
 * The middle of a person's box, as fractions of the picture on the screen.
 * @param {Box} box
 */
function middleOf({ x, y, width, height }) {
  const across = (x + width / 2) / scene.width;
  return { x: isMirrored() ? 1 - across : across, y: (y + height / 2) / scene.height };
}

/** Zooms in or out; in, to the chosen person if there is one. */
function zoomStep(factor) {
  const box = factor > 1 ? chosenPerson()?.box : undefined;
  isFollowing = Boolean(box);
  if (!box) return zoomBy(factor);
  view = { zoom: Math.min(40, view.zoom * factor), ...middleOf(box) };
  viewChanged();
}

/**
 * Fills the stage with a person, who stays in the middle from then on.
 * @param {Person} [person]
 */
function zoomTo(person) {
  if (!person?.box) return;
  const { width, height } = person.box;
  const fitted = Math.min(canvas.clientWidth / scene.width, canvas.clientHeight / scene.height);
  const room = 0.6 * Math.min(canvas.clientWidth / width, canvas.clientHeight / height);
  view = { zoom: Math.min(40, Math.max(1, room / fitted)), ...middleOf(person.box) };
  isFollowing = true;
  viewChanged();
}

/** Keeps the chosen person in the middle of a zoomed picture, without jumps. */
function follow() {
  const box = isFollowing && view.zoom > 1 ? chosenPerson()?.box : undefined;
  if (!box) return;
  const { x, y } = middleOf(box);
  view.x += (x - view.x) * 0.3;
  view.y += (y - view.y) * 0.3;
}

/** Offers the zoom to the chosen person. */
function showChosen() {
  const [person, button] = [chosenPerson(), byID("zoom-person")];
  button.hidden = !person?.box;
  if (person) setText(button, `Zoom to ${person.label}`);
}

/** Goes to a person who was chosen elsewhere, if only a part of the picture is shown. */
function goToChosen() {
  const person = chosenPerson();
  if (person?.box && view.zoom > 1) {
    Object.assign(view, middleOf(person.box));
    isFollowing = true;
  }
  showChosen();
  viewChanged();
}

function panBy(dx, dy) {
  if (!scene.width) return;
  const { scale } = placement();
  const within = (value) => Math.min(1, Math.max(0, value));
  isFollowing = false;
  view.x = within(view.x - dx / scale / scene.width);
  view.y = within(view.y - dy / scale / scene.height);
  viewChanged();
}

function viewChanged() {
  byID("pan").hidden = view.zoom <= 1;
  const text = [view.zoom.toFixed(2), view.x.toFixed(3), view.y.toFixed(3)].join(",");
  set("view", view.zoom > 1 ? text : undefined);
  redraw();
}

/**
 * Where a landmark is on the canvas.
 * @param {Landmark} landmark
 */
function screenPoint({ person, index }, { scale, left, top } = placement()) {
  const x = person.points[index * 3] * scene.width;
  const y = person.points[index * 3 + 1] * scene.height;
  return { x: left + (isMirrored() ? scene.width - x : x) * scale, y: top + y * scale };
}

/** The landmark at most 14 CSS pixels from a point of the canvas. */
function nearestPoint(x, y) {
  const where = placement();
  /** @type {Landmark | undefined} */
  let best;
  let nearest = 14;
  for (const person of scene.people) {
    for (let index = 0; index * 3 < person.points.length; index++) {
      const point = screenPoint({ person, index }, where);
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < nearest) [best, nearest] = [{ person, index }, distance];
    }
  }
  return best;
}

/** The smallest person whose box is under a point of the canvas. */
function personAt(x, y) {
  const { scale, left, top } = placement();
  const [across, down] = [(x - left) / scale, (y - top) / scale];
  const at = { x: isMirrored() ? scene.width - across : across, y: down };
  const around = scene.people.flatMap((person) => {
    const { box } = person;
    const isAround = box && at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
    return isAround ? [{ person, area: box.width * box.height }] : [];
  });
  return around.sort((a, b) => a.area - b.area)[0]?.person;
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
  if (!named) return undefined;
  const { person: before, index } = named;
  const person = scene.people.find(({ key }) => key === before.key);
  return person && index * 3 < person.points.length ? { person, index } : undefined;
}

/** @param {Landmark} landmark */
function describe({ person, index }) {
  const name = person.names ? words(person.names[index]) : pointName(person.kind, index);
  const [x, y, z] = [0, 1, 2].map((axis) => decimal(person.points[index * 3 + axis], 4));
  const depth = ["face", "pose", "hand"].includes(person.kind) ? `  z ${z}` : "";
  const visibility = person.visibility ? `  visible ${person.visibility[index].toFixed(2)}` : "";
  return { title: `${index}${name && ` ${name}`}`, numbers: `x ${x}  y ${y}${depth}${visibility}` };
}

/** @param {Landmark} [point] */
function showLabel(point) {
  label.hidden = !point;
  if (!point) return;
  const { title, numbers } = describe(point);
  label.replaceChildren(element("b", {}, title), numbers);
  const { x, y } = screenPoint(point);
  const [offset, side] = x > canvas.clientWidth - 230 ? [-14, "-100%"] : [14, "0"];
  label.style.transform = `translate(${Math.round(x + offset)}px, ${Math.round(y + 12)}px) translateX(${side})`;
}

/** @param {Landmark} [point] */
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

/** @type {Record<string, [number, number]>} */
const panSteps = { left: [60, 0], right: [-60, 0], up: [0, 60], down: [0, -60] };
const keyActions = {
  "+": () => zoomStep(1.4),
  "=": () => zoomStep(1.4),
  "-": () => zoomStep(1 / 1.4),
  "0": fit,
  "z": () => zoomTo(chosenPerson()),
  ".": () => stepPoint(1),
  ",": () => stepPoint(-1),
};

/**
 * Handles a key for the picture; returns whether it was one.
 * @param {KeyboardEvent} event
 */
export function stageKey(event) {
  const pan = view.zoom > 1 && document.activeElement === canvas && panSteps[event.key.replace("Arrow", "").toLowerCase()];
  if (pan) panBy(...pan);
  else if (keyActions[event.key]) keyActions[event.key]();
  else return false;
  return true;
}

/** Names the landmark under the pointer, and points at its person, or at the one whose box it is in. */
function look(x, y) {
  const nearest = nearestPoint(x, y);
  name(nearest);
  const person = nearest?.person ?? personAt(x, y);
  pointAt(person?.key);
  canvas.classList.toggle("over-person", Boolean(person));
}

/** A click chooses the person under it; elsewhere, none. */
function clicked(x, y) {
  const person = nearestPoint(x, y)?.person ?? personAt(x, y);
  choose(person?.key);
}

function watchPointer() {
  /** @type {PointerEvent | undefined} */
  let last;
  /** @type {PointerEvent | undefined} */
  let start;
  let isClick = false;
  canvas.addEventListener("pointerdown", (event) => {
    [last, start] = [event, event];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last && event.buttons) {
      panBy(event.clientX - last.clientX, event.clientY - last.clientY);
      last = event;
    } else if (scene.width) {
      look(event.offsetX, event.offsetY);
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    isClick = start !== undefined && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 4;
    last = start = undefined;
    if (event.pointerType === "touch") look(event.offsetX, event.offsetY);
  });
  canvas.addEventListener("click", (event) => {
    // The second click of a double one may be elsewhere in the picture, which the first has moved.
    if (isClick && event.detail < 2 && scene.width) clicked(event.offsetX, event.offsetY);
  });
  canvas.addEventListener("dblclick", () => zoomTo(chosenPerson()));
  canvas.addEventListener("pointerleave", () => {
    name(undefined);
    pointAt(undefined);
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!scene.width) return;
      event.preventDefault();
      isFollowing = false;
      zoomBy(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event.offsetX, event.offsetY);
    },
    { passive: false });
}

export function startStage() {
  watchPointer();
  byID("zoom").addEventListener("click", (event) => {
    const { zoom, pan } = elementOf(event).dataset;
    if (zoom === "fit") fit();
    else if (zoom === "person") zoomTo(chosenPerson());
    else if (zoom) zoomStep(zoom === "in" ? 1.4 : 1 / 1.4);
    if (pan) panBy(...panSteps[pan]);
  });
  onPeople(["pointed"], redraw);
  onPeople(["chosen"], goToChosen);
  new ResizeObserver(redraw).observe(canvas);
}
