// SPDX-License-Identifier: Apache-2.0

// The page: modes, tabs, keys, layers and messages, and what connects them.

import { addressOf, getJSON, server } from "./api.js";
import { cameraDrawn, enterCamera, leaveCamera, startCamera } from "./camera.js";
import { forgetPeople } from "./chosen.js";
import { startCode } from "./code.js";
import { byID, element, elementOf, every, setText, watchTheme } from "./dom.js";
import { chosenExample, exampleFile } from "./examples.js";
import { backgrounds, layers, layersOfAll, startLayers } from "./layers.js";
import { hasBackgrounds, startOptions } from "./options.js";
import { clearPeople, redrawPeople, showPeople, startPanel, summary } from "./panel.js";
import { addPhotos, closePhoto, enterPhotos, isExample, leavePhotos, photoFile, photoFiles, photoName, startPhotos, stepPhoto } from "./photos.js";
import { startMovements } from "./movements.js";
import { startRecording } from "./recording.js";
import { startSending } from "./sending.js";
import { redrawSpace, showSpace, startSpace } from "./space.js";
import { clearStage, currentScene, onStage, redraw, showScene, stageKey, startStage } from "./stage.js";
import { currentAddress, currentLayers, currentOptions, onChange, readAddress, set, setLayer, setOption, state, watchAddress } from "./state.js";
import { redrawTable, showTable, startTable } from "./table.js";
import { about } from "./tasks.js";
import { startTools } from "./tools.js";
import { loadTopology } from "./topology.js";
import { enterVideo, isVideo, leaveVideo, openVideo, startVideo, videoFile, videoFileType, videoKey, videoScenes } from "./video.js";
import { count } from "./words.js";

const modes = {
  camera: { enter: enterCamera, leave: leaveCamera },
  photos: { enter: enterPhotos, leave: leavePhotos },
  video: { enter: enterVideo, leave: leaveVideo },
};
/** @type {(keyof typeof modes)[]} */
const modeNames = ["camera", "photos", "video"];

/**
 * Shows a scene in the picture, the cards and in space.
 * @param {Scene} scene
 * @param {number} [time]
 */
function show(scene, time) {
  remark();
  showScene(scene);
  showPeople(scene, time);
  showSpace(scene);
  showTable(scene, time);
  announce(() => summary(scene));
}

/** Empties picture, cards and space; the sentence says what will appear. */
function clear(sentence) {
  remark();
  clearStage();
  announce(() => sentence);
  clearPeople(sentence);
  showSpace(currentScene());
  showTable(currentScene());
}

/** Shows a picture whose results are still to come. */
function showPicture(scene, sentence = "Working…") {
  remark(sentence);
  showScene(scene);
  clearPeople(sentence);
  showSpace(scene);
  showTable(scene);
  announce(() => sentence);
}

/**
 * Writes a sentence over the picture, and dims results that it makes outdated; without a sentence, both end.
 * @param {string} [sentence]
 */
function remark(sentence, isOutdated = false) {
  const label = byID("remark");
  label.hidden = !sentence;
  setText(label, sentence ?? "");
  for (const node of [byID("stage"), byID("results")]) node.classList.toggle("outdated", isOutdated);
}

/** The sentences for screen readers: when the last was given, the next one, and whether that was asked for. */
const spoken = { time: -Infinity, timer: 0, isAsked: false, sentence: () => "" };

/** Gives screen readers a sentence, made by a function, at most every two seconds; one that was asked for comes first. */
function announce(sentence, isAsked = false) {
  if (spoken.isAsked && !isAsked) return;
  Object.assign(spoken, { sentence, isAsked });
  if (spoken.timer) return;
  spoken.timer = setTimeout(() => {
    Object.assign(spoken, { timer: 0, isAsked: false });
    spoken.time = performance.now();
    setText(byID("summary"), spoken.sentence());
  }, Math.max(0, spoken.time + 2000 - performance.now()));
}

/**
 * Shows a notice over the picture; without a title, removes it.
 * @param {string} [title]
 * @param {string[]} sentences
 * @param {string} [code]
 * @param {() => void} [retry]
 */
function notice(title, sentences = [], code, retry) {
  const box = byID("notice");
  box.hidden = !title;
  if (!title) return;
  box.replaceChildren(element("h2", {}, title), ...sentences.map((sentence) => element("p", {}, sentence)));
  if (code) box.append(element("pre", { textContent: code, tabIndex: 0 }));
  if (!retry) return;
  const button = element("button", { className: "primary", textContent: "Try again" });
  button.addEventListener("click", retry);
  box.append(button);
}

/**
 * Shows a sentence above everything; without one, removes it.
 * @param {string} [sentence]
 */
