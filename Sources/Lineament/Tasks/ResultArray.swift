// SPDX-License-Identifier: Apache-2.0

/// An array of `LineamentResult` in C that holds a value of all faces, people or hands. The raw value is its name, the order
/// that of the layout.
package enum ResultArray: String, CaseIterable, Sendable {
    case landmarks
    case worldLandmarks = "world_landmarks"
    case visibilities
    case presences
    case boxes
    case scores
    case blendshapes
    case matrices
    case angles
    case expressions
    case contours
    case leftScores = "left_scores"
    case faceLandmarks = "face_landmarks"
    case persons
    case leftHandLandmarks = "left_hand_landmarks"
    case leftHandWorldLandmarks = "left_hand_world_landmarks"
    case rightHandLandmarks = "right_hand_landmarks"
    case rightHandWorldLandmarks = "right_hand_world_landmarks"
    case anglesTowardCamera = "angles_toward_camera"
    case meshes
}
