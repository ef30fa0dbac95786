// SPDX-License-Identifier: Apache-2.0

// The options of a task, built from the table that the server publishes.

import { byID, element, setText } from "./dom.js";
import { backgrounds, isCutout } from "./layers.js";
import { currentOptions, onChange, resetOptions, setOption, state } from "./state.js";
import { about } from "./tasks.js";
import { capitalized, optionWords, valueWords, words } from "./words.js";

const form = byID("options");
/** @type {ServiceAction[]} */
let tasks = [];

/**
 * The kind of run that a mode is, in the words of the server's table.
 * @type {Record<string, RunKind>}
 */
export const runKinds = { camera: "live", photos: "image", video: "video" };

/** Options of what the server draws. */
export const drawingOptions = ["labels", "worldView", "background"];
/** Options of the reader of videos. */
export const readerOptions = ["start", "duration", "every"];

/** Those of the server, once it has described itself. */
export const limits = /** @type {Limits} */ ({});
/**
 * The names of the model files that the server has.
 * @type {string[]}
 */
let models = [];

/**
 * Takes the server's description of itself.
 * @param {Service} service
 */
export function startOptions(service) {
  tasks = service.tasks;
  Object.assign(limits, service.limits);
  models = service.models.map(({ name }) => name);
  dropWrongValues();
  const select = byID("task");
  select.append(...tasks.map(({ name }) => new Option(about(name).title, name)));
  onChange(["task", "mode"], build);
  onChange(["options"], refresh);
  build();
}

