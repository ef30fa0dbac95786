internal import Foundation

public let VNDetectFaceRectanglesRequestRevision3 = 3
public let VNDetectFaceLandmarksRequestRevision3 = 3
public let VNDetectFaceCaptureQualityRequestRevision3 = 3

/// Finds faces: ``DetectFaceRectanglesRequest``.
public final class VNDetectFaceRectanglesRequest: VNImageBasedRequest {
    /// What was found by the last perform; nil before and after a failure.
    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    override func find(in picture: RequestImage) throws -> [VNObservation] {
        var request = DetectFaceRectanglesRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        return try request.perform(on: picture).map(VNFaceObservation.init)
    }
}

/// How many points a face's landmarks have.
public enum VNRequestFaceLandmarksConstellation: UInt, Sendable {
    /// 76.
    case constellationNotDefined = 0
    case constellation65Points = 1
    case constellation76Points = 2
}

/// Finds faces and their features: ``DetectFaceLandmarksRequest``.
///
/// ```swift
/// let request = VNDetectFaceLandmarksRequest()
/// try VNImageRequestHandler(url: url).perform([request])
/// for face in request.results ?? [] {
///     print(face.landmarks?.leftEye?.normalizedPoints ?? [])
/// }
/// ```
public final class VNDetectFaceLandmarksRequest: VNImageBasedRequest {
    /// The faces to look at; nil, the default, for all.
    public var inputFaceObservations: [VNFaceObservation]?
    /// How many points to give: 76. There is no list of 65.
    public var constellation = VNRequestFaceLandmarksConstellation.constellationNotDefined

    /// What was found by the last perform; nil before and after a failure.
    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    public class func revision(
        _ revision: Int, supportsConstellation constellation: VNRequestFaceLandmarksConstellation
    ) -> Bool {
        supportedRevisions.contains(revision) && constellation != .constellation65Points
    }

    override func find(in picture: RequestImage) throws -> [VNObservation] {
        guard Self.revision(revision, supportsConstellation: constellation) else {
            throw VisionError.invalidArgument("Landmarks have 76 points: leave constellation as it is.")
        }
        var request = DetectFaceLandmarksRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.inputFaceObservations = inputFaceObservations?.map(FaceObservation.init)
        return try request.perform(on: picture).map(VNFaceObservation.init)
    }
}

/// Rates how well faces were taken: ``DetectFaceCaptureQualityRequest``.
public final class VNDetectFaceCaptureQualityRequest: VNImageBasedRequest {
    /// The faces to look at; nil, the default, for all.
    public var inputFaceObservations: [VNFaceObservation]?

    /// What was found by the last perform; nil before and after a failure.
    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    override func find(in picture: RequestImage) throws -> [VNObservation] {
        var request = DetectFaceCaptureQualityRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.inputFaceObservations = inputFaceObservations?.map(FaceObservation.init)
        return try request.perform(on: picture).map(VNFaceObservation.init)
    }
}
