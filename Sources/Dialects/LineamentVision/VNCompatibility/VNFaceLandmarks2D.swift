// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The features of a face; see ``FaceObservation/Landmarks2D``. Left and right are the viewer's.
public final class VNFaceLandmarks2D: Sendable {
    private let landmarks: FaceObservation.Landmarks2D

    /// The confidence of the face, 0 to 1.
    public let confidence: VNConfidence

    init(_ landmarks: FaceObservation.Landmarks2D, confidence: VNConfidence) {
        self.landmarks = landmarks
        self.confidence = confidence
    }

    /// All 76 points.
    public var allPoints: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.allPoints) }
    /// The jaw.
    public var faceContour: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.faceContour) }
    /// The eye on the left of the image.
    public var leftEye: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.leftEye) }
    /// The eye on the right of the image.
    public var rightEye: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.rightEye) }
    /// The eyebrow on the left of the image.
    public var leftEyebrow: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.leftEyebrow) }
    /// The eyebrow on the right of the image.
    public var rightEyebrow: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.rightEyebrow) }
    /// The outline of the nose.
    public var nose: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.nose) }
    /// The ridge of the nose.
    public var noseCrest: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.noseCrest) }
    /// The median line of the face.
    public var medianLine: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.medianLine) }
    /// The outer edge of the lips.
    public var outerLips: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.outerLips) }
    /// The inner edge of the lips.
    public var innerLips: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.innerLips) }
    /// The pupil on the left of the image.
    public var leftPupil: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.leftPupil) }
    /// The pupil on the right of the image.
    public var rightPupil: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.rightPupil) }
}

/// The way in which the points of a region are connected.
public enum VNPointsClassification: Int, Sendable {
    case disconnected = 0, openPath, closedPath
}

/// One feature of a face.
public final class VNFaceLandmarkRegion2D: Sendable {
    private let region: FaceObservation.Landmarks2D.Region

    init(_ region: FaceObservation.Landmarks2D.Region) { self.region = region }

    /// The number of points.
    public var pointCount: Int { region.points.count }
    /// The points, normalized to the face's bounding box, from its lower left corner.
    public var normalizedPoints: [CGPoint] { region.points.map(\.cgPoint) }
    /// Always `nil`, because the mesh has no precision estimates.
    public var precisionEstimatesPerPoint: [Float]? { nil }

    /// The way in which the points are connected.
    public var pointsClassification: VNPointsClassification {
        switch region.pointsClassification {
        case .disconnected: .disconnected
        case .openPath: .openPath
        case .closedPath: .closedPath
        }
    }

    /// Returns the points in pixels of the image, from its lower left corner.
    public func pointsInImage(imageSize: CGSize) -> [CGPoint] { region.pointsInImageCoordinates(imageSize) }
}
