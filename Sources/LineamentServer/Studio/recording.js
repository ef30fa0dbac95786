// SPDX-License-Identifier: Apache-2.0

// Recordings of the camera: results as JSON lines, the drawing as WebM.

import { byID, contextOf, download, element } from "./dom.js";
import { drawWhole } from "./stage.js";

const resultsButton = byID("record-results");
const videoButton = byID("record-video");

/** @type {Lines | undefined} */
let lines;
/** @type {{ stop: () => void } | undefined} */
let recorder;
/** @type {HTMLCanvasElement} */
let canvas;

/** The time as a part of a file's name. */
export const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(":", "-");

export function startRecording() {
  resultsButton.addEventListener("click", () => (lines ? saveResults() : beginResults()));
  videoButton.addEventListener("click", () => (recorder ? recorder.stop() : beginVideo()));
  videoButton.disabled = !("MediaRecorder" in window);
}

export function stopRecordings() {
  if (lines) saveResults();
  recorder?.stop();
}

function mark(button, isOn, text) {
  button.setAttribute("aria-pressed", String(isOn));
  button.textContent = text;
}

function beginResults() {
  lines = new Lines();
  mark(resultsButton, true, "Save results");
}

export const recordResult = (text) => lines?.add(text);

function saveResults() {
  if (lines) download(lines.blob(), `camera-${stamp()}.jsonl`);
  lines = undefined;
  mark(resultsButton, false, "Record results");
}

function beginVideo() {
  canvas = element("canvas");
  // Chosen by the first frame: a recorder cannot change its size later.
  canvas.width = 0;
  mark(videoButton, true, "Save video");
  recorder = { stop: endVideo };
}

/**
 * Draws a scene into the video that is being recorded.
 * @param {Scene} scene
 */
export function recordDrawing(scene) {
  if (!recorder) return;
  if (!canvas.width) {
    [canvas.width, canvas.height] = [scene.width, scene.height];
    contextOf(canvas);
    recorder = newRecorder(canvas);
  }
  drawWhole(contextOf(canvas), scene, canvas);
}

function newRecorder(source) {
  const types = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
  const type = types.find((candidate) => MediaRecorder.isTypeSupported(candidate)) ?? "video/webm";
  const made = new MediaRecorder(source.captureStream(), { mimeType: type, videoBitsPerSecond: 4_000_000 });
  /** @type {Blob[]} */
  const parts = [];
  made.ondataavailable = ({ data }) => parts.push(data);
  made.onstop = () => {
    endVideo();
    download(new Blob(parts, { type }), `camera-${stamp()}.${type.includes("mp4") ? "mp4" : "webm"}`);
  };
  made.start(1000);
  return made;
}

function endVideo() {
  recorder = undefined;
  mark(videoButton, false, "Record video");
}

/** Lines of text that grow into a file. */
export class Lines {
  /**
   * Every so often the recent lines become one blob, which a browser may keep on disk.
   * @type {Blob[]}
   */
  #blobs = [];
  /** @type {string[]} */
  #recent = [];

  add(line) {
    this.#recent.push(line, "\n");
    if (this.#recent.length < 512) return;
    this.#blobs.push(new Blob(this.#recent));
    this.#recent = [];
  }

  blob() {
    return new Blob([...this.#blobs, ...this.#recent], { type: "application/x-ndjson" });
  }
}
