// SPDX-License-Identifier: Apache-2.0

// The edits of a plan: each is one step to undo, and is told.

import { byID } from "./dom.js";
import { areaAt, areasOf, confined, drawnArea, frameSeconds, isVideo, movedTo, tracksOf, withArea, withEnd, withJoined, withKept, withName, withoutKey } from "./plan.js";
import { nameOf } from "./plan-words.js";
import { edit, editPlan, end as endOfVideo, input, now, plan, rectNow, selected, start, transport, work } from "./plan-work.js";
import { clock } from "./words.js";

export const halfFrame = () => frameSeconds(input()) / 2;
export const chosenShape = () => (byID("plan-shape").value === "rectangle" ? "rectangle" : "ellipse");

/** The span of a track at the present time, or else its first one. */
export function spanNow(place) {
  const { track } = place;
  if (track === undefined) return place;
  return { track, index: Math.max(0, tracksOf(input())[track].spans.findIndex((span) => rectNow(span))) };
}

/** Keeps a track visible, or covers it everywhere. */
export function toggle(place) {
  if (place?.track === undefined) return;
  const keep = !tracksOf(input())[place.track].keep;
  const area = areaAt(input(), place);
  work.selected = area && rectNow(area) ? place : spanNow(place);
  edit(withKept(input(), place.track, keep), `${nameOf(input(), place)} ${keep ? "stays visible" : "is covered"}${isVideo(input()) ? " everywhere" : ""}.`);
}

/**
 * Joins the tracks of a doubt about whether they are of one person.
 * @param {PlanDoubt} doubt
 */
export function join({ track, previous }) {
  if (track === undefined || previous === undefined) return;
  const index = tracksOf(input()).findIndex(({ number }) => number === track);
  const before = tracksOf(input()).findIndex(({ number }) => number === previous);
  if (index < 0 || before < 0) return;
  const names = [before, index].map((place) => nameOf(input(), { track: place, index: 0 }));
  const changed = withJoined(input(), previous, track);
  work.selected = { track: tracksOf(changed).findIndex(({ number }) => number === previous), index: 0 };
  // The doubt is gone, so the next one has its place.
  work.doubt -= 1;
  edit(changed, `${names[1]} is ${names[0]} from now on.`);
}

/** Moves or resizes a cover, from the present time on until its next key. */
export function move(place, box, tag) {
  const area = areaAt(input(), place);
  if (!area) return;
  work.selected = place;
  const time = now();
  const moved = movedTo(area, confined(box, input()), time, halfFrame());
  edit(withArea(input(), place, moved), `${nameOf(input(), place)} moved${time === undefined ? "" : ` at ${clock(time)}`}.`, tag);
}

/** Adds an area. */
export function add(box) {
  const area = drawnArea(input(), confined(box, input()), chosenShape(), now());
  const place = (work.selected = { index: areasOf(input()).length });
  const extent = area.from === undefined && area.to === undefined ? "throughout" : "in this scene";
  const hint = now() === undefined ? "" : `, covered ${extent}. Move it at other times; set where it starts and ends`;
  const changed = { ...input(), areas: [...areasOf(input()), area] };
  edit(changed, `${nameOf(changed, place)} added${hint}.`);
}

export function addInTheMiddle() {
  transport.pause();
  const { width, height } = input();
  const side = Math.min(width, height) / 5;
  add({ x: (width - side) / 2, y: (height - side) / 2, width: side, height: side });
  byID("plan-canvas").focus();
}

/** Has a cover begin (`from`) or end (`to`) at a time. */
export function stretch(place, end, time, tag) {
  const area = areaAt(input(), place);
  if (!area) return;
  work.selected = place;
  const at = clock(Math.max(0, Math.min(endOfVideo(), time)));
  edit(withArea(input(), place, withEnd(area, end, time, endOfVideo())), `${nameOf(input(), place)} ${end === "from" ? "starts" : "ends"} at ${at}.`, tag);
}

/** Has the selected cover begin or end with the present frame; with the first or last one, it is open there. */
export function stretchHere(end) {
  const time = now();
  if (!work.selected || time === undefined) return;
  const isOpen = end === "to" ? time + 3 * halfFrame() > endOfVideo() : time < start() + halfFrame();
  const { slack } = transport;
  if (end === "to") stretch(work.selected, end, isOpen ? Infinity : time + slack);
  else stretch(work.selected, end, isOpen ? 0 : time + slack);
}

export function removeKey() {
  const [area, time] = [selected(), now()];
  if (!work.selected || !area || time === undefined) return;
  edit(withArea(input(), work.selected, withoutKey(area, time, halfFrame())), `Key of ${nameOf(input(), work.selected)} at ${clock(time)} removed.`);
}

/** Deletes the selected area, or the selected stretch of a track. */
export function remove() {
  const place = work.selected;
  if (!place || !selected()) return;
  const what = `${nameOf(input(), place)}${place.track === undefined || !isVideo(input()) ? "" : ", this stretch of it,"} deleted.`;
  work.selected = undefined;
  edit(withArea(input(), place), what);
}

export function reshape() {
  const area = selected();
  const shape = chosenShape();
  if (!work.selected || !area) return;
  edit(withArea(input(), work.selected, { ...area, shape }), `${nameOf(input(), work.selected)} is ${shape === "ellipse" ? "an ellipse" : "a rectangle"}.`);
}

/** Gives the selected track or area the name that was entered. */
export function rename() {
  const place = work.selected;
  if (!place) return;
  const [before, name] = [nameOf(input(), place), byID("plan-name").value.trim()];
  const changed = withName(input(), place, name);
  edit(changed, `${before} is called ${nameOf(changed, place)}.`);
}

export function changeHow() {
  const { value, selectedOptions } = byID("plan-how");
  editPlan({ ...plan(), options: { ...plan().options, how: value } }, `Covered by ${selectedOptions[0]?.text}.`);
}
