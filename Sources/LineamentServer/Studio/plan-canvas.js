// SPDX-License-Identifier: Apache-2.0

// The picture of a plan with its covers, on which people click, drag, resize and draw.

import { prepareCanvas, theme } from "./dom.js";
import { cellsOf, isSamePlace } from "./plan.js";

/** How far a pointer moves until it drags, and how near to a handle it must be, in CSS pixels. */
const dragStart = 4;
const reach = { mouse: 9, touch: 20, pen: 14 };
/** The handles of a box, as shares of its width and height. */
const handles = [0, 0.5, 1].flatMap((y) => [0, 0.5, 1].map((x) => ({ x, y }))).filter(({ x, y }) => x !== 0.5 || y !== 0.5);
const cursors = { "0 0": "nwse", "1 1": "nwse", "1 0": "nesw", "0 1": "nesw", "0.5 0": "ns", "0.5 1": "ns", "0 0.5": "ew", "1 0.5": "ew" };
const maximumZoom = 20;
/** With more covers than this in a picture, only the selected one has its number: they would hide each other. */
const maximumLabels = 500;

/** @typedef {{ x: number, y: number }} Point */
/**
 * The gesture of a pointer: nothing yet, or how it makes a box of the one at its start.
 * @typedef {{ start: Point, place?: CoverPlace, box?: Box, handle?: Point, hit?: CoverPlace, isDrag: boolean, id: number }} Gesture
 */
/**
 * @typedef {object} PlanPicture
 * @property {CanvasImageSource} [picture]
 * @property {number} width
 * @property {number} height
 * @property {Cover[]} covers
 * @property {CoverPlace} [selected]
 * @property {Cover["shape"]} shape That of what is drawn.
 * @property {(place: CoverPlace) => string} label
 */

export class PlanCanvas {
  #canvas;
  #handlers;
  /** @type {PlanPicture} */
  #shown = { width: 0, height: 0, covers: [], shape: "ellipse", label: () => "" };
  #view = { zoom: 1, x: 0.5, y: 0.5 };
  /** @type {Gesture | undefined} */
  #gesture;
  /** The box that the gesture makes. */
  #made;
  #fingers = new Map();
  #scheduled = 0;

