// The current run as a command, a request or a program.

import { byID, element, setText } from "./dom.js";
import { changedDefaults, drawingOptions, optionsFor, runKinds } from "./options.js";
import { photoName } from "./photos.js";
import { state } from "./state.js";
import { kebab } from "./words.js";
import { videoFile, videoType } from "./video.js";

const dialog = byID("code");
const languages = { shell: "Shell", curl: "curl", python: "Python", swift: "Swift" };
let language = "shell";

export function startCode() {
  byID("open-code").addEventListener("click", () => {
    show();
    dialog.showModal();
  });
  for (const [name, title] of Object.entries(languages)) {
    const button = element("button", { type: "button", textContent: title });
    button.dataset.language = name;
    button.addEventListener("click", () => {
      language = name;
      show();
    });
    byID("code-languages").append(button);
  }
  byID("code-copy").addEventListener("click", copy);
}

function show() {
  for (const button of byID("code-languages").children) button.setAttribute("aria-pressed", String(button.dataset.language === language));
  const { text, note } = writers[language](currentRun());
  setText(byID("code-text"), text);
  setText(byID("code-note"), note ?? "");
  setText(byID("code-copy"), "Copy");
}

async function copy() {
  const text = byID("code-text");
  try {
    await navigator.clipboard.writeText(text.textContent);
    setText(byID("code-copy"), "Copied");
  } catch {
    getSelection().selectAllChildren(text);
    setText(byID("code-copy"), "Selected: press Ctrl-C");
  }
}

/** The current run: kind ("image", "video" or "live"), task, options and the name of the input. */
function currentRun() {
  const kind = runKinds[state.mode];
  const input = { image: photoName() ?? "photo.jpg", video: videoFile()?.name ?? "clip.mp4", live: "camera:/dev/video0" }[kind];
  const query = new URLSearchParams(optionsFor(kind)).toString().replaceAll("%2C", ",");
  return { kind, task: state.task, options: optionsFor(kind), input, query: query && `?${query}` };
}

