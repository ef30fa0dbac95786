// SPDX-License-Identifier: Apache-2.0

// The current run as a command, a request or a program.

import { addressOf } from "./api.js";
import { byID, copyText, element, every, setText } from "./dom.js";
import { changedDefaults, drawingOptions, drawingOptionsFor, optionsFor, readerOptions, runKinds, tableFor } from "./options.js";
import { photoName } from "./photos.js";
import { pythonProgram } from "./python.js";
import { filePath, numberLiteral, shellQuoted, swiftString } from "./quoting.js";
import { state } from "./state.js";
import { about, className, variableFor } from "./tasks.js";
import { kebab } from "./words.js";
import { videoFile, videoType } from "./video.js";

const dialog = byID("code");
const languages = { shell: "Shell", curl: "curl", python: "Python", swift: "Swift" };
/** @type {keyof typeof writers} */
let language = "shell";

export function startCode() {
  byID("open-code").addEventListener("click", () => {
    show();
    dialog.showModal();
  });
  for (const [name, title] of Object.entries(languages)) {
    const button = element("button", { textContent: title });
    button.dataset.language = name;
    button.addEventListener("click", () => {
      language = /** @type {keyof typeof writers} */ (name);
      show();
    });
    byID("code-languages").append(button);
  }
  const [button, text] = [byID("code-copy"), byID("code-text")];
  button.addEventListener("click", () => copyText(button, text.textContent, text));
}

function show() {
  for (const button of every("#code-languages button")) button.setAttribute("aria-pressed", String(button.dataset.language === language));
  const { text, note } = writers[language](currentRun());
  setText(byID("code-text"), text);
  setText(byID("code-note"), note ?? "");
}

/**
 * The current run: its task, options, those of a drawing, and the names of input and drawing.
 * @returns {Run}
 */
function currentRun() {
  const kind = runKinds[state.mode];
  const names = { image: photoName() ?? "photo.jpg", video: videoFile()?.name ?? "clip.mp4" };
  const input = kind === "live" ? "camera:/dev/video0" : filePath(names[kind]);
  const [options, drawing] = [optionsFor(kind), kind === "live" ? {} : drawingOptionsFor(kind)];
  const drawn = Object.keys(drawing).length ? `drawn.${kind === "video" ? "mp4" : "png"}` : undefined;
  return { kind, task: state.task, options, drawing, input, drawn, query: queryOf({ ...options, ...drawing }) };
}

function queryOf(options) {
  const query = new URLSearchParams(options).toString().replaceAll("%2C", ",");
  return query && `?${query}`;
}

/** @type {Record<"shell" | "curl" | "python" | "swift", (run: Run) => { text: string, note?: string }>} */
const writers = {
  shell({ kind, task, options, drawing, input, drawn }) {
    const parts = [`lineament ${task} ${shellQuoted(input)}`];
    for (const [name, value] of Object.entries({ ...options, ...drawing })) {
      if (name === "outputSegmentationMasks" || value === "false") continue;
      parts.push(value === "true" ? `--${kebab(name)}` : `--${kebab(name)} ${shellQuoted(value)}`);
    }
    if (drawn) parts.push(`--annotate ${drawn}`);
    parts.push("--format json");
    return { text: parts.join(parts.length > 3 ? " \\\n  " : " "), note: kind === "live" ? "Uses the camera of the machine that it runs on." : "" };
  },

  curl({ kind, task, input, drawn, query }) {
    if (kind === "live") {
      return { text: `curl ${shellQuoted(addressOf("v1"))}`, note: "Live sessions are WebSockets: docs/live.md has a client. This command lists the tasks and their options." };
    }
    const type = kind === "video" ? ` \\\n  -H 'Content-Type: ${videoType(input)}'` : "";
    const accept = drawn ? ` \\\n  -H 'Accept: ${kind === "video" ? "video/mp4" : "image/png"}' -o ${drawn}` : "";
    const streamed = kind === "video" && !drawn ? " --no-buffer" : "";
    const address = shellQuoted(addressOf(`v1/${task}${query}`));
    return { text: `curl${streamed} --data-binary @${shellQuoted(input)}${type}${accept} \\\n  ${address}`, note: tokenNote };
  },

  python(run) {
    const note = "pip install the wheel that “make wheel” builds, then python -m lineament fetch.";
    return { text: pythonProgram(run), note: run.drawn && "background" in run.drawing ? `${note} It has no other backgrounds.` : note };
  },

  swift(run) {
    return run.task === "faces" ? swiftFaces(run) : swiftTask(run);
  },
};

