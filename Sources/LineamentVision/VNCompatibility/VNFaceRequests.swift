internal import Foundation

/// The revision of ``VNDetectFaceRectanglesRequest``.
public let VNDetectFaceRectanglesRequestRevision3 = 3
/// The revision of ``VNDetectFaceLandmarksRequest``.
public let VNDetectFaceLandmarksRequestRevision3 = 3
/// The revision of ``VNDetectFaceCaptureQualityRequest``.
public let VNDetectFaceCaptureQualityRequestRevision3 = 3

/// A request that detects faces; see ``DetectFaceRectanglesRequest``.
public final class VNDetectFaceRectanglesRequest: VNImageBasedRequest {
    /// The results of the last run; nil before the first one and after a failure.
    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    override func find(in requestImage: RequestImage) throws -> [VNObservation] {
        var request = DetectFaceRectanglesRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        return try request.perform(on: requestImage).map(VNFaceObservation.init)
    }
}

/// The number of points in a face's landmarks.
public enum VNRequestFaceLandmarksConstellation: UInt, Sendable {
    /// The default, 76 points.
    case constellationNotDefined = 0
    case constellation65Points = 1
    case constellation76Points = 2
}

/// A request that detects faces and their features; see ``DetectFaceLandmarksRequest``.
///
/// ```swift
/// let request = VNDetectFaceLandmarksRequest()
/// try VNImageRequestHandler(url: url).perform([request])
/// for face in request.results ?? [] {
///     print(face.landmarks?.leftEye?.normalizedPoints ?? [])
/// }
/// ```
public final class VNDetectFaceLandmarksRequest: VNImageBasedRequest {
    /// The faces to process; nil, the default, processes all detected faces.
    public var inputFaceObservations: [VNFaceObservation]?
    /// The number of points to return. Only 76 are supported, not 65.
    public var constellation = VNRequestFaceLandmarksConstellation.constellationNotDefined

    /// The results of the last run; nil before the first one and after a failure.
    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    /// Returns whether a revision supports a constellation.
    public class func revision(
        _ revision: Int, supportsConstellation constellation: VNRequestFaceLandmarksConstellation
    ) -> Bool {
        supportedRevisions.contains(revision) && constellation != .constellation65Points
    }

    override func find(in requestImage: RequestImage) throws -> [VNObservation] {
        guard Self.revision(revision, supportsConstellation: constellation) else {
            throw VisionError.invalidArgument(
                "Only the 76-point constellation is supported: leave constellation at its default.")
        }
        var request = DetectFaceLandmarksRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.inputFaceObservations = inputFaceObservations?.map(FaceObservation.init)
        return try request.perform(on: requestImage).map(VNFaceObservation.init)
    }
}

/// A request that rates the capture quality of faces; see ``DetectFaceCaptureQualityRequest``.
public final class VNDetectFaceCaptureQualityRequest: VNImageBasedRequest {
    /// The faces to process; nil, the default, processes all detected faces.
    public var inputFaceObservations: [VNFaceObservation]?

    /// The results of the last run; nil before the first one and after a failure.
    public var results: [VNFaceObservation]? { found as? [VNFaceObservation] }

    override func find(in requestImage: RequestImage) throws -> [VNObservation] {
        var request = DetectFaceCaptureQualityRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.inputFaceObservations = inputFaceObservations?.map(FaceObservation.init)
        return try request.perform(on: requestImage).map(VNFaceObservation.init)
    }
}