/** Drops values of the address that no control can choose: links with them may come from strangers. */
function dropWrongValues() {
  state.options[state.task] = chosenOf(taskTable()?.options ?? []);
  if (!Object.hasOwn(backgrounds, state.background) && !/^#[0-9a-f]{6}$/i.test(state.background)) state.background = "off";
}

/** The form of numbers in requests. */
const numberForm = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Whether an option takes a value, as its row in the server's table says.
 * @param {ServiceOption} option
 * @param {string} value
 */
export function accepts({ type, enum: values, pattern, minimum = -Infinity, maximum = Infinity }, value) {
  const isInRange = Number(value) >= minimum && Number(value) <= maximum;
  switch (type) {
    case "boolean": return value === "true" || value === "false";
    // Without a maximum, no limit is a choice.
    case "integer": return (value === "all" && maximum === Infinity) || (/^\d{1,15}$/.test(value) && isInRange);
    case "number": return numberForm.test(value) && isInRange;
    case "array": return value.split(",").every((item) => values?.includes(item));
    default: return values?.includes(value) ?? (pattern !== undefined && new RegExp(pattern).test(value));
  }
}

const taskTable = () => tasks.find(({ name }) => name === state.task);

/** Whether the current task has an option, as the server says. */
export const hasOption = (name) => taskTable()?.options.some((option) => option.name === name) ?? false;

/** Whether people can be cut out: the task knows which pixels are theirs. */
export const hasBackgrounds = () => hasOption("background");

/**
 * The options of the task for a kind of run.
 * @param {RunKind} kind
 */
export const tableFor = (kind) => (taskTable()?.options ?? []).filter(({ appliesTo }) => appliesTo.includes(kind));

/** The chosen options of the results of a kind of run: "image", "video" or "live". */
export const optionsFor = (kind) => chosenOf(tableFor(kind).filter(({ name }) => !drawingOptions.includes(name)));

/**
 * The chosen options of what the server draws, with the background that people stand before.
 * @param {RunKind} kind
 * @returns {Chosen}
 */
export function drawingOptionsFor(kind) {
  const table = tableFor(kind).filter(({ name }) => drawingOptions.includes(name));
  const { worldView, ...chosen } = chosenOf(table);
  const hasBackground = isCutout(state.background) && table.some(({ name }) => name === "background");
  if (hasBackground) return { ...chosen, background: state.background };
  // Landmarks beside the picture and people cut out of it exclude each other.
  return worldView ? { ...chosen, worldView } : chosen;
}

/**
 * @param {ServiceOption[]} table
 * @returns {Chosen}
 */
function chosenOf(table) {
  const chosen = currentOptions();
  const taken = table.filter((option) => Object.hasOwn(chosen, option.name) && accepts(option, chosen[option.name]));
  return Object.fromEntries(taken.map(({ name }) => [name, chosen[name]]));
}

/** The options of a kind of run whose default here is not the library's, with their default. */
export function changedDefaults(kind) {
  const changed = tableFor(kind).filter((option) => "libraryDefault" in option && option.libraryDefault !== option.default);
  return Object.fromEntries(changed.map((option) => [option.name, option.default]));
}

/**
 * Option name → function that shows the chosen value.
 * @type {Map<string, () => void>}
 */
let controls = new Map();

function build() {
  const table = taskTable();
  if (!table) return;
  byID("task").value = state.task;
  byID("task-description").textContent = table.description;
  controls = new Map();
  const reset = element("button", { textContent: "Reset all" });
  reset.addEventListener("click", resetOptions);
  const shown = table.options.filter(hasEffect);
  form.replaceChildren(
    element("div", { className: "tools" }, element("h2", { textContent: about(state.task).title }), reset),
    ...switchedOn(shown), ...shown.map(buildOption));
  refresh();
}

/**
 * Whether an option can change anything in this mode, as the other options are.
 * @param {ServiceOption} option
 */
function hasEffect({ name, appliesTo }) {
  if (!appliesTo.includes(runKinds[state.mode])) return false;
  // The page draws by itself; only the copy of a video is drawn by the server. The background has a control of its own.
  if (drawingOptions.includes(name)) return state.mode === "video" && name !== "background";
  // Masks come and go with the background.
  if (name === "outputSegmentationMasks") return false;
  return name !== "maxSearchedPixels" || (currentOptions().range ?? "auto") === "auto";
}

/** Says which options the studio has switched on by itself. */
function switchedOn(shown) {
  const names = Object.keys(about(state.task).presets ?? {}).filter((name) => shown.some((option) => option.name === name) && isPreset(name));
  if (!names.length) return [];
  const titles = names.map((name) => optionWords[name]?.[0] ?? words(name));
  return [element("p", { className: "hint", textContent: `The studio has switched on, to show more: ${titles.join(", ").toLowerCase()}.` })];
}

function isPreset(name) {
  const preset = about(state.task).presets?.[name];
  return preset !== undefined && preset === currentOptions()[name];
}

function refresh() {
  const shown = new Set(taskTable()?.options.filter(hasEffect).map(({ name }) => name));
  // An option that comes or goes with another's value.
  if (shown.size !== controls.size) {
    const id = document.activeElement?.id ?? "";
    build();
    return document.getElementById(id)?.focus();
  }
  for (const show of controls.values()) show();
}

/** @param {ServiceOption} option */
function buildOption(option) {
  const id = `option-${option.name}`;
  const [before, after] = optionWords[option.name] ?? [capitalized(words(option.name))];
  const { control, list, show } = makers[option.type](option, id);
  const clear = element("button", { textContent: "Default", "aria-label": `Default for ${before}` });
  clear.addEventListener("click", () => setOption(option.name, undefined));
  const help = element("p", { id: `${id}-help`, className: "hint" });
  controls.set(option.name, () => {
    show(currentOptions()[option.name]);
    clear.hidden = !(option.name in currentOptions());
    setText(help, `${option.description} ${noteOn(option)}`);
  });
  control.setAttribute("aria-describedby", help.id);
  const isGroup = control.matches("fieldset");
  const title = isGroup ? element("span", { className: "title" }, before) : element("label", { className: "title", for: id }, before);
  const name = element("div", {}, title, element("code", {}, option.name));
  const input = element("span", { className: "control" }, ...(isGroup ? [] : [control]), ...(after ? [after] : []), ...(list ? [list] : []), clear);
  return element("div", { className: "option" }, name, input, ...(isGroup ? [control] : []), help);
}

/** @param {ServiceOption} option */
function noteOn(option) {
  const notes = [defaultNote(option)];
  if (isPreset(option.name)) notes.push("Switched on by the studio.");
  const missing = option.name === "model" ? option.enum?.filter((value) => !hasModel(value)) ?? [] : [];
  if (missing.length) notes.push(`Not installed on the server: ${missing.join(", ")} (lineament models fetch pose-${missing[0]}).`);
  return notes.join(" ");
}

function defaultNote(option) {
  if (option.default !== "") return `Default: ${option.default}.`;
  return option.type === "array" ? "Default: the usual ones." : "Not set by default.";
}

const hasModel = (value) => models.includes(`pose_landmarker_${value}.task`);

/**
 * Type of an option → its control, and how the control shows a value (or, without one, the default).
 * @type {Record<string, (option: any, id: string) => { control: HTMLElement, list?: Node, show: (value?: string) => void }>}
 */
const makers = {
  boolean(option, id) {
    const control = element("input", { type: "checkbox", id });
    control.addEventListener("change", () => choose(option, String(control.checked)));
    return { control, show: (value) => (control.checked = (value ?? String(option.default)) === "true") };
  },

  number(option, id) {
    const fraction = option.maximum <= 1 ? 0.01 : "any";
    const step = option.type === "integer" ? 1 : fraction;
    const control = element("input", { type: "number", id, step, placeholder: String(option.default) });
    if (option.minimum !== undefined) control.min = option.minimum;
    if (option.maximum !== undefined) control.max = option.maximum;
    control.classList.toggle("long", option.maximum >= 1e6);
    control.addEventListener("change", () => {
      if (control.value === "") setOption(option.name, undefined);
      else if (control.reportValidity()) choose(option, control.value);
    });
    return { control, show: (value) => (control.value = value !== undefined && Number.isFinite(Number(value)) ? value : "") };
  },

  integer: (option, id) => makers.number(option, id),

  string(option, id) {
    return option.enum ? makers.choice(option, id) : makers.text(option, id);
  },

  text(option, id) {
    const list = element("datalist", { id: `${id}-examples` }, ...option.examples.map((value) => new Option(value, value)));
    const control = element("input", { type: "text", id, pattern: option.pattern, title: option.accepts });
    control.setAttribute("list", list.id);
    control.addEventListener("change", () => {
      if (control.value === "") setOption(option.name, undefined);
      else if (control.reportValidity()) choose(option, control.value);
    });
    return { control, list, show: (value) => (control.value = value ?? "") };
  },

  choice(option, id) {
    const offered = option.name === "model" ? option.enum.filter(hasModel) : option.enum;
    const control = element("select", { id }, ...offered.map((value) => new Option(titleOf(option.name, value), value)));
    control.addEventListener("change", () => choose(option, control.value));
    return { control, show: (value) => (control.value = value ?? option.default) };
  },

  array(option, id) {
    const boxes = option.enum.map((value) => element("input", { type: "checkbox", value }));
    const labels = boxes.map((box) => element("label", { className: "check" }, box, words(box.value)));
    const legend = element("legend", { className: "unseen", textContent: words(option.name) });
    const control = element("fieldset", { id, className: "words" }, legend, ...labels);
    control.addEventListener("change", () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      setOption(option.name, chosen.length ? chosen.join(",") : undefined);
    });
    return {
      control,
      show: (value) => {
        const chosen = new Set((value ?? option.default ?? "").split(","));
        for (const box of boxes) box.checked = chosen.has(box.value);
      },
    };
  },
};

/** "within 2 m (short)": words with the value of the API. */
function titleOf(name, value) {
  const title = valueWords[name]?.[value];
  return title && title !== value ? `${title} (${value})` : value;
}

/** Sets an option; its default is the same as no choice, except where the studio has a choice of its own. */
function choose(option, value) {
  setOption(option.name, value === String(option.default) ? undefined : value);
}
