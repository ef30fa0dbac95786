// SPDX-License-Identifier: Apache-2.0

// Photos: a grid of all that were chosen, and one that is open.

import { Problem, post } from "./api.js";
import { choose, forgetPeople } from "./chosen.js";
import { drawnByServer } from "./copy.js";
import { byID, contextOf, download, element, fileOf, setText } from "./dom.js";
import { isEdited, onEdits } from "./edits.js";
import { chosenExample, exampleFile, showExamples, startExamples } from "./examples.js";
import { isCutout } from "./layers.js";
import { hasBackgrounds, limits, optionsFor } from "./options.js";
import { peopleIn } from "./results.js";
import { currentScene, drawWhole, fit, restoreView } from "./stage.js";
import { onChange, opened, set, state } from "./state.js";
import { subject } from "./tasks.js";
import { isVideo } from "./video.js";
import { count, decimal } from "./words.js";

const grid = byID("photo-grid");
const thumbnailSize = 360;
const concurrency = 2;

/** @type {Photo[]} */
let photos = [];
/** @type {Photo | undefined} */
let open;
/** @type {Page} */
let page;
/**
 * Photos that wait for their result, and how many are under way.
 * @type {Photo[]}
 */
let queue = [];
let underway = 0;
/** Grows with each change of task or options; answers of an older run are dropped. */
let run = 0;
/** Whether task or options changed while another mode was shown. */
let isStale = false;
let aborter = new AbortController();

export function startPhotos(handlers) {
  page = handlers;
  const chooser = byID("choose-photos");
  chooser.addEventListener("change", () => {
    addPhotos([...(chooser.files ?? [])]);
    chooser.value = "";
  });
  byID("all-photos").addEventListener("click", showGrid);
  byID("remove-photos").addEventListener("click", () => {
    removeAll();
    updateTools();
    invite();
  });
  byID("previous-photo").addEventListener("click", () => stepPhoto(-1));
  byID("next-photo").addEventListener("click", () => stepPhoto(1));
  startExamples((name) => openExample(name).catch(({ message }) => page.message(message)));
  byID("save-json").addEventListener("click", saveJSON);
  byID("save-csv").addEventListener("click", saveCSV);
  byID("save-png").addEventListener("click", savePNG);
  onChange(["task", "options"], rerun);
  onEdits(drawTiles);
  onChange(["layers"], () => state.mode === "photos" && drawTiles());
  onChange(["background"], () => open && showOpen());
}

/** Shows an example, in place of the one before. */
async function openExample(name) {
  const file = await exampleFile(name);
  if (photos.length && !photos[0].isExample) return;
  removeAll();
  set("example", name);
  add([newPhoto(file, true)]);
}

export function enterPhotos() {
  updateTools();
  if (isStale) rerun();
  if (open) openPhoto(open);
  else if (photos.length) showGrid();
  else openExample(chosenExample()).catch(invite);
}

function invite() {
  page.clear("The people in a photo appear here.");
  page.notice("Choose or drop photos", ["They go to this server only, and are not stored."]);
}

export function leavePhotos() {
  grid.hidden = true;
}

/**
 * Adds files, which replace the example; a single one is opened at once, several are shown as a grid.
 * @param {File[]} files
 */
export function addPhotos(files) {
  if (!files.length) return;
  if (photos[0]?.isExample) removeAll();
  add(files.map((file) => newPhoto(file)));
}

/** @param {Photo[]} added */
function add(added) {
  photos.push(...added);
  grid.append(...added.map(({ tile }) => tile));
  queue.push(...added);
  if (state.mode === "photos") {
    if (added.length === 1) openPhoto(added[0]);
    else showGrid();
  }
  work();
}

function removeAll() {
  photos = [];
  queue = [];
  open = undefined;
  grid.replaceChildren();
}

/** @param {File} file */
function newPhoto(file, isExample = false) {
  const canvas = element("canvas");
  const status = element("span", { className: "hint", textContent: "Waiting" });
  const caption = element("span", { className: "caption", textContent: file.name });
  const tile = element("button", { className: "tile" }, canvas, caption, status);
  /** @type {Photo} */
  const photo = { file, name: file.name, isExample, tile, canvas, status };
  tile.addEventListener("click", () => {
    openPhoto(photo);
    // Only once it is drawn can the picture take the focus.
    requestAnimationFrame(() => byID("picture").focus());
  });
  return photo;
}

