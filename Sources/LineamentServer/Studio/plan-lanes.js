// SPDX-License-Identifier: Apache-2.0

// The timeline of a plan: a lane for each track and each area drawn by hand, with its spans, keys and doubts.

import { element, setText } from "./dom.js";
import { areasOf, endsOf, isVideo, tracksOf } from "./plan.js";
import { doubtWords, nameOf } from "./plan-words.js";
import { clock } from "./words.js";

/**
 * The parts of a lane: a button with the name and a picture, and a strip with what is covered when.
 * @typedef {{ button: HTMLButtonElement, picture: HTMLCanvasElement, strip: HTMLElement }} Parts
 */
/**
 * The row of a lane, which has its parts once it is in sight, and what it shows.
 * @typedef {{ row: HTMLElement, place: CoverPlace, parts?: Parts, of?: PlannedTrack | PlannedArea, name?: string, hasKeys?: boolean, places?: unknown }} Lane
 */

/** The lanes that are filled at once; a plan may have tens of thousands. */
const firstLanes = 200;
/**
 * @typedef {object} LaneHandlers
 * @property {(place: CoverPlace) => void} pressed The button of a lane was pressed.
 * @property {(place: CoverPlace) => void} focused
 * @property {(time: number, place?: CoverPlace) => void} sought
 * @property {(place: CoverPlace, end: "from" | "to", time: number, isLast: boolean) => void} stretched
 * @property {(picture: HTMLCanvasElement, place: CoverPlace) => void} pictured A lane's thumbnail is to be drawn.
 */

export class PlanLanes {
  #list;
  #playhead;
  #handlers;
  /** @type {Map<string, Lane>} */
  #lanes = new Map();
  /** @type {Map<Element, Lane>} */
  #waiting = new Map();
  /** @type {IntersectionObserver} */
  #observer;
  #input;
  /**
   * The doubts of the input, by their track.
   * @type {Map<number | undefined, PlanDoubt[]>}
   */
  #doubts = new Map();
  /** The end of the video, in seconds. */
  #duration = 1;
  #look;

