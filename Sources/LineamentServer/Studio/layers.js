// SPDX-License-Identifier: Apache-2.0

// The layers of a drawing. Everything is drawn in the pixels of the image, under one transform.

import { topology } from "./topology.js";

/** Layer → title. */
export const layers = {
  mesh: "Mesh", contours: "Contours", irises: "Irises", skeleton: "Skeleton", points: "Points", box: "Box", hidePicture: "Hide picture",
};

/** The layers that all tasks have. */
export const layersOfAll = ["points", "box", "hidePicture"];

/** The backgrounds of people; all but "off" and "tint" are values of the service's option `background`. */
export const backgrounds = {
  off: "As it is", tint: "As it is, people tinted", none: "Nothing", blur: "Blurred", white: "White", black: "Black", "#00b140": "Green",
};

/** Whether a background replaces the picture's, so that only people remain of it. */
export const isCutout = (background) => !["off", "tint"].includes(background);

/**
 * The colors of people, those of the server's drawings.
 * @type {string[]}
 */
let palette = [];

/**
 * Takes the server's description of itself.
 * @param {Service} service
 */
export function startLayers(service) {
  palette = service.personColors;
}

/** The colors of a single body's sides. */
const usualSides = { left: "#e69e00", right: "#57b5e8", middle: "#ffffff" };

/**
 * A hand has the number of its person, if that is known.
 * @param {Drawn} person
 */
function numberOf({ kind, key, index, values }) {
  if (kind === "hand" && values?.person) return values.person - 1;
  return typeof key === "number" ? key - 1 : index;
}

export const colorOf = (person) => palette[numberOf(person) % palette.length];

/** The colors of a body's sides: one body of a photo has those of all bodies, each of several a lighter and a darker one of its own. */
export function sideColorsOf(person, isAlone) {
  if (isAlone && typeof person.key !== "number") return usualSides;
  const color = colorOf(person);
  return { left: mixed(color, 255, 0.45), right: mixed(color, 0, 0.3), middle: color };
}

/** A color with a share of white (255) or black (0). */
function mixed(color, target, share) {
  const channels = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
  return `rgb(${channels.map((value) => Math.round(value + (target - value) * share)).join(" ")})`;
}

/**
 * Draws a scene under a view.
 * @param {Context} context
 * @param {Scene} scene
 * @param {View} view
 */
export function drawScene(context, scene, view) {
  context.save();
  if (view.mirrored) context.transform(-view.scale, 0, 0, view.scale, view.left + scene.width * view.scale, view.top);
  else context.transform(view.scale, 0, 0, view.scale, view.left, view.top);
  drawBackground(context, scene, view);
  context.beginPath();
  context.rect(0, 0, scene.width, scene.height);
  context.clip();
  context.lineJoin = context.lineCap = "round";
  const pixel = view.unit / view.scale;
  const shown = withoutDetails(view.layers, scene.people, pixel);
  for (const person of scene.people) drawPerson(context, scene, person, shown, pixel);
  context.restore();
  if (view.layers.has("box")) for (const person of scene.people) drawLabel(context, scene, person, view);
}

/**
 * @param {Context} context
 * @param {Scene} scene
 * @param {View} view
 */
function drawBackground(context, scene, view) {
  const { width, height, picture } = scene;
  context.imageSmoothingEnabled = view.scale < 6;
  if (view.layers.has("hidePicture") || !picture) return fill(context, scene, "#10161b");
  const silhouette = view.background === "off" ? undefined : silhouetteOf(scene);
  if (!silhouette) return context.drawImage(picture, 0, 0, width, height);
  drawBehind(context, scene, view);
  const isPainted = silhouette === scene.cutout && view.background !== "tint";
  context.drawImage(isPainted ? silhouette : painted(silhouette, view.background, picture), 0, 0, width, height);
}

function fill(context, { width, height }, style) {
  context.fillStyle = style;
  context.fillRect(0, 0, width, height);
}

/**
 * Draws what people stand before.
 * @param {Context} context
 * @param {Scene} scene
 * @param {View} view
 */
function drawBehind(context, scene, { background, hasCheckerboard, unit, scale }) {
  if (background === "tint" && scene.picture) return context.drawImage(scene.picture, 0, 0, scene.width, scene.height);
  if (background === "blur") return drawBlurred(context, scene);
  if (background !== "none") return fill(context, scene, background);
  if (hasCheckerboard) fill(context, scene, checkerboard(context, unit / scale));
}

