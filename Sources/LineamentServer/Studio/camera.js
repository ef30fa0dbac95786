// SPDX-License-Identifier: Apache-2.0

// The camera: each frame goes to the server and is drawn together with its own result.

import { byID, element, setText } from "./dom.js";
import { readFrame } from "./frames.js";
import { LiveSession } from "./live.js";
import { recordMovement, stopMovements } from "./movements.js";
import { optionsFor } from "./options.js";
import { recordDrawing, recordResult, stopRecordings } from "./recording.js";
import { peopleIn } from "./results.js";
import { checkSending, listPeople, noteSent, sendThrough } from "./sending.js";
import { drawNow } from "./stage.js";
import { onChange, set, state } from "./state.js";
import { troubleOf } from "./trouble.js";
import { median } from "./words.js";

/**
 * The last frames drawn, for tests: `window.lineament.frames`. A function `window.lineament.onFrame`
 * is called with each of them and its picture.
 */
/** @type {object[]} */
const drawnFrames = [];
const remembered = 300;
window.lineament = { frames: drawnFrames };

const video = element("video", { muted: true, playsInline: true });
let stream;
/** Whether the browser was asked for a camera and has not answered. */
let isStarting = false;
let session;
/** Grows with each start and stop; a camera that opens for an older start is closed again. */
let attempt = 0;
/** Ends the wait for the next frame of the video. */
let stopWatching = () => {};
let isReading = false;
let lastTimestamp = 0;
/** The frame on the screen, and the one that will be next. */
let shown;
let next;
/** @type {Page} */
let page;

export function startCamera(handlers) {
  page = handlers;
  byID("camera-switch").addEventListener("click", () => (stream || isStarting ? leaveCamera() : enterCamera()));
  byID("mirror").addEventListener("change", () => set("mirror", byID("mirror").checked));
  onChange(["task", "options"], () => {
    checkSending();
    session?.configure();
  });
  document.addEventListener("visibilitychange", () => !document.hidden && stream && video.play());
}

export async function enterCamera() {
  byID("mirror").checked = state.mirror;
  page.clear("The people in front of the camera appear here.");
  if (!navigator.mediaDevices?.getUserMedia) return showTrouble({ name: "InsecureContext" });
  page.notice("Waiting for the camera", [
    "Allow the camera if the browser asks. Frames go to this server only, and are not stored.",
  ]);
  const own = ++attempt;
  isStarting = true;
  showSwitch();
  try {
    const constraints = { video: { width: { ideal: 640 }, height: { ideal: 480 } }, audio: false };
    const opened = await navigator.mediaDevices.getUserMedia(constraints);
    if (own !== attempt) return opened.getTracks().forEach((track) => track.stop());
    begin(opened);
  } catch (error) {
    if (own === attempt) showTrouble(error);
  }
}

async function begin(opened) {
  [stream, isStarting] = [opened, false];
  stream.getVideoTracks()[0].addEventListener("ended", () => {
    leaveCamera();
    showTrouble({ name: "Ended" });
  });
  session = new LiveSession(() => ({ task: state.task, options: optionsFor("live") }), {
    answered,
    dropped: ({ picture }) => picture.close(),
    failed: page.message,
    opened: sendThrough,
  });
  page.notice();
  video.srcObject = stream;
  await video.play();
  watchFrames();
}

const showSwitch = () => setText(byID("camera-switch"), stream || isStarting ? "Stop camera" : "Start camera");

/** Stops the camera, or the wait for one; the last picture stays. */
export function leaveCamera() {
  attempt++;
  if (isStarting) page.notice();
  stopWatching();
  stream?.getTracks().forEach((track) => track.stop());
  sendThrough();
  session?.close();
  stopRecordings();
  stopMovements();
  [stream, session, isStarting] = [undefined, undefined, false];
  video.srcObject = null;
  showSwitch();
}

