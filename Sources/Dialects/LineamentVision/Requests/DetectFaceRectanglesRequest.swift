// SPDX-License-Identifier: Apache-2.0

/// A request that detects faces, each with a box, a score and the angles of the head.
///
/// ```swift
/// let request = DetectFaceRectanglesRequest()
/// let faces = try await request.perform(on: url)
/// for face in faces where face.confidence > 0.7 {
///     print(face.boundingBox.cgRect, face.yaw.converted(to: .degrees))
/// }
/// ```
public struct DetectFaceRectanglesRequest: ImageProcessingRequest {
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

    /// Creates a request; `nil` selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectFaceRectanglesRequest(revision) }

    /// Performs the request on an image.
    public func perform(on requestImage: RequestImage) throws -> [FaceObservation] {
        try requestImage.meshes(in: regionOfInterest).map {
            try FaceObservation($0, of: requestImage, from: descriptor)
        }
    }
}
