// SPDX-License-Identifier: Apache-2.0

// Names and reasons of a plan as people read them.

import { areasOf, tracksOf } from "./plan.js";
import { clock } from "./words.js";

/** Numbers of boxes that another detector gave begin after this one. */
const lastOwnNumber = 100_000;

/** @type {(input: PlannedInput, place: CoverPlace) => string} */
export function nameOf(input, { track, index }) {
  if (track === undefined) return areasOf(input)[index]?.name || `Area ${index + 1}`;
  const { number, name } = tracksOf(input)[track];
  if (name) return name;
  return number > lastOwnNumber ? `Box ${number - lastOwnNumber}` : `Person ${number}`;
}

/**
 * The number of a cover, as reviews show it; with an A, that of an area drawn by hand.
 * @type {(input: PlannedInput, place: CoverPlace) => string}
 */
export const labelOf = (input, { track, index }) => (track === undefined ? `A${index + 1}` : String(tracksOf(input)[track].number));

/** Why a person should look at a place. */
const reasons = {
  away: "the face is gone and returns near this place. Check whether the head was only turned away.",
  ends: "the track ends although its scene goes on. Check whether the face is still there.",
  begins: "the track begins although its scene was there before. Check whether the face was there already.",
  verified: "a face was found in the finished copy.",
  weak: "the score is below 0.5. Check whether it is a face.",
  bridged: "not detected here, but before and after. Check whether the cover follows the face.",
  same: "followed from here on, perhaps the same person as the one before. If that one stays visible, this one is covered until both are joined.",
  bodiless: "no body was found at this face. Check whether the rest of the person is covered.",
  nobody: "nobody was found. Check whether somebody is there.",
  border: "a face enters or leaves at the border. Check whether it is covered to the edge.",
  cut: "a scene begins. Check whether everyone is covered from its first frame.",
};

/** Names of reasons in the lanes. */
export const doubtWords = {
  away: "turned away?", ends: "ends", begins: "begins", verified: "found in the copy", weak: "weak", bridged: "bridged", border: "at the border", same: "same?", bodiless: "no body",
  nobody: "nobody", cut: "cut",
};

/** @param {PlannedInput} input @param {PlanDoubt} doubt */
export function sentenceOf(input, { why, track, previous, from, to }) {
  const index = tracksOf(input).findIndex(({ number }) => number === track);
  const who = index < 0 ? (track === undefined ? "" : `Person ${track}, `) : `${nameOf(input, { track: index, index: 0 })}, `;
  const when = from === undefined ? "" : `${clock(Math.max(0, from))}${to === undefined || to === from ? "" : ` to ${clock(to)}`}: `;
  const before = tracksOf(input).findIndex(({ number }) => number === previous);
  const reason = (reasons[why] ?? why).replace("the one before", (text) => (before < 0 ? text : nameOf(input, { track: before, index: 0 })));
  const text = when ? `${who}${when}${reason}` : `${who.replace(", ", ": ")}${reason}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
