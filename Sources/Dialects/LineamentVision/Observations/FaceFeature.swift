// SPDX-License-Identifier: Apache-2.0

/// A feature of a face and its points on the 478-point mesh.
///
/// The counts and overlaps are those of Vision's 76-point constellation; the orders follow its known parts.
enum FaceFeature {
    case allPoints, faceContour, innerLips, leftEye, leftEyebrow, leftPupil, medianLine, nose, noseCrest, outerLips
    case rightEye, rightEyebrow, rightPupil

    /// Whether left is the viewer's left, as Core Image documents for its faces. Vision does not document it.
    static let leftIsTheViewers = true

    private enum Side { case imageLeft, imageRight }

    private static var left: Side { leftIsTheViewers ? .imageLeft : .imageRight }
    private static var right: Side { leftIsTheViewers ? .imageRight : .imageLeft }

    var meshPoints: [Int] {
        switch self {
        case .leftEye: Self.eye(Self.left)
        case .rightEye: Self.eye(Self.right)
        case .leftEyebrow: Self.eyebrow(Self.left)
        case .rightEyebrow: Self.eyebrow(Self.right)
        case .leftPupil: Self.pupil(Self.left)
        case .rightPupil: Self.pupil(Self.right)
        case .faceContour:
            [454, 323, 361, 288, 397, 365, 378, 377, 152, 148, 149, 136, 172, 58, 132, 93, 234]
        case .nose: [168, 122, 198, 129, 2, 358, 420, 351]
        case .noseCrest: [168, 6, 197, 195, 5, 4]
        case .medianLine: [168, 197, 5, 4, 2, 0, 13, 14, 17, 152]
        case .outerLips: [40, 39, 37, 0, 267, 269, 270, 291, 321, 405, 17, 181, 91, 61]
        case .innerLips: [81, 13, 311, 402, 14, 178]
        case .allPoints: Self.allParts.flatMap(\.self)
        }
    }

    /// The parts of Vision's list of all points, in its order.
    private static var allParts: [[Int]] {
        [
            eyebrow(.imageLeft), eyebrow(.imageRight), eye(.imageLeft), eye(.imageRight), outerLips.meshPoints,
            innerLips.meshPoints, faceContour.meshPoints, nose.meshPoints, Array(noseCrest.meshPoints.dropFirst()),
            pupil(.imageLeft), pupil(.imageRight),
        ]
    }

    var classification: FaceObservation.Landmarks2D.Region.PointsClassification {
        switch self {
        case .leftEye, .rightEye, .leftEyebrow, .rightEyebrow, .nose, .outerLips, .innerLips: .closedPath
        case .faceContour, .noseCrest, .medianLine: .openPath
        case .leftPupil, .rightPupil, .allPoints: .disconnected
        }
    }

    private static func eye(_ side: Side) -> [Int] {
        side == .imageLeft ? [33, 160, 158, 133, 153, 144] : [263, 387, 385, 362, 380, 373]
    }

    private static func eyebrow(_ side: Side) -> [Int] {
        side == .imageLeft ? [70, 63, 66, 107, 65, 53] : [300, 293, 296, 336, 295, 283]
    }

    private static func pupil(_ side: Side) -> [Int] { side == .imageLeft ? [468] : [473] }
}
