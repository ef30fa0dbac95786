// The layers of a drawing. Everything is drawn in the pixels of the image, under one transform.

import { topology } from "./topology.js";

/** Layer → title and the tasks that have it; without tasks, all do. */
export const layers = {
  mesh: { title: "Mesh", tasks: ["face-landmarker", "holistic-landmarker"] },
  contours: { title: "Contours", tasks: ["face-landmarker", "faces", "holistic-landmarker"] },
  irises: { title: "Irises", tasks: ["face-landmarker", "holistic-landmarker"] },
  skeleton: { title: "Skeleton", tasks: ["pose-landmarker", "hand-landmarker", "holistic-landmarker"] },
  points: { title: "Points" },
  box: { title: "Box" },
  hidePicture: { title: "Hide picture" },
};

export const masks = { off: "Off", tint: "Tint", cut: "Cut out", blur: "Blur behind" };

const palette = ["#5fd0ff", "#ffb65c", "#86e08b", "#ff92c2", "#c0abff", "#ffe27a"];
export const sideColors = { left: "#ffb65c", right: "#5fd0ff", middle: "#ffffff" };

export const colorOf = (person) => palette[(typeof person.key === "number" ? person.key - 1 : person.index) % palette.length];

/**
 * Draws a scene (picture, width, height, people, masks) under a view: scale, left, top and unit in pixels of the canvas,
 * where unit is one CSS pixel; mirrored; layers (a set) and mask.
 */
export function drawScene(context, scene, view) {
  context.save();
  if (view.mirrored) context.transform(-view.scale, 0, 0, view.scale, view.left + scene.width * view.scale, view.top);
  else context.transform(view.scale, 0, 0, view.scale, view.left, view.top);
  drawBackground(context, scene, view);
  context.lineJoin = context.lineCap = "round";
  const pixel = view.unit / view.scale;
  for (const person of scene.people) drawPerson(context, scene, person, view.layers, pixel);
  context.restore();
  if (view.layers.has("box")) for (const person of scene.people) drawLabel(context, scene, person, view);
}

function drawBackground(context, scene, { layers, mask, scale }) {
  const { width, height, picture } = scene;
  const isHidden = layers.has("hidePicture") || !picture;
  const silhouette = !isHidden && mask !== "off" && scene.masks?.length ? silhouetteOf(scene) : undefined;
  context.imageSmoothingEnabled = scale < 6;
  if (isHidden || (silhouette && mask === "cut")) {
    context.fillStyle = "#10161b";
    context.fillRect(0, 0, width, height);
  } else if (silhouette && mask === "blur") {
    drawBlurred(context, scene);
  } else {
    context.drawImage(picture, 0, 0, width, height);
  }
  if (silhouette) context.drawImage(painted(silhouette, mask, picture), 0, 0, width, height);
}

/** All masks of a scene as the opacity of one canvas. */
function silhouetteOf(scene) {
  if (scene.silhouette) return scene.silhouette;
  const { width, height } = scene.masks[0];
  const image = new ImageData(width, height);
  const { data } = image;
  for (const { values } of scene.masks) {
    for (let i = 0, alpha = 3; i < values.length; i++, alpha += 4) {
      if (values[i] > data[alpha]) data[alpha] = values[i];
    }
  }
  scene.silhouette = new OffscreenCanvas(width, height);
  scene.silhouette.getContext("2d").putImageData(image, 0, 0);
  return scene.silhouette;
}

/** Canvases that are kept between frames, by name. */
const scratch = {};
function scratchContext(name, width, height) {
  const canvas = (scratch[name] ??= new OffscreenCanvas(width, height));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.globalCompositeOperation = "source-over";
  context.clearRect(0, 0, width, height);
  return context;
}

/** Fills the silhouette: tinted, or with the picture. */
function painted(silhouette, mask, picture) {
  const { width, height } = silhouette;
  const context = scratchContext("painted", width, height);
  context.drawImage(silhouette, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = "rgb(95 208 255 / 0.5)";
  if (mask === "tint") context.fillRect(0, 0, width, height);
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

function drawPerson(context, scene, person, shown, pixel) {
  const color = colorOf(person);
  // Lines become thinner on faces that are small on the screen, which they would cover otherwise.
  const size = (person.box?.width ?? 100) / pixel;
  const thin = pixel * Math.min(1, Math.max(0.5, size / 200));
  if (person.kind === "face") {
    if (shown.has("mesh")) strokeLines(context, scene, person.points, topology.mesh, color, thin * 0.9, 0.7);
    if (shown.has("contours")) strokeLines(context, scene, person.points, topology.contours, color, thin * 1.8);
    if (shown.has("irises")) drawIrises(context, scene, person.points, thin * 1.8);
  }
  if (person.kind === "pose" && shown.has("skeleton")) drawSkeleton(context, scene, person, pixel);
  if (person.kind === "hand" && shown.has("skeleton")) strokeLines(context, scene, person.points, topology.hand, color, thin * 2.4);
  if (person.kind === "attributes" && shown.has("contours")) strokePaths(context, scene, person, color, pixel * 1.6);
  if (shown.has("points")) drawPoints(context, scene, person, person.kind === "face" ? thin * 1.3 : person.kind === "hand" ? thin * 2.6 : pixel * 3);
  for (const part of person.parts ?? []) drawPerson(context, scene, { ...part, key: person.key, index: person.index }, withoutBox(shown), pixel);
  if (shown.has("box") && person.box) strokeBox(context, person.box, color, pixel * 1.5);
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

function drawSkeleton(context, scene, person, pixel) {
  const groups = { left: [], right: [], middle: [] };
  for (const [a, b] of topology.skeleton) {
    if (isVisible(person, a) && isVisible(person, b)) groups[sideOf(a) === sideOf(b) ? sideOf(a) : "middle"].push([a, b]);
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

function drawPoints(context, { width, height }, person, radius) {
  const { points } = person;
  const paths = { left: new Path2D(), right: new Path2D(), middle: new Path2D() };
  for (let index = 0; index * 3 < points.length; index++) {
    if (!isVisible(person, index)) continue;
    const path = paths[person.kind === "pose" ? sideOf(index) : "middle"];
    const [x, y] = [points[index * 3] * width, points[index * 3 + 1] * height];
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 7);
  }
  for (const [side, path] of Object.entries(paths)) {
    context.fillStyle = sideColors[side];
    context.fill(path);
  }
}

function strokeBox(context, { x, y, width, height }, color, lineWidth) {
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.strokeRect(x, y, width, height);
}

/** Labels are drawn outside the transform, so that they are never mirrored. */
function drawLabel(context, scene, person, view) {
  if (!person.box) return;
  const { x, y, width } = person.box;
  const left = view.left + (view.mirrored ? scene.width - x - width : x) * view.scale;
  const top = view.top + y * view.scale;
  const text = person.score === undefined ? person.label : `${person.label}  ${person.score.toFixed(2)}`;
  const size = 12 * view.unit;
  context.font = `600 ${size}px system-ui, sans-serif`;
  const textWidth = context.measureText(text).width + size;
  if (width * view.scale < textWidth * 0.5) return;
  context.fillStyle = colorOf(person);
  context.fillRect(left, top - size * 1.6, textWidth, size * 1.6);
  context.fillStyle = "#071016";
  context.fillText(text, left + size / 2, top - size * 0.45);
}
