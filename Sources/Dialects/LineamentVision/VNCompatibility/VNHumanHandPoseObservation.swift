// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The joints of a detected hand; see ``HumanHandPoseObservation``.
public final class VNHumanHandPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    let pose: HumanHandPoseObservation

    /// The side of the hand, the person's own unless the image is mirrored.
    public var chirality: VNChirality {
        switch pose.chirality {
        case .left: .left
        case .right: .right
        case nil: .unknown
        }
    }

    init(_ pose: HumanHandPoseObservation) {
        self.pose = pose
        let points = HumanHandPoseObservation.JointName.allCases.compactMap { name in
            pose.joint(for: name).map { joint in
                VNRecognizedPoint(
                    x: Double(joint.location.x), y: Double(joint.location.y), confidence: joint.confidence,
                    identifier: JointName(name).rawValue)
            }
        }
        let groups = HumanHandPoseObservation.JointsGroupName.allCases.map { group in
            (JointsGroupName(group).rawValue, Set(group.names.map { JointName($0).rawValue }))
        }
        super.init(
            uuid: pose.uuid, confidence: pose.confidence, points: points,
            groups: Dictionary(uniqueKeysWithValues: groups))
    }

    /// The names of all 21 joints.
    public var availableJointNames: [JointName] { HumanHandPoseObservation.JointName.allCases.map(JointName.init) }
    /// The names of all groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] {
        HumanHandPoseObservation.JointsGroupName.allCases.map(JointsGroupName.init) + [.all]
    }

    /// Returns a joint.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the name is unknown.
    public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
        try recognizedPoint(forKey: jointName.rawValue)
    }

    /// Returns the joints of a group.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the name is unknown.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
        let points = try recognizedPoints(forGroupKey: jointsGroupName.rawValue)
        return Dictionary(uniqueKeysWithValues: points.map { (JointName(rawValue: $0.key), $0.value) })
    }
}

extension HumanHandPoseObservation {
    /// Creates the equivalent of a `VNHumanHandPoseObservation`.
    public init(_ observation: VNHumanHandPoseObservation) { self = observation.pose }
}

/// The side that a hand belongs to.
public enum VNChirality: Int, Sendable {
    case unknown = 0
    case left = -1
    case right = 1
}