/** A pattern of squares, eight CSS pixels wide, that stands for nothing. */
function checkerboard(context, pixel) {
  const tile = scratchContext("checkerboard", 16, 16);
  for (const [x, y] of [[0, 0], [8, 0], [0, 8], [8, 8]]) {
    tile.fillStyle = x === y ? "#d7dbe0" : "#f4f6f8";
    tile.fillRect(x, y, 8, 8);
  }
  const pattern = context.createPattern(tile.canvas, "repeat");
  pattern.setTransform(new DOMMatrix().scale(pixel));
  return pattern;
}

/**
 * Returns a drawing that is opaque where people are: the scene's cutout, or one made of its masks.
 * @param {Scene} scene
 */
function silhouetteOf(scene) {
  if (scene.cutout) return scene.cutout;
  if (scene.silhouette || !scene.masks.length) return scene.silhouette;
  const { width, height } = scene.masks[0];
  const image = new ImageData(width, height);
  const { data } = image;
  for (const { values } of scene.masks) {
    for (let i = 0, alpha = 3; i < values.length; i++, alpha += 4) {
      if (values[i] > data[alpha]) data[alpha] = values[i];
    }
  }
  scene.silhouette = new OffscreenCanvas(width, height);
  scene.silhouette.getContext("2d")?.putImageData(image, 0, 0);
  return scene.silhouette;
}

/**
 * Canvases that are kept between frames, by name.
 * @type {Record<string, OffscreenCanvas>}
 */
const scratch = {};

function scratchContext(name, width, height) {
  const canvas = (scratch[name] ??= new OffscreenCanvas(width, height));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.globalCompositeOperation = "source-over";
  context.clearRect(0, 0, width, height);
  return context;
}

