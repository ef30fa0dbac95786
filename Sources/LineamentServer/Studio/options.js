// The options of a task, built from the table that the server publishes.

import { byID, element } from "./dom.js";
import { currentOptions, onChange, resetOptions, setOption, state } from "./state.js";
import { capitalized, taskTitles, words } from "./words.js";

const form = byID("options");
let tasks = [];

/** The kind of run that a mode is, in the words of the server's table. */
export const runKinds = { camera: "live", photos: "image", video: "video" };

/** Options of images drawn by the server. */
export const drawingOptions = ["labels", "worldView", "background"];

export const limits = {};

/** Takes the server's description of itself. */
export function startOptions(service) {
  tasks = service.tasks;
  Object.assign(limits, service.limits);
  const select = byID("task");
  select.append(...tasks.map(({ name }) => new Option(taskTitles[name] ?? name, name)));
  onChange(["task", "mode"], build);
  onChange(["options"], refresh);
  build();
}

const taskTable = () => tasks.find(({ name }) => name === state.task);

/** The chosen options that apply to a kind of run: "image", "video" or "live". */
export function optionsFor(kind) {
  const table = taskTable()?.options ?? [];
  const chosen = currentOptions();
  return Object.fromEntries(
    table.filter(({ name, appliesTo }) => name in chosen && appliesTo.includes(kind)).map(({ name }) => [name, chosen[name]]));
}

/** The options of a kind of run whose default here is not the library's, with their default. */
export function changedDefaults(kind) {
  const table = (taskTable()?.options ?? []).filter(({ appliesTo }) => appliesTo.includes(kind));
  const changed = table.filter((option) => "libraryDefault" in option && option.libraryDefault !== option.default);
  return Object.fromEntries(changed.map((option) => [option.name, option.default]));
}

/** Option name → function that shows the chosen value. */
let controls = new Map();

function build() {
  const table = taskTable();
  if (!table) return;
  byID("task").value = state.task;
  byID("task-description").textContent = table.description;
  controls = new Map();
  const reset = element("button", { type: "button", textContent: "Reset all" });
  reset.addEventListener("click", resetOptions);
  form.replaceChildren(
    element("div", { className: "tools" }, element("h2", { textContent: taskTitles[state.task] ?? state.task }), reset),
    ...table.options.map(buildOption));
  refresh();
}

function refresh() {
  for (const show of controls.values()) show();
}

function buildOption(option) {
  const applies = option.appliesTo.includes(runKinds[state.mode]);
  const id = `option-${option.name}`;
  const { control, list, show } = makers[option.type](option, id);
  control.disabled = !applies;
  const clear = element("button", { type: "button", textContent: "Default", "aria-label": `Default for ${words(option.name)}` });
  clear.addEventListener("click", () => setOption(option.name, undefined));
  controls.set(option.name, () => {
    show(currentOptions()[option.name]);
    clear.hidden = !(option.name in currentOptions());
  });
  const kinds = option.appliesTo.map((kind) => kindWords[kind]).join(" and ");
  let note = applies ? defaultNote(option) : `Only for ${kinds}.`;
  if (drawingOptions.includes(option.name)) note += " Only for images drawn by the server.";
  const help = element("p", { id: `${id}-help`, className: "hint", textContent: `${option.description} ${note}` });
  control.setAttribute("aria-describedby", help.id);
  const isGroup = control.matches("fieldset");
  const title = element(isGroup ? "span" : "label", { className: "title" }, capitalized(words(option.name)));
  if (!isGroup) title.htmlFor = id;
  return element("div", { className: applies ? "option" : "option off" }, title, control, ...(list ? [list] : []), clear, help);
}

function defaultNote(option) {
  if (option.default !== "") return `Default: ${option.default}.`;
  return option.type === "array" ? "Default: the usual ones." : "Not set by default.";
}

const kindWords = { image: "photos", video: "videos", live: "the camera" };

/** Type of an option → its control, and how the control shows a value (or, without one, the default). */
const makers = {
  boolean(option, id) {
    const control = element("input", { type: "checkbox", id });
    control.addEventListener("change", () => choose(option, String(control.checked)));
    return { control, show: (value) => (control.checked = (value ?? String(option.default)) === "true") };
  },

  number(option, id) {
    const step = option.type === "integer" ? 1 : option.maximum <= 1 ? 0.01 : "any";
    const control = element("input", { type: "number", id, step, placeholder: String(option.default) });
    if (option.minimum !== undefined) control.min = option.minimum;
    if (option.maximum !== undefined) control.max = option.maximum;
    control.addEventListener("change", () => {
      if (control.value === "") setOption(option.name, undefined);
      else if (control.reportValidity()) choose(option, control.value);
    });
    return { control, show: (value) => (control.value = Number.isFinite(Number(value)) ? value : "") };
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
    const control = element("select", { id }, ...option.enum.map((value) => new Option(value)));
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

/** Sets an option; its default is the same as no choice, except where the studio has a choice of its own. */
function choose(option, value) {
  setOption(option.name, value === String(option.default) ? undefined : value);
}