function rerun() {
  isStale = state.mode !== "photos";
  run++;
  aborter.abort();
  aborter = new AbortController();
  for (const photo of photos) {
    photo.result = photo.error = photo.times = photo.drawing = undefined;
    setText(photo.status, "Waiting");
  }
  if (isStale) return void (queue = []);
  queue = open ? [open, ...photos.filter((photo) => photo !== open)] : [...photos];
  // The photo on the stage has the result of the old task or options.
  if (open) page.remark("Working…", true);
  updateTools();
  work();
}

function work() {
  while (underway < concurrency) {
    const photo = queue.shift();
    if (!photo) return;
    underway++;
    analyze(photo, run).finally(() => {
      underway--;
      work();
    });
  }
}

/**
 * @param {Photo} photo
 * @param {number} ofRun
 */
async function analyze(photo, ofRun) {
  const start = performance.now();
  try {
    if (isVideo(photo.file)) throw new Problem(0, "This is a video. Choose it under Video.");
    const answer = post(state.task, photo.file, optionsFor("image"), { signal: aborter.signal, maximum: limits.bodyBytes });
    // The picture is decoded while the server works on the file.
    const [response] = await Promise.all([answer, decoded(photo)]);
    const result = await response.json();
    if (ofRun !== run) return;
    photo.times = timesOf(response, performance.now() - start);
    photo.result = { ...result, source: photo.name };
    photo.error = undefined;
  } catch (error) {
    if (ofRun !== run) return;
    if (error.status === 415) photo.error = "This file is not a photo.";
    // The service's advice on videos is for programs; people drop videos as they are.
    else photo.error = error instanceof Problem ? error.message.replace(/ If it is a video, .*/, "") : `The photo could not be sent: ${error.message}`;
  }
  drawTile(photo);
  updateTools();
  if (photo === open) showOpen();
  else if (!open) await readTile(photo);
}

/**
 * How long each step of the server took, and all together, in milliseconds.
 * @param {Response} response
 * @param {number} total
 * @returns {Record<string, number>}
 */
function timesOf(response, total) {
  const steps = [...(response.headers.get("Server-Timing") ?? "").matchAll(/([a-z]+);dur=([\d.]+)/g)];
  return { total, ...Object.fromEntries(steps.map(([, name, duration]) => [name, Number(duration)])) };
}

const stepWords = { queue: "waiting", decode: "decoding", run: "finding", encode: "writing" };

/** Tells how long the open photo took, and where. */
function showTimes() {
  const times = open?.times;
  byID("photo-time").hidden = !times;
  if (!times) return;
  const steps = Object.entries(stepWords).filter(([name]) => name in times);
  const onTheWay = times.total - steps.reduce((sum, [name]) => sum + times[name], 0);
  const parts = [...steps.map(([name, word]) => `${decimal(times[name], 0)} ${word}`), `${decimal(Math.max(0, onTheWay), 0)} on the way`];
  setText(byID("photo-time"), `${decimal(times.total, 0)} ms at ${location.host}: ${parts.join(", ")}`);
}

/**
 * Decodes a photo once, whoever asks first.
 * @param {Photo} photo
 */
const decoded = (photo) => (photo.decoding ??= decodeThumbnail(photo));

/**
 * Makes a small picture of a photo, if the browser can read its type.
 * @param {Photo} photo
 */
async function decodeThumbnail(photo) {
  try {
    const bitmap = await createImageBitmap(photo.file);
    [photo.width, photo.height] = [bitmap.width, bitmap.height];
    photo.thumbnail = reduced(bitmap);
    if (photo === open) setFull(photo, bitmap);
    else bitmap.close();
  } catch {
    photo.isForeign = true;
  }
}

