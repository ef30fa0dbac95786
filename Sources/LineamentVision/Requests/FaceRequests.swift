internal import Foundation
internal import Lineament

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

    /// Creates a request; nil selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectFaceRectanglesRequest(revision) }

    /// Performs the request on an image.
    public func perform(on requestImage: RequestImage) throws -> [FaceObservation] {
        let image = try requestImage.image()
        return try requestImage.meshes(in: regionOfInterest).map { FaceObservation($0, in: image, from: descriptor) }
    }
}

/// A request that detects faces and the 76 points of their features.
///
/// Left and right are the viewer's; see ``FaceObservation/Landmarks2D``.
public struct DetectFaceLandmarksRequest: ImageProcessingRequest {
    /// The revision of the request.
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        /// 76 points.
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
    /// The faces to process; nil, the default, processes all detected faces.
    ///
    /// Results are in the same order and keep identifier, box and confidence. Only the neighborhoods of the boxes are
    /// processed, not the whole image, and ``regionOfInterest`` has no effect.
    public var inputFaceObservations: [FaceObservation]?

    /// Creates a request; nil selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectFaceLandmarksRequest(revision) }

    /// Performs the request on an image.
    public func perform(on requestImage: RequestImage) throws -> [FaceObservation] {
        let image = try requestImage.image()
        guard let given = inputFaceObservations else {
            return try requestImage.meshes(in: regionOfInterest).map {
                FaceObservation($0, in: image, from: descriptor).withLandmarks(of: $0, in: image)
            }
        }
        return zip(given, try requestImage.analyzed(given)).map {
            $0.restated(with: $1, in: image, from: descriptor).withLandmarks(of: $1, in: image)
        }
    }
}

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
    /// The faces to process; nil, the default, processes all detected faces.
    ///
    /// Results are in the same order and keep identifier, box and confidence. Only the neighborhoods of the boxes are
    /// processed, not the whole image, and ``regionOfInterest`` has no effect.
    public var inputFaceObservations: [FaceObservation]?

    /// Creates a request; nil selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectFaceCaptureQualityRequest(revision) }

    /// Performs the request on an image.
    public func perform(on requestImage: RequestImage) throws -> [FaceObservation] {
        let image = try requestImage.image()
        guard let given = inputFaceObservations else {
            return try requestImage.meshes(in: regionOfInterest).map {
                FaceObservation($0, in: image, from: descriptor).withQuality(of: $0, in: image)
            }
        }
        return zip(given, try requestImage.analyzed(given)).map {
            $0.restated(with: $1, in: image, from: descriptor).withQuality(of: $1, in: image)
        }
    }
}