  /**
   * `clicked(place)` is called for a click on a cover, or beside all; `moved(place, box)` at the end of moving or resizing
   * one; `drawn(box)` after a new one was drawn.
   * @param {HTMLCanvasElement} canvas
   * @param {{ clicked: (place?: CoverPlace) => void, moved: (place: CoverPlace, box: Box) => void, drawn: (box: Box) => void, started: () => void }} handlers
   */
  constructor(canvas, handlers) {
    this.#canvas = canvas;
    this.#handlers = handlers;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => {
      this.#fingers.delete(event.pointerId);
      this.cancel();
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event.offsetX, event.offsetY);
    }, { passive: false });
    new ResizeObserver(() => this.redraw()).observe(canvas);
  }

  show(picture) {
    this.#shown = picture;
    this.redraw();
  }

  redraw() {
    if (this.#scheduled) return;
    this.#scheduled = requestAnimationFrame(() => {
      this.#scheduled = 0;
      this.#draw();
    });
  }

  /** Gives up what the pointer does; returns whether it did anything. */
  cancel() {
    const isActive = this.#gesture !== undefined;
    this.#gesture = this.#made = undefined;
    this.redraw();
    return isActive;
  }

  fit() {
    this.#view = { zoom: 1, x: 0.5, y: 0.5 };
    this.redraw();
  }

  get isZoomed() {
    return this.#view.zoom > 1;
  }

  /** Zooms by a factor, so that what is under a point stays there. */
  zoom(factor, x = this.#canvas.clientWidth / 2, y = this.#canvas.clientHeight / 2) {
    const before = this.#toImage({ x, y });
    this.#view.zoom = Math.min(maximumZoom, Math.max(1, this.#view.zoom * factor));
    this.#shift(before, { x, y });
  }

  /** Zooms to a box. */
  zoomTo({ x, y, width, height }) {
    const { width: w, height: h } = this.#shown;
    const fitted = this.#placement(1).scale;
    const room = 0.4 * Math.min(this.#canvas.clientWidth / width, this.#canvas.clientHeight / height);
    this.#view = { zoom: Math.min(maximumZoom, Math.max(1, room / fitted)), x: (x + width / 2) / w, y: (y + height / 2) / h };
    this.redraw();
  }

  /** Moves the picture so that a point of the image is at a point of the canvas. */
  #shift(image, { x, y }) {
    const { scale } = this.#placement();
    const { width, height } = this.#shown;
    const within = (value) => Math.min(1, Math.max(0, value));
    this.#view.x = within((image.x + (this.#canvas.clientWidth / 2 - x) / scale) / width);
    this.#view.y = within((image.y + (this.#canvas.clientHeight / 2 - y) / scale) / height);
    this.redraw();
  }

  #placement(zoom = this.#view.zoom) {
    const [w, h] = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    const { width, height } = this.#shown;
    const scale = Math.min(w / width, h / height) * zoom;
    const place = (middle, size, room) => (size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, room / 2 - middle * size)));
    return { scale, left: place(this.#view.x, width * scale, w), top: place(this.#view.y, height * scale, h) };
  }

  #toImage({ x, y }) {
    const { scale, left, top } = this.#placement();
    return { x: (x - left) / scale, y: (y - top) / scale };
  }

  #toCanvas({ x, y, width, height }) {
    const { scale, left, top } = this.#placement();
    return { x: left + x * scale, y: top + y * scale, width: width * scale, height: height * scale };
  }

  #selected() {
    return this.#shown.covers.find(({ place }) => isSamePlace(place, this.#shown.selected));
  }

  /** The handle of the selected cover under a point of the canvas. */
  #handleAt({ x, y }, type) {
    const cover = this.#selected();
    if (!cover || cover.isKept) return undefined;
    const box = this.#toCanvas(cover.box);
    // Of a small box, the middle moves it.
    const size = Math.min(reach[type] ?? reach.mouse, Math.max(5, Math.min(box.width, box.height) / 3));
    const near = handles.filter((handle) =>
      Math.abs(box.x + handle.x * box.width - x) <= size && Math.abs(box.y + handle.y * box.height - y) <= size);
    return near.find((handle) => handle.x !== 0.5 && handle.y !== 0.5) ?? near[0];
  }

  /** The cover under a point: the selected one, or else the smallest. */
  #coverAt({ x, y }) {
    const around = this.#shown.covers.filter(({ box, shape }) => {
      const [across, down] = [(x - box.x) / box.width - 0.5, (y - box.y) / box.height - 0.5];
      return shape === "ellipse" ? across * across + down * down <= 0.25 : Math.max(Math.abs(across), Math.abs(down)) <= 0.5;
    });
    const selected = around.find(({ place }) => isSamePlace(place, this.#shown.selected));
    return selected ?? around.sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0];
  }

  #down(event) {
    if (!this.#shown.width || event.button > 1) return;
    const point = { x: event.offsetX, y: event.offsetY };
    this.#fingers.set(event.pointerId, point);
    this.#canvas.setPointerCapture(event.pointerId);
    if (this.#fingers.size > 1 || event.button === 1) return void this.cancel();
    this.#handlers.started();
    const start = this.#toImage(point);
    const handle = event.shiftKey ? undefined : this.#handleAt(point, event.pointerType);
    const cover = handle ? this.#selected() : this.#coverAt(start);
    // Over who stays visible, one can draw.
    const grabbed = event.shiftKey || cover?.isKept ? undefined : cover;
    this.#gesture = { start, handle, hit: cover?.place, place: grabbed?.place, box: grabbed?.box, isDrag: false, id: event.pointerId };
  }

  #move(event) {
    const point = { x: event.offsetX, y: event.offsetY };
    const before = this.#fingers.get(event.pointerId);
    if (before && (this.#fingers.size > 1 || event.buttons & 4)) return this.#pinch(event.pointerId, before, point);
    if (!this.#gesture || event.pointerId !== this.#gesture.id) return this.#showCursor(point, event);
    const from = this.#fingers.get(event.pointerId) ?? point;
    if (!this.#gesture.isDrag && Math.hypot(point.x - from.x, point.y - from.y) < dragStart) return;
    this.#gesture.isDrag = true;
    this.#made = boxOf(this.#gesture, this.#toImage(point), this.#shown, event.shiftKey);
    this.redraw();
  }

  /** Two fingers, or the middle button, move the picture; two fingers zoom as well. */
  #pinch(id, before, now) {
    const other = [...this.#fingers].find(([key]) => key !== id)?.[1];
    const image = this.#toImage(before);
    if (other) {
      const length = Math.hypot(before.x - other.x, before.y - other.y);
      this.#view.zoom = Math.min(maximumZoom, Math.max(1, (this.#view.zoom * Math.hypot(now.x - other.x, now.y - other.y)) / Math.max(1, length)));
    }
    this.#shift(image, now);
    this.#fingers.set(id, now);
  }

  #showCursor(point, { shiftKey, pointerType }) {
    if (!this.#shown.width) return;
    const handle = shiftKey ? undefined : this.#handleAt(point, pointerType);
    const cover = handle || shiftKey ? undefined : this.#coverAt(this.#toImage(point));
    this.#canvas.style.cursor = handle ? `${cursors[`${handle.x} ${handle.y}`]}-resize` : cover ? "pointer" : "crosshair";
  }

  #up(event) {
    this.#fingers.delete(event.pointerId);
    const [gesture, made] = [this.#gesture, this.#made];
    if (!gesture || gesture.id !== event.pointerId) return;
    this.#gesture = this.#made = undefined;
    this.redraw();
    if (!gesture.isDrag) this.#handlers.clicked(gesture.handle ? gesture.place : gesture.hit);
    else if (made && gesture.place) this.#handlers.moved(gesture.place, made);
    else if (made && Math.min(made.width, made.height) * this.#placement().scale >= dragStart) this.#handlers.drawn(made);
  }

  #draw() {
    const context = prepareCanvas(this.#canvas);
    const { picture, width, height, covers, selected } = this.#shown;
    if (!width) return;
    const { x, y, width: w, height: h } = this.#toCanvas({ x: 0, y: 0, width, height });
    context.imageSmoothingEnabled = w < width * 3;
    if (picture) context.drawImage(picture, x, y, w, h);
    else {
      context.fillStyle = theme.line;
      context.fillRect(x, y, w, h);
    }
    const made = this.#made;
    const shown = covers.map((cover) => {
      const moved = made && isSamePlace(cover.place, this.#gesture?.place) ? made : undefined;
      return { ...cover, where: this.#toCanvas(moved ?? cover.box), isSelected: Boolean(moved) || isSamePlace(cover.place, selected) };
    });
    for (const cover of shown) drawCover(context, cover);
    const labeled = shown.length > maximumLabels ? shown.filter(({ isSelected }) => isSelected) : shown;
    for (const cover of labeled) drawLabel(context, cover, this.#shown.label(cover.place), cover.isSelected ? [] : shown);
    if (made && !this.#gesture?.place) drawCover(context, { where: this.#toCanvas(made), shape: this.#shown.shape, isSelected: true });
  }
}

function drawCover(context, { place = /** @type {Partial<CoverPlace>} */ ({}), where, shape, mask = "", isKept = false, isSelected }) {
  outline(context, where, shape, mask);
  context.fillStyle = "rgb(8 14 20 / .5)";
  if (!isKept) context.fill();
  if (mask) outline(context, where, "rectangle");
  context.setLineDash(isKept ? [5, 4] : []);
  stroke(context, isSelected ? "#ffef5c" : place.track === undefined ? "#ffa94d" : "#ffffff", isSelected ? 2.5 : 1.5);
  context.setLineDash([]);
  if (isSelected && !isKept) drawHandles(context, where);
}

/**
 * The box that a gesture makes when the pointer is at a point of the image.
 * @param {Gesture} gesture
 * @param {Point} point
 * @param {{ width: number, height: number }} image
 * @returns {Box}
 */
function boxOf({ start, box, handle }, point, image, isDrawing) {
  if (!box || (isDrawing && !handle)) {
    const within = ({ x, y }) => ({ x: Math.min(image.width, Math.max(0, x)), y: Math.min(image.height, Math.max(0, y)) });
    const [one, other] = [within(start), within(point)];
    return spanned(one.x, one.y, other.x, other.y);
  }
  const [dx, dy] = [point.x - start.x, point.y - start.y];
  if (!handle) return { ...box, x: box.x + dx, y: box.y + dy };
  const moved = (edge, share, by) => (share === edge ? by : 0);
  return spanned(
    box.x + moved(0, handle.x, dx), box.y + moved(0, handle.y, dy),
    box.x + box.width + moved(1, handle.x, dx), box.y + box.height + moved(1, handle.y, dy));
}

const spanned = (x, y, right, bottom) =>
  ({ x: Math.min(x, right), y: Math.min(y, bottom), width: Math.abs(right - x), height: Math.abs(bottom - y) });

function outline(context, { x, y, width, height }, shape, mask = "") {
  context.beginPath();
  for (const cell of mask ? cellsOf(mask) : []) context.rect(x + cell.x * width, y + cell.y * height, cell.width * width, cell.height * height);
  if (mask) return;
  if (shape === "ellipse") context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else context.rect(x, y, width, height);
}

/** Strokes a line that is seen on light and dark pictures. */
function stroke(context, color, width) {
  context.lineWidth = width + 2;
  context.strokeStyle = "rgb(0 0 0 / .7)";
  context.stroke();
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
}

/** Writes the name of a cover above it, unless that is wider and would hide others. */
function drawLabel(context, { where }, text, others) {
  context.font = "600 12px system-ui, sans-serif";
  const w = context.measureText(text).width + 10;
  const [left, top] = [where.x + where.width / 2 - w / 2, Math.max(2, where.y - 22)];
  const isHidden = ({ x, y, width, height }) => x < left + w && x + width > left && y < top + 18 && y + height > top;
  if (w > where.width && others.some((other) => other.where !== where && isHidden(other.where))) return;
  context.fillStyle = "rgb(8 14 20 / .88)";
  context.beginPath();
  context.roundRect(left, top, w, 18, 4);
  context.fill();
  context.fillStyle = "#fff";
  context.fillText(text, left + 5, top + 13);
}

function drawHandles(context, { x, y, width, height }) {
  for (const handle of handles) {
    context.beginPath();
    context.rect(x + handle.x * width - 4, y + handle.y * height - 4, 8, 8);
    context.fillStyle = "#ffef5c";
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = "#000";
    context.stroke();
  }
}
