// SPDX-License-Identifier: Apache-2.0

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

/** Option → what comes before and after its control; an option without words here has those of its name. */
export const optionWords = {
  numFaces: ["At most", "faces"],
  numPoses: ["At most", "people"],
  numPeople: ["At most", "people"],
  numHands: ["At most", "hands"],
  minDetectionConfidence: ["Lowest score of a face", "(0 to 1)"],
  minFaceDetectionConfidence: ["Lowest score of a face", "(0 to 1)"],
  minPoseDetectionConfidence: ["Lowest score of a person", "(0 to 1)"],
  minHandDetectionConfidence: ["Lowest score of a hand", "(0 to 1)"],
  minFacePresenceConfidence: ["Lowest score of a face's points", "(0 to 1)"],
  minPosePresenceConfidence: ["Lowest score of a body's points", "(0 to 1)"],
  minHandPresenceConfidence: ["Lowest score of a hand's points", "(0 to 1)"],
  minHandLandmarksConfidence: ["Lowest score of a hand's points", "(0 to 1)"],
  minTrackingConfidence: ["Overlap from frame to frame"],
  minSuppressionThreshold: ["Overlap that makes two faces one"],
  minFaceSuppressionThreshold: ["Overlap that makes two faces one"],
  minPoseSuppressionThreshold: ["Overlap that makes two people one"],
  minFaceSize: ["Smallest face", "of the width"],
  maxSearchedPixels: ["Search at most", "pixels"],
  range: ["Look for"],
  smoothing: ["Smooth the movement of"],
  separation: ["Bodies that overlap"],
  model: ["Model"],
  landmarkMode: ["Ten points"],
  contourMode: ["Contours of the largest face"],
  classificationMode: ["Smiles and open eyes"],
  outputFaceBlendshapes: ["Facial expressions"],
  outputFacialTransformationMatrixes: ["Direction of the head"],
  outputFaceMeshes: ["Face in centimeters"],
  cameraFov: ["Camera's angle of view, from top to bottom", "degrees"],
  focalLength: ["Camera's focal length, if known", "pixels"],
  outputSegmentationMasks: ["Which pixels are people"],
  fields: ["Only these results"],
  labels: ["Labels in the MP4"],
  worldView: ["Bodies in 3-D in the MP4"],
  start: ["Begin after", "s"],
  duration: ["Process only", "s"],
  every: ["Only every n-th frame, n ="],
};

/** Tool → option → words; what is not here has the words of a task's option. */
export const toolWords = {
  redact: {
    what: ["Cover"],
    how: ["How"],
    keep: ["Leave visible"],
    cover: ["Cover areas"],
    uncover: ["Leave numbers visible"],
    verify: ["Search the copy again"],
    sound: ["Sound"],
    crf: ["Quality", "(0 is the best)"],
  },
  crop: {
    what: ["Cut out"],
    template: ["Placed for"],
    size: ["Size", "pixels"],
    margin: ["Margin"],
    minSize: ["At least", "pixels wide"],
    minQuality: ["Quality at least"],
    format: ["Files"],
    quality: ["Quality of JPEG and WebP", "(100 is the best)"],
  },
};

/** Option → value → words; a value without words here is shown as it is. */
export const valueWords = {
  range: { auto: "all sizes", short: "within 2 m", full: "within 5 m" },
  smoothing: { everyone: "everyone", mediapipe: "one alone, as MediaPipe", none: "nobody" },
  separation: { distinct: "each once", mediapipe: "as MediaPipe finds them" },
  model: { lite: "fastest", full: "balanced", heavy: "most accurate" },
  how: { blur: "blur", pixelate: "squares", fill: "black, which leaves nothing" },
  keep: { nobody: "nobody", largest: "the largest face" },
  template: { square: "people to look at", arcface: "recognition (ArcFace)", ffhq: "generation (FFHQ)", passport: "a passport" },
  format: { png: "PNG", jpg: "JPEG", webp: "WebP" },
  labels: { none: "none", auto: "where there is room", all: "all" },
};
