// SPDX-License-Identifier: Apache-2.0

// The current run as a program over the Python package.

import { readerOptions, tableFor } from "./options.js";
import { numberLiteral, pythonString } from "./quoting.js";
import { about, className, variableFor } from "./tasks.js";

/** @param {Run} run */
export function pythonProgram({ kind, task, options, input }) {
  const type = task === "faces" ? "mp.FaceAnalyzer" : `vision.${className(task)}`;
  const isMoving = kind !== "image";
  const variable = variableFor(type);
  const chosen = argumentsOf(kind, options);
  if (isMoving) chosen.unshift("running_mode=vision.RunningMode.VIDEO");
  const lines = [
    "import lineament as mp",
    ...(isMoving || type.startsWith("vision.") ? ["from lineament.tasks.python import vision"] : []),
    "",
    ...(chosen.length ? [`options = ${type}Options(`, ...chosen.map((text) => `    ${text},`), ")"] : [`options = ${type}Options()`]),
    ...(isMoving ? videoLines(kind, type, variable, input, options) : photoLines(type, variable, input)),
    about(task).python.replace(/^/gm, isMoving ? "        " : ""),
  ];
  return `${lines.join("\n")}\n`;
}

const photoLines = (type, variable, input) => [
  `with ${type}(options) as ${variable}:`,
  `    result = ${variable}.detect(mp.read_image(${pythonString(input)}))`,
  "",
];

function videoLines(kind, type, variable, input, options) {
  const excerpt = readerOptions.filter((name) => name in options).map((name) => `, ${name}=${numberLiteral(options[name])}`).join("");
  const source = kind === "live" ? `mp.open_stream(${pythonString(input)})` : `mp.read_video(${pythonString(input)}${excerpt})`;
  return [
    `with ${type}(options) as ${variable}, ${source} as video:`,
    "    for frame in video:",
    `        result = ${variable}.detect_for_video(frame.image, frame.timestamp_ms)`,
  ];
}

/**
 * The arguments of the options: what is not the package's default, chosen or by a default of this page.
 * @param {RunKind} kind
 * @param {Chosen} options
 */
function argumentsOf(kind, options) {
  return tableFor(kind).flatMap(({ name, type, python, default: usual }) => {
    if (!python) return [];
    const value = literal(type, options[name] ?? usual);
    return value === python.default ? [] : [`${python.name}=${value}`];
  });
}

/**
 * A value as Python writes it.
 * @param {ServiceOption["type"]} type
 * @param {string} value
 */
function literal(type, value) {
  if (type === "boolean") return value === "true" ? "True" : "False";
  if (type === "integer") return value === "all" ? "None" : numberLiteral(value);
  if (type === "number") return numberLiteral(value).replace(/^-?\d+$/, "$&.0");
  return pythonString(value);
}
