// SPDX-License-Identifier: Apache-2.0

// The cards beside the picture: one for each person, kept and updated as long as the person stays.

import { choose, isChosen, isPointed, onPeople, pointFrom } from "./chosen.js";
import { byID, element, elementOf, prepareCanvas, setText, theme } from "./dom.js";
import { colorOf, strokeLines, strokePaths } from "./layers.js";
import { jointNames } from "./results.js";
import { isMirrored } from "./stage.js";
import { set, state } from "./state.js";
import { subject } from "./tasks.js";
import { topology } from "./topology.js";
import { capitalized, count, decimal, degrees, words } from "./words.js";

const list = byID("people");
const traceSeconds = 1;
/**
 * Key of a person → card.
 * @type {Map<Key, Card>}
 */
const cards = new Map();
/** @type {Person[]} */
let people = [];
/** @type {Scene} */
let scene;
let isScheduled = false;
let lastUpdate = 0;

export function startPanel() {
  onPeople(["chosen"], showChosen);
  onPeople(["pointed"], markCards);
}

/** Opens the card of the chosen person, and brings it into sight. */
function showChosen() {
  markCards();
  const card = [...cards.values()].find(({ latest }) => latest && isChosen(latest));
  if (!card) return;
  card.node.open = true;
  card.node.scrollIntoView({ block: "nearest" });
}

function markCards() {
  for (const { node, latest } of cards.values()) {
    node.classList.toggle("chosen", Boolean(latest && isChosen(latest)));
    node.classList.toggle("pointed", Boolean(latest && isPointed(latest)));
  }
}

/**
 * Shows the people of a scene; `time` (seconds) places them in the traces, and is missing for photos.
 * @param {Scene} nextScene
 * @param {number} [time]
 */
export function showPeople(nextScene, time) {
  scene = nextScene;
  // Identities stay in their places; without them, the keys are text and the order is that of the results.
  people = scene.people.toSorted((a, b) => Number(a.key) - Number(b.key) || a.index - b.index);
  for (const person of people) cardFor(person).remember(person, time);
  schedule();
}

/** Redraws the cards, whose canvases are blank if drawn in a hidden tab. */
export function redrawPeople() {
  if (people.length) schedule();
}

function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  // Ten times a second is as fast as one reads; the picture has the time of every frame.
  setTimeout(() => requestAnimationFrame(update), Math.max(0, 100 - (performance.now() - lastUpdate)));
}

export function clearPeople(message) {
  cards.clear();
  people = [];
  list.replaceChildren(element("p", { className: "hint", textContent: message }));
}

/** @param {Person} person */
function cardFor(person) {
  let card = cards.get(person.key);
  if (!card?.suits(person)) {
    card = new Card(person, card?.node.open ?? (person.index === 0 || people.length < 3));
    cards.set(person.key, card);
  }
  return card;
}

function update() {
  isScheduled = false;
  lastUpdate = performance.now();
  for (const [key] of cards) if (!people.some((person) => person.key === key)) cards.delete(key);
  const shown = people.map((person) => /** @type {Card} */ (cards.get(person.key)));
  const nodes = shown.map(({ node }) => node);
  const isSame = nodes.length === list.childElementCount && nodes.every((node, index) => list.children[index] === node);
  if (!isSame || !nodes.length) list.replaceChildren(...(nodes.length ? nodes : [nobody()]));
  if (!isSame) markCards();
  people.forEach((person, index) => shown[index].update(person, scene));
}

const nobody = () => element("p", { className: "hint", textContent: `No ${subject(state.task)} in this picture.` });

/** Describes the picture in a sentence, for screen readers. */
export function summary(nextScene) {
  const noun = subject(state.task);
  if (!nextScene.people.length) return `No ${noun}.`;
  const each = nextScene.people.slice(0, 4).map((person) => `${person.label}: ${describe(person) || "found"}`);
  return [count(nextScene.people.length, noun), ...each].join(". ") + ".";
}

function describe({ values, blendshapes }) {
  const parts = [];
  if (values.yaw !== undefined) parts.push(`head yaw ${degrees(values.yaw)}, pitch ${degrees(values.pitch)}`);
  if (values.smile !== undefined) parts.push(`smile ${values.smile.toFixed(1)}`);
  if (blendshapes) {
    const strongest = order(blendshapes, "size").slice(0, 3).filter((index) => blendshapes[index] > 0.3);
    parts.push(...strongest.map((index) => `${words(topology.blendshapes[index])} ${blendshapes[index].toFixed(1)}`));
  }
  if (values.leftElbow >= 0 && values.rightElbow >= 0) {
    parts.push(`left elbow ${degrees(values.leftElbow)}, right elbow ${degrees(values.rightElbow)}`);
  }
  return parts.join(", ");
}

/** The indices of the 51 expressions: all scores but the neutral one. */
const expressions = () => [...topology.blendshapes.keys()].filter((index) => topology.blendshapes[index] !== "_neutral");

