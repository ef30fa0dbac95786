// SPDX-License-Identifier: Apache-2.0

/// The type of a face landmark. Left and right are the subject's.
public enum FaceLandmarkType: String, Sendable, CaseIterable {
    case mouthBottom, mouthRight, mouthLeft, leftEar, rightEar, leftEye, rightEye, leftCheek, rightCheek, noseBase
}

/// A landmark of a face.
public final class FaceLandmark: Sendable {
    /// The type of the landmark.
    public let type: FaceLandmarkType
    /// The position in image pixels.
    public let position: VisionPoint

    init(type: FaceLandmarkType, position: VisionPoint) {
        self.type = type
        self.position = position
    }
}

/// The type of a face contour. Left and right are the subject's.
public enum FaceContourType: String, Sendable, CaseIterable {
    case face, leftEyebrowTop, leftEyebrowBottom, rightEyebrowTop, rightEyebrowBottom, leftEye, rightEye
    case upperLipTop, upperLipBottom, lowerLipTop, lowerLipBottom, noseBridge, noseBottom, leftCheek, rightCheek
    /// All 133 points of the other contours in one list.
    case all
}

/// A contour of a face.
public final class FaceContour: Sendable {
    /// The type of the contour.
    public let type: FaceContourType
    /// The points in order, in image pixels.
    public let points: [VisionPoint]

    init(type: FaceContourType, points: [VisionPoint]) {
        self.type = type
        self.points = points
    }
}

/// Firebase's name for ``Face``.
public typealias VisionFace = Face
/// Firebase's name for ``FaceLandmark``.
public typealias VisionFaceLandmark = FaceLandmark
/// Firebase's name for ``FaceContour``.
public typealias VisionFaceContour = FaceContour
