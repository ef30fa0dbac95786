// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A request that detects people, each with a bounding box; see ``HumanObservation`` for how it is made.
///
/// ```swift
/// var request = DetectHumanRectanglesRequest()
/// request.upperBodyOnly = false
/// for person in try await request.perform(on: url) {
///     print(person.boundingBox.cgRect)
/// }
/// ```
public struct DetectHumanRectanglesRequest: ImageProcessingRequest {
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
    /// The region of the upright image to process. Default: the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    /// Whether boxes contain only head and trunk. Default: true.
    public var upperBodyOnly = true

    /// Creates a request; `nil` selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision2 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectHumanRectanglesRequest(revision) }

    /// Detects the people in an image.
    public func perform(on requestImage: RequestImage) throws -> [HumanObservation] {
        try requestImage.bodies(in: regionOfInterest).map {
            HumanObservation($0, upperBodyOnly: upperBodyOnly, from: descriptor)
        }
    }
}