/** Fills the silhouette: tinted, or with the picture. */
function painted(silhouette, background, picture) {
  const { width, height } = silhouette;
  const context = scratchContext("painted", width, height);
  context.drawImage(silhouette, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = "rgb(95 208 255 / 0.5)";
  if (background === "tint") context.fillRect(0, 0, width, height);
  else context.drawImage(picture, 0, 0, width, height);
  return context.canvas;
}

/** A small copy drawn large is blurred enough, and costs less than a filter. */
function drawBlurred(context, scene) {
  const [width, height] = [Math.ceil(scene.width / 16), Math.ceil(scene.height / 16)];
  const small = scratchContext("blur", width, height);
  small.imageSmoothingQuality = "high";
  small.drawImage(scene.picture, 0, 0, width, height);
  context.imageSmoothingEnabled = true;
  context.drawImage(small.canvas, 0, 0, scene.width, scene.height);
}

/**
 * The size of a person on the screen.
 * @param {Subject} person
 */
const sizeOf = (person, pixel) => (person.box?.width ?? 100) / pixel;

const facial = ["face", "attributes", "detection"];

/**
 * The layers that faces of this size have room for, the same for the whole picture: a mesh or points would hide small ones.
 * @param {Set<string>} layers
 * @param {Person[]} people
 * @param {number} pixel
 */
function withoutDetails(layers, people, pixel) {
  const faces = people.flatMap((person) => [/** @type {Subject} */ (person), ...(person.parts ?? [])]).filter(({ kind }) => facial.includes(kind));
  const sizes = faces.map((face) => sizeOf(face, pixel)).sort((a, b) => a - b);
  const typical = sizes[sizes.length >> 1] ?? Infinity;
  return new Set([...layers].filter((name) => !(name === "mesh" && typical < 80) && !(name === "points" && typical < 60)));
}

/**
 * @param {Context} context
 * @param {Scene} scene
 * @param {Drawn} person
 * @param {Set<string>} shown
 * @param {number} pixel
 */
function drawPerson(context, scene, person, shown, pixel) {
  const color = colorOf(person);
  // Lines become thinner on people who are small on the screen, whom they would cover otherwise.
  const size = sizeOf(person, pixel);
  const thin = pixel * Math.min(1, Math.max(0.5, size / (person.kind === "pose" ? 100 : 200)));
  if (person.kind === "face") {
    if (shown.has("mesh")) strokeLines(context, scene, person.points, topology.mesh, color, thin * 0.9, 0.7);
    if (shown.has("contours")) strokeLines(context, scene, person.points, topology.contours, color, thin * 1.8);
    if (shown.has("irises")) drawIrises(context, scene, person.points, thin * 1.8);
  }
  const replaced = replacedIn(person, shown);
  if (person.kind === "pose" && shown.has("skeleton")) {
    drawSkeleton(context, scene, person, thin, sideColorsOf(person, scene.people.length === 1), replaced);
  }
  if (person.kind === "hand" && shown.has("skeleton")) strokeLines(context, scene, person.points, topology.hand, color, thin * 2.4);
  if (person.kind === "attributes" && shown.has("contours")) strokePaths(context, scene, person, color, thin * 1.6);
  if (shown.has("points")) drawPoints(context, scene, person, pointRadius(person, size, thin / pixel) * pixel, replaced);
  for (const part of person.parts ?? []) drawPerson(context, scene, { ...part, key: person.key, index: person.index }, withoutBox(shown), pixel);
  if (shown.has("box") && person.box) strokeBox(context, person.box, color, pixel * 1.5);
}

/**
 * The landmarks of a body that are left to the face and hands drawn in their place.
 * @param {Drawn} person
 * @param {Set<string>} shown
 */
function replacedIn({ parts = [] }, shown) {
  const isDrawn = { face: shown.has("mesh") || shown.has("contours"), hand: shown.has("skeleton") };
  return new Set(parts.filter(({ kind }) => isDrawn[kind]).flatMap(({ replaces }) => replaces ?? []));
}

/** The radius of points in CSS pixels; those of a few points on a face are a twentieth of the face at most. */
function pointRadius({ kind }, size, thinness) {
  if (kind === "face") return thinness * 1.3;
  if (kind === "hand") return thinness * 2.6;
  return kind === "pose" ? thinness * 3 : Math.min(3, size / 40);
}

const withoutBox = (shown) => new Set([...shown].filter((name) => name !== "box"));

export function strokeLines(context, { width, height }, points, pairs, color, lineWidth, opacity = 1) {
  if (!points.length) return;
  context.beginPath();
  for (const [a, b] of pairs) {
    context.moveTo(points[a * 3] * width, points[a * 3 + 1] * height);
    context.lineTo(points[b * 3] * width, points[b * 3 + 1] * height);
  }
  context.globalAlpha = opacity;
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.stroke();
  context.globalAlpha = 1;
}

function drawIrises(context, { width, height }, points, lineWidth) {
  if (points.length < 478 * 3) return;
  context.beginPath();
  for (const edge of topology.irises) {
    /** @type {[number[], number[]]} */
    const [xs, ys] = [edge.map((i) => points[i * 3] * width), edge.map((i) => points[i * 3 + 1] * height)];
    const mean = (values) => values.reduce((sum, value) => sum + value) / values.length;
    const [x, y] = [mean(xs), mean(ys)];
    const radius = mean(xs.map((value, i) => Math.hypot(value - x, ys[i] - y)));
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 7);
  }
  context.strokeStyle = "#fff";
  context.lineWidth = lineWidth;
  context.stroke();
}

/** The side of a body landmark: 1 to 3 are the left eye, 4 to 6 the right one; after that, odd numbers are left. */
export function sideOf(index) {
  if (index === 0) return "middle";
  if (index < 7) return index < 4 ? "left" : "right";
  return index % 2 ? "left" : "right";
}

/** Whether a body landmark is probably in sight; a face's always counts as such. */
export const isVisible = (person, index) => !person.visibility || person.visibility[index] >= 0.5;

function drawSkeleton(context, scene, person, pixel, sideColors, replaced) {
  /** @type {Record<string, Pair[]>} */
  const groups = { left: [], right: [], middle: [] };
  for (const [a, b] of topology.skeleton) {
    if ([a, b].some((index) => replaced.has(index) || !isVisible(person, index))) continue;
    groups[sideOf(a) === sideOf(b) ? sideOf(a) : "middle"].push([a, b]);
  }
  for (const [name, pairs] of Object.entries(groups)) {
    strokeLines(context, scene, person.points, pairs, "#000", pixel * 4.5, 0.35);
    strokeLines(context, scene, person.points, pairs, sideColors[name], pixel * 2.5);
  }
}

