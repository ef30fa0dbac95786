// SPDX-License-Identifier: Apache-2.0

// The texts and layers of each task that the page has by hand: a row for a task. Its options, and what they are called elsewhere, come from the server.

import { capitalized } from "./words.js";

/** @type {Record<string, StudioTask>} */
const rows = {
  "face-landmarker": {
    title: "Face landmarks",
    noun: "face",
    members: [
      "faceLandmarks", "faceBlendshapes", "headAngles", "boundingBoxes", "facialTransformationMatrixes", "faceScores", "trackIDs",
    ],
    layers: ["mesh", "contours", "irises"],
    shownLayers: ["mesh", "contours", "irises"],
    shownCurves: ["jawOpen", "eyeBlinkLeft", "yaw"],
    presets: { outputFaceBlendshapes: "true", outputFacialTransformationMatrixes: "true" },
    python: `for face in result.face_landmarks:
    print("nose tip at", face[1].x, face[1].y)`,
    swift: `for face in result.faces {
    let nose = face.landmarks[.noseTip]
    print("nose tip at \\(nose.x), \\(nose.y)")
}`,
  },
  "pose-landmarker": {
    title: "Body pose",
    noun: "person",
    members: ["landmarks", "worldLandmarks", "boundingBoxes", "trackIDs"],
    layers: ["skeleton"],
    shownLayers: ["skeleton", "points"],
    shownCurves: ["leftElbow", "rightElbow"],
    python: `for body in result.pose_landmarks:
    print("nose at", body[vision.PoseLandmark.NOSE].x, body[vision.PoseLandmark.NOSE].y)`,
    swift: `for pose in result.poses {
    let wrist = pose.worldLandmarks[.leftWrist]
    print("left wrist at \\(wrist.x), \\(wrist.y), \\(wrist.z) m from the hips")
}`,
  },
  "hand-landmarker": {
    title: "Hands",
    noun: "hand",
    members: ["landmarks", "worldLandmarks", "handedness", "boundingBoxes", "handScores", "personIDs", "trackIDs"],
    layers: ["skeleton"],
    shownLayers: ["skeleton", "points"],
    shownCurves: ["left"],
    python: `for hand, side in zip(result.hand_landmarks, result.handedness):
    print(side[0].category_name, "index finger at", hand[8].x, hand[8].y)`,
    swift: `for hand in result.hands {
    let tip = hand[.indexFingerTip]
    print(hand.handedness.categoryName ?? "", "index finger at \\(tip.x), \\(tip.y)")
}`,
  },
  "holistic-landmarker": {
    title: "Whole person",
    noun: "person",
    members: [
      "poseLandmarks", "poseWorldLandmarks", "faceLandmarks", "faceBlendshapes", "leftHandLandmarks", "leftHandWorldLandmarks",
      "rightHandLandmarks", "rightHandWorldLandmarks", "boundingBoxes", "trackIDs",
    ],
    layers: ["mesh", "contours", "irises", "skeleton"],
    shownLayers: ["skeleton", "contours"],
    shownCurves: ["leftElbow", "rightElbow"],
    python: `for body in result.pose_landmarks_array:
    print("nose at", body[0, 0], body[0, 1])`,
    swift: `for person in result.people {
    print("nose at \\(person[.nose].x), \\(person[.nose].y)")
    if let hand = person.leftHand { print("left thumb at \\(hand[.thumbTip].x)") }
}`,
  },
  "faces": {
    title: "Face attributes",
    noun: "face",
    members: ["faces"],
    layers: ["contours"],
    shownLayers: ["contours", "points", "box"],
    shownCurves: ["smile", "yaw"],
    python: `for face in result.faces:
    print(face.bounding_box, face.angles.y, face.smiling_probability)`,
    // The program for it is written for ML Kit's API; see swiftFaces in code.js.
    swift: "",
  },
  "face-detector": {
    title: "Face boxes",
    noun: "face",
    members: ["detections"],
    layers: [],
    shownLayers: ["box", "points"],
    shownCurves: ["score"],
    python: `for face in result.detections:
    print(face.bounding_box, face.categories[0].score)`,
    swift: `for detection in result.detections {
    print(detection.boundingBox, detection.score)
}`,
  },
};

/**
 * Returns the page's row of a task; a task without a row is shown by its own name.
 * @param {string} task
 * @returns {StudioTask}
 */
export const about = (task) =>
  Object.hasOwn(rows, task) ? rows[task] : {
    title: task, noun: "face", members: [], layers: [], shownLayers: ["box", "points"], shownCurves: [], python: "", swift: "",
  };

/** The kind of subject that the task finds: "face", "person" or "hand". */
export const subject = (task) => about(task).noun;

/** Whether the task finds bodies. */
export const hasBodies = (task) => subject(task) === "person";

/** "face-landmarker" → "FaceLandmarker", the name of its class. */
export const className = (task) => task.split("-").map(capitalized).join("");

/** "FaceLandmarker" → "landmarker", the name of a variable. */
export const variableFor = (type) => (/[A-Z][a-z]+$/.exec(type)?.[0] ?? type).toLowerCase();
