// SPDX-License-Identifier: Apache-2.0

// Movements in front of the camera as files for other programs: the results are collected here, and written by the server.

import { post } from "./api.js";
import { byID, download, every, setText } from "./dom.js";
import { limits } from "./options.js";
import { Lines, stamp } from "./recording.js";
import { onChange, state } from "./state.js";
import { hasBodies } from "./tasks.js";
import { count } from "./words.js";

/** Whether the task has landmarks, of which recordings are made. */
const isRecordable = (task) => task.endsWith("-landmarker");
/** The formats that are skeletons or markers of a body. */
const bodyFormats = ["bvh", "vrma", "glb", "trc", "mot"];

const button = byID("record-movements");
const status = byID("movements-status");

/** @type {Lines | undefined} */
let lines;
let frames = 0;
/** The task whose results are recorded, which may no longer be the chosen one at the end. */
let task = "";
/**
 * The recording: JSON lines, the task, and the name of files without their ending.
 * @type {{ blob: Blob, task: string, name: string } | undefined}
 */
let recorded;

export function startMovements() {
  button.addEventListener("click", () => (lines ? stopMovements() : begin()));
  for (const choice of formats()) choice.addEventListener("click", () => save(choice));
  onChange(["task", "mode"], () => {
    stopMovements();
    refresh();
  });
  refresh();
}

const formats = () => /** @type {NodeListOf<HTMLButtonElement>} */ (every("[data-format]"));

function begin() {
  [lines, frames, recorded, task] = [new Lines(), 0, undefined, state.task];
  refresh();
}

/** Adds a result of the camera to the recording. */
export function recordMovement(text) {
  if (!lines) return;
  lines.add(text);
  frames++;
  if (frames % 10 === 1) setText(status, count(frames, "frame"));
}

export function stopMovements() {
  if (!lines) return;
  if (frames) recorded = { blob: lines.blob(), task, name: `camera-${stamp()}` };
  lines = undefined;
  setText(status, frames ? `${count(frames, "frame")}:` : "Nothing was recorded.");
  refresh();
}

function refresh() {
  button.setAttribute("aria-pressed", String(Boolean(lines)));
  setText(button, lines ? "Stop recording" : "Record movements");
  button.disabled = !isRecordable(state.task);
  button.title = button.disabled ? "Choose face landmarks, body pose, hands or whole person." : "";
  byID("movements").hidden = !lines && !recorded;
  byID("movements-formats").hidden = !recorded;
  for (const choice of formats()) {
    const needsBody = bodyFormats.includes(choice.dataset.format ?? "") && recorded && !hasBodies(recorded.task);
    choice.disabled = Boolean(needsBody);
    choice.title = needsBody ? "This format needs a body: record body pose or whole person." : "";
  }
}

/** @param {HTMLButtonElement} choice */
async function save(choice) {
  if (!recorded) return;
  const { blob, name } = recorded;
  const format = choice.dataset.format ?? "";
  choice.disabled = true;
  setText(status, `Writing ${choice.textContent}…`);
  try {
    const answer = await post("capture", blob, { format }, { accept: "*/*", maximum: limits.videoBytes });
    const isArchive = answer.headers.get("Content-Type") === "application/zip";
    const told = /filename="recording([^"]*)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
    download(await answer.blob(), name + (isArchive ? `-${format}.zip` : (told ?? `.${format}`)));
    setText(status, isArchive ? `Saved ${choice.textContent}, a file for each person.` : `Saved ${choice.textContent}.`);
  } catch (error) {
    setText(status, error.message);
  } finally {
    choice.disabled = false;
  }
}