const shellQuoted = (text) => (/^[\w./:=?&,-]+$/.test(text) && !/[?&]/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
const literal = (text) => JSON.stringify(text);

const writers = {
  shell({ kind, task, options, input }) {
    const parts = [`lineament ${task} ${shellQuoted(input)}`];
    for (const [name, value] of Object.entries(options)) {
      if (name === "outputSegmentationMasks" || drawingOptions.includes(name) || value === "false") continue;
      parts.push(value === "true" ? `--${kebab(name)}` : `--${kebab(name)} ${shellQuoted(value)}`);
    }
    parts.push("--format json");
    return { text: parts.join(parts.length > 3 ? " \\\n  " : " "), note: kind === "live" ? "Uses the camera of the machine that it runs on." : "" };
  },

  curl({ kind, task, input, query }) {
    if (kind === "live") {
      return { text: `curl ${shellQuoted(`${location.origin}/v1`)}`, note: "Live sessions are WebSockets: see Python. This command lists the tasks and their options." };
    }
    const type = kind === "video" ? ` \\\n  -H 'Content-Type: ${videoType(input)}'` : "";
    const streamed = kind === "video" ? " --no-buffer" : "";
    const address = shellQuoted(`${location.origin}/v1/${task}${query}`);
    return { text: `curl${streamed} --data-binary @${shellQuoted(input)}${type} \\\n  ${address}`, note: tokenNote };
  },

  python(run) {
    return run.kind === "live" ? pythonLive(run) : pythonFile(run);
  },

  swift(run) {
    return run.task === "faces" ? swiftFaces(run) : swiftTask(run);
  },
};

const tokenNote = "If the server requires a token, add the header “Authorization: Bearer …”.";

function pythonFile({ kind, task, input, query }) {
  const isVideo = kind === "video";
  const headers = isVideo ? `, {"Content-Type": "${videoType(input)}"}` : "";
  const text = `import json
import urllib.request

url = ${literal(`${location.origin}/v1/${task}${query}`)}
with open(${literal(input)}, "rb") as file:
    request = urllib.request.Request(url, file.read()${headers})
with urllib.request.urlopen(request) as answer:
${isVideo ? `    for line in answer:
        result = json.loads(line)
        print(result.get("timestampInMilliseconds"), ${pythonList[task]})` : `    result = json.load(answer)
print(${pythonList[task]})`}
`;
  return { text, note: tokenNote };
}

/** What a program prints of a result. */
const pythonList = {
  "face-landmarker": `[face[1] for face in result.get("faceLandmarks", [])]`,
  "pose-landmarker": `[body[0] for body in result.get("landmarks", [])]`,
  "holistic-landmarker": `[body[0] for body in result.get("poseLandmarks", [])]`,
  "hand-landmarker": `[hand[8] for hand in result.get("landmarks", [])]`,
  "faces": `[face["frame"] for face in result.get("faces", [])]`,
  "face-detector": `[face["boundingBox"] for face in result.get("detections", [])]`,
};

function pythonLive({ task, query }) {
  const address = `${location.origin.replace(/^http/, "ws")}/v1/live?task=${task}${query.replace("?", "&")}`;
  const masks = query.includes("outputSegmentationMasks=true");
  const text = `# pip install websockets opencv-python
import json
import struct
import time

import cv2
from websockets.sync.client import connect

camera = cv2.VideoCapture(0)
with connect(${literal(address)}, max_size=None) as session:
    while True:
        ok, frame = camera.read()
        if not ok:
            break
        height, width = frame.shape[:2]
        pixels = cv2.cvtColor(frame, cv2.COLOR_BGR2BGRA).tobytes()
        milliseconds = time.monotonic_ns() // 1_000_000
        # Version 1, format 4 (BGRA), matrix, range, rotation, size, time.
        head = struct.pack("<BBBBHHIIqQ", 1, 4, 0, 0, 0, 0, width, height, milliseconds, 0)
        session.send(head + pixels)
        result = json.loads(session.recv())
        print(${pythonList[task]})${masks ? `
        masks = [session.recv()[16:] for _ in range(result.get("masks", 0))]` : ""}
`;
  return { text, note: "This page sends the camera's own format (I420 or NV12) instead of BGRA." };
}

const swiftTypes = {
  "face-landmarker": "FaceLandmarker",
  "pose-landmarker": "PoseLandmarker",
  "hand-landmarker": "HandLandmarker",
  "holistic-landmarker": "HolisticLandmarker",
  "face-detector": "FaceDetector",
};

const swiftLoops = {
  "face-landmarker": `for face in result.faces {
    let nose = face.landmarks[.noseTip]
    print("nose tip at \\(nose.x), \\(nose.y)")
}`,
  "pose-landmarker": `for pose in result.poses {
    let wrist = pose.worldLandmarks[.leftWrist]
    print("left wrist at \\(wrist.x), \\(wrist.y), \\(wrist.z) m from the hips")
}`,
  "hand-landmarker": `for hand in result.hands {
    let tip = hand[.indexFingerTip]
    print(hand.handedness.categoryName ?? "", "index finger at \\(tip.x), \\(tip.y)")
}`,
  "holistic-landmarker": `for person in result.people {
    print("nose at \\(person[.nose].x), \\(person[.nose].y)")
    if let hand = person.leftHand { print("left thumb at \\(hand[.thumbTip].x)") }
}`,
  "face-detector": `for detection in result.detections {
    print(detection.boundingBox, detection.score)
}`,
};

function swiftTask(run) {
  const { kind, task, options, input } = run;
  const type = swiftTypes[task];
  const isMoving = kind !== "image";
  const chosen = { ...changedDefaults(kind), ...options };
  const variable = type.includes("Detector") ? "detector" : "landmarker";
  const lines = [
    "import Foundation",
    "import Lineament",
    isMoving ? "import LineamentVideo" : "import LineamentImages",
    "",
    `let options = ${type}Options()`,
    ...Object.entries(chosen).map(([name, value]) => swiftOption(task, name, value)).filter(Boolean),
    `let ${variable} = try ${type}(options: options)`,
    "",
    ...(isMoving ? swiftVideo(run, variable) : swiftPhoto(input, variable, task)),
  ];
  return { text: `${lines.join("\n")}\n`, note: options.fields ? "The library returns all parts of a result; fields selects what is written." : "" };
}

function swiftPhoto(input, variable, task) {
  return [
    `let image = try MPImage(contentsOf: URL(fileURLWithPath: ${literal(input)}))`,
    `let result = try ${variable}.detect(image: image)`,
    swiftLoops[task],
  ];
}

function swiftVideo({ kind, input, task, options }, variable) {
  const source = kind === "live" ? `address: ${literal(input)}` : `URL(fileURLWithPath: ${literal(input)})`;
  const policy = kind === "live" ? ", policy: .dropOlder" : "";
  const excerpt = readerOptions.filter((name) => name in options).map((name) => `readerOptions.${name} = ${options[name]}`);
  const reader = `VideoReader(${source}${excerpt.length ? ", options: readerOptions" : ""})`;
  return [
    ...(excerpt.length ? ["var readerOptions = VideoReader.Options()", ...excerpt] : []),
    `let reader = try ${reader}`,
    `for try await result in ${variable}.results(for: reader.frames${policy}) {`,
    swiftLoops[task].replace(/^/gm, "    "),
    "}",
  ];
}

/** Options of the video reader, not of the task. */
const readerOptions = ["start", "duration", "every"];

/** Names that differ in Swift, and options that are not the library's. */
function swiftOption(task, name, value) {
  if (["fields", ...drawingOptions, ...readerOptions].includes(name)) return "";
  if (name === "outputSegmentationMasks") {
    return `options.${task === "holistic-landmarker" ? "outputPose" : "shouldOutput"}SegmentationMasks = ${value}`;
  }
  if (value === "all") return `options.${name} = .max`;
  if (["range", "smoothing", "separation"].includes(name)) return `options.${name} = .${value === "mediapipe" ? "mediaPipe" : value}`;
  return `options.${name} = ${value}`;
}

function swiftFaces({ kind, options, input }) {
  const chosen = { ...changedDefaults(kind), ...options };
  const lines = Object.entries(chosen).filter(([name]) => ![...drawingOptions, ...readerOptions].includes(name)).map(([name, value]) => {
    return `options.${name} = ${/^[\d.]/.test(value) ? value : `.${value}`}`;
  });
  const text = `import LineamentImages
import LineamentMLKit

let options = FaceDetectorOptions()
options.performanceMode = .accurate
${lines.join("\n")}
let detector = FaceDetector.faceDetector(options: options)

guard let photo = UIImage(contentsOfFile: ${literal(kind === "image" ? input : "photo.jpg")}) else { fatalError("no image") }
for face in try detector.results(in: VisionImage(image: photo)) {
    print(face.frame, face.headEulerAngleY, face.smilingProbability)
}
`;
  const note = "ML Kit's API takes single images; set isTrackingEnabled for tracking ids across frames.";
  return { text, note: kind === "image" ? "" : note };
}