function message(sentence) {
  const banner = byID("banner");
  banner.hidden = !sentence;
  setText(banner, sentence ?? "");
}

function watchServer() {
  server.addEventListener("lost", () => message("The server is not responding. This page resumes by itself when it does."));
  server.addEventListener("back", () => message());
  server.addEventListener("unauthorized", () => {
    message(`This server requires a token. Open ${addressOf("./")}?token=… once, with the token it was started with.`);
  });
}

function switchMode(mode) {
  if (mode === state.mode) return;
  modes[state.mode].leave();
  message();
  set("mode", mode);
  enterMode();
}

function enterMode() {
  for (const button of every("[data-mode]")) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === state.mode));
  }
  for (const name of modeNames) byID(`${name}-tools`).hidden = name !== state.mode;
  byID("photo-time").hidden = true;
  byID("timeline").hidden = true;
  notice();
  buildLayers();
  modes[state.mode].enter();
}

function buildLayers() {
  const legend = element("legend", {}, "Layers");
  const boxes = [...about(state.task).layers, ...layersOfAll].map((name) => {
    const box = element("input", { type: "checkbox", checked: currentLayers().has(name) });
    box.addEventListener("change", () => setLayer(name, box.checked));
    return element("label", { className: "check" }, box, layers[name]);
  });
  byID("layers").replaceChildren(legend, ...boxes, ...backgroundControl());
}

/** People can stand before something else in the tasks that know which pixels are theirs. */
function backgroundControl() {
  if (!hasBackgrounds()) return [];
  // A video has no transparency, and only the server's copy has another background.
  const offered = Object.entries(backgrounds).filter(([name]) => state.mode !== "video" || !["tint", "none"].includes(name));
  const select = element("select", { id: "background" }, ...offered.map(([name, title]) => new Option(title, name)));
  select.value = state.background;
  if (!select.value) select.value = "off";
  select.addEventListener("change", () => set("background", select.value));
  return [element("label", { className: "field" }, "Background ", select)];
}

/** In camera mode, turns the option that sends masks on and off with the background. */
function linkMasks(event) {
  if (state.mode !== "camera" || !hasBackgrounds()) return;
  const isSent = currentOptions().outputSegmentationMasks === "true";
  const isShown = state.background !== "off";
  if (isSent === isShown) return;
  if (event?.type !== "options") return setOption("outputSegmentationMasks", isShown ? "true" : undefined);
  set("background", isSent ? "tint" : "off");
  buildLayers();
}

function startTabs() {
  /** @type {("results" | "table" | "options")[]} */
  const names = ["results", "table", "options"];
  const tabs = names.map((name) => byID(`tab-${name}`));
  const choose = (chosen) => {
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      byID(names[index]).hidden = tab !== chosen;
    });
    set("tab", names[tabs.indexOf(chosen)]);
    redrawPeople();
    redrawSpace();
    redrawTable();
  };
  const next = (step) => tabs[(tabs.findIndex(({ tabIndex }) => tabIndex === 0) + step + tabs.length) % tabs.length];
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      event.preventDefault();
      const other = next(event.key === "ArrowRight" ? 1 : -1);
      choose(other);
      other.focus();
    });
  }
  choose(tabs[names.findIndex((name) => name === state.tab)] ?? tabs[0]);
  return () => choose(next(1));
}

/**
 * Key → its title and what it does.
 * @type {Record<string, [string, (() => void) | undefined]>}
 */
const keys = {
  c: ["Camera", () => switchMode("camera")],
  p: ["Photos", () => switchMode("photos")],
  v: ["Video", () => switchMode("video")],
  o: ["Results, table or options", undefined],
  k: ["This run as code", () => byID("open-code").click()],
  m: ["Mirror the camera", () => state.mode === "camera" && byID("mirror").click()],
  "?": ["Keyboard shortcuts", () => byID("keys").showModal()],
};

const moreKeys = {
  "+ − 0 Z": "Zoom in, zoom out, fit, zoom to the chosen person",
  "← ↑ → ↓": "Move the zoomed picture or turn the 3-D view, whichever has the focus",
  ", .": "Show the name of the previous or next landmark",
  "[ ]": "Previous or next photo",
  "Esc": "Back to all photos",
  "Space": "Play or pause the video",
  "← →": "In a video: one frame back or forward",
  "N P K A": "When redacting by hand: next or previous doubt, leave visible or cover, add an area",
};