/** The order of the expressions. */
function order(blendshapes, sort) {
  const indices = expressions();
  if (sort === "size") return indices.sort((a, b) => blendshapes[b] - blendshapes[a]);
  return indices.sort((a, b) => topology.blendshapes[a].localeCompare(topology.blendshapes[b]));
}

const probabilities = { smile: "Smile", rightEyeOpen: "Right eye open", leftEyeOpen: "Left eye open", score: "Score" };
const angleNames = { yaw: "Yaw", pitch: "Pitch", roll: "Roll" };

class Card {
  kind;
  /** @type {Person | undefined} */
  latest;
  /** @type {{ time: number, scores: Float32Array }[]} */
  history = [];

  /**
   * @param {Person} person
   * @param {boolean} isOpen
   */
  constructor(person, isOpen) {
    this.kind = person.kind;
    this.names = new Set(Object.keys(person.values));
    this.title = element("b", {}, person.label);
    this.place = element("span", { className: "hint number" });
    this.swatch = element("span", { className: "swatch" });
    this.swatch.style.background = colorOf(person);
    const head = element("summary", {}, this.swatch, this.title, this.place);
    this.node = element("details", { className: "card", open: isOpen }, head);
    this.node.addEventListener("click", (event) => {
      if (!head.contains(elementOf(event))) return choose(person.key);
      // One that is opened is chosen, once the click has opened it.
      setTimeout(() => choose(this.node.open ? person.key : undefined));
    });
    pointFrom(this.node, person.key);
    this.node.addEventListener("toggle", () => this.latest && this.update(this.latest, scene));
    this.meters = new Map();
    this.addHead(person);
    this.addMeters(person);
    if (person.blendshapes) this.addExpressions();
    if (this.node.childElementCount > 1 || person.kind !== "face") return;
    this.node.append(element("p", { className: "hint", textContent: "Its expression and the pose of its head are among the options." }));
  }

  /**
   * Whether the card shows what is known of a person; a meter stays while its value is unknown, as the smile of a turned head.
   * @param {Person} person
   */
  suits({ kind, values, blendshapes }) {
    const names = Object.keys(values);
    if (kind !== this.kind || Boolean(blendshapes) !== Boolean(this.expressions)) return false;
    return names.length ? names.every((name) => this.names.has(name)) : !this.names.size;
  }

  /**
   * @param {Person} person
   * @param {number} [time]
   */
  remember(person, time) {
    this.latest = person;
    if (time === undefined || !person.blendshapes) return;
    if ((this.history.at(-1)?.time ?? time) > time) this.history = [];
    this.history.push({ time, scores: person.blendshapes });
    while (this.history[0].time < time - traceSeconds) this.history.shift();
  }

  update(person, shownScene) {
    setText(this.title, person.label);
    setText(this.place, place(person));
    if (!this.node.open) return;
    if (this.head) drawHead(this.head, person, shownScene);
    for (const [name, meter] of this.meters) meter.update(person.values[name]);
    this.expressions?.update(person.blendshapes, this.history);
  }

  addHead(person) {
    if (!["face", "attributes"].includes(person.kind) || person.values.yaw === undefined) return;
    this.head = element("canvas", { className: "head", "aria-hidden": "true" });
    const angles = element("dl", { className: "angles" });
    for (const [name, title] of Object.entries(angleNames)) {
      const value = element("dd", { className: "number" });
      angles.append(element("dt", {}, title), value);
      this.meters.set(name, { update: (angle) => setText(value, degrees(angle)) });
    }
    this.node.append(element("div", { className: "pose-of-head" }, this.head, angles));
  }

  addMeters(person) {
    const names = Object.keys(person.values).filter((name) => name in probabilities || jointNames.includes(name));
    if (!names.length) return;
    const rows = element("ul", { className: "meters" });
    for (const name of names) {
      const title = probabilities[name] ?? capitalized(words(name));
      const meter = name in probabilities ? new Meter(title, 1, (value) => decimal(value, 2)) : new Meter(title, 180, degrees);
      rows.append(meter.node);
      this.meters.set(name, meter);
    }
    this.node.append(rows);
  }

  addExpressions() {
    this.expressions = new Expressions(() => this.latest && this.update(this.latest, scene));
    this.node.append(this.expressions.node);
  }
}

function place({ box }) {
  if (!box) return "";
  return `${Math.round(box.width)} × ${Math.round(box.height)} px`;
}

/** One number as a bar. */
class Meter {
  constructor(title, maximum, format) {
    this.maximum = maximum;
    this.format = format;
    this.fill = element("span", { className: "fill" });
    this.value = element("span", { className: "number" });
    const track = element("span", { className: "track" }, this.fill);
    this.node = element("li", {}, element("span", {}, title), track, this.value);
  }

  update(value) {
    this.fill.style.transform = `scaleX(${Math.max(0, Math.min(1, value / this.maximum)) || 0})`;
    setText(this.value, this.format(value));
  }
}

const rowHeight = 20;

