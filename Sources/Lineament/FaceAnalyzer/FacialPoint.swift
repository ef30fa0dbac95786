// SPDX-License-Identifier: Apache-2.0

/// A landmark of an analyzed face, computed from the mesh. Left and right are the subject's. A cheek is the middle between a
/// corner of the mouth and the outer corner of the eye above it.
public enum FacialPoint: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    case mouthBottom, mouthRight, mouthLeft, leftEar, rightEar, leftEye, rightEye, leftCheek, rightCheek, noseBase
}

extension FacialPoint {
    /// The points of the mesh whose mean is the landmark.
    var meshPoints: [Int] {
        switch self {
        case .mouthBottom: [17]
        case .mouthRight: [61]
        case .mouthLeft: [291]
        case .rightEar: [234]
        case .leftEar: [454]
        case .rightEye: [468]
        case .leftEye: [473]
        case .rightCheek: [61, 33]
        case .leftCheek: [291, 263]
        case .noseBase: [2]
        }
    }

    /// Returns the landmarks that are visible on a head rotated toward the image's right by `degrees`, from ML Kit's
    /// table.
    static func visible(turnedRight degrees: Float) -> Set<FacialPoint> {
        switch degrees {
        case ..<(-36): [.leftEye, .mouthLeft, .leftEar, .noseBase, .leftCheek]
        case ..<(-12): [.mouthLeft, .noseBase, .mouthBottom, .rightEye, .leftEye, .leftCheek, .leftEar]
        case ...12:
            [.rightEye, .leftEye, .noseBase, .leftCheek, .rightCheek, .mouthLeft, .mouthRight, .mouthBottom]
        case ...36: [.mouthRight, .noseBase, .mouthBottom, .leftEye, .rightEye, .rightCheek, .rightEar]
        default: [.rightEye, .mouthRight, .rightEar, .noseBase, .rightCheek]
        }
    }
}
