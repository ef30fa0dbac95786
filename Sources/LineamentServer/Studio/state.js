// SPDX-License-Identifier: Apache-2.0

// The state of the page, kept in the address so that a link restores it.

import { debounced } from "./dom.js";
import { about } from "./tasks.js";

const ownKeys = ["mode", "task", "layers", "background", "mirror", "sort", "curves", "example", "tab", "person", "view", "angle"];
/** Members that are written as they are, unless they have the value of a first visit. */
/** @type {{ background: string, sort: string, example: string, tab: string, person?: string, view?: string, angle?: string }} */
const plainKeys = { background: "off", sort: "size", example: "portrait", tab: "results", person: undefined, view: undefined, angle: undefined };

export const state = {
  mode: "photos",
  task: "face-landmarker",
  /** Task name → options that differ from the server's defaults. */
  options: /** @type {Record<string, Chosen>} */ (Object.create(null)),
  /** Task name → names of layers. */
  layers: /** @type {Record<string, Set<string>>} */ (Object.create(null)),
  mirror: true,
  curves: /** @type {string[]} */ ([]),
  ...plainKeys,
};

/** Sends "options", and the name of each member of the state, when they change. */
export const changes = new EventTarget();

export const onChange = (names, action) => {
  for (const name of names) changes.addEventListener(name, action);
};

/**
 * Changes one member of the state.
 * @template {keyof typeof state} Name
 * @param {Name} name
 * @param {(typeof state)[Name]} value
 */
export function set(name, value) {
  if (state[name] === value) return;
  state[name] = value;
  announce(name);
}

export const currentOptions = () => (state.options[state.task] ??= { ...about(state.task).presets });

/** Sets one option of the current task; `undefined` returns it to the server's default. */
export function setOption(name, text) {
  const options = currentOptions();
  if (options[name] === text) return;
  if (text === undefined) delete options[name];
  else options[name] = text;
  announce("options");
}

export function resetOptions() {
  state.options[state.task] = { ...about(state.task).presets };
  announce("options");
}

export const currentLayers = () => (state.layers[state.task] ??= new Set(about(state.task).shownLayers));

export function setLayer(name, isOn) {
  if (isOn) currentLayers().add(name);
  else currentLayers().delete(name);
  announce("layers");
}

function announce(name) {
  changes.dispatchEvent(new Event(name));
  writeAddress();
}

let written = "";

function writeAddressNow() {
  const address = new URLSearchParams({ mode: state.mode, task: state.task, ...currentOptions() });
  address.set("layers", [...currentLayers()].join(","));
  for (const [name, usual] of Object.entries(plainKeys)) if (state[name] !== usual) address.set(name, state[name]);
  if (!state.mirror) address.set("mirror", "off");
  if (state.curves.length) address.set("curves", state.curves.join(","));
  written = `#${address.toString().replaceAll("%2C", ",")}`;
  history.replaceState(null, "", written);
}

const writeAddress = debounced(writeAddressNow, 300);

/** The address of what is shown. */
export function currentAddress() {
  writeAddressNow();
  return location.href;
}

/**
 * The person and the part of the picture that the address named when the page was opened.
 * @type {{ person?: string, view?: string }}
 */
export const opened = {};

/** Restores the state from the address. */
export function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const mode = address.get("mode") ?? "";
  if (["camera", "photos", "video"].includes(mode)) state.mode = mode;
  for (const [name, usual] of Object.entries(plainKeys)) state[name] = address.get(name) ?? usual;
  Object.assign(opened, { person: state.person, view: state.view });
  state.mirror = address.get("mirror") !== "off";
  state.curves = address.get("curves")?.split(",").filter(Boolean) ?? [];
  const task = address.get("task");
  if (task === null) return;
  state.task = task;
  state.options[state.task] = Object.fromEntries([...address].filter(([name]) => !ownKeys.includes(name)));
  const layers = address.get("layers");
  if (layers !== null) state.layers[state.task] = new Set(layers.split(",").filter(Boolean));
}

/** Calls `action` when the reader changes the address by hand or goes back in the history. */
export function watchAddress(action) {
  addEventListener("hashchange", () => {
    if (location.hash !== written) action();
  });
}
