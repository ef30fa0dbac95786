// SPDX-License-Identifier: Apache-2.0

// The timeline of a video: a lane for each person, with the chosen curves.

import { choose, hide, isChosen, isHidden, isPointed, onPeople, pointFrom } from "./chosen.js";
import { byID, element, prepareCanvas, theme } from "./dom.js";
import { colorOf } from "./layers.js";
import { curvesOf, rangeOf, valueOf } from "./results.js";
import { onChange, set, state } from "./state.js";
import { about } from "./tasks.js";
import { words } from "./words.js";

const laneHeight = 48;
const maximumLanes = 40;
const colors = ["#1488d8", "#d9730d", "#3a9d4b", "#c2418f", "#8064d9", "#8a8a00"];
/** The curves of the current task: the chosen ones, or else the usual ones. */
function chosenCurves() {
  const offered = curvesOf(state.task);
  const chosen = state.curves.filter((name) => offered.includes(name));
  return chosen.length ? chosen : about(state.task).shownCurves;
}

export class Lanes {
  #canvas = byID("lane-canvas");
  #area = /** @type {HTMLElement} */ (this.#canvas.parentElement);
  #names = byID("lane-names");
  #playhead = byID("playhead");
  #select = byID("add-curve");
  /**
   * Key of a person → the row with the name, and samples.
   * @type {Map<Key, { person: Person, row: HTMLElement, samples: { time: number, person: Person }[] }>}
   */
  #lanes = new Map();
  #duration = 0;
  #position = 0;
  #timer = 0;

  constructor(seek) {
    const area = this.#area;
    const seekTo = ({ clientX }) => {
      const { left, width } = area.getBoundingClientRect();
      seek(((clientX - left) / width) * this.#duration);
    };
    area.addEventListener("pointerdown", (event) => {
      area.setPointerCapture(event.pointerId);
      seekTo(event);
    });
    area.addEventListener("pointermove", (event) => event.buttons && seekTo(event));
    this.#select.addEventListener("change", () => {
      if (this.#select.value) set("curves", [...chosenCurves(), this.#select.value]);
    });
    onChange(["curves", "task", "mode"], () => this.#showCurves());
    onPeople(["chosen", "pointed", "hidden"], () => this.#mark());
    new ResizeObserver(() => this.#schedule(0)).observe(area);
  }

  clear() {
    this.#lanes.clear();
    this.#names.replaceChildren();
    this.#showCurves();
  }

  add({ time, people }) {
    for (const person of people) {
      if (!this.#lanes.has(person.key)) this.#addLane(person);
      this.#lanes.get(person.key)?.samples.push({ time, person });
    }
    this.#schedule(250);
  }

  setDuration(seconds) {
    if (this.#duration === seconds) return;
    this.#duration = seconds;
    this.#schedule(250);
    this.setPosition(this.#position);
  }

  setPosition(seconds) {
    this.#position = seconds;
    const width = this.#canvas.clientWidth - 2;
    this.#playhead.style.transform = `translateX(${this.#duration ? (seconds / this.#duration) * width : 0}px)`;
  }

  #addLane(person) {
    if (this.#lanes.size >= maximumLanes) return;
    const swatch = element("span", { className: "swatch" });
    swatch.style.background = colorOf(person);
    const name = element("button", { className: "plain" }, swatch, person.label);
    name.addEventListener("click", () => choose(isChosen(person) ? undefined : person.key));
    const box = element("input", { type: "checkbox", checked: !isHidden(person), "aria-label": `Show ${person.label}` });
    box.addEventListener("change", () => hide(person.key, !box.checked));
    const row = element("li", {}, box, name);
    pointFrom(row, person.key);
    this.#lanes.set(person.key, { person, row, samples: [] });
    this.#names.append(row);
  }

  /** Marks the rows of who is chosen, pointed at or hidden. */
  #mark() {
    for (const { person, row } of this.#lanes.values()) {
      row.classList.toggle("chosen", isChosen(person));
      row.classList.toggle("pointed", isPointed(person));
      row.classList.toggle("off", isHidden(person));
    }
    this.#schedule(0);
  }

  #showCurves() {
    const shown = chosenCurves();
    const others = curvesOf(state.task).filter((name) => !shown.includes(name));
    this.#select.replaceChildren(new Option("Add…", ""), ...others.map((name) => new Option(words(name), name)));
    const chips = shown.map((name, index) => {
      const swatch = element("span", { className: "swatch" });
      swatch.style.background = colors[index % colors.length];
      const chip = element("button", { "aria-label": `Remove the curve ${words(name)}` }, swatch, words(name), " ×");
      chip.addEventListener("click", () => set("curves", shown.filter((other) => other !== name)));
      return chip;
    });
    byID("curves").replaceChildren(...chips);
    this.#schedule(0);
  }

  #schedule(delay) {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#draw();
    }, delay);
  }

  #draw() {
    const area = this.#area;
    const height = Math.max(1, this.#lanes.size) * laneHeight;
    area.style.height = `${height}px`;
    const context = prepareCanvas(this.#canvas, area.clientWidth, height);
    if (!this.#duration) return;
    const toX = (time) => (time / this.#duration) * area.clientWidth;
    const curves = chosenCurves();
    [...this.#lanes.values()].forEach(({ person, samples }, lane) => {
      const top = lane * laneHeight;
      if (isChosen(person)) fillLane(context, top, area.clientWidth);
      context.globalAlpha = isHidden(person) ? 0.2 : 1;
      context.fillStyle = theme.line;
      context.fillRect(0, top + laneHeight - 1, area.clientWidth, 1);
      curves.forEach((name, index) => drawCurve(context, samples, name, colors[index % colors.length], top, toX));
    });
  }
}

function fillLane(context, top, width) {
  context.fillStyle = theme.accent;
  context.globalAlpha = 0.12;
  context.fillRect(0, top, width, laneHeight - 1);
}

/** Draws one curve; where the person was out of sight, it is interrupted. */
function drawCurve(context, samples, name, color, top, toX) {
  const [minimum, maximum] = rangeOf(name);
  const usualStep = samples.length > 2 ? samples[2].time - samples[1].time : 1;
  let before = -Infinity;
  context.beginPath();
  for (const { time, person } of samples) {
    const value = valueOf(person, name);
    if (!Number.isFinite(value)) continue;
    const part = Math.max(0, Math.min(1, (value - minimum) / (maximum - minimum)));
    const y = top + laneHeight - 5 - part * (laneHeight - 10);
    context[time - before > usualStep * 3.5 ? "moveTo" : "lineTo"](toX(time), y);
    before = time;
  }
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
}
