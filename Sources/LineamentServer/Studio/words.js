// Words and numbers as people read them.

/** "mouthSmileLeft" → "mouth smile left". */
export const words = (name) =>
  name.replace(/^_/, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());

export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "numFaces" → "num-faces", the name of the option on the command line. */
export const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** "1 face", "2 faces", "1 person", "2 people". */
export function count(number, noun) {
  const plural = noun === "person" ? "people" : `${noun}s`;
  return `${number} ${number === 1 ? noun : plural}`;
}

/** A number with a true minus sign and fixed decimals. */
export function decimal(value, digits) {
  if (!Number.isFinite(value)) return "–";
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

export const degrees = (value) => (Number.isFinite(value) ? `${decimal(value, 0)}°` : "–");

/** Seconds as "1:02.43". */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${(Math.floor(seconds * 100) / 100 % 60).toFixed(2).padStart(5, "0")}`;

export function median(values) {
  if (!values.length) return NaN;
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** What the tasks are called in the page; a task without a name here is shown by its own. */
export const taskTitles = {
  "face-landmarker": "Face landmarks",
  "pose-landmarker": "Body pose",
  "hand-landmarker": "Hands",
  "holistic-landmarker": "Whole person",
  "faces": "Face attributes",
  "face-detector": "Face boxes",
};
