// SPDX-License-Identifier: Apache-2.0

// Requests to the server: errors as sentences, a full queue and a lost server as waiting.

/** An answer that is no result; the message is a sentence for people. */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** The whole address of a path of the server, which may be below another one: a proxy may have the studio in a folder. */
export const addressOf = (path) => new URL(path, document.baseURI).href;

/** Sends "lost", "back" and "unauthorized". */
export const server = new EventTarget();

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

let returning;

/** Resolves once the server is ready; announces that it was lost. All callers wait for the same attempts. */
export function serverReturns() {
  returning ??= (async () => {
    for (let delay = 500; ; delay = Math.min(delay * 1.6, 8000)) {
      server.dispatchEvent(new Event("lost"));
      await pause(delay);
      if (await isReady()) break;
    }
    returning = undefined;
    server.dispatchEvent(new Event("back"));
  })();
  return returning;
}

async function isReady() {
  try {
    // A refusal, as of an outdated cookie, is an answer too.
    return (await fetch("readyz", { cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}

/** How often something is sent whose connection is lost each time: it may be what ends the server. */
export const maximumAttempts = 3;
export const lostTooOften = () =>
  new Problem(0, `The connection to the server was lost ${maximumAttempts} times during this request. It is not sent again.`);

/**
 * Fetches a path, relative to the page; a refusal becomes a `Problem`, a busy or lost server is waited for.
 * @param {string} path
 * @param {RequestInit} init
 */
export async function request(path, init = {}, send = (path, init) => fetch(path, init)) {
  let losses = 0;
  for (let attempt = 0; ; attempt++) {
    let response;
    try {
      response = await send(path, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      await checkFiles(init.body);
      if (++losses === maximumAttempts) throw lostTooOften();
      await serverReturns();
      continue;
    }
    // Without that header, the same would come again.
    if (response.status === 503 && response.headers.has("Retry-After") && attempt < 20) {
      const seconds = Number(response.headers.get("Retry-After")) || 1;
      await pause(seconds * 1000 * (0.5 + Math.random()), init.signal);
      continue;
    }
    if (response.ok) return response;
    throw await problem(response);
  }
}

/**
 * Fetches text as `fetch` does; tells what share of the body was sent, and each line of the answer once it is whole.
 * @typedef {{ onSent: (share: number) => void, onLine: (line: string) => void }} Watcher
 * @param {Watcher} watcher
 * @returns {(path: string, init: RequestInit) => Promise<Response>}
 */
const watchedFetch = ({ onSent, onLine }) => (path, { method = "GET", body, headers, signal }) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
    let [start, seen] = [0, 0];
    const takeLines = () => {
      const text = request.responseText;
      for (let end; request.status === 200 && (end = text.indexOf("\n", seen)) >= 0; start = seen = end + 1) onLine(text.slice(start, end));
      seen = text.length;
    };
    request.onprogress = takeLines;
    request.onload = () => {
      takeLines();
      const delay = request.getResponseHeader("Retry-After");
      resolve(new Response(request.responseText, { status: request.status, headers: delay ? { "Retry-After": delay } : {} }));
    };
    request.onerror = reject;
    signal?.addEventListener("abort", () => (request.abort(), reject(signal.reason)));
    request.open(method, path);
    Object.entries(headers ?? {}).forEach((header) => request.setRequestHeader(...header));
    request.send(/** @type {Blob} */ (body));
  });

/** Throws if a file cannot be read, which `fetch` reports in the same way as a lost server. */
async function checkFiles(body) {
  for (const file of body instanceof FormData ? body.values() : [body]) {
    await file?.slice(0, 1).arrayBuffer?.().catch(() => {
      throw new Problem(0, "This file cannot be read: it is a folder, or has been moved or changed.");
    });
  }
}

/** Returns the error of an answer, with the server's own sentence where there is one. */
export async function problem(response) {
  if (response.status === 401) server.dispatchEvent(new Event("unauthorized"));
  const body = await response.json().catch(() => ({}));
  return new Problem(response.status, body.detail ?? body.title ?? `The server answered ${response.status}.`);
}

export const getJSON = async (path) => (await request(path)).json();

/**
 * Posts an image, several (as form data) or a video, of at most `maximum` bytes, to a task.
 * @param {string} task
 * @param {Blob | FormData} body
 * @param {Chosen} options
 * @param {{ accept?: string, type?: string, signal?: AbortSignal, maximum?: number, watcher?: Watcher }} details
 */
export async function post(task, body, options, { accept = "application/json", type, signal, maximum = Infinity, watcher } = {}) {
  if (body instanceof Blob && body.size > maximum) {
    throw new Problem(413, `This file is larger than the ${(maximum / 1e6).toFixed(1)} MB that this server accepts.`);
  }
  /** @type {Record<string, string>} */
  const headers = { Accept: accept };
  if (body instanceof Blob) headers["Content-Type"] = (type ?? body.type) || "application/octet-stream";
  return request(`v1/${task}?${new URLSearchParams(options)}`, { method: "POST", body, headers, signal }, watcher && watchedFetch(watcher));
}
