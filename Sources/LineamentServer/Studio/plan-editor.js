// SPDX-License-Identifier: Apache-2.0

// The editor of redaction plans: a person corrects by hand what is covered, and has the copy made.

import { byID, download, drawingOf, movieOf, setText, showIn } from "./dom.js";
import { areaAt, coversAt, frameSeconds, isVideo, keyAt, rectAt, textOf, tracksOf } from "./plan.js";
import { PlanCanvas } from "./plan-canvas.js";
import {
  add, addInTheMiddle, changeHow, chosenShape, halfFrame, join, move, remove, removeKey, rename, reshape, spanNow, stretch, stretchHere, toggle,
} from "./plan-edits.js";
import { PlanLanes } from "./plan-lanes.js";
import { closePictures, currentPicture, openPictures, startPictures, thumbnails } from "./plan-pictures.js";
import { looking, newPlan, openedPlan, renderedPlan } from "./plan-requests.js";
import { labelOf, nameOf, sentenceOf } from "./plan-words.js";
import {
  busy, during, end, forgetWork, goOn, hasUnsaved, input, isUnsaved, now, rectNow, onWork, plan, redo, resumeWork, say, select, selected, setWork,
  showPlan, stop, transport, undo, work,
} from "./plan-work.js";
import { clock, count, valueWords } from "./words.js";

/** @typedef {import("./plan-work.js").Task} Task */

const dialog = byID("plan");
const copyDialog = byID("plan-copy");
/** Counts drags of ends, each of which is one step to undo. */
let drags = 0;

const canvas = new PlanCanvas(byID("plan-canvas"), {
  clicked: (place) => (place?.track === undefined ? select(place) : toggle(place)),
  moved: move,
  drawn: add,
  started: () => transport.pause(),
});
const lanes = new PlanLanes(byID("plan-lanes"), byID("plan-now"), {
  pressed: (place) => (place.track === undefined ? goTo(place) : toggle(place)),
  focused: (place) => select(spanNow(place)),
  sought: (time, place) => {
    if (place) select(place);
    transport.pause();
    seek(time);
  },
  stretched: (place, end, time, isLast) => {
    stretch(place, end, time, `drag ${drags}`);
    if (isLast) drags++;
    else seek(time);
  },
  pictured: (picture, place) => {
    const area = areaAt(input(), place);
    if (area) thumbnails.draw(picture, area);
  },
});

/** Connects the controls; the methods are the values of `how` that a plan can have. */
export function startPlanEditor(methods) {
  byID("plan-how").append(...methods.map((method) => new Option(valueWords.how[method] ?? method, method)));
  const actions = {
    "undo": undo, "redo": redo, "save": save, "render": render, "stop": stop, "keep": () => toggle(work.selected), "add": addInTheMiddle,
    "begin": () => stretchHere("from"), "end": () => stretchHere("to"), "unkey": removeKey, "delete": remove,
    "next": () => stepDoubt(1), "previous": () => stepDoubt(-1), "join": joinDoubt,
    "play": () => transport.toggle(), "back": () => transport.step(-1), "forward": () => transport.step(1),
    "zoom-out": () => canvas.zoom(1 / 1.4), "zoom-fit": () => canvas.fit(), "zoom-in": () => canvas.zoom(1.4),
  };
  for (const [name, action] of Object.entries(actions)) document.getElementById(`plan-${name}`)?.addEventListener("click", action);
  byID("plan-seek").addEventListener("input", () => seek(Number(byID("plan-seek").value)));
  byID("plan-shape").addEventListener("change", reshape);
  byID("plan-how").addEventListener("change", changeHow);
  byID("plan-name").addEventListener("change", rename);
  const chooser = byID("plan-open");
  chooser.addEventListener("change", () => {
    if (chooser.files?.length && mayDiscard(work.source.file)) read(work, chooser.files[0]);
    chooser.value = "";
  });
  dialog.addEventListener("keydown", pressed);
  dialog.addEventListener("cancel", (event) => {
    if (!canvas.cancel() && !work?.selected) return;
    event.preventDefault();
    select(undefined);
  });
  dialog.addEventListener("close", () => {
    // The event may come after the dialog was reopened.
    if (dialog.open) return;
    transport.pause();
    stop();
  });
  dialog.addEventListener("dragover", dropped);
  dialog.addEventListener("drop", dropped);
  copyDialog.addEventListener("close", () => showCopy());
  startPictures(() => {
    lanes.clear();
    showPlan();
  });
  onWork({ plan: showAll, time: showNow });
  addEventListener("beforeunload", (event) => hasUnsaved() && event.preventDefault());
}

/** Asks whether the edits of a file may be lost, if they would be. */
const mayDiscard = (/** @type {File} */ file) =>
  !isUnsaved(file) || confirm(`Discard the edited plan of ${file.name}, which was not downloaded?`);

/** Discards what was edited of a file, if a person agrees; returns whether that is so. */
export function discardEdits(/** @type {File} */ file) {
  if (!mayDiscard(file)) return false;
  if (work?.source.file === file) close();
  forgetWork(file);
  return true;
}

