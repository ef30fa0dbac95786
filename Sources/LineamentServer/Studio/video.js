// SPDX-License-Identifier: Apache-2.0

// A video: the server processes the file, the page plays it, and each frame is drawn with its own result.

import { lostTooOften, maximumAttempts, post, serverReturns } from "./api.js";
import { forgetPeople, isHidden, onPeople } from "./chosen.js";
import { annotatedCopy } from "./copy.js";
import { VideoCutouts } from "./cutouts.js";
import { byID, download, element, setText } from "./dom.js";
import { Lanes } from "./lanes.js";
import { limits, optionsFor } from "./options.js";
import { Lines } from "./recording.js";
import { peopleIn } from "./results.js";
import { onChange, state } from "./state.js";
import { clock, count } from "./words.js";

const player = element("video", { muted: true, playsInline: true, preload: "auto" });
/** File extension → media type. */
const types = {
  mp4: "video/mp4", mkv: "video/x-matroska", avi: "video/x-msvideo", mov: "video/quicktime", ts: "video/mp2t", mts: "video/mp2t",
  webm: "video/webm", dv: "video/x-dv",
};

/** @type {Page} */
let page;
/** @type {File | undefined} */
let file;
let note = "";
/** Whether the browser can play the file; if not, there are results without pictures. */
let isPlayable = false;
/**
 * The results in the order of their times, which are in seconds.
 * @type {{ time: number, frame: number, width: number, height: number, people: Person[] }[]}
 */
let results = [];
let raw = new Lines();
/** @type {AbortController | undefined} */
let aborter;
let isStale = false;
/** The time of the frame on the screen, in seconds. */
let position = 0;
/**
 * The frame that the last step went to: a browser may skip one that is too short to be seen.
 * @type {number | undefined}
 */
let stepped;
/** @type {Lanes} */
let lanes;
/** @type {VideoCutouts} */
let cutouts;
/** Whether a frame of the playing video stays on the stage until the paused one is cut out. */
let isSettling = false;

export function startVideo(handlers) {
  page = handlers;
  cutouts = new VideoCutouts(player, {
    show: (scene, time) => state.mode === "video" && page.show({ ...scene, people: visible(resultAt(time)) }, time),
    changed: settle,
    failed: page.message,
  });
  lanes = new Lanes(seek);
  const chooser = byID("choose-video");
  chooser.addEventListener("change", () => {
    if (chooser.files?.length) openVideo(chooser.files[0]);
    chooser.value = "";
  });
  byID("video-stop").addEventListener("click", () => (copying ?? aborter)?.abort());
  byID("video-save").addEventListener("click", () => download(raw.blob(), `${baseName()}.jsonl`));
  byID("video-save-mp4").addEventListener("click", saveCopy);
  byID("play").addEventListener("click", togglePlay);
  byID("step-back").addEventListener("click", () => step(-1));
  byID("step-forward").addEventListener("click", () => step(1));
  const slider = byID("seek");
  slider.addEventListener("input", () => seek(Number(slider.value)));
  onChange(["task", "options"], () => rerun());
  onPeople(["hidden"], () => state.mode === "video" && file && showFrame(position));
  onChange(["background"], () => state.mode === "video" && file && (cutouts.isOn || cutouts.end(), settle()));
  watchPlayer();
}

export function enterVideo() {
  if (!file) {
    page.clear("The people in a video appear here.");
    return page.notice("Choose or drop a video", ["It goes to this server only, and is not stored."]);
  }
  showControls();
  if (isStale) rerun();
  if (nothing) showNothing(nothing);
  else showFrame(position);
}

export function leaveVideo() {
  player.pause();
  cutouts.end();
}

/**
 * Opens a file.
 * @param {File} chosen
 * @param {string} others What became of files that came with it.
 */
export function openVideo(chosen, others = "") {
  file = chosen;
  note = others;
  position = 0;
  isPlayable = true;
  byID("play").disabled = false;
  URL.revokeObjectURL(player.src);
  player.src = URL.createObjectURL(chosen);
  setText(byID("video-name"), chosen.name);
  page.notice();
  page.message(note);
  page.clear("Working…");
  rerun();
}

