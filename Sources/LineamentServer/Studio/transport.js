// SPDX-License-Identifier: Apache-2.0

// The time of a video that is looked at frame by frame: playing, steps and seeking, with the exact time of each frame.

/** The error of a frame's time because a browser rounds it, in frames. */
const intoFrame = 0.25;

export class Transport {
  /** The time of the frame on the screen, in seconds. */
  time = 0;
  /** The part of the video that is looked at, in seconds. */
  #start = 0;
  #end = 0;
  frameSeconds = 0.04;
  /** Times of frames, as far as they are known. @type {(number | undefined)[]} */
  frameTimes = [];
  /** Whether there are pictures; if not, only the time moves. */
  hasPictures = false;
  #player;
  #changed;
  /** When a frame was asked for last. */
  #soughtAt = 0;
  /** @type {number | undefined} The frame that the last step went to, until it is on the screen. */
  #awaited;

  /**
   * @param {HTMLVideoElement} player
   * @param {() => void} changed
   */
  constructor(player, changed) {
    this.#player = player;
    this.#changed = changed;
    for (const event of ["play", "pause", "ended"]) player.addEventListener(event, changed);
    player.addEventListener("loadeddata", () => {
      this.hasPictures = player.videoWidth > 0;
      // The user may have gone elsewhere before there was a picture.
      if (this.hasPictures && this.time) this.seek(this.time + intoFrame * this.frameSeconds);
      changed();
    });
    if ("requestVideoFrameCallback" in player) this.#watchFrames();
    else player.addEventListener("timeupdate", () => this.#show(this.#frameAt(player.currentTime)));
    player.addEventListener("seeked", () => this.#seeked());
  }

  /** Takes a part of another video by its address; times are in seconds. */
  open(address, start, end, frameSeconds, frameTimes) {
    Object.assign(this, { time: start, frameSeconds, frameTimes, hasPictures: false });
    [this.#start, this.#end] = [start, end];
    this.#awaited = undefined;
    this.#player.src = address;
  }

  close() {
    this.#player.pause();
    this.time = 0;
    this.#player.removeAttribute("src");
    this.#player.load();
    this.hasPictures = false;
  }

  get isPlaying() {
    return !this.#player.paused && !this.#player.ended;
  }

  /** The error of the time, in seconds, where the browser does not tell that of each frame. */
  get slack() {
    return this.hasPictures && "requestVideoFrameCallback" in this.#player ? 0 : this.frameSeconds * intoFrame;
  }

  /** The time of the frame that is shown at a moment: the last one that is known, or else by the mean rate. */
  #frameAt(moment) {
    const end = moment + this.frameSeconds / 16;
    const known = this.frameTimes.filter((time) => time !== undefined && time <= end && time > end - this.frameSeconds);
    if (known.length) return Math.max(...known);
    return Math.max(0, Math.floor(end / this.frameSeconds) * this.frameSeconds);
  }

  #watchFrames() {
    const onFrame = (_, { mediaTime, presentationTime }) => {
      this.#player.requestVideoFrameCallback(onFrame);
      // Word of a frame may come after another one was asked for.
      if (presentationTime >= this.#soughtAt) this.#show(mediaTime);
    };
    this.#player.requestVideoFrameCallback(onFrame);
  }

  /** Where the same frame stays, there is no word of it. */
  #seeked() {
    this.#awaited = undefined;
    const now = this.#player.currentTime;
    if (now < this.time || now - this.time >= this.frameSeconds) this.#show(this.#frameAt(now));
    else this.#changed();
  }

  #show(time) {
    if (!this.hasPictures) return;
    this.time = time;
    this.#changed();
  }

  toggle() {
    if (!this.hasPictures) return;
    if (!this.isPlaying) this.#player.play();
    else this.#player.pause();
  }

  pause() {
    this.#player.pause();
  }

  seek(time) {
    const within = Math.max(this.#start, Math.min(this.#end - this.frameSeconds / 2, time));
    this.#awaited = within;
    if (this.hasPictures) {
      this.#soughtAt = performance.now();
      this.#player.currentTime = within;
      return;
    }
    this.#awaited = undefined;
    this.time = Math.max(0, Math.round(within / this.frameSeconds) * this.frameSeconds);
    this.#changed();
  }

  /** Goes a number of frames on or back. */
  step(frames) {
    this.pause();
    const now = this.#awaited ?? this.time + (this.hasPictures ? this.frameSeconds * intoFrame : 0);
    this.seek(now + frames * this.frameSeconds);
  }
}