/** The expressions: names and numbers as text, all bars and traces on one canvas. */
class Expressions {
  constructor(refresh) {
    const sort = element("select", { "aria-label": "Order of the expressions" });
    sort.append(new Option("by size", "size"), new Option("by name", "name"));
    sort.value = state.sort;
    sort.addEventListener("change", () => {
      set("sort", sort.value);
      refresh();
    });
    this.sort = sort;
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.rows = expressions().map(() => {
      const [name, value] = [element("span"), element("span", { className: "number" })];
      return { name, value, node: element("li", {}, name, value) };
    });
    const rows = element("ol", {}, ...this.rows.map((row) => row.node));
    const scroller = { className: "scroller", tabIndex: 0, role: "group", "aria-label": "Expressions" };
    this.scroller = element("div", scroller, rows, this.canvas);
    this.scroller.addEventListener("scroll", () => this.last && this.draw(...this.last), { passive: true });
    const tools = element("div", { className: "tools" }, element("h3", {}, "Expressions"), sort);
    this.node = element("div", { className: "expressions" }, tools, this.scroller);
  }

  update(blendshapes, history) {
    if (this.sort.value !== state.sort) this.sort.value = state.sort;
    const indices = order(blendshapes, state.sort);
    indices.forEach((index, position) => {
      const row = this.rows[position];
      setText(row.name, words(topology.blendshapes[index]));
      setText(row.value, blendshapes[index].toFixed(2));
    });
    this.last = [blendshapes, history, indices];
    this.draw(...this.last);
  }

  /** Draws the rows in sight only; the canvas stays where the reader looks. */
  draw(blendshapes, history, indices) {
    const { scrollTop, clientHeight } = this.scroller;
    this.canvas.style.transform = `translateY(${scrollTop}px)`;
    const width = this.canvas.clientWidth;
    const barWidth = history.length > 1 ? width * 0.55 : width;
    const context = prepareCanvas(this.canvas, width, clientHeight);
    const now = history.at(-1)?.time ?? 0;
    const [first, last] = [Math.floor(scrollTop / rowHeight), Math.ceil((scrollTop + clientHeight) / rowHeight)];
    for (let row = first; row < Math.min(last, indices.length); row++) {
      const [index, y] = [indices[row], row * rowHeight - scrollTop];
      context.fillStyle = theme.line;
      context.fillRect(0, y + 7, barWidth, 6);
      context.fillStyle = theme.accent;
      context.fillRect(0, y + 7, barWidth * blendshapes[index], 6);
      if (history.length > 1) drawTrace(context, history, index, now, barWidth + 8, width, y);
    }
  }
}

function drawTrace(context, history, index, now, left, right, y) {
  context.beginPath();
  for (const { time, scores } of history) {
    const x = right - ((now - time) / traceSeconds) * (right - left);
    context.lineTo(x, y + rowHeight - 3 - scores[index] * (rowHeight - 6));
  }
  context.strokeStyle = theme.trace;
  context.lineWidth = 1.25;
  context.stroke();
}

/** Draws a face as the picture shows it, mirrored or not, and the axes of the head. */
function drawHead(canvas, person, shownScene) {
  const size = canvas.clientWidth;
  canvas.style.transform = isMirrored() ? "scaleX(-1)" : "";
  const context = prepareCanvas(canvas, size, size);
  const { box, points } = person;
  if (box) {
    const scale = (size * 0.8) / Math.max(box.width, box.height);
    context.save();
    context.translate(size / 2, size / 2);
    context.scale(scale, scale);
    context.translate(-box.x - box.width / 2, -box.y - box.height / 2);
    if (person.kind === "face") strokeLines(context, shownScene, points, topology.mesh, theme.muted, 0.4 / scale);
    else strokePaths(context, shownScene, person, theme.muted, 1 / scale);
    context.restore();
  }
  drawAxes(context, person.values, size);
}

/**
 * The directions right, up and forward of a head, seen from the camera.
 * @param {CanvasRenderingContext2D} context
 * @param {Record<string, number>} angles
 * @param {number} size
 */
function drawAxes(context, { yaw, pitch, roll }, size) {
  const [y, p, r] = [yaw, pitch, roll].map((angle) => (angle * Math.PI) / 180);
  const turn = ([ax, ay, az]) => {
    const [bx, by] = [ax * Math.cos(r) - ay * Math.sin(r), ax * Math.sin(r) + ay * Math.cos(r)];
    const [cy, cz] = [by * Math.cos(p) + az * Math.sin(p), -by * Math.sin(p) + az * Math.cos(p)];
    return [bx * Math.cos(y) + cz * Math.sin(y), cy];
  };
  /** @type {[[number, number, number], string][]} */
  const axes = [[[1, 0, 0], "#e0564f"], [[0, 1, 0], "#3f9c50"], [[0, 0, 1], "#3b7ddd"]];
  for (const [axis, color] of axes) {
    const [x, up] = turn(axis);
    context.beginPath();
    context.moveTo(size / 2, size / 2);
    context.lineTo(size / 2 + x * size * 0.36, size / 2 - up * size * 0.36);
    context.strokeStyle = color;
    context.lineWidth = 2.5;
    context.stroke();
  }
}
