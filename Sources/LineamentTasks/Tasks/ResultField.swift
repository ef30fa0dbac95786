internal import Foundation
internal import Lineament

/// A part of a result that can be chosen with `--fields`, named by its key in the JSON.
package protocol ResultField: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// The parts of a face landmarker's result.
package enum FaceLandmarkerField: String, ResultField {
    case faceLandmarks, faceBlendshapes, facialTransformationMatrixes, trackIDs, faceScores, detectedFaces,
        facesWithoutLandmarks
    // Derived from the others, and written only if asked for.
    case boundingBoxes, headAngles
}

/// The parts of a pose landmarker's result.
package enum PoseLandmarkerField: String, ResultField {
    case landmarks, worldLandmarks, segmentationMasks, trackIDs
    // Derived from the landmarks, and written only if asked for.
    case boundingBoxes
}

/// The parts of a hand landmarker's result.
package enum HandLandmarkerField: String, ResultField {
    case handedness, landmarks, worldLandmarks, trackIDs, handScores, personIDs
    // Derived from the landmarks, and written only if asked for.
    case boundingBoxes
}

/// The parts of a holistic landmarker's result.
package enum HolisticLandmarkerField: String, ResultField {
    case poseLandmarks, poseWorldLandmarks, faceLandmarks, faceBlendshapes
    case leftHandLandmarks, leftHandWorldLandmarks, rightHandLandmarks, rightHandWorldLandmarks
    case segmentationMasks, trackIDs
    // Derived from the landmarks of the body, and written only if asked for.
    case boundingBoxes
}

extension JSONText {
    /// Limits the rest of the outermost object to `fields` and the timestamp; `nil` stands for all that the result has.
    mutating func limit(to fields: Set<some ResultField>?) {
        members = fields.map { Set($0.map(\.rawValue)).union(["timestampInMilliseconds"]) }
    }

    /// Writes boxes in pixels, as those of a face detector.
    mutating func member(_ name: String, boxes: [CGRect]) {
        member(name, boxes) { json, box in
            json.object { json in
                json.member("x", Float(box.minX))
                json.member("y", Float(box.minY))
                json.member("width", Float(box.width))
                json.member("height", Float(box.height))
            }
        }
    }
}
