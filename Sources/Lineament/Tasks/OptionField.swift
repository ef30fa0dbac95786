// SPDX-License-Identifier: Apache-2.0

/// A field of `LineamentOptions` in C that holds an option. The raw value is its name, the order that of the layout.
package enum OptionField: String, CaseIterable, Sendable {
    case maxCount = "max_count"
    case range
    case minDetection = "min_detection_confidence"
    case minPresence = "min_presence_confidence"
    case minTracking = "min_tracking_confidence"
    case minSuppression = "min_suppression_threshold"
    case smoothing
    case separation
    case maxSearchedPixels = "max_searched_pixels"
    case model
    case landmarkMode = "landmark_mode"
    case contourMode = "contour_mode"
    case classificationMode = "classification_mode"
    case minFaceSize = "min_face_size"
    case blendshapes
    case matrices
    case masks
    case handRange = "hand_range"
    case minFaceDetection = "min_face_detection_confidence"
    case minFaceSuppression = "min_face_suppression_threshold"
    case minFacePresence = "min_face_presence_confidence"
    case minHandPresence = "min_hand_presence_confidence"
    case cameraFov = "camera_fov"
    case focalLength = "focal_length"
    case meshes
}