function watchPlayer() {
  player.addEventListener("loadeddata", () => showFrame(0));
  player.addEventListener("error", () => {
    if (!file) return;
    isPlayable = false;
    byID("play").disabled = true;
    page.message(`${note} This browser cannot play the file; the results are drawn without its pictures.`.trim());
  });
  for (const event of ["play", "pause", "ended"]) {
    player.addEventListener(event, () => setText(byID("play"), player.paused ? "Play" : "Pause"));
  }
  player.addEventListener("pause", () => {
    isSettling = cutouts.isOn;
    if (isSettling) cutouts.paused(position);
  });
  if (player.requestVideoFrameCallback) {
    const onFrame = (_, { mediaTime }) => {
      player.requestVideoFrameCallback(onFrame);
      showFrame(mediaTime);
    };
    player.requestVideoFrameCallback(onFrame);
  } else {
    player.addEventListener("play", followClock);
    player.addEventListener("seeked", () => showFrame(player.currentTime));
  }
}

/** Without word of each frame, the clock of the player has to do. */
function followClock() {
  showFrame(player.currentTime);
  if (!player.paused) requestAnimationFrame(followClock);
}

async function rerun(attempt = 1) {
  aborter?.abort();
  copying?.abort();
  copying = undefined;
  isStale = Boolean(file) && state.mode !== "video";
  if (!file || isStale) return;
  const current = (aborter = new AbortController());
  results = [];
  cutouts.end();
  forgetPeople();
  stepped = undefined;
  raw = new Lines();
  failure = nothing = undefined;
  showControls();
  lanes.clear();
  showProgress("Sending the video…", true);
  try {
    const accept = "application/x-ndjson, application/json;q=0.9";
    const sending = { accept, type: fileType(), signal: current.signal, maximum: limits.videoBytes };
    const response = await post(state.task, file, optionsFor("video"), sending);
    await readLines(response.body, (line) => current === aborter && take(line));
    if (current !== aborter) return;
    showProgress(`${count(results.length, "frame")}${failure ? `, then an error: ${failure}` : ""}`, false);
    if (!results.length) showNothing(failure ?? "The video has no frames.");
  } catch (error) {
    if (current !== aborter) return;
    const isLost = error instanceof TypeError;
    // The run starts again once the server is back.
    if (isLost && attempt < maximumAttempts) return serverReturns().then(() => current === aborter && rerun(attempt + 1));
    showProgress(current.signal.aborted ? `Stopped after ${count(results.length, "frame")}` : "", false);
    if (current.signal.aborted) return;
    const { message } = isLost ? lostTooOften() : error;
    if (results.length) page.message(message);
    else showNothing(message);
  }
}

const fileName = () => file?.name ?? "";
const baseName = () => fileName().replace(/\.[^.]*$/, "");
const fileType = () => (file?.type.startsWith("video/") ? file.type : videoType(fileName()));

/**
 * Ends the copy that is being made, if one is.
 * @type {AbortController | undefined}
 */
let copying;

/** Has the server draw a copy, and offers it once it is whole. */
async function saveCopy() {
  const current = (copying = new AbortController());
  const tell = (seconds) => current === copying && showProgress(`Drawing the MP4: ${clock(seconds)}`, true, seconds);
  tell(0);
  page.message();
  try {
    download(await annotatedCopy(state.task, file, fileType(), current.signal, tell), `${baseName()}-drawn.mp4`);
    endCopy(current, "The MP4 is complete");
  } catch (error) {
    endCopy(current, current.signal.aborted ? "No MP4 was made" : "");
    if (current.signal.aborted) return;
    const reason = error instanceof TypeError ? "it was broken off. The video may be damaged: the JSON ends with the reason." : error.message;
    page.message(`The MP4 could not be made: ${reason}`);
  }
}

function endCopy(current, text) {
  if (current !== copying) return;
  copying = undefined;
  showProgress(text, false);
}

/**
 * Why there are no results.
 * @type {string | undefined}
 */
let nothing;

function showControls() {
  byID("timeline").hidden = byID("redact-video").hidden = nothing !== undefined;
}

/** Says why there are no results, and leaves nothing to press that would need some. */
function showNothing(reason) {
  nothing = reason;
  showControls();
  page.clear("");
  page.message();
  page.notice(fileName(), [reason]);
}

const endingOf = (name) => name.toLowerCase().split(".").at(-1) ?? "";

/** @param {Pick<File, "type" | "name">} file */
export const isVideo = ({ type, name }) => type.startsWith("video/") || Object.hasOwn(types, endingOf(name));

export const videoType = (name) => (isVideo({ type: "", name }) ? types[endingOf(name)] : "video/mp4");

async function readLines(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  }
  if (rest) take(rest);
}

