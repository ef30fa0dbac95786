// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A request that detects hands and 21 joints of each, also of people who stand farther away.
///
/// ```swift
/// var request = DetectHumanHandPoseRequest()
/// request.maximumHandCount = 4
/// for hand in try await request.perform(on: url) {
///     print(hand.chirality ?? .left, hand.joint(for: .indexTip)?.location ?? .zero)
/// }
/// ```
public struct DetectHumanHandPoseRequest: ImageProcessingRequest {
    /// The revision of the request.
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision1 = 1

        /// Returns whether the left revision is the older one.
        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    /// The revisions that this module implements.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The revision to use.
    public let revision: Revision
    /// The region of the upright image to process. Default: the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    /// The maximum number of hands. Default: 2.
    public var maximumHandCount = 2

    /// Creates a request; `nil` selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision1 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }
    /// The names of the joints that the request detects.
    public var supportedJointNames: [HumanHandPoseObservation.JointName] {
        HumanHandPoseObservation.JointName.allCases
    }
    /// The names of the groups of joints that the request detects.
    public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
        HumanHandPoseObservation.JointsGroupName.allCases
    }

    /// Detects the hands in an image.
    /// - Throws: ``VisionError/invalidArgument(_:)`` if ``maximumHandCount`` is negative.
    public func perform(on requestImage: RequestImage) throws -> [HumanHandPoseObservation] {
        guard maximumHandCount >= 0 else {
            throw VisionError.invalidArgument("maximumHandCount must be at least 0, not \(maximumHandCount).")
        }
        guard maximumHandCount > 0 else { return [] }
        return try requestImage.hands(in: regionOfInterest, limit: maximumHandCount).map {
            HumanHandPoseObservation($0, from: descriptor)
        }
    }
}
