// SPDX-License-Identifier: Apache-2.0

/// Notable points among the 478 landmarks of a face. Left and right are the subject's.
///
/// The raw value is the landmark's index. The other landmarks have no names; see MediaPipe's diagram of the face mesh,
/// and the connections of ``FaceLandmarker`` for those that form lips, eyes, eyebrows, irises and the contour of the
/// face.
public enum FaceMeshLandmark: Int, Sendable, CaseIterable {
    case noseTip = 1
    /// Where the nose meets the upper lip.
    case noseBase = 2
    /// Between the eyes.
    case noseBridge = 168
    /// The top of the face's contour.
    case foreheadTop = 10
    case chin = 152
    case rightEyeOuterCorner = 33
    case rightEyeInnerCorner = 133
    case rightEyeUpperLid = 159
    case rightEyeLowerLid = 145
    case rightIrisCenter = 468
    case leftEyeOuterCorner = 263
    case leftEyeInnerCorner = 362
    case leftEyeUpperLid = 386
    case leftEyeLowerLid = 374
    case leftIrisCenter = 473
    case rightEyebrowOuterEnd = 70
    case rightEyebrowInnerEnd = 107
    case leftEyebrowOuterEnd = 300
    case leftEyebrowInnerEnd = 336
    case mouthRightCorner = 61
    case mouthLeftCorner = 291
    // The middle of the lips' outer and inner edges.
    case upperLipTop = 0
    case upperLipBottom = 13
    case lowerLipTop = 14
    case lowerLipBottom = 17
    /// The middle of the right cheek.
    case rightCheek = 205
    /// The middle of the left cheek.
    case leftCheek = 425
    /// The point of the face's contour in front of the right ear.
    case rightFaceEdge = 234
    /// The point of the face's contour in front of the left ear.
    case leftFaceEdge = 454
}

extension FaceMeshLandmark {
    /// The number of landmarks of a face, of which only the notable ones have a name.
    package static var count: Int { FaceLandmarkModel.landmarkCount }
}

/// The 478 landmarks of a face, in fractions of the image.
public typealias FaceLandmarks = LandmarkList<FaceMeshLandmark, NormalizedLandmark>

extension LandmarkList<FaceMeshLandmark, NormalizedLandmark> {
    /// The list itself, so that the face of a person reads as that of a face landmarker: `person.face?.landmarks[.noseTip]`.
    /// A Lineament extension.
    public var landmarks: Self { self }
}
