// SPDX-License-Identifier: Apache-2.0

// The corrections of redactions by hand. They are part of every later copy of the file, until they are discarded; as long as the page's tab is
// open, a reload does not lose them either, where the browser has room for them.

import { debounced } from "./dom.js";

/**
 * A plan that was edited or opened, the index of the file's entry in it, and the options that it was made with; or options that name places
 * or numbers of this file alone.
 * @typedef {{ plan?: RedactionPlan, index: number, analysis: Chosen, options: Chosen }} Edits
 */
const prefix = "lineament-edits ";
/**
 * The edits of the files that were asked for; nothing for those that have none, whatever is still stored.
 * @type {Map<string, Edits | undefined>}
 */
const known = new Map();
/**
 * The keys of what is still to be stored: a drag makes many edits.
 * @type {Set<string>}
 */
const waiting = new Set();
/** @type {() => void} */
let changed = () => {};

/** `action()` is called when a file gets edits or loses them. */
export const onEdits = (action) => (changed = action);

/** The digest would take long for a video; the service checks it when the plan is rendered. */
export const keyOf = (/** @type {File} */ { name, size, lastModified }) => JSON.stringify([name, size, lastModified]);

/**
 * The edits of a file, if there are any.
 * @param {File} file
 * @returns {Edits | undefined}
 */
export function editsOf(file) {
  const key = keyOf(file);
  if (!known.has(key)) {
    const text = stored(key);
    known.set(key, text ? JSON.parse(text) : undefined);
  }
  return known.get(key);
}

export const isEdited = (/** @type {File} */ file) => editsOf(file) !== undefined;

/**
 * Remembers the edits of a file; without any, forgets them.
 * @param {File} file
 * @param {Edits} [edits]
 */
export function setEdits(file, edits) {
  const key = keyOf(file);
  const isNew = Boolean(edits) !== isEdited(file);
  known.set(key, edits);
  waiting.add(key);
  storeSoon();
  if (isNew) changed();
}

function storeAll() {
  for (const key of waiting) store(key, known.get(key));
  waiting.clear();
}

const storeSoon = debounced(storeAll, 300);
addEventListener("pagehide", storeAll);

function stored(key) {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Without room, or where pages may store nothing, the edits are known to this page only. */
function store(key, edits) {
  try {
    if (edits) sessionStorage.setItem(prefix + key, JSON.stringify(edits));
    else sessionStorage.removeItem(prefix + key);
  } catch {
    try {
      // The stored edits are out of date.
      sessionStorage.removeItem(prefix + key);
    } catch {}
  }
}
