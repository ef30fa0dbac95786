// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament

extension ResultArray {
    /// The field of the structure.
    var place: WritableKeyPath<LineamentResult, UnsafePointer<Float>?> {
        switch self {
        // generated: value places
        case .landmarks: \.landmarks
        case .worldLandmarks: \.world_landmarks
        case .visibilities: \.visibilities
        case .presences: \.presences
        case .boxes: \.boxes
        case .scores: \.scores
        case .blendshapes: \.blendshapes
        case .matrices: \.matrices
        case .angles: \.angles
        case .expressions: \.expressions
        case .contours: \.contours
        case .leftScores: \.left_scores
        case .faceLandmarks: \.face_landmarks
        case .persons: \.persons
        case .leftHandLandmarks: \.left_hand_landmarks
        case .leftHandWorldLandmarks: \.left_hand_world_landmarks
        case .rightHandLandmarks: \.right_hand_landmarks
        case .rightHandWorldLandmarks: \.right_hand_world_landmarks
        case .anglesTowardCamera: \.angles_toward_camera
        case .meshes: \.meshes
        // end of value places
        }
    }
}
