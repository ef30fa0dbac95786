// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The revision of ``VNDetectFaceRectanglesRequest`` whose faces have no angles.
public let VNDetectFaceRectanglesRequestRevision1 = 1
/// The revision of ``VNDetectFaceRectanglesRequest`` whose faces have roll and yaw.
public let VNDetectFaceRectanglesRequestRevision2 = 2
/// The revision of ``VNDetectFaceRectanglesRequest`` whose faces have roll, yaw and pitch. The default.
public let VNDetectFaceRectanglesRequestRevision3 = 3

/// A revision of ``VNDetectFaceLandmarksRequest`` that is not supported, because it has 65 points.
public let VNDetectFaceLandmarksRequestRevision1 = 1
/// A revision of ``VNDetectFaceLandmarksRequest`` that is not supported, because it has 65 points.
public let VNDetectFaceLandmarksRequestRevision2 = 2
/// The revision of ``VNDetectFaceLandmarksRequest`` with 76 points. The default.
public let VNDetectFaceLandmarksRequestRevision3 = 3

/// A revision of ``VNDetectFaceCaptureQualityRequest``; all give the same scores.
public let VNDetectFaceCaptureQualityRequestRevision1 = 1
/// A revision of ``VNDetectFaceCaptureQualityRequest``; all give the same scores.
public let VNDetectFaceCaptureQualityRequestRevision2 = 2
/// A revision of ``VNDetectFaceCaptureQualityRequest``; all give the same scores. The default.
public let VNDetectFaceCaptureQualityRequestRevision3 = 3

/// A request that detects faces; see ``DetectFaceRectanglesRequest``.
open class VNDetectFaceRectanglesRequest: VNImageBasedRequest {
    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNFaceObservation]? { lastResults as? [VNFaceObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1, 2, 3] }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        var request = DetectFaceRectanglesRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        return try request.perform(on: requestImage).map {
            VNFaceObservation($0, revision: revision, hasRollAndYaw: revision >= 2, hasPitch: revision >= 3)
        }
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
open class VNDetectFaceLandmarksRequest: VNImageBasedRequest {
    /// The faces to process; `nil`, the default, processes all detected faces.
    ///
    /// Results are in the same order and keep identifier, box and confidence. Only the neighborhoods of the boxes are
    /// processed, not the whole image, and ``VNImageBasedRequest/regionOfInterest`` has no effect.
    public var inputFaceObservations: [VNFaceObservation]?
    /// The number of points to return. Only 76 are supported, not 65.
    public var constellation = VNRequestFaceLandmarksConstellation.constellationNotDefined

    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNFaceObservation]? { lastResults as? [VNFaceObservation] }

    /// Returns whether this module supports a constellation in a revision.
    open class func revision(
        _ revision: Int, supportsConstellation constellation: VNRequestFaceLandmarksConstellation
    ) -> Bool {
        supportedRevisions.contains(revision) && constellation != .constellation65Points
    }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        guard Self.revision(revision, supportsConstellation: constellation) else {
            throw VisionError.invalidArgument(
                "Only the 76-point constellation is supported: leave constellation at its default.")
        }
        var request = DetectFaceLandmarksRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.inputFaceObservations = inputFaceObservations?.map(FaceObservation.init)
        return try request.perform(on: requestImage).map {
            VNFaceObservation($0, revision: revision, among: inputFaceObservations)
        }
    }
}

/// A request that rates the capture quality of faces; see ``DetectFaceCaptureQualityRequest``.
open class VNDetectFaceCaptureQualityRequest: VNImageBasedRequest {
    /// The faces to process; `nil`, the default, processes all detected faces.
    ///
    /// Results are in the same order and keep identifier, box and confidence. Only the neighborhoods of the boxes are
    /// processed, not the whole image, and ``VNImageBasedRequest/regionOfInterest`` has no effect.
    public var inputFaceObservations: [VNFaceObservation]?

    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNFaceObservation]? { lastResults as? [VNFaceObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1, 2, 3] }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        var request = DetectFaceCaptureQualityRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.inputFaceObservations = inputFaceObservations?.map(FaceObservation.init)
        return try request.perform(on: requestImage).map {
            VNFaceObservation($0, revision: revision, among: inputFaceObservations)
        }
    }
}