function startKeys() {
  const list = byID("keys-list");
  const titles = Object.entries(keys).map(([key, [title]]) => /** @type {const} */ ([key, title]));
  for (const [key, title] of [...titles, ...Object.entries(moreKeys)]) {
    const name = element("dt", {}, element("kbd", {}, key.length > 1 ? key : key.toUpperCase()));
    list.append(element("div", {}, name, element("dd", {}, title)));
  }
  byID("open-keys").addEventListener("click", () => byID("keys").showModal());
  document.addEventListener("keydown", pressed);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = elementOf(event);
  if (target.closest("input:not([type=checkbox], [type=file]), select, textarea, dialog")) return;
  if (event.key === " " && target.closest("button, input, summary")) return;
  const action = keys[event.key.toLowerCase()]?.[1];
  action?.();
  if (action || otherKey(event)) event.preventDefault();
}

function otherKey(event) {
  if (stageKey(event)) return true;
  if (state.mode === "video") return videoKey(event);
  if (state.mode !== "photos") return false;
  if (event.key === "Escape") closePhoto();
  else if (event.key === "[" || event.key === "]") stepPhoto(event.key === "[" ? -1 : 1);
  else return false;
  return true;
}

/** Opens the first video among files, and adds the others as photos. */
function take(files) {
  const videos = files.filter(isVideo);
  const photos = files.filter((file) => !isVideo(file));
  switchMode(videos.length ? "video" : "photos");
  addPhotos(photos);
  if (!videos.length) return;
  const first = videos.length > 1 ? `Of ${videos.length} videos, the first is open. ` : "";
  openVideo(videos[0], first + (photos.length ? `Added under Photos: ${count(photos.length, "photo")}.` : ""));
}

/** Accepts files that are dropped anywhere, or pasted from the clipboard. */
function startDrop() {
  const veil = byID("drop");
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => (veil.hidden ||= event.relatedTarget === null));
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = true;
    take([...(event.dataTransfer?.files ?? [])]);
  });
  addEventListener("paste", (event) => {
    const { clipboardData } = /** @type {ClipboardEvent} */ (event);
    if (clipboardData?.files.length) take([...clipboardData.files]);
  });
}

/** Copies a link that opens this view; files of one's own stay where they are. */
async function copyLink() {
  const [button, address] = [byID("copy-link"), currentAddress()];
  try {
    await navigator.clipboard.writeText(address);
    setText(button, "Copied");
  } catch {
    message(`The link to this view: ${address}`);
  }
  if (state.mode !== "camera" && !isExample()) announce(() => "The link does not contain your file.");
  setTimeout(() => setText(button, "Copy link"), 3000);
}

function startDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || elementOf(event).closest("[data-close]")) dialog.close();
    });
  }
}

function startParts() {
  /** @type {Page} */
  const page = { show, showPicture, clear, notice, message, remark };
  startStage();
  startPanel();
  startSpace();
  startKeys();
  startDialogs();
  startDrop();
  startRecording();
  startMovements();
  startCamera(page);
  startPhotos(page);
  startVideo(page);
  startCode();
  startTable({
    scenes: () => (state.mode === "video" ? videoScenes() : [{ ...currentScene(), name: photoName() ?? state.mode }]),
    name: () => (state.mode === "video" ? videoFile()?.name : photoName()) ?? state.task,
  });
  keys.o[1] = startTabs();
  onStage({ drawn: cameraDrawn, named: (text) => announce(() => text, true) });
  watchTheme(() => show(currentScene()));
}

function watchState() {
  byID("copy-link").addEventListener("click", copyLink);
  byID("task").addEventListener("change", () => set("task", byID("task").value));
  for (const button of every("[data-mode]")) {
    button.addEventListener("click", () => switchMode(button.dataset.mode));
  }
  onChange(["task", "mode"], forgetPeople);
  onChange(["task"], buildLayers);
  onChange(["background", "task", "options", "mode"], linkMasks);
  onChange(["layers", "background", "mirror"], redraw);
  linkMasks();
  watchAddress(() => location.reload());
}

/** The photo or video that is open: file, name and, for a video, its media type; or else all photos. */
function openFile() {
  const file = state.mode === "video" ? videoFile() : photoFile();
  const files = state.mode === "photos" && !file ? photoFiles() : [];
  if (files.length) return { file: files[0], files, name: count(files.length, "photo") };
  return file && { file, name: file.name, type: state.mode === "video" ? videoFileType() : undefined };
}

async function start() {
  readAddress();
  watchServer();
  startParts();
  if (state.mode === "photos") exampleFile(chosenExample()).catch(() => {});
  /** @type {[Service, void]} */
  const [service] = await Promise.all([getJSON("v1"), loadTopology()]);
  if (!service.tasks.some(({ name }) => name === state.task)) state.task = service.tasks[0].name;
  startLayers(service);
  startOptions(service);
  startTools(service, openFile);
  startSending(service);
  enterMode();
  watchState();
}

start().catch((error) => error.status !== 401 && message(error.message));
