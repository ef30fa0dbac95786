/// The positions of ML Kit's landmarks and contours on the 478-point mesh.
///
/// The lists follow the loops of MediaPipe's connections, with the counts and orders that ML Kit documents. No point is
/// resampled.
enum FaceTables {
    /// Whether left is the subject's left, as ML Kit's reference says. Two sample outputs in its guides use the
    /// viewer's left.
    static let leftIsTheSubjects = true

    /// Returns the mesh points whose mean is the landmark.
    static func points(of landmark: FaceLandmarkType) -> [Int] {
        switch landmark.named {
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

    /// Returns the mesh points of a contour, in order.
    static func points(of contour: FaceContourType) -> [Int] {
        switch contour.named {
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
        case .all: orderOfAll.flatMap { points(of: $0) }
        }
    }

    /// The contours in the order in which `.all` lists their points.
    static let orderOfAll: [FaceContourType] = [
        .face, .leftEyebrowTop, .leftEyebrowBottom, .rightEyebrowTop, .rightEyebrowBottom, .leftEye, .rightEye,
        .upperLipBottom, .lowerLipTop, .upperLipTop, .lowerLipBottom, .noseBridge, .noseBottom, .leftCheek, .rightCheek,
    ]

    /// Returns the landmarks that are visible on a head rotated toward the image's right by `degrees`, from ML Kit's
    /// table.
    static func visibleLandmarks(turnedRight degrees: Float) -> Set<FaceLandmarkType> {
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

extension FaceLandmarkType {
    /// The landmark with left and right as the subject's.
    fileprivate var named: FaceLandmarkType { FaceTables.leftIsTheSubjects ? self : mirrored(self) }
}

extension FaceContourType {
    fileprivate var named: FaceContourType { FaceTables.leftIsTheSubjects ? self : mirrored(self) }
}

/// Returns the counterpart of `kind` on the other side of the face.
private func mirrored<Kind: RawRepresentable<String>>(_ kind: Kind) -> Kind {
    let name = kind.rawValue
    let other =
        name.contains("left") || name.contains("Left")
        ? name.replacing("left", with: "right").replacing("Left", with: "Right")
        : name.replacing("right", with: "left").replacing("Right", with: "Left")
    return Kind(rawValue: other) ?? kind
}
