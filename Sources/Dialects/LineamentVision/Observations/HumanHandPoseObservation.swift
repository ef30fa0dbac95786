// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// The joints of a detected hand.
///
/// All 21 joints have a location; their confidence is that of the hand.
public struct HumanHandPoseObservation: VisionObservation, PoseProviding, Codable {
    /// The name of a joint, in the order of MediaPipe's landmarks.
    public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
        case wrist
        case thumbCMC, thumbMP, thumbIP, thumbTip
        case indexMCP, indexPIP, indexDIP, indexTip
        case middleMCP, middlePIP, middleDIP, middleTip
        case ringMCP, ringPIP, ringDIP, ringTip
        case littleMCP, littlePIP, littleDIP, littleTip
    }

    /// The name of a group of joints.
    public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
        case thumb, indexFinger, middleFinger, ringFinger, littleFinger
    }

    /// The side that a hand belongs to, the person's own.
    public enum Chirality: String, Sendable, Hashable, Codable {
        case left, right
    }

    /// A joint in the image.
    public typealias Joint = LineamentVision.Joint
    /// The names of the joints.
    public typealias PoseJointName = JointName
    /// The names of the groups of joints.
    public typealias PoseJointsGroupName = JointsGroupName

    /// The unique identifier of the observation.
    public let uuid: UUID
    /// The confidence that there is a hand, 0 to 1.
    public let confidence: Float
    /// The side of the hand, the person's own unless the image is mirrored.
    public let chirality: Chirality?
    /// The request that produced the observation.
    public let originatingRequestDescriptor: RequestDescriptor?
    private let joints: [JointName: Joint]

    /// The names of all 21 joints.
    public var availableJointNames: [JointName] { JointName.allCases }
    /// The names of all groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

    /// Returns a joint.
    public func joint(for jointName: JointName) -> Joint? { joints[jointName] }

    /// Returns the joints of a group, or all joints if `groupName` is `nil`.
    public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint] {
        guard let groupName else { return joints }
        return joints.filter { groupName.names.contains($0.key) }
    }

    /// A description with identifier and confidence.
    public var description: String { "HumanHandPoseObservation \(uuid), confidence \(confidence)" }

    init(_ hand: DetectedHandPose, from descriptor: RequestDescriptor) {
        uuid = UUID()
        confidence = hand.confidence
        chirality = hand.isLeft ? .left : .right
        originatingRequestDescriptor = descriptor
        joints = Dictionary(
            uniqueKeysWithValues: zip(JointName.allCases, hand.points).map { name, point in
                let location = NormalizedPoint(fromTop: point)
                return (name, Joint(jointName: name.rawValue, location: location, confidence: hand.confidence))
            })
    }
}

extension HumanHandPoseObservation.JointsGroupName {
    /// The joints of the group.
    var names: Set<HumanHandPoseObservation.JointName> {
        switch self {
        case .thumb: [.thumbCMC, .thumbMP, .thumbIP, .thumbTip]
        case .indexFinger: [.indexMCP, .indexPIP, .indexDIP, .indexTip]
        case .middleFinger: [.middleMCP, .middlePIP, .middleDIP, .middleTip]
        case .ringFinger: [.ringMCP, .ringPIP, .ringDIP, .ringTip]
        case .littleFinger: [.littleMCP, .littlePIP, .littleDIP, .littleTip]
        }
    }
}
