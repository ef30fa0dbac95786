// SPDX-License-Identifier: Apache-2.0

// The plan that is edited: its history, what is selected, the present time, and what a person is told.

import { byID, element, setText } from "./dom.js";
import { editsOf, keyOf, setEdits } from "./edits.js";
import { History } from "./history.js";
import { areaAt, isSamePlace, isVideo, rectAt, shownUntil, withInput } from "./plan.js";
import { Transport } from "./transport.js";
import { clock } from "./words.js";

/**
 * A photo or video, the options of its analysis and of its copy, and the media type of a photo's copy.
 * @typedef {{ source: PlanSource, analysis: Chosen, rendering: Chosen, imageType: string }} Task
 */
/**
 * A task with the plan and the index of the file's entry in it; `doubt` is the place in its list that is looked at, -1 at first. A plan that
 * was opened, or edited before the page was loaded again, is one that a person has edited, even if nothing was changed since.
 * @typedef {Task & { index: number, history: History<RedactionPlan>, selected?: CoverPlace, doubt: number, isEdited: boolean }} Work
 */
/** @type {Work} */
export let work;
/**
 * The last edits of each file.
 * @type {Map<string, Work>}
 */
const works = new Map();
/** Shows the whole plan, or what changes with the time. */
const listeners = { plan: () => {}, time: () => {} };

export const player = element("video", { muted: true, playsInline: true, preload: "auto" });
export const transport = new Transport(player, () => work && listeners.time());

export const onWork = (handlers) => Object.assign(listeners, handlers);
export const showPlan = () => listeners.plan();
export const showTime = () => listeners.time();

/**
 * Begins with a plan; without one, nothing is edited.
 * @param {Task} [task]
 * @param {RedactionPlan} [plan]
 */
export function setWork(task, plan, index = 0, isEdited = false) {
  work = /** @type {Work} */ (task && plan && { ...task, index, history: new History(plan), doubt: -1, isEdited });
  if (!work) return;
  works.set(keyOf(work.source.file), work);
  remember();
}

/**
 * Goes on with what was edited of a file, or only looked at with the same options; returns whether there is such a plan.
 * @param {Task} task
 */
export function resumeWork(task) {
  const key = keyOf(task.source.file);
  const edits = editsOf(task.source.file);
  if (edits?.plan && !works.has(key)) {
    setWork({ ...task, analysis: edits.analysis }, edits.plan, edits.index, true);
    // It was not downloaded before the page was loaded anew.
    work.history.unsaved();
    return true;
  }
  const last = works.get(key);
  if (!last || !(edits?.plan || JSON.stringify(last.analysis) === JSON.stringify(task.analysis))) return false;
  work = Object.assign(last, { source: task.source, rendering: task.rendering, imageType: task.imageType });
  return true;
}

/** Makes something else that was edited the present work. */
export const goOn = (/** @type {Work} */ next) => (work = next);

/** Forgets the plan of a file, as it was edited. */
export function forgetWork(/** @type {File} */ file) {
  works.delete(keyOf(file));
  setEdits(file);
}

/** Whether a plan was edited that was not downloaded, nor a copy by it. */
export const hasUnsaved = () => [...works.values()].some(({ history }) => history.isChanged);

/** Whether this is so of a file. */
export const isUnsaved = (/** @type {File} */ file) => works.get(keyOf(file))?.history.isChanged ?? Boolean(editsOf(file)?.plan);

/** A plan that is again as the service made it is not edited. */
function remember() {
  const { source, index, history, analysis, isEdited } = work;
  const { options = {} } = editsOf(source.file) ?? {};
  const isChanged = isEdited || history.canUndo;
  if (isChanged) setEdits(source.file, { plan: history.value, index, analysis, options });
  else if (editsOf(source.file)?.plan) setEdits(source.file, Object.keys(options).length ? { index, analysis: {}, options } : undefined);
}

export const plan = () => work.history.value;
export const input = () => plan().inputs[work.index];
/** The present time of a video, in seconds; nothing for a photo. */
/** Where an area covers the frame that is shown; nothing if it does not. @param {PlannedArea} area */
export const rectNow = (area) => rectAt(area, now(), shownUntil(input(), now()));
export const now = () => (isVideo(input()) ? transport.time : undefined);
/** Where the part of a video that was analyzed begins and ends, in seconds. */
export const start = () => plan().options.start ?? 0;
export const end = () => start() + (input().duration ?? 0);
/** The selected cover, and where it is in the plan. */
export const selected = () => work.selected && areaAt(input(), work.selected);

export function select(place) {
  if (Boolean(place) === Boolean(work.selected) && isSamePlace(place, work.selected)) return;
  work.selected = place;
  showPlan();
}

/** Tells what happened, on the page and to screen readers. */
export function say(text, isWrong = false) {
  const status = byID("plan-status");
  status.classList.toggle("wrong", isWrong);
  setText(status, text);
}

/**
 * Makes another input, or another whole plan, the present one, and says so. Edits with the same tag are one to undo.
 * @param {PlannedInput} changed
 * @param {string} what
 * @param {string} [tag]
 */
export const edit = (changed, what, tag) => editPlan(withInput(plan(), work.index, changed), what, tag);

export function editPlan(changed, what, tag) {
  work.history.push(changed, what, tag);
  remember();
  showPlan();
  say(what);
}

export function undo() {
  const what = work.history.undo();
  remember();
  showPlan();
  say(what ? `Undone: ${what}` : "There is nothing to undo.");
}

export function redo() {
  const what = work.history.redo();
  remember();
  showPlan();
  say(what ? `Done again: ${what}` : "There is nothing to do again.");
}

let aborter = new AbortController();
export const stop = () => aborter.abort();

/**
 * Runs what waits for the service, which a person can stop, and says what goes wrong.
 * @param {string} text
 * @param {(signal: AbortSignal) => Promise<void>} action
 */
export async function during(text, action) {
  stop();
  const current = (aborter = new AbortController());
  const start = performance.now();
  const tell = () => setText(byID("plan-elapsed"), clock((performance.now() - start) / 1000).split(".")[0]);
  const timer = setInterval(tell, 1000);
  tell();
  busy(text);
  try {
    await action(current.signal);
  } catch (error) {
    if (!current.signal.aborted) say(error.message, true);
    else if (current === aborter) say("Stopped.");
  } finally {
    clearInterval(timer);
    if (current === aborter) busy();
  }
}

/**
 * Shows what is waited for, and how much of it there is; without a text, nothing.
 * @param {string} [text]
 * @param {number} [share]
 */
export function busy(text, share) {
  byID("plan-busy").hidden = text === undefined;
  byID("plan-render").disabled = byID("plan-open").disabled = text !== undefined;
  setText(byID("plan-busy-text"), text ?? "");
  const bar = byID("plan-progress");
  if (share === undefined) bar.removeAttribute("value");
  else bar.value = share;
}
