// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The joints of a detected person; see ``HumanBodyPoseObservation``.
public final class VNHumanBodyPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    let pose: HumanBodyPoseObservation

    init(_ pose: HumanBodyPoseObservation) {
        self.pose = pose
        let points = HumanBodyPoseObservation.JointName.allCases.compactMap { name in
            pose.joint(for: name).map { joint in
                VNRecognizedPoint(
                    x: Double(joint.location.x), y: Double(joint.location.y), confidence: joint.confidence,
                    identifier: JointName(name).rawValue)
            }
        }
        let groups = HumanBodyPoseObservation.JointsGroupName.allCases.map { group in
            (JointsGroupName(group).rawValue, Set(group.names.map { JointName($0).rawValue }))
        }
        super.init(
            uuid: pose.uuid, confidence: pose.confidence, points: points,
            groups: Dictionary(uniqueKeysWithValues: groups))
    }

    /// The names of all 19 joints.
    public var availableJointNames: [JointName] { HumanBodyPoseObservation.JointName.allCases.map(JointName.init) }
    /// The names of all groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] {
        HumanBodyPoseObservation.JointsGroupName.allCases.map(JointsGroupName.init) + [.all]
    }

    /// Returns a joint. One that is hidden has an estimated location and a low confidence.
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

extension HumanBodyPoseObservation {
    /// Creates the equivalent of a `VNHumanBodyPoseObservation`.
    public init(_ observation: VNHumanBodyPoseObservation) { self = observation.pose }
}

/// A detected person with a bounding box; see ``HumanObservation``.
public final class VNHumanObservation: VNDetectedObjectObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    let human: HumanObservation
    /// Whether the box contains only head and trunk.
    public var upperBodyOnly: Bool { human.isUpperBodyOnly }

    init(_ human: HumanObservation) {
        self.human = human
        super.init(uuid: human.uuid, confidence: human.confidence, boundingBox: human.boundingBox.cgRect)
    }
}

extension HumanObservation {
    /// Creates the equivalent of a `VNHumanObservation`.
    public init(_ observation: VNHumanObservation) { self = observation.human }
}
