public import Foundation

/// The features of a face: ``FaceObservation/Landmarks2D``. Left and right are the viewer's.
public final class VNFaceLandmarks2D: Sendable {
    private let landmarks: FaceObservation.Landmarks2D

    /// That of the face.
    public let confidence: VNConfidence

    init(_ landmarks: FaceObservation.Landmarks2D, confidence: VNConfidence) {
        self.landmarks = landmarks
        self.confidence = confidence
    }

    public var allPoints: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.allPoints) }
    public var faceContour: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.faceContour) }
    public var leftEye: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.leftEye) }
    public var rightEye: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.rightEye) }
    public var leftEyebrow: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.leftEyebrow) }
    public var rightEyebrow: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.rightEyebrow) }
    public var nose: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.nose) }
    public var noseCrest: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.noseCrest) }
    public var medianLine: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.medianLine) }
    public var outerLips: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.outerLips) }
    public var innerLips: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.innerLips) }
    public var leftPupil: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.leftPupil) }
    public var rightPupil: VNFaceLandmarkRegion2D? { VNFaceLandmarkRegion2D(landmarks.rightPupil) }
}

/// How the points of a region belong together.
public enum VNPointsClassification: Int, Sendable {
    case disconnected = 0, openPath, closedPath
}

/// One feature of a face.
public final class VNFaceLandmarkRegion2D: Sendable {
    private let region: FaceObservation.Landmarks2D.Region

    init(_ region: FaceObservation.Landmarks2D.Region) { self.region = region }

    public var pointCount: Int { region.points.count }
    /// In fractions of the face's bounding box, from its lower left corner.
    public var normalizedPoints: [CGPoint] { region.points.map(\.cgPoint) }
    /// Always nil: the mesh has no such estimates.
    public var precisionEstimatesPerPoint: [Float]? { nil }

    public var pointsClassification: VNPointsClassification {
        switch region.pointsClassification {
        case .disconnected: .disconnected
        case .openPath: .openPath
        case .closedPath: .closedPath
        }
    }

    /// The points in pixels of the image, from its lower left corner.
    public func pointsInImage(imageSize: CGSize) -> [CGPoint] { region.pointsInImageCoordinates(imageSize) }
}