  constructor(list, playhead, handlers) {
    this.#list = list;
    this.#playhead = playhead;
    this.#handlers = handlers;
    const fill = (/** @type {IntersectionObserverEntry[]} */ entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) this.#fill(this.#waiting.get(target));
    };
    // Lanes are filled a little before they are scrolled into sight.
    this.#observer = new IntersectionObserver(fill, { root: list.closest(".plan-timeline"), rootMargin: "600px" });
  }

  clear() {
    this.#lanes.clear();
    this.#waiting.clear();
    this.#observer.disconnect();
    this.#list.replaceChildren();
    this.#look = undefined;
  }

  show(input, selected, end) {
    this.#input = input;
    this.#duration = end || 1;
    this.#doubts.clear();
    for (const doubt of input.look ?? []) {
      const others = this.#doubts.get(doubt.track);
      if (others) others.push(doubt);
      else this.#doubts.set(doubt.track, [doubt]);
    }
    const tracks = tracksOf(input).map((of, track) => ({ of, place: { track, index: 0 } }));
    const areas = areasOf(input).map((of, index) => ({ of, place: { index } }));
    const wanted = [...areas, ...tracks].map(({ of, place }, index) =>
      this.#lane(of, place, selected && keyOf(selected) === keyOf(place), index < firstLanes));
    this.#forgetOthers(new Set(wanted));
    const rows = [...this.#sceneRow(input), ...wanted.map(({ row }) => row)];
    let next = this.#list.firstElementChild;
    for (const row of rows) {
      if (row === next) next = next.nextElementSibling;
      else this.#list.insertBefore(row, next);
    }
    while (next) {
      const after = next.nextElementSibling;
      next.remove();
      next = after;
    }
    this.#mark(selected);
  }

  /** Shows where a time is in all lanes. */
  setTime(time) {
    this.#playhead.style.setProperty("--at", String(time / this.#duration));
  }

  /** Brings the lane of a place into sight. */
  reveal(place) {
    const lane = this.#lanes.get(keyOf(place));
    this.#fill(lane);
    lane?.row.scrollIntoView({ block: "nearest" });
  }

  #forgetOthers(wanted) {
    for (const [key, lane] of this.#lanes) {
      if (wanted.has(lane)) continue;
      this.#lanes.delete(key);
      this.#waiting.delete(lane.row);
      this.#observer.unobserve(lane.row);
    }
  }

  #mark(selected) {
    for (const [key, { row, parts }] of this.#lanes) {
      const isSelected = selected !== undefined && key === keyOf(selected);
      row.classList.toggle("selected", isSelected);
      parts?.strip.querySelectorAll(".plan-span").forEach((span, index) => {
        span.classList.toggle("selected", isSelected && (selected?.track === undefined || index === selected.index));
      });
    }
  }

  /**
   * The lane of a track or area, brought up to date; with keys, of which a long video has thousands, if it is selected.
   * @param {PlannedTrack | PlannedArea} of
   * @param {CoverPlace} place
   * @returns {Lane}
   */
  #lane(of, place, hasKeys = false, isFirst = false) {
    const key = keyOf(place);
    const lane = this.#lanes.get(key) ?? { row: element("li", { className: "plan-lane" }), place };
    this.#lanes.set(key, lane);
    const name = nameOf(this.#input, place);
    if (lane.of === of && lane.name === name && lane.hasKeys === hasKeys) return lane;
    Object.assign(lane, { of, name, hasKeys });
    if (isFirst || lane.parts) this.#fill(lane);
    else if (!this.#waiting.has(lane.row)) {
      this.#waiting.set(lane.row, lane);
      this.#observer.observe(lane.row);
    }
    return lane;
  }

  /** @param {Lane} [lane] */
  #fill(lane) {
    if (!lane?.of) return;
    const { of, place, hasKeys = false, name = "" } = lane;
    if (this.#waiting.delete(lane.row)) this.#observer.unobserve(lane.row);
    const parts = (lane.parts ??= this.#newParts(lane));
    const areas = "spans" in of ? of.spans : [of];
    this.#describe(lane.row, parts.button, of, name);
    if (isVideo(this.#input)) parts.strip.replaceChildren(...this.#doubtsOf(of), ...areas.flatMap((area, index) => this.#span(area, index, hasKeys)));
    if (lane.places !== placesOf(of)) this.#handlers.pictured(parts.picture, place);
    lane.places = placesOf(of);
  }

  /**
   * @param {Lane} lane
   * @returns {Parts}
   */
  #newParts({ row, place }) {
    const picture = element("canvas", { width: 64, height: 64, className: "plan-thumbnail", "aria-hidden": "true" });
    const button = element("button", { className: "plan-who" }, picture, element("span", { className: "plan-name" }), element("span", { className: "hint" }));
    const strip = element("div", { className: "plan-strip" });
    row.append(button, strip);
    button.addEventListener("click", () => this.#handlers.pressed(place));
    button.addEventListener("focus", () => button.matches(":focus-visible") && this.#handlers.focused(place));
    this.#watch(strip, place);
    return { button, picture, strip };
  }

  #describe(row, button, of, name) {
    const isKept = "spans" in of && Boolean(of.keep);
    const [, title, state] = button.children;
    setText(title, name);
    const score = "spans" in of && of.score !== undefined ? `, ${Math.round(of.score * 100)}%` : "";
    setText(state, `${"spans" in of ? (isKept ? "visible" : "covered") : "by hand"}${score}`);
    row.classList.toggle("kept", isKept);
    const doubts = "spans" in of ? (of.doubts ?? []).map((why) => doubtWords[why] ?? why) : [];
    const action = "spans" in of ? `. Press to ${isKept ? "cover" : "leave visible"}.` : ". Press to select.";
    button.setAttribute("aria-label", `${name}, ${state.textContent}${doubts.length ? `, ${doubts.join(", ")}` : ""}${action}`);
    button.title = doubts.join(", ");
    if ("spans" in of) button.setAttribute("aria-pressed", String(isKept));
  }

  #doubtsOf(of) {
    if (!("spans" in of)) return [];
    return (this.#doubts.get(of.number) ?? []).filter(({ from }) => from !== undefined).map((doubt) => this.#doubt(doubt));
  }

  #doubt({ why, from = 0, to = from }) {
    const mark = element("span", { className: "plan-doubt", title: `${doubtWords[why] ?? why}: ${clock(Math.max(0, from))}` });
    mark.classList.toggle("weak", why === "weak" || why === "bridged");
    return this.#placed(mark, from, to);
  }

  #span(area, index, hasKeys) {
    const [from, to] = endsOf(area, this.#duration);
    const span = element("span", { className: "plan-span" }, element("i", { className: "plan-end" }), element("i", { className: "plan-end" }));
    Object.assign(span.dataset, { index: String(index) });
    const [first, last] = /** @type {HTMLElement[]} */ ([...span.children]);
    first.dataset.end = "from";
    last.dataset.end = "to";
    const keys = area.keys.filter(({ at, mask }) => hasKeys && !mask && at !== undefined && area.keys.length > 1);
    const marks = keys.map(({ at = 0 }) => this.#placed(element("i", { className: "plan-key" }), at, at));
    return [this.#placed(span, from, to), ...marks];
  }

  #placed(node, from, to) {
    const percent = (time) => Math.max(0, Math.min(100, (100 * time) / this.#duration));
    node.style.left = `${percent(from)}%`;
    node.style.width = `${percent(to) - percent(from)}%`;
    return node;
  }

  /** The lane of the cuts and of what was found in the copy, which belong to no track. */
  #sceneRow({ look = [] }) {
    const doubts = look.filter(({ track, from }) => track === undefined && from !== undefined);
    if (!doubts.length) return [];
    const old = this.#list.querySelector(".plan-scenes");
    if (old && this.#look === look) return [old];
    this.#look = look;
    const strip = element("div", { className: "plan-strip" }, ...doubts.map((doubt) => this.#doubt(doubt)));
    this.#watch(strip);
    return [element("li", { className: "plan-lane plan-scenes" }, element("span", { className: "hint" }, "Scenes"), strip)];
  }

  /**
   * A click in a strip goes to its time; the end of a span can be dragged.
   * @param {HTMLElement} strip
   * @param {CoverPlace} [place]
   */
  #watch(strip, place) {
    let dragged;
    /** Where the pointer went down, until it has moved: a click is no drag. */
    let start;
    const timeOf = ({ clientX }) => {
      const { left, width } = strip.getBoundingClientRect();
      return Math.max(0, Math.min(1, (clientX - left) / width)) * this.#duration;
    };
    const placeOf = (node) => place && (place.track === undefined || !node ? place : { ...place, index: Number(node.dataset.index) });
    const act = (event, isLast = false) => {
      if (dragged) this.#handlers.stretched(dragged.place, dragged.end, timeOf(event), isLast);
      else this.#handlers.sought(timeOf(event));
    };
    strip.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      const node = /** @type {HTMLElement} */ (event.target);
      const at = placeOf(node.closest(".plan-span"));
      const { end } = node.dataset;
      dragged = at && (end === "from" || end === "to") ? { end, place: at } : undefined;
      start = dragged && event.clientX;
      strip.setPointerCapture(event.pointerId);
      if (!dragged) this.#handlers.sought(timeOf(event), at);
    });
    strip.addEventListener("pointermove", (event) => {
      if (!strip.hasPointerCapture(event.pointerId)) return;
      if (start !== undefined && Math.abs(event.clientX - start) < leastDrag) return;
      start = undefined;
      act(event);
    });
    const end = (event) => {
      if (dragged && start !== undefined) this.#handlers.sought(timeOf(event), dragged.place);
      else if (dragged) act(event, true);
      dragged = start = undefined;
    };
    for (const name of ["pointerup", "pointercancel"]) strip.addEventListener(name, end);
  }
}

/** How far a pointer moves until it drags, in pixels. */
const leastDrag = 3;

const keyOf = (/** @type {CoverPlace} */ { track, index }) => (track === undefined ? `area ${index}` : `track ${track}`);

/** The places that a thumbnail shows: those of the cover. */
const placesOf = (of) => ("spans" in of ? of.spans[0]?.keys : of.keys);
