// SPDX-License-Identifier: Apache-2.0

// Redacted copies and crops of the photo or video that is open, or redacted copies of all photos.

import { Problem, post } from "./api.js";
import { videoCopy } from "./copy.js";
import { byID, debounced, download, drawingOf, element, movieOf, setText, showIn } from "./dom.js";
import { editsOf, isEdited, setEdits } from "./edits.js";
import { limits } from "./options.js";
import { reduced } from "./photos.js";
import { coversAt } from "./plan.js";
import { discardEdits, openEditor, startPlanEditor } from "./plan-editor.js";
import { renderedPlan } from "./plan-requests.js";
import { zipEntries, zipOf } from "./zip.js";
import { capitalized, clock, count, optionWords, toolWords, valueWords, words } from "./words.js";

const dialog = byID("tool");
const preview = byID("tool-preview");
/** The media types of images that the server writes. */
let imageTypes = ["image/png"];
/**
 * Tool → its options, as the server describes them.
 * @type {Record<string, ServiceOption[]>}
 */
const tables = {};
/**
 * The open tool, its file, the media type for videos, the name without the extension, and all photos if they are meant.
 * @type {{ tool: string, file: File, name: string, type?: string, base: string, files?: File[] }}
 */
let work;
/**
 * The chosen options; the others have the server's defaults.
 * @type {Chosen}
 */
let chosen = {};
let aborter = new AbortController();
/**
 * The archive of the crops that are shown.
 * @type {Blob | undefined}
 */
let archive;

/**
 * Takes the server's description of its tools; `source()` returns the photo or video that is open, or all photos.
 * @param {Service} service
 * @param {() => { file: File, files?: File[], name: string, type?: string } | undefined} source
 */
export function startTools(service, source) {
  for (const { name, options } of service.tools) tables[name] = options;
  imageTypes = service.mediaTypes.filter((type) => type.startsWith("image/"));
  /** @type {[HTMLButtonElement, string][]} */
  const buttons = [[byID("redact-photo"), "redact"], [byID("crop-photo"), "crop"], [byID("redact-video"), "redact"]];
  for (const [button, tool] of buttons) {
    button.addEventListener("click", () => {
      const opened = source();
      if (opened) open(tool, opened);
    });
  }
  byID("tool-options").addEventListener("submit", (event) => event.preventDefault());
  startPlanEditor(tables.redact?.find(({ name }) => name === "how")?.enum ?? []);
  byID("tool-edit").addEventListener("click", () => edit());
  byID("tool-discard").addEventListener("click", () => discardEdits(work.file) && fill());
  const chooser = byID("tool-plan");
  chooser.addEventListener("change", () => {
    const [file] = chooser.files ?? [];
    if (file) edit(file);
    chooser.value = "";
  });
  byID("tool-show").addEventListener("click", () => (work.files ? showAll() : showVideo()));
  byID("tool-save").addEventListener("click", save);
  dialog.addEventListener("close", stop);
}

const isVideo = () => work.type !== undefined;

/**
 * @param {string} tool
 * @param {{ file: File, files?: File[], name: string, type?: string }} source
 */
function open(tool, { file, files, type, name }) {
  work = { tool, file, files, name, type, base: baseOf(name) };
  fill();
  dialog.showModal();
}

/** Shows the options, with what was entered for this file alone, and what is there to see. */
function fill() {
  const { tool, file, files, name } = work;
  chosen = tool === "redact" && !files ? { ...editsOf(file)?.options } : {};
  setText(byID("tool-title"), `${capitalized(tool)} ${name}`);
  setText(byID("tool-save"), tool === "crop" || files ? "Download ZIP" : "Download copy");
  byID("tool-show").hidden = !isVideo() && !files;
  byID("tool-edit").hidden = byID("tool-open").hidden = tool !== "redact" || Boolean(files);
  byID("tool-discard").hidden = tool !== "redact" || Boolean(files) || !isEdited(file);
  byID("tool-options").replaceChildren(...controls());
  show();
  if (isVideo() || files) status(introduction());
  else update();
}

/** The plan of a file that was edited by hand, by which all that is made of it is made. */
const planOf = (file = work.file) => (work.tool === "redact" ? editsOf(file)?.plan : undefined);

