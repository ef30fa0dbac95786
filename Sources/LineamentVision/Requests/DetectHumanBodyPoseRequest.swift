internal import Foundation
internal import Lineament

/// Finds people and 19 joints of each.
public struct DetectHumanBodyPoseRequest: ImageProcessingRequest {
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision2 = 2

        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    public static let supportedRevisions: [Revision] = [.revision2]

    public let revision: Revision
    /// Only the whole image can be looked at.
    public var regionOfInterest = NormalizedRect.fullImage

    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision2 }

    public var descriptor: RequestDescriptor { .detectHumanBodyPoseRequest(revision) }

    public func perform(on picture: RequestImage) throws -> [HumanBodyPoseObservation] {
        guard regionOfInterest == .fullImage else {
            throw VisionError.unsupportedRequest(
                "DetectedPose poses are found in whole pictures only: leave regionOfInterest as it is.")
        }
        let image = try picture.image()
        return try VisionEngine.restating {
            let result = try VisionEngine.poses().detect(image: MPImage(upright: image))
            return result.landmarks.map { HumanBodyPoseObservation($0, from: descriptor) }
        }
    }
}
