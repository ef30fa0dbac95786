// SPDX-License-Identifier: Apache-2.0

// The images that the server draws, and copies of videos, annotated or redacted, as fragmented MP4.

import { Problem, post } from "./api.js";
import { drawingOptionsFor, limits, optionsFor } from "./options.js";
import { state } from "./state.js";

/** Returns the drawing of an image file, with options of drawings. */
export async function drawnByServer(file, options, signal) {
  const response = await post(state.task, file, { ...optionsFor("image"), ...options }, { accept: "image/png", signal });
  return createImageBitmap(await response.blob());
}

const refusedSound = "The copy is an MP4, which cannot hold this sound. Choose Sound: drop in “Redact…”.";

/** The unit of the times in the server's MP4, in seconds. */
const tick = 1 / 90_000;

/** Returns the annotated copy of a file; `onTime(seconds)` tells how much of it there is. */
export const annotatedCopy = (task, file, type, signal, onTime) =>
  videoCopy(task, { ...optionsFor("video"), ...drawingOptionsFor("video") }, file, type, signal, onTime);

/** Returns what a task or tool makes of a video; `onTime(seconds)` tells how much of it there is. */
export async function videoCopy(name, options, file, type, signal, onTime) {
  const response = await post(name, file, options, { accept: "video/mp4", type, signal, maximum: limits.videoBytes }).catch((error) => {
    throw /cannot hold the audio/.test(error.message) ? new Problem(415, refusedSound) : error;
  });
  const watched = response.body?.pipeThrough(new TransformStream({
    transform(part, output) {
      const seconds = fragmentTime(part);
      if (seconds !== undefined) onTime(seconds);
      output.enqueue(part);
    },
  }));
  // The browser may keep a blob on disk. A copy that was broken off rejects.
  const blob = await new Response(watched).blob();
  return new Blob([blob], { type: "video/mp4" });
}

/** The time of the first fragment that begins in a part, if one does: that of its first track, the picture. */
function fragmentTime(part) {
  const head = part.findIndex((_, index) => part[index] === 0x74 && isWord(part, index, "tfdt"));
  if (head < 0 || head + 16 > part.length || part[head + 4] !== 1) return undefined;
  const view = new DataView(part.buffer, part.byteOffset + head + 8, 8);
  return Number(view.getBigUint64(0)) * tick;
}

const isWord = (bytes, at, word) => [...word].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