/**
 * Opens the editor: with the plan in a file, with the one that was edited already, or with a new one.
 * @param {Task} task
 * @param {File} [file]
 */
export async function openEditor(task, file) {
  if (file && !mayDiscard(task.source.file)) return;
  const before = work;
  const isKnown = !file && resumeWork(task);
  setText(byID("plan-title"), `Redaction of ${task.source.name}`);
  dialog.showModal();
  if (isKnown) {
    if (work !== before) present(work);
    else if (!currentPicture()) openPictures();
    return say("The plan is as you left it.");
  }
  close();
  if (file) return read(task, file);
  say("");
  const { source, analysis } = task;
  await during(looking, async (signal) => begin(task, await newPlan(source, analysis, signal, busy)));
}

/** Shows nothing that is edited. */
function close() {
  setWork();
  lanes.clear();
  closePictures();
  canvas.show({ width: 0, height: 0, covers: [], shape: "ellipse", label: () => "" });
  canvas.fit();
  dialog.classList.add("empty");
}

/** Shows what is edited from now on. */
function present(/** @type {import("./plan-work.js").Work} */ next) {
  close();
  goOn(next);
  dialog.classList.remove("empty");
  dialog.classList.toggle("still", !isVideo(input()));
  byID("plan-seek").max = String(end());
  openPictures();
  showPlan();
  byID("plan-canvas").focus();
}

/** @param {Task} task @param {RedactionPlan} made */
function begin({ source, analysis, rendering, imageType }, made, index = 0, isOpened = false) {
  setWork({ source, analysis, rendering, imageType }, made, index, isOpened);
  present(work);
  const { look = [] } = input();
  const doubts = look.length ? `, ${count(look.length, "place")} to look at; “Next doubt” goes to the first` : "";
  say(`${count(tracksOf(input()).length, "person")} found${doubts}. No detector finds everyone: drag over anyone it missed.`);
}

/** Opens a plan in a file, in place of the one that is edited. */
const read = (/** @type {Task} */ task, /** @type {File} */ file) =>
  during("Opening the plan…", async (signal) => {
    const opened = await openedPlan(await file.text(), task.source, signal);
    begin(task, opened.plan, opened.index, true);
  });

/** Takes a plan that is dropped; the page behind takes nothing meanwhile. */
function dropped(/** @type {DragEvent} */ event) {
  event.preventDefault();
  event.stopPropagation();
  const file = event.type === "drop" && event.dataTransfer?.files[0];
  if (file && work && mayDiscard(work.source.file)) read(work, file);
}

function showAll() {
  if (!work) return;
  if (!selected()) work.selected = undefined;
  lanes.show(input(), work.selected, end());
  byID("plan-undo").disabled = !work.history.canUndo;
  byID("plan-redo").disabled = !work.history.canRedo;
  byID("plan-how").value = plan().options.how ?? "";
  byID("plan-next").disabled = byID("plan-previous").disabled = !input().look?.length;
  byID("plan-join").hidden = !sameDoubt();
  showNow();
}

/** Shows the frame of the present time, and what can be done in it. */
function showNow() {
  const time = now();
  const { width, height } = input();
  canvas.show({
    picture: currentPicture(), width, height, covers: coversAt(input(), time), selected: work.selected,
    shape: chosenShape(), label: (place) => labelOf(input(), place),
  });
  byID("plan-view").style.setProperty("--shape", `${width} / ${height}`);
  showTools(time);
  if (time === undefined) return;
  lanes.setTime(time);
  byID("plan-seek").value = String(time);
  setText(byID("plan-clock"), clock(time));
  setText(byID("plan-play"), transport.isPlaying ? "Pause" : "Play");
  byID("plan-play").disabled = !transport.hasPictures;
}

/** @param {number} [time] */
function showTools(time) {
  const area = selected();
  const track = work.selected?.track === undefined ? undefined : tracksOf(input())[work.selected.track];
  setText(byID("plan-selected"), work.selected ? nameOf(input(), work.selected) : "");
  byID("plan-name").disabled = !work.selected;
  const field = byID("plan-name");
  // While somebody types, frames go on.
  if (document.activeElement !== field) field.value = (work.selected?.track === undefined ? area?.name : track?.name) ?? "";
  byID("plan-keep").disabled = !track;
  setText(byID("plan-keep").firstElementChild, track?.keep ? "Cover" : "Leave visible");
  byID("plan-begin").disabled = byID("plan-end").disabled = byID("plan-delete").disabled = !area;
  byID("plan-unkey").disabled = !area || time === undefined || area.keys.length < 2 || keyAt(area.keys, time, halfFrame()) < 0;
  if (area) byID("plan-shape").value = area.shape ?? "ellipse";
}

/** Goes to the frame of a time, a little behind its beginning, so that rounding does not show the one before. */
const seek = (time) => transport.seek(time + frameSeconds(input()) / 8);

/** Selects an area, and goes to where it is covered. */
function goTo(place) {
  select(place);
  const [area, time] = [selected(), now()];
  if (area && time !== undefined && !rectNow(area)) seek(Math.max(0, area.from ?? area.keys[0].at ?? 0));
}

