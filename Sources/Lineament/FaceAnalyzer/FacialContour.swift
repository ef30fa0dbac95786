// SPDX-License-Identifier: Apache-2.0

/// A contour of an analyzed face. Left and right are the subject's.
///
/// Points are those of ML Kit, in its order: 36 for `face`, 16 for each eye, 5 for each edge of an eyebrow, 11 for the upper
/// edge of the upper lip, 9 for each other edge of the lips, 2 for `noseBridge`, 3 for `noseBottom` (the middle one first) and
/// 1 for each cheek.
public enum FacialContour: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    case face, leftEyebrowTop, leftEyebrowBottom, rightEyebrowTop, rightEyebrowBottom, leftEye, rightEye
    case upperLipTop, upperLipBottom, lowerLipTop, lowerLipBottom, noseBridge, noseBottom, leftCheek, rightCheek

    /// Whether the last point is connected to the first.
    public var isClosed: Bool { [.face, .leftEye, .rightEye].contains(self) }
}

extension FacialContour {
    /// The contours in the order in which ML Kit lists the points of all of them.
    package static let joined: [FacialContour] = [
        .face, .leftEyebrowTop, .leftEyebrowBottom, .rightEyebrowTop, .rightEyebrowBottom, .leftEye, .rightEye,
        .upperLipBottom, .lowerLipTop, .upperLipTop, .lowerLipBottom, .noseBridge, .noseBottom, .leftCheek, .rightCheek,
    ]

    /// The number of points of all contours.
    package static let pointCount = joined.reduce(0) { $0 + $1.meshPoints.count }

    /// The points of the mesh, in order.
    ///
    /// The lists follow the loops of MediaPipe's connections, with the counts and orders that ML Kit documents. No point
    /// is resampled.
    package var meshPoints: [Int] {
        switch self {
        case .face:
            [
                10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176,
                149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
            ]
        case .rightEyebrowTop: [70, 63, 105, 66, 107]
        case .rightEyebrowBottom: [46, 53, 52, 65, 55]
        case .leftEyebrowTop: [300, 293, 334, 296, 336]
        case .leftEyebrowBottom: [276, 283, 282, 295, 285]
        case .rightEye: [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7]
        case .leftEye: [362, 398, 384, 385, 386, 387, 388, 466, 263, 249, 390, 373, 374, 380, 381, 382]
        case .upperLipTop: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291]
        case .upperLipBottom: [191, 80, 81, 82, 13, 312, 311, 310, 415]
        case .lowerLipTop: [324, 318, 402, 317, 14, 87, 178, 88, 95]
        case .lowerLipBottom: [375, 321, 405, 314, 17, 84, 181, 91, 146]
        case .noseBridge: [168, 4]
        case .noseBottom: [2, 98, 327]
        case .rightCheek: [205]
        case .leftCheek: [425]
        }
    }
}
