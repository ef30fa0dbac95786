// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreMedia)
    public import CoreMedia
#endif

/// A request that detects people and 17 joints of each in space; see ``HumanBodyPose3DObservation``.
///
/// ```swift
/// let request = DetectHumanBodyPose3DRequest()
/// for person in try await request.perform(on: url) {
///     print(person.joint(for: .leftWrist)?.position.columns.3 ?? .zero)
/// }
/// ```
public final class DetectHumanBodyPose3DRequest: ImageProcessingRequest {
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
    /// Has no effect, because every image is analyzed.
    public let frameAnalysisSpacing: CMTime
    private let region = Locked(NormalizedRect.fullImage)

    /// The region of the upright image to process. Default: the whole image.
    public var regionOfInterest: NormalizedRect {
        get { region.withLock { $0 } }
        set { region.withLock { $0 = newValue } }
    }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectHumanBodyPose3DRequest(revision) }
    /// The names of the joints that the request detects.
    public var supportedJointNames: [HumanBodyPose3DObservation.JointName] {
        HumanBodyPose3DObservation.JointName.allCases
    }
    /// The names of the groups of joints that the request detects.
    public var supportedJointsGroupNames: [HumanBodyPose3DObservation.JointsGroupName] {
        HumanBodyPose3DObservation.JointsGroupName.allCases
    }

    /// Creates a request; `nil` selects the current revision. The spacing has no effect.
    public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// Detects the people in an image.
    public func perform(on requestImage: RequestImage) throws -> [HumanBodyPose3DObservation] {
        try requestImage.bodies(in: regionOfInterest).map { HumanBodyPose3DObservation($0, from: descriptor) }
    }
}

extension DetectHumanBodyPose3DRequest: Hashable {
    /// Returns whether both are the same request.
    public static func == (left: DetectHumanBodyPose3DRequest, right: DetectHumanBodyPose3DRequest) -> Bool {
        left === right
    }

    /// Hashes the identity of the request.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
