// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A joint of a body in an image.
public struct Joint: Sendable, Hashable, Codable {
    /// The name of the joint, which is the raw value of ``HumanBodyPoseObservation/JointName``.
    public let jointName: String
    /// The position, normalized to the upright image, from its lower left corner.
    public let location: NormalizedPoint
    /// The likelihood that the joint is visible, 0 to 1.
    public let confidence: Float

    init(jointName: String, location: NormalizedPoint, confidence: Float) {
        self.jointName = jointName
        self.location = location
        self.confidence = confidence
    }

    /// Returns the distance to another joint, in normalized coordinates. Horizontal and vertical distances have
    /// different units unless the image is square.
    public func distance(to joint: Joint) -> CGFloat {
        hypot(location.x - joint.location.x, location.y - joint.location.y)
    }
}

/// An observation of the joints of a body.
public protocol PoseProviding {
    /// The names of the joints.
    associatedtype PoseJointName: Codable, Hashable, RawRepresentable where PoseJointName.RawValue == String
    /// The names of the groups of joints.
    associatedtype PoseJointsGroupName: CaseIterable, RawRepresentable where PoseJointsGroupName.RawValue == String

    /// The names of the joints that the observation has.
    var availableJointNames: [PoseJointName] { get }
    /// The names of the groups of joints that the observation has.
    var availableJointsGroupNames: [PoseJointsGroupName] { get }

    /// Returns a joint, or `nil` if it is missing.
    func joint(for jointName: PoseJointName) -> Joint?
    /// Returns the joints of a group, or all joints if `groupName` is `nil`.
    func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
}

extension PoseProviding {
    /// Returns all joints.
    public func allJoints() -> [PoseJointName: Joint] { allJoints(in: nil) }
}