export function strokePaths(context, { width, height }, person, color, lineWidth) {
  context.beginPath();
  for (const { points, isClosed } of person.paths) {
    for (let i = 0; i < points.length; i += 3) {
      if (i) context.lineTo(points[i] * width, points[i + 1] * height);
      else context.moveTo(points[i] * width, points[i + 1] * height);
    }
    if (isClosed) context.closePath();
  }
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.stroke();
}

function drawPoints(context, { width, height, people }, person, radius, replaced) {
  const { points } = person;
  const sideColors = person.kind === "pose" ? sideColorsOf(person, people.length === 1) : { middle: "#ffffff" };
  const paths = { left: new Path2D(), right: new Path2D(), middle: new Path2D() };
  for (let index = 0; index * 3 < points.length; index++) {
    if (replaced.has(index) || !isVisible(person, index)) continue;
    const path = paths[person.kind === "pose" ? sideOf(index) : "middle"];
    const [x, y] = [points[index * 3] * width, points[index * 3 + 1] * height];
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 7);
  }
  for (const [side, path] of Object.entries(paths)) {
    context.fillStyle = sideColors[side] ?? "#ffffff";
    context.fill(path);
  }
}

function strokeBox(context, { x, y, width, height }, color, lineWidth) {
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.strokeRect(x, y, width, height);
}

/** Draws a frame around a person who is pointed at or, stronger, chosen; in the pixels of the canvas. */
export function drawFrame(context, box, person, isStrong) {
  const [gap, radius] = [5, 6];
  for (const [color, lineWidth] of [["#000", isStrong ? 6 : 4], ["#fff", isStrong ? 4 : 2.5], [colorOf(person), isStrong ? 2 : 1]]) {
    context.beginPath();
    context.roundRect(box.x - gap, box.y - gap, box.width + 2 * gap, box.height + 2 * gap, radius);
    [context.strokeStyle, context.lineWidth] = [color, lineWidth];
    context.stroke();
  }
}

/** Black or white, whichever is easier to read on a color (ITU-R BT.601 luma). */
function textColor(color) {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16) / 255);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.45 ? "#000" : "#fff";
}

/**
 * Labels are drawn outside the transform, so that they are never mirrored.
 * @param {Context} context
 * @param {Scene} scene
 * @param {Person} person
 * @param {View} view
 */
function drawLabel(context, scene, person, view) {
  if (!person.box) return;
  const { x, y, width } = person.box;
  const left = view.left + (view.mirrored ? scene.width - x - width : x) * view.scale;
  const top = view.top + y * view.scale;
  const room = width * view.scale;
  const score = person.score === undefined ? "" : `  ${person.score.toFixed(2)}`;
  // A small face has only its number, in smaller type.
  /** @type {[string, number, number][]} */
  const choices = [[person.label + score, 12, 0.5], [person.label, 12, 0.5], [person.label.split(" ").at(-1) ?? "", 9, 0.8]];
  for (const [text, pixels, share] of choices) {
    const size = pixels * view.unit;
    context.font = `600 ${size}px system-ui, sans-serif`;
    const textWidth = context.measureText(text).width + size * 0.8;
    const [tabTop, tabHeight] = [top - size * 1.5, size * 1.5];
    if (room < textWidth * share || (pixels < 12 && isOverSomebody(scene, person, view, [left, tabTop, textWidth, tabHeight]))) continue;
    context.fillStyle = colorOf(person);
    context.fillRect(left, tabTop, textWidth, tabHeight);
    context.fillStyle = textColor(colorOf(person));
    context.fillText(text, left + size * 0.4, top - size * 0.4);
    return;
  }
}

/** Whether a rectangle of the canvas covers a part of another person's box. */
function isOverSomebody({ people, width }, self, view, [left, top, rectWidth, rectHeight]) {
  return people.some((other) => {
    if (other === self || !other.box) return false;
    const x = view.left + (view.mirrored ? width - other.box.x - other.box.width : other.box.x) * view.scale;
    const y = view.top + other.box.y * view.scale;
    return x < left + rectWidth && left < x + other.box.width * view.scale && y < top + rectHeight && top < y + other.box.height * view.scale;
  });
}