const tokenNote = "If the server requires a token, add the header “Authorization: Bearer …”.";

function swiftTask(run) {
  const { kind, task, options, input } = run;
  const type = className(task);
  const isMoving = kind !== "image";
  const chosen = { ...changedDefaults(kind), ...options };
  const variable = variableFor(type);
  const lines = [
    "import Foundation",
    "import Lineament",
    isMoving ? "import LineamentVideo" : "import LineamentImages",
    "",
    `let options = ${type}Options()`,
    ...tableFor(kind).filter(({ name }) => Object.hasOwn(chosen, name))
      .map((option) => swiftOption(task, option, chosen[option.name])).filter(Boolean),
    `let ${variable} = try ${type}(options: options)`,
    "",
    ...(isMoving ? swiftVideo(run, variable) : swiftPhoto(input, variable, task)),
  ];
  return { text: `${lines.join("\n")}\n`, note: options.fields ? "The library returns all parts of a result; fields selects what is written." : "" };
}

function swiftPhoto(input, variable, task) {
  return [
    `let image = try MPImage(contentsOf: URL(fileURLWithPath: ${swiftString(input)}))`,
    `let result = try ${variable}.detect(image: image)`,
    about(task).swift,
  ];
}

function swiftVideo({ kind, input, task, options }, variable) {
  const source = kind === "live" ? `address: ${swiftString(input)}` : `URL(fileURLWithPath: ${swiftString(input)})`;
  const policy = kind === "live" ? ", policy: .dropOlder" : "";
  const excerpt = readerOptions.filter((name) => name in options).map((name) => `readerOptions.${name} = ${numberLiteral(options[name])}`);
  const reader = `VideoReader(${source}${excerpt.length ? ", options: readerOptions" : ""})`;
  return [
    ...(excerpt.length ? ["var readerOptions = VideoReader.Options()", ...excerpt] : []),
    `let reader = try ${reader}`,
    `for try await result in ${variable}.results(for: reader.frames${policy}) {`,
    about(task).swift.replace(/^/gm, "    "),
    "}",
  ];
}

/**
 * Names that differ in Swift, and options that are not the library's.
 * @param {string} task
 * @param {ServiceOption} option
 * @param {string} value
 */
function swiftOption(task, { name, type }, value) {
  if (["fields", ...readerOptions, ...drawingOptions].includes(name)) return "";
  const masks = task === "holistic-landmarker" ? "outputPoseSegmentationMasks" : "shouldOutputSegmentationMasks";
  return `options.${name === "outputSegmentationMasks" ? masks : name} = ${swiftValue(type, value)}`;
}

/**
 * @param {ServiceOption["type"]} type
 * @param {string} value
 */
function swiftValue(type, value) {
  if (type === "boolean") return String(value === "true");
  if (type === "integer" && value === "all") return ".max";
  if (type === "integer" || type === "number") return numberLiteral(value);
  return `.${value === "mediapipe" ? "mediaPipe" : value.replace(/\W/g, "")}`;
}

function swiftFaces({ kind, options, input }) {
  const chosen = { ...changedDefaults(kind), ...options };
  const lines = tableFor(kind).filter(({ name }) => Object.hasOwn(chosen, name) && ![...drawingOptions, ...readerOptions].includes(name))
    .map(({ name, type }) => `options.${name} = ${swiftValue(type, chosen[name])}`);
  const text = `import LineamentImages
import LineamentMLKit

let options = FaceDetectorOptions()
options.performanceMode = .accurate
${lines.join("\n")}
let detector = FaceDetector.faceDetector(options: options)

guard let photo = UIImage(contentsOfFile: ${swiftString(kind === "image" ? input : "photo.jpg")}) else { fatalError("no image") }
for face in try detector.results(in: VisionImage(image: photo)) {
    print(face.frame, face.headEulerAngleY, face.smilingProbability)
}
`;
  const note = "ML Kit's API takes single images; set isTrackingEnabled for tracking ids across frames.";
  return { text, note: kind === "image" ? "" : note };
}
