// SPDX-License-Identifier: Apache-2.0

// A video whose people stand before another background, as they will in the MP4. The frames of a playing video go through
// a live session, and each is shown once its masks are there; the server cuts out a paused one as it does a photo.

import { drawnByServer } from "./copy.js";
import { contextOf, debounced, element, fileOf } from "./dom.js";
import { readFrame } from "./frames.js";
import { isCutout } from "./layers.js";
import { LiveSession } from "./live.js";
import { hasBackgrounds, optionsFor } from "./options.js";
import { state } from "./state.js";

export class VideoCutouts {
  /** @type {LiveSession | undefined} */
  #session;
  #isReading = false;
  #timestamp = 0;
  /**
   * The picture of the session's frame that is on the stage.
   * @type {ImageBitmap | VideoFrame | undefined}
   */
  #shown;
  /** The time of the paused frame. */
  #wanted = NaN;
  /**
   * The paused frame that was cut out last.
   * @type {{ time: number, picture: ImageBitmap } | undefined}
   */
  #paused;
  #cutting = new AbortController();

  /**
   * `show(scene, time)` takes each frame of the playing video, `changed()` is called once a paused frame has been cut out,
   * and `failed(sentence)` with what is wrong, or with nothing once all is well.
   * @param {HTMLVideoElement} player
   * @param {{ show: Page["show"], changed: () => void, failed: (sentence?: string) => void }} handlers
   */
  constructor(player, { show, changed, failed }) {
    this.player = player;
    this.show = show;
    this.changed = changed;
    this.failed = failed;
  }

  /** Whether the MP4 will have another background than the video. */
  get isOn() {
    return hasBackgrounds() && state.background !== "none" && isCutout(state.background);
  }

  /** Forgets what belongs to another video or other options, and ends the session. */
  end() {
    this.#session?.close();
    this.#session = undefined;
    this.#cutting.abort();
    this.#paused?.picture.close();
    this.#paused = undefined;
  }

  /** Closes the picture of the session that was on the stage, once another is there. */
  release() {
    this.#shown?.close();
    this.#shown = undefined;
  }

  /** Takes a frame of the playing video; returns whether it or a later one will be shown with its masks. */
  take(time) {
    this.#session ??= new LiveSession(
      () => ({ task: state.task, options: { ...optionsFor("live"), outputSegmentationMasks: "true" } }),
      { answered: (...answer) => this.#answered(...answer), dropped: ({ picture }) => picture.close(), failed: this.failed });
    if (this.#session.isReady && !this.#isReading) this.#send(this.#session, time);
    return this.#session.isOpen;
  }

  async #send(session, time) {
    this.#isReading = true;
    this.#timestamp = Math.max(this.#timestamp + 1, Math.round(performance.now()));
    try {
      const { message, picture } = await readFrame(this.player, this.#timestamp);
      if (session === this.#session) session.send(message, { time, picture });
      else picture.close();
    } catch (error) {
      this.failed(`A frame could not be read: ${error.message}`);
    } finally {
      this.#isReading = false;
    }
  }

  #answered({ time, picture }, _, { width, height }, masks) {
    if (!this.isOn || this.player.paused) return picture.close();
    this.show({ picture, width, height, people: [], masks }, time);
    this.release();
    this.#shown = picture;
  }

  /** The people of the paused frame if they have been cut out; if not, they will be, should it stay. */
  paused(time) {
    this.#wanted = time;
    if (this.#paused && this.#paused.time === time) return this.#paused.picture;
    this.#cutOutSoon();
    return undefined;
  }

  #cutOutSoon = debounced(async () => {
    if (!this.player.paused || state.mode !== "video" || !this.isOn) return;
    this.#cutting.abort();
    const { signal } = (this.#cutting = new AbortController());
    const time = this.#wanted;
    try {
      const picture = await drawnByServer(await this.#frame(), { background: "none" }, signal);
      if (time !== this.#wanted) return picture.close();
      this.#paused?.picture.close();
      this.#paused = { time, picture };
      this.changed();
    } catch (error) {
      if (!signal.aborted) this.failed(`The people could not be cut out: ${error.message}`);
    }
  }, 300);

  /** The frame on the screen as a file. */
  #frame() {
    const canvas = element("canvas", { width: this.player.videoWidth, height: this.player.videoHeight });
    contextOf(canvas).drawImage(this.player, 0, 0);
    return fileOf(canvas);
  }
}
