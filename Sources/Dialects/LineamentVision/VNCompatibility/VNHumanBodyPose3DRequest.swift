// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The revision of ``VNDetectHumanBodyPose3DRequest``.
public let VNDetectHumanBodyPose3DRequestRevision1 = 1

/// A request that detects people and 17 joints of each in space; see ``DetectHumanBodyPose3DRequest``.
open class VNDetectHumanBodyPose3DRequest: VNImageBasedRequest {
    /// The results of the last run; `nil` before the first one and after a failure.
    public var results: [VNHumanBodyPose3DObservation]? { lastResults as? [VNHumanBodyPose3DObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1] }
    /// The revision of a new request.
    open override class var defaultRevision: Int { 1 }

    /// The names of the joints that the request detects.
    public var supportedJointNames: [VNHumanBodyPose3DObservation.JointName] {
        get throws { HumanBodyPose3DObservation.JointName.allCases.map(VNHumanBodyPose3DObservation.JointName.init) }
    }

    /// The names of the groups of joints that the request detects.
    public var supportedJointsGroupNames: [VNHumanBodyPose3DObservation.JointsGroupName] {
        get throws {
            let groups = HumanBodyPose3DObservation.JointsGroupName.allCases
            return groups.map(VNHumanBodyPose3DObservation.JointsGroupName.init) + [.all]
        }
    }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        let request = DetectHumanBodyPose3DRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        return try request.perform(on: requestImage).map(VNHumanBodyPose3DObservation.init)
    }
}
