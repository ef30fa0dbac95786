// SPDX-License-Identifier: Apache-2.0

// The person that is chosen, the one that is pointed at, and those that are hidden: the same in all views.

import { set, state } from "./state.js";

/** The key of the person under the pointer or the focus, in whatever view. */
let pointed;
/** The keys of tracks that are not shown. */
const hidden = new Set();

/** Sends "chosen", "pointed" and "hidden" when they change. */
const changes = new EventTarget();

export function onPeople(names, action) {
  for (const name of names) changes.addEventListener(name, action);
}

const announce = (name) => changes.dispatchEvent(new Event(name));

/** A key as it stands in the address. */
const asText = (key) => (key === undefined ? undefined : String(key));

export const isChosen = ({ key }) => state.person !== undefined && state.person === asText(key);
export const isPointed = ({ key }) => pointed !== undefined && pointed === key;
export const isHidden = ({ key }) => hidden.has(key);

/** Chooses a person; without a key, none. */
export function choose(key) {
  if (state.person === asText(key)) return;
  set("person", asText(key));
  announce("chosen");
}

/** Points at a person; without a key, at none. */
export function point(key) {
  if (pointed === key) return;
  pointed = key;
  announce("pointed");
}

export function hide(key, isOn) {
  if (isOn) hidden.add(key);
  else hidden.delete(key);
  announce("hidden");
}

/** Forgets people of another picture. */
export function forgetPeople() {
  hidden.clear();
  point(undefined);
  choose(undefined);
}

/** Makes an element point at a person while the pointer or the focus is in it. */
export function pointFrom(node, key) {
  node.addEventListener("pointerenter", () => point(key));
  node.addEventListener("pointerleave", () => point(undefined));
  node.addEventListener("focusin", () => point(key));
  node.addEventListener("focusout", () => point(undefined));
}
