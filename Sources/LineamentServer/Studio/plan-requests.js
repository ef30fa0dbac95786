// SPDX-License-Identifier: Apache-2.0

// Plans from the service, and copies by them. The service keeps neither, so the file goes along each time.

import { Problem, post } from "./api.js";
import { videoCopy } from "./copy.js";
import { limits } from "./options.js";
import { textOf, uncovered } from "./plan.js";
import { clock } from "./words.js";

const mediaType = "application/vnd.lineament.plan+json";
const linesType = "application/vnd.lineament.plan+x-ndjson";

export const looking = "Looking for faces…";

/**
 * Has the service look for what is to be covered; `tell(text, share)` says how far that is in a video.
 * @param {PlanSource} source
 * @param {Chosen} options
 * @param {AbortSignal} signal
 * @param {(text: string, share?: number) => void} tell
 * @returns {Promise<RedactionPlan>}
 */
export async function newPlan({ file, name, type }, options, signal, tell) {
  /** @type {{ time?: number, duration?: number, plan?: RedactionPlan, error?: string }} The last line of the answer for a video. */
  let line = {};
  const watcher = {
    onSent: (share) => (share < 1 ? tell("Sending the video…", share) : tell(looking)),
    onLine(text) {
      line = JSON.parse(text);
      const { time, duration } = line;
      if (time !== undefined) tell(`${looking} ${clock(time)}${duration ? ` of ${clock(duration)}` : ""}`, duration && time / duration);
    },
  };
  const details = type ? { accept: linesType, type, maximum: limits.videoBytes, watcher } : { accept: mediaType, maximum: limits.bodyBytes };
  const response = await post("redact", file, options, { ...details, signal });
  if (line.error) throw new Problem(200, line.error);
  const plan = line.plan ?? (await response.json());
  // A body has no name, by which people and folders know the file.
  return { ...plan, inputs: plan.inputs.map((input) => ({ ...input, file: name })) };
}

/** @param {RedactionPlan | string} plan @param {PlanSource} source */
function formOf(plan, { file, name, type }) {
  const form = new FormData();
  form.append("plan", new Blob([typeof plan === "string" ? plan : textOf(plan)], { type: mediaType }), "plan.json");
  form.append("file", type && file.type !== type ? new Blob([file], { type }) : file, name);
  return form;
}

/**
 * Has the service read a plan, which refuses one of another file or with a mistake; returns its entry for the file.
 * @param {string} text
 * @param {PlanSource} source
 * @param {AbortSignal} signal
 */
export async function openedPlan(text, source, signal) {
  const aborter = new AbortController();
  signal.addEventListener("abort", () => aborter.abort());
  // A plan that was made with an image has no method. The answer begins once the plan was read; the rest is not needed.
  await post("redact", formOf(text, source), { from: "plan", how: "fill" }, { accept: "application/json", signal: aborter.signal });
  aborter.abort();
  /** @type {RedactionPlan} */
  const plan = withoutWrongNotes(JSON.parse(text));
  return { plan, index: await indexOf(plan, source) };
}

const isNumber = (value) => value === undefined || Number.isFinite(value);

/**
 * A plan without what is wrong in the notes for people, which the service does not read.
 * @param {RedactionPlan} plan
 * @returns {RedactionPlan}
 */
function withoutWrongNotes(plan) {
  /** @param {any} doubt */
  const isDoubt = (doubt) => typeof doubt?.why === "string" && [doubt.track, doubt.from, doubt.to].every(isNumber);
  /** @param {PlannedTrack} track */
  const track = ({ doubts, score, ...rest }) => ({
    ...rest, ...(isNumber(score) && { score }), ...(Array.isArray(doubts) && { doubts: doubts.filter((why) => typeof why === "string") }),
  });
  /** @param {PlannedInput} input */
  const input = ({ look, tracks = [], ...rest }) =>
    ({ ...rest, look: Array.isArray(look) ? look.filter(isDoubt) : [], tracks: tracks.map(track) });
  return { ...plan, inputs: plan.inputs.map(input) };
}

/** The index of a file's entry, which has its SHA-256; of two, that with the name. */
async function indexOf({ inputs }, { file, name }) {
  if (inputs.length === 1) return 0;
  const digest = globalThis.crypto?.subtle && (await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  const text = digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const same = inputs.map((input, index) => ({ ...input, index })).filter(({ sha256 }) => !text || sha256.toLowerCase() === text);
  return (same.find((input) => input.file.split("/").at(-1) === name) ?? same[0])?.index ?? 0;
}

/**
 * Returns the copy of an image or video; `onTime(seconds)` tells how much of a video there is.
 * @param {RedactionPlan} plan
 * @param {PlanSource} source
 * @param {Chosen} options
 * @param {string} imageType
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} [onTime]
 * @returns {Promise<Blob>}
 */
export async function renderedPlan(plan, source, options, imageType, signal, onTime = () => {}) {
  const form = formOf(plan, source);
  const query = { from: "plan", ...options };
  if (source.type) return videoCopy("redact", query, form, undefined, signal, onTime);
  return (await post("redact", form, query, { accept: imageType, signal })).blob();
}

/** Returns the image or video in a form that browsers show, with nothing covered. */
export const viewable = (plan, index, source, signal, onTime) =>
  renderedPlan(uncovered(plan, index), source, source.type ? { sound: "drop", crf: "18" } : {}, "image/png", signal, onTime);
