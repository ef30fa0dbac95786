// SPDX-License-Identifier: Apache-2.0

// Archives as the server sends them: files that are stored, one after the other.

const localFile = 0x04034b50;
const headLength = 30;

/** The files of an archive: name and bytes of each. */
export function zipEntries(buffer) {
  const view = new DataView(buffer);
  const entries = [];
  for (let at = 0; at + headLength <= view.byteLength && view.getUint32(at, true) === localFile; ) {
    const [size, nameLength, extraLength] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const start = at + headLength + nameLength + extraLength;
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + headLength, nameLength));
    entries.push({ name, bytes: new Uint8Array(buffer, start, size) });
    at = start + size;
  }
  return entries;
}
