// SPDX-License-Identifier: Apache-2.0

// The pictures to begin with: the server's sample photo, and drawings that the tasks see people in.

import { request } from "./api.js";
import { byID, contextOf, element, fileOf } from "./dom.js";
import { state } from "./state.js";

const examples = {
  portrait: { title: "Portrait", address: "sample" },
  group: { title: "Group", address: "studio/example-group.svg" },
  person: { title: "Person", address: "studio/example-person.svg" },
};

/** Fills the row of examples; `open(name)` shows one. */
export function startExamples(open) {
  const buttons = Object.entries(examples).map(([name, { title, address }]) => {
    const picture = element("img", { src: address, alt: "", width: 40, height: 30 });
    const button = element("button", { className: "example" }, picture, element("span", {}, title));
    button.dataset.example = name;
    button.addEventListener("click", () => open(name));
    return button;
  });
  byID("examples").append(...buttons);
}

/** Shows which example is open, if one is; the row is only there for who has no photos of their own. */
export function showExamples(isThere, isOpen) {
  byID("examples").hidden = !isThere;
  for (const button of byID("examples").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(isOpen && button.dataset.example === state.example));
  }
}

/** The example that the address names, or else the first. */
export const chosenExample = () => (Object.hasOwn(examples, state.example) ? state.example : "portrait");

/** @type {Record<string, Promise<File> | undefined>} */
const files = {};

/** Returns an example as a file for the server, which takes drawings as pixels. */
export const exampleFile = (name) => (files[name] ??= makeFile(name));

async function makeFile(name) {
  try {
    const { title, address } = examples[name];
    const blob = await (await request(address)).blob();
    const isDrawing = blob.type.startsWith("image/svg");
    return new File([isDrawing ? await pixelsOf(blob) : blob], isDrawing ? `${title.toLowerCase()}.png` : "sample.png", { type: "image/png" });
  } catch (error) {
    files[name] = undefined;
    throw error;
  }
}

async function pixelsOf(drawing) {
  const picture = element("img", { src: URL.createObjectURL(drawing) });
  await picture.decode();
  const canvas = element("canvas", { width: picture.naturalWidth, height: picture.naturalHeight });
  contextOf(canvas).drawImage(picture, 0, 0);
  URL.revokeObjectURL(picture.src);
  return fileOf(canvas);
}
