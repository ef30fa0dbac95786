internal import Foundation
internal import Lineament

/// A request that detects people and 19 joints of each.
public struct DetectHumanBodyPoseRequest: ImageProcessingRequest {
    /// The revision of the request.
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision2 = 2

        /// Returns whether the left revision is the older one.
        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    /// The revisions that this module implements.
    public static let supportedRevisions: [Revision] = [.revision2]

    /// The revision to use.
    public let revision: Revision
    /// The region to process, which must be the whole image.
    public var regionOfInterest = NormalizedRect.fullImage

    /// Creates a request; nil selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision2 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectHumanBodyPoseRequest(revision) }

    /// Detects the people in an image.
    public func perform(on requestImage: RequestImage) throws -> [HumanBodyPoseObservation] {
        guard regionOfInterest == .fullImage else {
            throw VisionError.unsupportedRequest(
                "Body poses are detected in whole images only: leave regionOfInterest at its default.")
        }
        let image = try requestImage.image()
        return try VisionEngine.restating {
            let result = try VisionEngine.poses().detect(image: MPImage(upright: image))
            return result.landmarks.map { HumanBodyPoseObservation($0, from: descriptor) }
        }
    }
}
