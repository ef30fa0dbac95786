// SPDX-License-Identifier: Apache-2.0

// Texts and numbers as shells, Python and Swift write them. Names of files may have any characters, and addresses may come
// from strangers.

/** Characters that a terminal or an editor obeys instead of showing them, such as line breaks and changes of the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const allUnseen = new RegExp(unseen, "gu");

const hexadecimal = (number, digits) => number.toString(16).padStart(digits, "0");
const codeOf = (character) => character.codePointAt(0) ?? 0;

/** A path of a file that no command takes for an option, standard input or an address. */
export const filePath = (name) => (/^-|^[A-Za-z][\w+.-]*:/.test(name) ? `./${name}` : name);

/** A word of a command in Bash, zsh or ksh. */
export function shellQuoted(text) {
  if (/^[\w./:=,@-]+$/.test(text)) return text;
  if (!unseen.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const bytes = (character) => Array.from(new TextEncoder().encode(character), (byte) => `\\x${hexadecimal(byte, 2)}`).join("");
  return `$'${text.replace(/[\\']/g, "\\$&").replace(allUnseen, bytes)}'`;
}

/** A string of Swift. */
export const swiftString = (text) =>
  `"${text.replace(/[\\"]/g, "\\$&").replace(allUnseen, (character) => `\\u{${hexadecimal(codeOf(character), 1)}}`)}"`;

/** A string of Python. */
export const pythonString = (text) =>
  `"${text.replace(/[\\"]/g, "\\$&").replace(allUnseen, (character) => `\\U${hexadecimal(codeOf(character), 8)}`)}"`;

/** A number; 0 for a text that is none. */
export const numberLiteral = (text) => String(Number.isFinite(Number(text)) ? Number(text) : 0);
