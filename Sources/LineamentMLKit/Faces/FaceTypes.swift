public import Foundation

/// A point in pixels of the image.
public final class VisionPoint: Sendable {
    public let x: CGFloat
    public let y: CGFloat

    init(_ point: SIMD2<Float>) {
        x = CGFloat(point.x)
        y = CGFloat(point.y)
    }
}

/// The landmarks of a face. Left and right are the subject's.
public enum FaceLandmarkType: String, Sendable, CaseIterable {
    case mouthBottom, mouthRight, mouthLeft, leftEar, rightEar, leftEye, rightEye, leftCheek, rightCheek, noseBase
}

/// A landmark of a face.
public final class FaceLandmark: Sendable {
    public let type: FaceLandmarkType
    public let position: VisionPoint

    init(type: FaceLandmarkType, position: VisionPoint) {
        self.type = type
        self.position = position
    }
}

/// The contours of a face. Left and right are the subject's.
public enum FaceContourType: String, Sendable, CaseIterable {
    case face, leftEyebrowTop, leftEyebrowBottom, rightEyebrowTop, rightEyebrowBottom, leftEye, rightEye
    case upperLipTop, upperLipBottom, lowerLipTop, lowerLipBottom, noseBridge, noseBottom, leftCheek, rightCheek
    /// Every point of the others in one list, 133.
    case all
}

/// A contour of a face.
public final class FaceContour: Sendable {
    public let type: FaceContourType
    public let points: [VisionPoint]

    init(type: FaceContourType, points: [VisionPoint]) {
        self.type = type
        self.points = points
    }
}

public typealias VisionFace = Face
public typealias VisionFaceLandmark = FaceLandmark
public typealias VisionFaceContour = FaceContour
