// SPDX-License-Identifier: Apache-2.0
internal import Foundation

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
    /// The region of the upright image to process. Default: the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    /// Whether to detect the hands of the people, too: ``HumanBodyPoseObservation/leftHand`` and
    /// ``HumanBodyPoseObservation/rightHand``. Default: false.
    public var detectsHands = false

    /// Creates a request; `nil` selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision2 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectHumanBodyPoseRequest(revision) }
    /// The names of the joints that the request detects.
    public var supportedJointNames: [HumanBodyPoseObservation.JointName] {
        HumanBodyPoseObservation.JointName.allCases
    }
    /// The names of the groups of joints that the request detects.
    public var supportedJointsGroupNames: [HumanBodyPoseObservation.JointsGroupName] {
        HumanBodyPoseObservation.JointsGroupName.allCases
    }

    /// Detects the people in an image.
    public func perform(on requestImage: RequestImage) throws -> [HumanBodyPoseObservation] {
        let bodies = try requestImage.bodies(in: regionOfInterest)
        let hands = detectsHands && !bodies.isEmpty ? try requestImage.hands(in: regionOfInterest, limit: .max) : []
        return zip(bodies, bodies.withHands(hands)).map { body, hands in
            HumanBodyPoseObservation(body, hands, from: descriptor)
        }
    }
}
