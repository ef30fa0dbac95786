internal import Foundation
internal import Lineament

/// Finds faces: a box, a score and the angles of the head.
///
/// ```swift
/// let request = DetectFaceRectanglesRequest()
/// let faces = try await request.perform(on: url)
/// for face in faces where face.confidence > 0.7 {
///     print(face.boundingBox.cgRect, face.yaw.converted(to: .degrees))
/// }
/// ```
public struct DetectFaceRectanglesRequest: ImageProcessingRequest {
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision3 = 3

        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    public static let supportedRevisions: [Revision] = [.revision3]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage

    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    public var descriptor: RequestDescriptor { .detectFaceRectanglesRequest(revision) }

    public func perform(on picture: RequestImage) throws -> [FaceObservation] {
        let image = try picture.image()
        return try picture.meshes(in: regionOfInterest).map { FaceObservation($0, in: image, from: descriptor) }
    }
}

/// Finds faces and the 76 points of their features.
///
/// Left and right are the viewer's; see ``FaceObservation/Landmarks2D``.
public struct DetectFaceLandmarksRequest: ImageProcessingRequest {
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        /// 76 points.
        case revision3 = 3

        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    public static let supportedRevisions: [Revision] = [.revision3]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    /// The faces to look at; nil, the default, for all.
    public var inputFaceObservations: [FaceObservation]?

    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    public var descriptor: RequestDescriptor { .detectFaceLandmarksRequest(revision) }

    public func perform(on picture: RequestImage) throws -> [FaceObservation] {
        let image = try picture.image()
        guard let given = inputFaceObservations else {
            return try picture.meshes(in: regionOfInterest).map {
                FaceObservation($0, in: image, from: descriptor).withLandmarks(of: $0, in: image)
            }
        }
        return zip(given, try picture.analyzed(given)).map { $0.withLandmarks(of: $1, in: image, from: descriptor) }
    }
}

/// Rates how well faces were taken, to choose among images of one person.
///
/// See ``FaceObservation/CaptureQuality`` for what counts.
public struct DetectFaceCaptureQualityRequest: ImageProcessingRequest {
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision3 = 3

        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    public static let supportedRevisions: [Revision] = [.revision3]

    public let revision: Revision
    public var regionOfInterest = NormalizedRect.fullImage
    /// The faces to look at; nil, the default, for all.
    public var inputFaceObservations: [FaceObservation]?

    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision3 }

    public var descriptor: RequestDescriptor { .detectFaceCaptureQualityRequest(revision) }

    public func perform(on picture: RequestImage) throws -> [FaceObservation] {
        let image = try picture.image()
        guard let given = inputFaceObservations else {
            return try picture.meshes(in: regionOfInterest).map {
                FaceObservation($0, in: image, from: descriptor).withQuality(of: $0, in: image, from: descriptor)
            }
        }
        return zip(given, try picture.analyzed(given)).map { $0.withQuality(of: $1, in: image, from: descriptor) }
    }
}