/**
 * Why the results end before the video does, if they do.
 * @type {string | undefined}
 */
let failure;

function take(line) {
  const result = JSON.parse(line);
  raw.add(line);
  failure = result.error;
  if (failure) return;
  const { width, height, frame } = result;
  const added = { time: result.timestampInMilliseconds / 1000, frame, width, height, people: peopleIn(result, state.task) };
  results.push(added);
  lanes.add(added);
  showProgress(`${count(results.length, "frame")}…`, true);
  if (Math.abs(added.time - position) < frameSeconds()) showFrame(position);
}

function showProgress(text, isRunning, time = results.at(-1)?.time) {
  setText(byID("video-status"), text);
  const bar = byID("video-progress");
  bar.hidden = byID("video-stop").hidden = !isRunning;
  if (time !== undefined && player.duration) bar.value = time / player.duration;
  else bar.removeAttribute("value");
  byID("video-downloads").hidden = isRunning || !results.length;
  const end = duration();
  byID("seek").max = String(end);
  lanes.setDuration(end);
}

const duration = () => (isPlayable && Number.isFinite(player.duration) && player.duration) || (results.at(-1)?.time ?? 0) + frameSeconds();

/** The time from one frame to the next. */
function frameSeconds() {
  if (results.length < 2) return 0.04;
  const [first, last] = [results[0], results[results.length - 1]];
  return (last.time - first.time) / (last.frame - first.frame);
}

/** The index of the result whose time is nearest. */
function nearest(time) {
  let [low, high] = [0, results.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (results[middle].time < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - results[low - 1].time < results[low].time - time ? low - 1 : low;
}

/** Shows the frame of a time with its result; without one, if that has not come yet. */
function showFrame(time) {
  position = time;
  if (state.mode !== "video") return;
  setText(byID("clock"), clock(time));
  byID("seek").value = time;
  lanes.setPosition(time);
  const cutout = cutouts.isOn && isPlayable ? cutoutAt(time) : undefined;
  if (cutout !== "later") showPicture(time, cutout);
}

/** The paused frame with its people cut out, or "later" if what is on the stage stays until there is more to show. */
function cutoutAt(time) {
  if (!player.paused) return cutouts.take(time) ? "later" : undefined;
  return cutouts.paused(time) ?? (isSettling ? "later" : undefined);
}

/** Shows the frame of the player with its result; without one, if that has not come yet. */
function showPicture(time, cutout) {
  const result = resultAt(time);
  const picture = isPlayable && player.videoWidth ? player : undefined;
  if (result) page.show({ ...result, people: visible(result), picture, masks: [], cutout }, result.time);
  else if (picture) page.show({ picture, width: player.videoWidth, height: player.videoHeight, people: [], masks: [], cutout }, time);
  cutouts.release();
}

/** The result of the frame of a time, if it has come. */
function resultAt(time) {
  const result = results[nearest(time)];
  return result && (!isPlayable || Math.abs(result.time - time) <= frameSeconds() / 2) ? result : undefined;
}

const visible = (result) => result?.people.filter((person) => !isHidden(person)) ?? [];

/** Shows the frame of the present position, whatever is on the stage. */
function settle() {
  isSettling = false;
  showFrame(position);
}

function seek(time) {
  stepped = undefined;
  isSettling = false;
  const within = Math.max(0, Math.min(duration(), time));
  if (isPlayable) player.currentTime = within;
  else showFrame(within);
}

function step(frames) {
  player.pause();
  if (!results.length) return seek(position + frames * frameSeconds());
  const index = Math.max(0, Math.min(results.length - 1, (stepped ?? nearest(position)) + frames));
  // A little behind its beginning, so that rounding does not show the frame before.
  seek(results[index].time + (isPlayable ? frameSeconds() / 4 : 0));
  stepped = index;
}

function togglePlay() {
  if (!isPlayable) return;
  if (player.paused) player.play();
  else player.pause();
  stepped = undefined;
}

/** Handles a key; returns whether it was one for the video. */
export function videoKey({ key }) {
  if (!file) return false;
  if (key === " ") togglePlay();
  else if (key === "ArrowLeft") step(-1);
  else if (key === "ArrowRight") step(1);
  else return false;
  return true;
}

export const videoFile = () => file;
export const videoFileType = () => fileType();

/** All frames with those of their people that are not hidden. */
export const videoScenes = () => results.map((result) => ({ ...result, people: result.people.filter((person) => !isHidden(person)) }));