/** Returns the note that is shown before anything is made. */
function introduction() {
  if (isVideo() && planOf()) return "Edited by hand: copies are made by the edited plan.";
  if (isVideo()) return "Faces are tracked, so that nobody appears in between.";
  const edited = (work.files ?? []).filter(isEdited);
  if (!edited.length) return "Open a photo to correct by hand what is covered in it.";
  const names = edited.slice(0, 5).map(({ name }) => name).join(", ") + (edited.length > 5 ? ", …" : "");
  return `${edited.length} of ${work.name} edited by hand, and redacted as edited: ${names}. For these, only How is chosen here.`;
}

function stop() {
  aborter.abort();
  archive = undefined;
  show();
}

/** The options but for `review`, which is how the page shows what would be covered, and `thumbnails`, which plans have. */
function controls() {
  const kind = isVideo() ? "video" : "image";
  // Options with places or numbers of one photo do not apply to several.
  const left = ["review", "thumbnails", ...(work.files ? ["cover", "uncover"] : [])];
  const isShown = ({ name, appliesTo }) => !left.includes(name) && appliesTo.includes(kind);
  return tables[work.tool].filter(isShown).map(control);
}

/** @param {ServiceOption} option */
function control(option) {
  const [before, after = ""] = toolWords[work.tool][option.name] ?? optionWords[option.name] ?? [capitalized(words(option.name))];
  const input = (option.enum ? choices : option.pattern ? wordsOrNumbers : option.type === "boolean" ? box : number)(option);
  input.name = option.name;
  if (option.name in chosen) setValue(input, chosen[option.name]);
  input.disabled = !work.files && planOf() !== undefined && !isOfFile(option.name);
  input.addEventListener("change", () => {
    if (!input.reportValidity()) return;
    const value = valueOf(input);
    // The default counts as no choice, so that the plan that is edited stays.
    if (value === "" || value === option.default) delete chosen[option.name];
    else chosen[option.name] = value;
    if (work.files) {
      aborter.abort();
      status(introduction());
    } else rememberOwn();
    if (isVideo() || work.files) return show();
    update();
  });
  return element("label", { className: "field", title: option.description }, before, input, after);
}

/** The options that name places or numbers of one file. */
const ownOptions = ["cover", "uncover", "keep"];

const phaseOf = (/** @type {string} */ name) => tables[work.tool].find((option) => option.name === name)?.phase;

/** Whether an option concerns the file of a copy, and not what is covered in it. */
const isOfFile = (/** @type {string} */ name) => phaseOf(name) === "file";

/** Whether an option concerns how something is covered, and not what. */
const isOfCover = (/** @type {string} */ name) => phaseOf(name) !== undefined && !ownOptions.includes(name);

/** @param {(name: string) => boolean} isWanted @returns {Chosen} */
const chosenWhere = (isWanted) => Object.fromEntries(Object.entries(chosen).filter(([name]) => isWanted(name)));

/**
 * Remembers what was entered for this file alone, which counts when all photos are redacted, too: with the options of the search, as the
 * numbers of faces depend on them.
 */
function rememberOwn() {
  if (work.tool !== "redact" || planOf()) return;
  const options = ownOptions.some((name) => name in chosen) ? chosenWhere((name) => !isOfCover(name)) : {};
  setEdits(work.file, Object.keys(options).length ? { index: 0, analysis: {}, options } : undefined);
  byID("tool-discard").hidden = !isEdited(work.file);
}

/** @param {HTMLInputElement | HTMLSelectElement} input @param {string} value */
function setValue(input, value) {
  if (input.type === "checkbox") /** @type {HTMLInputElement} */ (input).checked = value === "true";
  else input.value = value;
}

/** @param {HTMLInputElement | HTMLSelectElement} input */
function valueOf(input) {
  if (input.type === "checkbox") return String(/** @type {HTMLInputElement} */ (input).checked);
  return input.type === "number" && input.value ? String(Number(input.value)) : input.value;
}

/** @param {ServiceOption} option */
function choices({ enum: values = [], default: usual, name }) {
  const select = element("select", {}, ...values.map((value) => new Option(valueWords[name]?.[value] ?? value, value)));
  select.value = usual;
  return select;
}

/** Photos have no tracks to keep. */
function wordsOrNumbers(option) {
  if (!isVideo() && option.name === "keep") return choices({ ...option, enum: option.examples });
  return element("input", { type: "text", pattern: option.pattern, value: option.default, title: option.accepts });
}

const box = (option) => element("input", { type: "checkbox", checked: option.default === "true" });

