// SPDX-License-Identifier: Apache-2.0

// A live session: frames go out over a WebSocket, results come back in order.

import { addressOf, problem, serverReturns } from "./api.js";

/** As many as the server takes: one that is worked on, and one that waits. */
const maximumInFlight = 2;

export class LiveSession {
  /**
   * Frames that were sent and have no answer yet, oldest first.
   * @type {any[]}
   */
  #inFlight = [];
  /** @type {WebSocket | undefined} */
  #socket;
  #isOpening = false;
  #sent = 0;
  /**
   * A result whose masks are still to come.
   * @type {{ entry: any, text: string, result: LiveAnswer, masks: Mask[] } | undefined}
   */
  #unfinished;
  /** Whether the sentence shown is about a frame, so that the next good one ends it. */
  #isFrameAtFault = false;
  #isClosed = false;
  /**
   * The handlers of the answers to text messages that have none yet, in their order.
   * @type {((answer: { error?: string }) => void)[]}
   */
  #asked = [];

  /**
   * `run()` returns the task and its options; `answered(entry, text, result, masks)` takes each result,
   * `dropped(entry)` each frame that gets none, and `failed(sentence)` what is wrong, or nothing once all is well;
   * `opened(session)` is called whenever it is connected.
   * @param {() => { task: string, options: Chosen }} run
   * @param {{
   *   answered: (entry: any, text: string, result: LiveAnswer, masks: Mask[]) => void,
   *   dropped: (entry: any) => void,
   *   failed: (sentence?: string) => void,
   *   opened?: (session: LiveSession) => void,
   * }} handlers
   */
  constructor(run, { answered, dropped, failed, opened = () => {} }) {
    this.run = run;
    this.answered = answered;
    this.dropped = dropped;
    this.failed = failed;
    this.opened = opened;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  get isReady() {
    if (this.isOpen) return this.#inFlight.length < maximumInFlight;
    this.#open();
    return false;
  }

  /** Sends a message; `entry` comes back with its answer. */
  send(message, entry) {
    if (!this.isOpen) return this.dropped(entry);
    entry.frame = this.#sent++;
    this.#inFlight.push(entry);
    this.#socket?.send(message);
  }

  /** Tells the server of another task or other options. */
  configure() {
    this.#report(undefined);
    this.tell(this.run(), ({ error }) => this.#report(error));
  }

  /** Sends a text message; `answered` takes its answer. */
  tell(message, answered) {
    if (!this.isOpen) return;
    this.#asked.push(answered);
    this.#socket?.send(JSON.stringify(message));
  }

  close() {
    this.#isClosed = true;
    this.#socket?.close(1000);
    this.#dropAll();
  }

  #address(scheme) {
    const { task, options } = this.run();
    return addressOf(`v1/live?${new URLSearchParams({ task, ...options })}`).replace(/^[a-z]+:/, scheme);
  }

  #open() {
    if (this.#isOpening || this.#isClosed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#isOpening = true;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = this.#address(scheme);
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#isOpening = false;
      this.#sent = 0;
      this.#report(undefined);
      if (this.#isClosed) socket.close(1000);
      // Chosen while the socket was connecting.
      else if (address !== this.#address(scheme)) this.configure();
      if (!this.#isClosed) this.opened(this);
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.#text(data) : this.#mask(data));
    socket.onclose = (event) => this.#ended(event, wasOpen);
    this.#socket = socket;
  }

  async #ended(event, wasOpen) {
    this.#dropAll();
    this.#socket = undefined;
    if (this.#isClosed) return;
    this.#isOpening = true;
    // 1008 means that nothing was sent for long; the next frame opens the session again.
    if (event.code !== 1008) {
      const trouble = wasOpen ? this.#ending(event) : await this.#refusal();
      if (trouble) this.#report(`${trouble} Trying again.`);
      await (trouble ? new Promise((resolve) => setTimeout(resolve, 2000)) : serverReturns());
    }
    this.#isOpening = false;
  }

  /** Why the server ended the session; nothing if it stops (1012) or was lost. */
  #ending({ code, reason }) {
    return reason && code !== 1012 ? `The session ended (${code}): ${reason}` : undefined;
  }

  /** A browser does not say why a WebSocket was refused; a plain request to the same address does (426: nothing is wrong). */
  async #refusal() {
    try {
      const response = await fetch(this.#address(location.protocol));
      if (response.status === 426) return "The live session cannot connect: a proxy between this page and the server may block WebSockets.";
      return (await problem(response)).message;
    } catch {
      return undefined;
    }
  }

  #dropAll() {
    for (const entry of this.#inFlight.splice(0)) this.dropped(entry);
    this.#unfinished = undefined;
    this.#asked = [];
  }

  #text(text) {
    /** @type {LiveAnswer} */
    const result = JSON.parse(text);
    if (result.frame === undefined) return (this.#asked.shift() ?? (({ error }) => this.#report(error)))(result);
    const entry = this.#take(result.frame);
    if (!entry) return;
    entry.received = performance.now();
    if (result.error) {
      this.#report(result.error, true);
      this.dropped(entry);
    } else if (result.masks) {
      this.#unfinished = { entry, text, result, masks: [] };
    } else {
      this.#answer(entry, text, result, []);
    }
  }

  #answer(entry, text, result, masks) {
    if (this.#isFrameAtFault) this.#report(undefined);
    this.answered(entry, text, result, masks);
  }

  #report(sentence, isAboutFrame = false) {
    this.#isFrameAtFault = isAboutFrame;
    this.failed(sentence);
  }

  /** Removes a frame from those in flight, and the older ones, which were replaced or failed. */
  #take(frame) {
    const position = this.#inFlight.findIndex((entry) => entry.frame === frame);
    if (position < 0) return undefined;
    const [entry, ...older] = this.#inFlight.splice(0, position + 1).reverse();
    older.forEach(this.dropped);
    return entry;
  }

  /** A mask: a head of 16 bytes, then a byte for each pixel. */
  #mask(data) {
    const waiting = this.#unfinished;
    if (!waiting) return;
    const head = new DataView(data);
    waiting.masks.push({ width: head.getUint32(8, true), height: head.getUint32(12, true), values: new Uint8Array(data, 16) });
    if (waiting.masks.length < (waiting.result.masks ?? 0)) return;
    this.#unfinished = undefined;
    this.#answer(waiting.entry, waiting.text, waiting.result, waiting.masks);
  }
}