/** @param {ImageBitmap} bitmap */
export function reduced(bitmap) {
  const scale = Math.min(1, thumbnailSize / Math.max(bitmap.width, bitmap.height));
  const canvas = element("canvas");
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * In the grid, too, a photo whose type the browser cannot read is shown as the server draws it.
 * @param {Photo} photo
 */
async function readTile(photo) {
  if (!photo.isForeign || !photo.result || photo.drawing) return;
  const ofRun = run;
  const bitmap = await drawnByServer(photo.file, {}, aborter.signal).catch(() => undefined);
  if (bitmap && ofRun === run) photo.drawing = reduced(bitmap);
  bitmap?.close();
  drawTile(photo);
}

/**
 * Only the open photo is kept in full size; the server's drawing of it, with its run and background, if the browser cannot read it.
 * @type {{ photo: Photo, bitmap: ImageBitmap, run?: number, background?: string } | undefined}
 */
let full;

/**
 * @param {Photo} photo
 * @param {ImageBitmap} bitmap
 * @param {{ run?: number, background?: string }} drawing
 */
function setFull(photo, bitmap, drawing = {}) {
  if (full?.bitmap !== bitmap) full?.bitmap.close();
  full = { photo, bitmap, ...drawing };
}

/** @param {Photo} photo */
function drawTile(photo) {
  const { result, error, thumbnail, drawing, canvas } = photo;
  photo.tile.classList.toggle("failed", Boolean(error));
  if (error) setText(photo.status, error);
  else if (result) {
    const found = count(peopleIn(result, state.task).length, subject(state.task));
    setText(photo.status, isEdited(photo.file) ? `${found}, edited by hand` : found);
  }
  const picture = drawing ?? thumbnail;
  canvas.hidden = Boolean(error && !picture);
  if (!picture) return;
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const context = contextOf(canvas);
  if (drawing || !result) context.drawImage(picture, 0, 0);
  else drawWhole(context, sceneOf(photo, picture), canvas);
}

const drawTiles = () => photos.forEach(drawTile);

/**
 * @param {Photo} photo
 * @param {ImageBitmap | HTMLCanvasElement} picture
 * @returns {Scene}
 */
function sceneOf(photo, picture) {
  const { result, width, height } = photo;
  return {
    picture,
    width: result?.width ?? width ?? picture.width,
    height: result?.height ?? height ?? picture.height,
    people: result ? peopleIn(result, state.task) : [],
    masks: [],
    cutout: cutout?.photo === photo && cutout.run === run ? cutout.bitmap : undefined,
  };
}

function showGrid() {
  const { tile } = open ?? {};
  open = undefined;
  forgetPeople();
  page.notice();
  page.clear(`${count(photos.length, "photo")}. Open one to see its people.`);
  grid.hidden = false;
  tile?.focus();
  updateTools();
  photos.forEach(readTile);
}

/** @param {Photo} photo */
async function openPhoto(photo) {
  if (photo !== open) forgetPeople();
  open = photo;
  grid.hidden = true;
  page.notice();
  if (queue.includes(photo)) queue = [photo, ...queue.filter((other) => other !== photo)];
  fit();
  updateTools();
  showOpen();
  if (!photo.thumbnail && !photo.isForeign) {
    await decoded(photo);
    return void (photo === open && showOpen());
  }
  if (full?.photo === photo || photo.isForeign) return;
  const bitmap = await createImageBitmap(photo.file).catch(() => undefined);
  if (!bitmap) return;
  if (open !== photo) return bitmap.close();
  setFull(photo, bitmap);
  showOpen();
}

/** Shows what there is of the open photo: the small picture first, then the full one, then the results. */
async function showOpen() {
  const photo = open;
  if (state.mode !== "photos" || !photo) return;
  if (photo.error) page.notice(photo.name, [photo.error]);
  else page.notice();
  if (photo.isForeign && photo.result) await readDrawing(photo);
  if (open !== photo) return;
  const picture = full?.photo === photo ? full.bitmap : photo.thumbnail;
  if (!picture) {
    page.clear("");
    return page.remark(photo.result || photo.error ? undefined : "Working…");
  }
  if (!photo.result) return page.showPicture(sceneOf(photo, picture), photo.error && "");
  page.show(sceneOf(photo, picture));
  if (photo.isExample) restore();
  if (photo.isForeign) page.remark("Drawn by the server: this browser cannot show this type of image.");
  else if (chosenBackground()) showCutout(photo);
}

/** Goes once to the person and the part of the example that the address names. */
function restore() {
  const { person, view } = opened;
  if (person !== undefined) choose(person);
  if (view) restoreView(view);
  opened.person = opened.view = undefined;
}

/** The background that the task can put behind people; nothing if it cannot, or if the picture's own is shown. */
const chosenBackground = () => (hasBackgrounds() && state.background !== "off" ? state.background : undefined);

/**
 * The people of the photo that was cut out last, and the run that its options belong to.
 * @type {{ photo: Photo, run: number, bitmap: ImageBitmap } | undefined}
 */
let cutout;

/**
 * Has the server cut out the people of the open photo once, whatever they are to stand before.
 * @param {Photo} photo
 */
async function showCutout(photo) {
  if (cutout?.photo === photo && cutout.run === run) return;
  const ofRun = run;
  page.remark("Cutting out…");
  try {
    const bitmap = await drawnByServer(photo.file, { background: "none" }, aborter.signal);
    if (ofRun !== run || !photos.includes(photo)) return bitmap.close();
    cutout?.bitmap.close();
    cutout = { photo, run, bitmap };
    if (open === photo) showOpen();
  } catch (error) {
    if (ofRun === run && open === photo) page.message(`The people could not be cut out: ${error.message}`);
  }
}

/**
 * A browser that cannot read a photo's type shows the server's drawing of it.
 * @param {Photo} photo
 */
async function readDrawing(photo) {
  const background = isCutout(chosenBackground() ?? "off") ? state.background : undefined;
  if (full?.photo === photo && full.run === run && full.background === background) return;
  const ofRun = run;
  try {
    const bitmap = await drawnByServer(photo.file, background ? { background } : {}, aborter.signal);
    if (open !== photo || ofRun !== run) return bitmap.close();
    setFull(photo, bitmap, { run, background });
  } catch (error) {
    if (open === photo && ofRun === run) page.message(error.message);
  }
}

export function stepPhoto(step) {
  if (!open || photos.length < 2) return;
  const at = photos.indexOf(open);
  openPhoto(photos[(at + step + photos.length) % photos.length]);
}

/** Escape goes from a photo back to all of them. */
export function closePhoto() {
  if (open && photos.length > 1) showGrid();
}

function updateTools() {
  showTimes();
  showExamples(!photos.length || Boolean(photos[0].isExample), Boolean(photos.length));
  setText(byID("photo-name"), open ? open.name : count(photos.length, "photo"));
  // An example is named by its button.
  byID("photo-name").hidden = isExample();
  byID("remove-photos").hidden = !photos.length || (photos.length > 1 && Boolean(open));
  setText(byID("remove-photos"), open ? "Remove" : "Remove all");
  for (const button of [byID("all-photos"), byID("previous-photo"), byID("next-photo")]) button.hidden = photos.length < 2 || !open;
  const isFinished = chosen().length > 0 && chosen().every(({ result, error }) => result || error);
  for (const button of [byID("save-json"), byID("save-csv")]) button.disabled = !isFinished;
  byID("save-png").disabled = !isFinished || !open;
  byID("crop-photo").hidden = !open || Boolean(open.error);
  byID("redact-photo").hidden = open ? Boolean(open.error) : photos.length < 2;
  setText(byID("redact-photo"), open ? "Redact…" : "Redact all…");
  byID("save-png").title = open ? "" : "Open a photo to download its drawing.";
}

const chosen = () => (open ? [open] : photos);
const baseName = () => (open ? open.name.replace(/\.[^.]*$/, "") : state.task);

function saveJSON() {
  const lines = chosen().map(({ name, result, error }) => JSON.stringify(result ?? { source: name, error }));
  download(new Blob([lines.join("\n"), "\n"], { type: "application/json" }), `${baseName()}.${open ? "json" : "jsonl"}`);
}

/**
 * Divides files into batches of as many as the server accepts in one request.
 * @param {File[]} files
 */
function batches(files) {
  /** @type {File[]} */
  let batch = [];
  const list = [];
  let bytes = Infinity;
  for (const file of files) {
    if (bytes + file.size > limits.bodyBytes * 0.95 || batch.length === limits.parts) {
      batch = [];
      list.push(batch);
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  return list;
}

/** The server writes the table. */
async function saveCSV() {
  /** @type {string[]} */
  const tables = [];
  try {
    for (const files of batches(chosen().map(({ file }) => file))) {
      const form = new FormData();
      for (const file of files) form.append("image", file, file.name);
      const table = await (await post(state.task, form, optionsFor("image"), { accept: "text/csv" })).text();
      tables.push(tables.length ? table.slice(table.indexOf("\n") + 1) : table);
    }
    download(new Blob(tables, { type: "text/csv" }), `${baseName()}.csv`);
  } catch (error) {
    page.message(`The CSV file could not be created: ${error.message}`);
  }
}

function savePNG() {
  const scene = currentScene();
  const canvas = element("canvas");
  [canvas.width, canvas.height] = [scene.width, scene.height];
  drawWhole(contextOf(canvas), scene);
  const name = `${baseName()}-drawn.png`;
  fileOf(canvas).then((file) => download(file, name), ({ message }) => page.message(message));
}

export const photoName = () => open?.name;
export const photoFile = () => open?.file;
export const photoFiles = () => photos.map(({ file }) => file);
export const isExample = () => Boolean(open?.isExample);