function watchFrames() {
  if (!stream) return;
  const onFrame = (now, metadata) => {
    watchFrames();
    takeFrame(captureTime(now, metadata));
  };
  if (video.requestVideoFrameCallback) {
    const request = video.requestVideoFrameCallback(onFrame);
    stopWatching = () => video.cancelVideoFrameCallback(request);
  } else {
    const request = requestAnimationFrame(onFrame);
    stopWatching = () => cancelAnimationFrame(request);
  }
}

/** Returns when the camera took the frame if the browser knows, otherwise when the frame arrived. */
function captureTime(now, metadata) {
  const taken = metadata?.captureTime;
  return taken > now - 1000 && taken <= now ? taken : now;
}

async function takeFrame(captured) {
  if (isReading || !video.videoWidth || !session?.isReady) return;
  isReading = true;
  const timestamp = Math.max(lastTimestamp + 1, Math.round(captured));
  lastTimestamp = timestamp;
  const current = session;
  try {
    const { message, picture } = await readFrame(video, timestamp);
    const entry = { task: state.task, timestamp, captured, picture, sent: performance.now() };
    if (current === session) session.send(message, entry);
    else picture.close();
  } catch (error) {
    if (stream) page.message(`A frame could not be read: ${error.message}`);
  } finally {
    isReading = false;
  }
}

function answered(entry, text, result, masks) {
  const { picture } = entry;
  if (state.mode !== "camera") return picture.close();
  if (next) next.entry.picture.close();
  /** @type {Scene} */
  const scene = { picture, width: result.width, height: result.height, people: peopleIn(result, entry.task), masks };
  next = { entry, scene, result };
  recordResult(text);
  recordMovement(text);
  listPeople(scene.people);
  noteSent(result.sent);
  page.show(scene, entry.timestamp / 1000);
  drawNow();
}

/** Called when the stage has drawn: records the timing of the frame and releases the one before. */
export function cameraDrawn(scene) {
  if (next?.scene !== scene) return;
  shown?.entry.picture.close();
  shown = next;
  next = undefined;
  const { entry, result } = shown;
  entry.drawn = performance.now();
  const { frame, timestamp, captured, drawn } = entry;
  drawnFrames.push({ frame, timestamp, captured, drawn, result, stages: stages(entry, result) });
  if (drawnFrames.length > remembered) drawnFrames.shift();
  window.lineament.onFrame?.(drawnFrames.at(-1), entry.picture);
  recordDrawing(scene);
  showTiming();
}

function stages({ captured, sent, received, drawn }, { milliseconds }) {
  const { wait = 0, decode = 0, run = 0 } = milliseconds ?? {};
  return {
    capture: sent - captured,
    send: Math.max(0, received - sent - wait - decode - run),
    wait,
    work: decode + run,
    draw: drawn - received,
  };
}

let timingShown = 0;

/** Shows the medians of the last two seconds, twice a second. */
function showTiming() {
  const now = performance.now();
  if (now - timingShown < 500) return;
  timingShown = now;
  const recent = drawnFrames.filter(({ drawn }) => drawn > now - 2000);
  const seconds = (recent.at(-1).drawn - recent[0].drawn) / 1000;
  const rate = recent.length > 1 ? (recent.length - 1) / seconds : 0;
  const delay = median(recent.map((frame) => frame.drawn - frame.captured));
  const numbers = { "frames/s": rate.toFixed(0), "ms total": delay.toFixed(0) };
  for (const stage of ["capture", "send", "wait", "work", "draw"]) {
    numbers[stage] = median(recent.map((frame) => frame.stages[stage])).toFixed(1);
  }
  const list = byID("timing");
  if (!list.childElementCount) {
    for (const name of Object.keys(numbers)) list.append(element("div", {}, element("dt", {}, name), element("dd")));
  }
  Object.values(numbers).forEach((text, index) => setText(list.children[index].lastChild, text));
}

function showTrouble(error) {
  const { title, advice, code } = troubleOf(error);
  isStarting = false;
  showSwitch();
  page.notice(title, [advice], code, enterCamera);
}
