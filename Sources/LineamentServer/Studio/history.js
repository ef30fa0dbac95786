// SPDX-License-Identifier: Apache-2.0

// Undo and redo of values that are never changed.

/** @template Value */
export class History {
  /** @type {{ value: Value, what: string, tag?: string }[]} */
  #steps;
  #at = 0;
  /** @type {Value | undefined} */
  #saved;

  /** @param {Value} value */
  constructor(value) {
    this.#steps = [{ value, what: "" }];
    this.#saved = value;
  }

  get value() {
    return this.#steps[this.#at].value;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at + 1 < this.#steps.length;
  }

  /** Whether the value is another than the one that was saved last. */
  get isChanged() {
    return this.value !== this.#saved;
  }

  saved(value = this.value) {
    this.#saved = value;
  }

  /** Has no value count as saved. */
  unsaved() {
    this.#saved = undefined;
  }

  /**
   * Makes a value the present one. Edits in a row with the same tag, such as of a key that is held down, are one step.
   * @param {Value} value
   * @param {string} what
   * @param {string} [tag]
   */
  push(value, what, tag) {
    if (value === this.value) return;
    const last = this.#steps[this.#at];
    const isSame = tag !== undefined && last.tag === tag && !this.canRedo && this.#at > 0;
    this.#steps.length = this.#at + (isSame ? 0 : 1);
    this.#steps.push({ value, what, tag });
    this.#at = this.#steps.length - 1;
  }

  /** Returns what was undone; nothing if there is nothing to undo. */
  undo() {
    if (!this.canUndo) return undefined;
    return this.#steps[this.#at--].what;
  }

  /** Returns what was done again. */
  redo() {
    if (!this.canRedo) return undefined;
    return this.#steps[++this.#at].what;
  }
}