/** @param {ServiceOption} option */
function number({ minimum, maximum, type, default: usual }) {
  const fraction = (maximum ?? Infinity) <= 4 ? 0.01 : "any";
  const step = type === "integer" ? 1 : fraction;
  return element("input", { type: "number", min: minimum, max: maximum, step, value: usual, placeholder: "auto" });
}

const status = (text) => setText(byID("tool-status"), text);

const show = (...nodes) => showIn(preview, ...nodes);

/** Shows what the options make of the photo, a moment after the last change. */
const update = debounced(async () => {
  // Another dialog may have been opened meanwhile.
  if (!dialog.open || isVideo() || work.files) return;
  aborter.abort();
  aborter = new AbortController();
  const { signal } = aborter;
  status("Working…");
  try {
    await (work.tool === "crop" ? showCrops(signal) : showReview(signal));
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}, 200);

function fail(error) {
  show();
  status(error instanceof Problem ? error.message : `That failed: ${error.message}`);
}

/**
 * @param {Chosen} options
 * @param {string} accept
 * @param {AbortSignal} [signal]
 */
function posted(options, accept, signal, file = work.file) {
  const own = work.files && editsOf(file)?.options;
  const search = own && Object.keys(own).length ? { ...chosenWhere(isOfCover), ...own } : chosen;
  return post(work.tool, file, { ...search, ...options }, { accept, signal, maximum: limits.bodyBytes });
}

/**
 * Makes the copy of a file from its edited plan; `how` counts if it is chosen for all.
 * @param {RedactionPlan} plan
 * @param {File} file
 * @param {Chosen} options
 * @param {string} type
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} [onTime]
 */
function rendered(plan, file, options, type, signal, onTime) {
  const chosenOnes = chosenWhere((name) => isOfFile(name) || (name === "how" && work.files !== undefined));
  return renderedPlan(plan, { file, name: file.name, type: work.type }, { ...chosenOnes, ...options }, type, signal, onTime);
}

/**
 * The redacted copy of a photo, by its edited plan if there is one.
 * @param {File} file
 * @param {string} type
 */
async function copyOf(file, type, signal) {
  const plan = planOf(file);
  return plan ? rendered(plan, file, {}, type, signal) : (await posted({}, type, signal, file)).blob();
}

/** Returns the review of a photo: the server's drawing, the number of areas, and how many of all are worth a look. */
async function reviewOf(file, signal) {
  const { plan, index = 0 } = editsOf(file) ?? {};
  if (plan) {
    const covers = coversAt(plan.inputs[index]).filter(({ isKept }) => !isKept);
    return { drawing: await rendered(plan, file, { review: "true" }, "image/png", signal), areas: covers.length, doubts: 0 };
  }
  const [drawing, report] = await Promise.all([
    posted({ review: "true" }, "image/png", signal, file), posted({}, "application/json", signal, file)]);
  /** @type {RedactResult} */
  const { covered = [], people = [] } = await report.json();
  return { drawing: await drawing.blob(), areas: covered.length, doubts: [...covered, ...people].filter(({ doubt }) => doubt).length };
}

function review(areas, doubts) {
  const people = chosen.what === "people" ? ", and the bodies that are tinted" : "";
  return `${count(areas, "area")} would be covered${people}${doubts ? `; ${doubts} worth a look` : ""}. No detector finds everyone.`;
}

async function showReview(signal) {
  const { drawing, areas, doubts } = await reviewOf(work.file, signal);
  show(await drawingOf(drawing, "What would be covered"));
  status(`${review(areas, doubts)}${isEdited(work.file) ? " Edited by hand." : ""}`);
}

async function showCrops(signal) {
  archive = await (await posted({}, "application/zip", signal)).blob();
  const files = zipEntries(await archive.arrayBuffer()).filter(({ name }) => name !== "crops.json");
  const noun = chosen.what === "people" ? "person" : "face";
  const crops = await Promise.all(files.map(({ bytes }, index) => drawingOf(new Blob([bytes]), `${capitalized(noun)} ${index + 1}`)));
  if (signal.aborted) return;
  show(...crops);
  status(crops.length ? `${count(crops.length, "crop")}, and a table` : `No ${noun} to cut out.`);
}

/** Whether all that is entered can be taken; says what is wrong. */
const isRight = () => byID("tool-options").reportValidity();

/** Opens the editor of plans, with a plan in a file or a new one. */
function edit(/** @type {File | undefined} */ plan = undefined) {
  if (!isRight()) return;
  const { file, name, type } = work;
  // In the order of the table, so that it does not matter which one was chosen first. A copy by a plan is not searched again.
  const names = tables[work.tool].map((option) => option.name).filter((option) => option in chosen && phaseOf(option) !== "verification");
  const options = (isOfCopy) =>
    Object.fromEntries(names.filter((option) => isOfFile(option) === isOfCopy).map((option) => [option, chosen[option]]));
  dialog.close();
  openEditor({ source: { file, name, type }, analysis: options(false), rendering: options(true), imageType: imageType() }, plan);
}

const imageType = (file = work.file) => (imageTypes.includes(file.type) ? file.type : "image/png");
const endingOf = (type) => type.split("/")[1].replace("jpeg", "jpg");
const baseOf = (name) => name.replace(/\.[^.]*$/, "");

async function save() {
  if (!isRight()) return;
  if (work.files) return saveAll();
  if (work.tool === "crop") return archive && download(archive, `${work.base}-crops.zip`);
  if (isVideo()) return saveVideo({}, (blob) => download(blob, `${work.base}-redacted.mp4`));
  const type = imageType();
  try {
    // Not aborted by what is chosen meanwhile.
    const blob = await copyOf(work.file, type, new AbortController().signal);
    download(blob, `${work.base}-redacted.${endingOf(type)}`);
  } catch (error) {
    fail(error);
  }
}

/**
 * Takes one photo after the other, and says what came of them, and which failed.
 * @param {(file: File, signal: AbortSignal) => Promise<void>} take
 * @param {() => string | Promise<string>} outcome
 */
async function withAll(take, outcome) {
  aborter.abort();
  const { signal } = (aborter = new AbortController());
  /** @type {string[]} */
  const failures = [];
  show();
  for (const [index, file] of (work.files ?? []).entries()) {
    status(`Working… ${index + 1} of ${work.name}`);
    await take(file, signal).catch(({ message }) => failures.push(`${file.name} failed: ${message}`));
    if (signal.aborted) return;
  }
  try {
    status([await outcome(), ...failures].join(" "));
  } catch (error) {
    fail(error);
  }
}

const titleOf = (file) => `${file.name}${isEdited(file) ? ", edited by hand" : ""}`;

function showAll() {
  let [shown, areas, doubts] = [0, 0, 0];
  return withAll(async (file, signal) => {
    const found = await reviewOf(file, signal);
    const bitmap = await createImageBitmap(found.drawing);
    if (!signal.aborted) preview.append(Object.assign(reduced(bitmap), { role: "img", ariaLabel: titleOf(file), title: titleOf(file) }));
    bitmap.close();
    shown++;
    areas += found.areas;
    doubts += found.doubts;
  }, () => (shown ? review(areas, doubts) : ""));
}

function saveAll() {
  /** @type {Map<string, Blob>} */
  const copies = new Map();
  let edited = 0;
  return withAll(async (file, signal) => {
    const type = imageType(file);
    const copy = await copyOf(file, type, signal);
    if (isEdited(file)) edited++;
    const name = `${baseOf(file.name)}-redacted.${endingOf(type)}`;
    let unique = name;
    for (let index = 2; copies.has(unique); index++) unique = `${index}-${name}`;
    copies.set(unique, copy);
  }, async () => {
    if (!copies.size) return "";
    download(await zipOf(copies), "redacted.zip");
    const how = edited ? `, ${edited} of them as edited by hand` : "";
    return `${count(copies.size, "photo")} redacted${how}. Look at each copy before you publish it.`;
  });
}

const showVideo = () => isRight() && saveVideo({ review: "true" }, () => {});

/** Has the server make a copy of the video, and plays it. */
async function saveVideo(options, take) {
  aborter.abort();
  aborter = new AbortController();
  const { signal } = aborter;
  const tell = (seconds) => status(`Working… ${clock(seconds)}`);
  tell(0);
  try {
    const plan = planOf();
    const blob = await (plan ? rendered(plan, work.file, options, "", signal, tell)
      : videoCopy(work.tool, { ...chosen, ...options }, work.file, work.type, signal, tell));
    show(movieOf(blob));
    status(options.review ? "This is what would be covered. No detector finds everyone." : "The copy is complete. Look at it before you publish it.");
    take(blob);
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}
