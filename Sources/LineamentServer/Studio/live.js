// A live session: frames go out over a WebSocket, results come back in order.

import { problem, serverReturns } from "./api.js";

/** As many as the server takes: one that is worked on, and one that waits. */
const maximumInFlight = 2;

export class LiveSession {
  /** Frames that were sent and have no answer yet, oldest first. */
  #inFlight = [];
  #socket;
  #isOpening = false;
  #sent = 0;
  /** A result whose masks are still to come. */
  #unfinished;
  #isClosed = false;

  /**
   * `run()` returns the task and its options; `answered(entry, text, result, masks)` takes each result,
   * `dropped(entry)` each frame that gets none, and `failed(sentence)` what is wrong, or nothing once all is well.
   */
  constructor(run, { answered, dropped, failed }) {
    Object.assign(this, { run, answered, dropped, failed });
  }

  get isReady() {
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#inFlight.length < maximumInFlight;
    this.#open();
    return false;
  }

  /** Sends a message; `entry` comes back with its answer. */
  send(message, entry) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return this.dropped(entry);
    entry.frame = this.#sent++;
    this.#inFlight.push(entry);
    this.#socket.send(message);
  }

  /** Tells the server of another task or other options. */
  configure() {
    this.failed(undefined);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(this.run()));
  }

  close() {
    this.#isClosed = true;
    this.#socket?.close(1000);
    this.#dropAll();
  }

  #address(scheme) {
    const { task, options } = this.run();
    return `${scheme}//${location.host}/v1/live?${new URLSearchParams({ task, ...options })}`;
  }

  #open() {
    if (this.#isOpening || this.#isClosed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#isOpening = true;
    const socket = new WebSocket(this.#address(location.protocol === "https:" ? "wss:" : "ws:"));
    socket.binaryType = "arraybuffer";
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#isOpening = false;
      this.#sent = 0;
      this.failed(undefined);
      if (this.#isClosed) socket.close(1000);
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.#text(data) : this.#mask(data));
    socket.onclose = (event) => this.#ended(event, wasOpen);
    this.#socket = socket;
  }

  async #ended({ code, reason }, wasOpen) {
    this.#dropAll();
    this.#socket = undefined;
    if (this.#isClosed) return;
    this.#isOpening = true;
    // 1008 means that nothing was sent for long; the next frame opens the session again.
    if (code !== 1008) {
      const refusal = wasOpen ? undefined : await this.#refusal();
      if (refusal) this.failed(`${refusal} Trying again.`);
      else if (reason && code !== 1012) this.failed(`The session ended: ${reason} (${code}).`);
      await (refusal ? new Promise((resolve) => setTimeout(resolve, 2000)) : serverReturns());
    }
    this.#isOpening = false;
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
  }

  #text(text) {
    const result = JSON.parse(text);
    if (result.frame === undefined) {
      this.failed(result.error);
      return;
    }
    const entry = this.#take(result.frame);
    if (!entry) return;
    entry.received = performance.now();
    if (result.error) {
      this.failed(result.error);
      this.dropped(entry);
    } else if (result.masks) {
      this.#unfinished = { entry, text, result, masks: [] };
    } else {
      this.answered(entry, text, result, []);
    }
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
    if (waiting.masks.length < waiting.result.masks) return;
    this.#unfinished = undefined;
    this.answered(waiting.entry, waiting.text, waiting.result, waiting.masks);
  }
}
