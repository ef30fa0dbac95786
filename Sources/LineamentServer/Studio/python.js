// The current run as a program over the Python package.

import { changedDefaults } from "./options.js";
import { snake } from "./words.js";

/** Task → its class, its options' class, and what the program prints of a result. */
const tasks = {
  "face-landmarker": ["vision.FaceLandmarker", `for face in result.face_landmarks:
    print("nose tip at", face[1].x, face[1].y)`],
  "pose-landmarker": ["vision.PoseLandmarker", `for body in result.pose_landmarks:
    print("nose at", body[vision.PoseLandmark.NOSE].x, body[vision.PoseLandmark.NOSE].y)`],
  "hand-landmarker": ["vision.HandLandmarker", `for hand, side in zip(result.hand_landmarks, result.handedness):
    print(side[0].category_name, "index finger at", hand[8].x, hand[8].y)`],
  "holistic-landmarker": ["vision.HolisticLandmarker", `for body in result.pose_landmarks_array:
    print("nose at", body[0, 0], body[0, 1])`],
  "faces": ["mp.FaceAnalyzer", `for face in result.faces:
    print(face.bounding_box, face.angles.y, face.smiling_probability)`],
  "face-detector": ["vision.FaceDetector", `for face in result.detections:
    print(face.bounding_box, face.categories[0].score)`],
};

/** Options of the video reader, not of the task, and those of answers and drawings. */
const readerOptions = ["start", "duration", "every"];
const otherOptions = [...readerOptions, "fields", "labels", "worldView", "background"];

/** Names that are not the option's in snake case. */
const names = { range: "detection_range", model: "pose_model" };
const holisticNames = { outputSegmentationMasks: "output_pose_segmentation_masks" };

export function pythonProgram({ kind, task, options, input }) {
  const [type, loop] = tasks[task];
  const isMoving = kind !== "image";
  const variable = { "mp.FaceAnalyzer": "analyzer", "vision.FaceDetector": "detector" }[type] ?? "landmarker";
  const chosen = argumentsOf(task, kind, options);
  if (isMoving) chosen.unshift("running_mode=vision.RunningMode.VIDEO");
  const lines = [
    "import lineament as mp",
    ...(isMoving || type.startsWith("vision.") ? ["from lineament.tasks.python import vision"] : []),
    "",
    ...(chosen.length ? [`options = ${type}Options(`, ...chosen.map((text) => `    ${text},`), ")"] : [`options = ${type}Options()`]),
    ...(isMoving ? videoLines(kind, type, variable, input, options) : photoLines(type, variable, input)),
    loop.replace(/^/gm, isMoving ? "        " : ""),
  ];
  return `${lines.join("\n")}\n`;
}

const photoLines = (type, variable, input) => [
  `with ${type}(options) as ${variable}:`,
  `    result = ${variable}.detect(mp.read_image(${JSON.stringify(input)}))`,
  "",
];

function videoLines(kind, type, variable, input, options) {
  const excerpt = readerOptions.filter((name) => name in options).map((name) => `, ${name}=${options[name]}`).join("");
  const source = kind === "live" ? `mp.open_stream(${JSON.stringify(input)})` : `mp.read_video(${JSON.stringify(input)}${excerpt})`;
  return [
    `with ${type}(options) as ${variable}, ${source} as video:`,
    "    for frame in video:",
    `        result = ${variable}.detect_for_video(frame.image, frame.timestamp_ms)`,
  ];
}

/** The arguments of the options: what was chosen, and defaults of this page that the package does not share. */
function argumentsOf(task, kind, options) {
  const chosen = { ...changedDefaults(kind), ...options };
  return Object.entries(chosen).filter(([name]) => !otherOptions.includes(name)).map(([name, value]) => {
    return `${(task === "holistic-landmarker" && holisticNames[name]) || names[name] || snake(name)}=${valueOf(name, value)}`;
  });
}

function valueOf(name, value) {
  if (value === "all" && name.startsWith("num")) return "None";
  if (value === "true" || value === "false") return value === "true" ? "True" : "False";
  return /^[\d.]+$/.test(value) ? value : JSON.stringify(value);
}
