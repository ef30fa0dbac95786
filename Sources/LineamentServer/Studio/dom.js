// SPDX-License-Identifier: Apache-2.0

// Small helpers for the page.

/**
 * The element of the page with an id.
 * @template {keyof PageElements} ID
 * @param {ID} id
 */
export const byID = (id) => /** @type {PageElements[ID]} */ (document.getElementById(id));

/**
 * The element that an event happened at.
 * @param {Event} event
 */
export const elementOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * The elements of the page that a selector finds.
 * @returns {NodeListOf<HTMLElement>}
 */
export const every = (selector) => document.querySelectorAll(selector);

/**
 * Creates an element; names with a dash, `role` and `for` become attributes, all others properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {...(Node | string)} children
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

/** Sets the text of a node only if it differs, so that nothing is laid out again without need. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Offers a blob as a file. */
export function download(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies text and says so on the button; where that is not allowed, selects a node that shows the text. */
export async function copyText(button, text, node) {
  const title = (button.dataset.title ??= button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    setText(button, "Copied");
  } catch {
    getSelection()?.selectAllChildren(node);
    setText(button, "Selected: press Ctrl-C");
  }
  setTimeout(() => setText(button, title), 3000);
}

/** Returns a function that calls `action` once, `delay` milliseconds after its last call. */
export function debounced(action, delay) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
}

/**
 * The context of a canvas that has no other.
 * @param {HTMLCanvasElement} canvas
 */
export const contextOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** Draws the picture of a file, which a policy of the page keeps from being an element of its own. */
export async function drawingOf(blob, label) {
  const bitmap = await createImageBitmap(blob);
  const canvas = element("canvas", { width: bitmap.width, height: bitmap.height, role: "img", "aria-label": label });
  contextOf(canvas).drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}

/** Plays the copy of a video. */
export const movieOf = (copy) => element("video", { src: URL.createObjectURL(copy), controls: true, muted: true, "aria-label": "The copy" });

/** Shows nodes in place of those that are in an element. */
export function showIn(place, ...nodes) {
  for (const video of place.querySelectorAll("video")) URL.revokeObjectURL(video.src);
  place.replaceChildren(...nodes);
}

/**
 * The picture of a canvas as a file.
 * @param {HTMLCanvasElement} canvas
 * @param {string} type
 * @param {number} [quality]
 * @returns {Promise<Blob>}
 */
export function fileOf(canvas, type = "image/png", quality) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser cannot make a file of this size."))), type, quality);
  });
}

/**
 * Sizes a canvas's pixels to its place on the page; returns its context, in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 */
export function prepareCanvas(canvas, width = canvas.clientWidth, height = canvas.clientHeight) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = contextOf(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** The colors of the style sheet, for canvases; read again when the scheme changes. */
export const theme = { text: "", muted: "", line: "", accent: "", trace: "" };
function readTheme() {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.forcedColorAdjust = "none";
  for (const name of ["text", "muted", "line", "accent", "trace"]) {
    probe.style.color = `var(--${name})`;
    theme[name] = getComputedStyle(probe).color;
  }
  probe.remove();
}
export function watchTheme(onChange) {
  readTheme();
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", () => {
      readTheme();
      onChange();
    });
  }
}
