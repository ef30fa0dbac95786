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

const remainders = Uint32Array.from({ length: 256 }, (_, sum) => {
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 && 0xedb88320);
  return sum;
});
const checksum = (bytes) => ~bytes.reduce((sum, byte) => remainders[(sum ^ byte) & 255] ^ (sum >>> 8), -1);

/** Makes an archive of files by their names. @param {Map<string, Blob>} files */
export async function zipOf(files) {
  /** @type {BlobPart[][]} */
  const [parts, directory] = [[], []];
  let at = 0;
  for (const [name, blob] of files) {
    const title = new TextEncoder().encode(name);
    const [sum, { size }] = [checksum(new Uint8Array(await blob.arrayBuffer())), blob];
    // Version 2.0, a name in UTF-8, stored, on 1 January 1980; numbers of four bytes are two of two.
    const head = Uint16Array.of(20, 0x800, 0, 0, 33, sum, sum >>> 16, size, size >>> 16, size, size >>> 16, title.length, 0);
    directory.push(Uint16Array.of(0x4b50, 0x0201, 20), head, Uint16Array.of(0, 0, 0, 0, 0, at, at >>> 16), title);
    parts.push(Uint16Array.of(0x4b50, 0x0403), head, title, blob);
    at += headLength + title.length + size;
  }
  if (at > 0xffffffff) throw new Error("The copies are too large for an archive.");
  const [{ size }, count] = [new Blob(directory), files.size];
  const end = Uint16Array.of(0x4b50, 0x0605, 0, 0, count, count, size, size >>> 16, at, at >>> 16, 0);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