/** The doubt that is shown, if it is about whether two tracks are of one person. */
function sameDoubt() {
  const doubt = input().look?.[work.doubt];
  return doubt?.why === "same" && [doubt.track, doubt.previous].every((wanted) => tracksOf(input()).some(({ number }) => number === wanted)) ? doubt : undefined;
}

function joinDoubt() {
  const doubt = sameDoubt();
  if (doubt) join(doubt);
}

/** Goes to the next or previous place that a person should look at, and says why. */
function stepDoubt(step) {
  const { look = [] } = input();
  const next = work.doubt + step;
  if (!look[next]) return say(look.length ? `This is the ${step < 0 ? "first" : "last"} place to look at.` : "There is no place to look at.");
  work.doubt = next;
  const { track, from } = look[next];
  transport.pause();
  if (from !== undefined) seek(Math.max(0, from));
  const index = tracksOf(input()).findIndex(({ number }) => number === track);
  if (index < 0) select(undefined);
  else showTrack(index, from);
  byID("plan-join").hidden = !sameDoubt();
  say(`${next + 1} of ${look.length}: ${sentenceOf(input(), look[next])}`);
}

/** Selects the span of a track that has a time, or is nearest to it. */
function showTrack(track, time = 0) {
  const distance = ({ from = -Infinity, to = Infinity }) => Math.max(0, from - time, time - to);
  const { spans } = tracksOf(input())[track];
  const index = spans.reduce((best, span, at) => (distance(span) < distance(spans[best]) ? at : best), 0);
  select({ track, index });
  lanes.reveal({ track, index });
  const box = rectAt(spans[index], isVideo(input()) ? time : undefined);
  if (canvas.isZoomed && box) canvas.zoomTo(box);
}

const baseName = () => work.source.name.replace(/\.[^.]*$/, "");

function save() {
  download(new Blob([textOf(plan()), "\n"], { type: "application/json" }), `${baseName()}-plan.json`);
  work.history.saved();
  say("The plan was downloaded. It belongs to this file, and can be opened with it again.");
}

async function render() {
  transport.pause();
  const { source, rendering, imageType } = work;
  const tell = (seconds) => busy(`Rendering: ${clock(seconds)}`, seconds / (input().duration || 1));
  const made = plan();
  await during("Rendering…", async (signal) => {
    await showCopy(await renderedPlan(made, source, rendering, imageType, signal, tell), made);
    copyDialog.showModal();
    if (made === plan()) say("The copy is complete. Look at it before you publish it.");
    else say("The plan has been edited since, so this copy is out of date. Render it again.", true);
  });
}

/**
 * Shows a copy and offers it; without one, removes it.
 * @param {Blob} [copy]
 * @param {RedactionPlan} [made] The plan that it was made by.
 */
async function showCopy(copy, made) {
  const preview = byID("plan-preview");
  if (!copy) return showIn(preview);
  showIn(preview, copy.type.startsWith("video/") ? movieOf(copy) : await drawingOf(copy, "The copy"));
  const ending = copy.type.split("/")[1].replace("jpeg", "jpg");
  byID("plan-copy-save").onclick = () => {
    download(copy, `${baseName()}-redacted.${ending}`);
    work.history.saved(made);
  };
}

/** Key → what it does. @type {Record<string, () => void>} */
const keys = {
  n: () => stepDoubt(1), j: joinDoubt, p: () => stepDoubt(-1), k: () => toggle(work.selected), a: addInTheMiddle, z: zoom,
  delete: remove, backspace: remove, ",": () => transport.step(-1), ".": () => transport.step(1), " ": () => transport.toggle(),
  "[": () => stretchHere("from"), "]": () => stretchHere("to"), "+": () => canvas.zoom(1.4), "-": () => canvas.zoom(1 / 1.4), "0": () => canvas.fit(),
};
/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Zooms to the selected cover, or back. */
function zoom() {
  const area = selected();
  const box = area && rectNow(area);
  if (canvas.isZoomed || !box) canvas.fit();
  else canvas.zoomTo(box);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (!work || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target === byID("plan-name")) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "z" || key === "y") redo();
    else return;
  } else if (event.altKey || target.closest("select") || (key === " " && target.closest("button, input"))) return;
  else if (arrows[event.key] ? target.matches("input") || !pressedArrow(event) : !keys[key]) return;
  else keys[key]?.();
  event.preventDefault();
}

/** In the picture, arrows move the selected cover, with Shift they resize it; elsewhere they step frames. */
function pressedArrow(/** @type {KeyboardEvent} */ { key, shiftKey, target }) {
  const [dx, dy] = arrows[key];
  const area = selected();
  const box = area && rectNow(area);
  if (target === byID("plan-canvas") && work.selected && box) {
    const step = Math.max(1, Math.round(Math.max(input().width, input().height) / 200));
    const { x, y, width, height } = box;
    const by = shiftKey ? { x, y, width: width + dx * step, height: height + dy * step } : { x: x + dx * step, y: y + dy * step, width, height };
    move(work.selected, by, `arrows ${work.selected.track} ${work.selected.index} ${now()}`);
    return true;
  }
  if (!isVideo(input()) || dy) return false;
  transport.step(dx);
  return true;
}
