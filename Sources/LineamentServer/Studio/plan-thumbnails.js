// SPDX-License-Identifier: Apache-2.0

// Small pictures of what a plan covers, cut from the photo, or from frames of the video by a player of their own.

import { contextOf, element } from "./dom.js";
import { rectAt } from "./plan.js";

/** How much of the surroundings is shown, as a share of the cover. */
const margin = 0.1;
/** How long a frame is waited for, in milliseconds. */
const patience = 4000;

export class Thumbnails {
  #player = element("video", { muted: true, playsInline: true, preload: "auto" });
  /** @type {CanvasImageSource | undefined} */
  #picture;
  /** The width of the image that the covers refer to. */
  #width = 0;
  /** @type {Map<HTMLCanvasElement, PlannedArea>} */
  #waiting = new Map();
  #isWorking = false;

  /** Takes a photo. */
  openPicture(picture) {
    this.close();
    this.#picture = picture;
  }

  /** Takes a video by its address. */
  openVideo(address, width) {
    this.close();
    this.#player.src = address;
    this.#width = width;
  }

  close() {
    this.#waiting.clear();
    this.#picture = undefined;
    this.#player.removeAttribute("src");
    this.#player.load();
  }

  /**
   * Draws an area as soon as its frame is there.
   * @param {HTMLCanvasElement} canvas
   * @param {PlannedArea} area
   */
  draw(canvas, area) {
    this.#waiting.set(canvas, area);
    this.#work();
  }

  async #work() {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (;;) {
      const next = this.#waiting.entries().next();
      if (next.done || !(this.#picture || this.#player.src)) break;
      const [canvas, area] = next.value;
      this.#waiting.delete(canvas);
      if (this.#picture) this.#cut(canvas, this.#picture, area.keys[0], 1);
      else await this.#cutFrame(canvas, area);
    }
    this.#isWorking = false;
  }

  /** @param {HTMLCanvasElement} canvas @param {PlannedArea} area */
  async #cutFrame(canvas, area) {
    const player = this.#player;
    const { src } = player;
    const time = area.keys[area.keys.length >> 1].at ?? area.from ?? 0;
    await this.#happens("loadeddata", () => player.readyState >= 2);
    const isSought = this.#happens("seeked");
    player.currentTime = Math.max(0, time);
    await isSought;
    const box = rectAt({ keys: area.keys }, time);
    if (player.src === src && player.videoWidth && box) this.#cut(canvas, player, box, player.videoWidth / this.#width);
  }

  /** Resolves after an event of the player, or when it takes too long. */
  #happens(name, isDone = () => false) {
    return new Promise((resolve) => {
      if (isDone()) return resolve(undefined);
      const timer = setTimeout(resolve, patience);
      this.#player.addEventListener(name, () => (clearTimeout(timer), resolve(undefined)), { once: true });
    });
  }

  /** Draws the middle of a box and its surroundings as a square. */
  #cut(canvas, picture, { x, y, width, height }, scale) {
    const side = Math.max(width, height) * (1 + 2 * margin) * scale;
    const context = contextOf(canvas);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const [left, top] = [(x + width / 2) * scale - side / 2, (y + height / 2) * scale - side / 2];
    context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  }
}
