// SPDX-License-Identifier: Apache-2.0

/// A request that rates the capture quality of faces, to choose among images of one person.
///
/// See ``FaceObservation/CaptureQuality`` for the criteria.
public struct DetectFaceCaptureQualityRequest: ImageProcessingRequest {
    /// The revision of the request.
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision3 = 3

        /// Returns whether the left revision is the older one.
        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    /// The revisions that this module implements.
    public static let supportedRevisions: [Revision] = [.revision3]

    /// The revision to use.
    public let revision: Revision
    /// The region of the upright image to process. Default: the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    /// The faces to process; `nil`, the default, processes all detected faces.
    ///
    /// Results are in the same order and keep identifier, box and confidence. Only the neighborhoods of the boxes are
    /// processed, not the whole image, and ``regionOfInterest`` has no effect.
    public var inputFaceObservations: [FaceObservation]?

    /// Creates a request; `nil` selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectFaceCaptureQualityRequest(revision) }

    /// Performs the request on an image.
    public func perform(on requestImage: RequestImage) throws -> [FaceObservation] {
        try requestImage.observations(of: inputFaceObservations, in: regionOfInterest, from: descriptor) {
            $0.withQuality(of: $1, in: $2)
        }
    }
}
