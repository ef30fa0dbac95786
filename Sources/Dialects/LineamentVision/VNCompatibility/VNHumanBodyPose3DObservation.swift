// SPDX-License-Identifier: Apache-2.0
internal import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(simd)
    public import simd
#endif

/// An observation of recognized points in space.
public class VNRecognizedPoints3DObservation: VNObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    private let points: RecognizedPoints<VNRecognizedPoint3D>

    init(
        uuid: UUID, confidence: VNConfidence, points: [VNRecognizedPoint3D],
        groups: [VNRecognizedPointGroupKey: Set<VNRecognizedPointKey>]
    ) {
        self.points = RecognizedPoints(points.map { ($0.identifier, $0) }, groups: groups)
        super.init(uuid: uuid, confidence: confidence)
    }

    /// The names of the points.
    public var availableKeys: [VNRecognizedPointKey] { points.keys }
    /// The names of the groups of points.
    public var availableGroupKeys: [VNRecognizedPointGroupKey] { points.groupKeys }

    /// Returns a point.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the observation has no such point.
    public func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint3D {
        try points.point(pointKey)
    }

    /// Returns the points of a group.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the observation has no such group.
    public func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint3D] {
        try points.points(in: groupKey)
    }
}

/// The joints of a detected person in space; see ``HumanBodyPose3DObservation`` for what differs from Apple's.
public final class VNHumanBodyPose3DObservation: VNRecognizedPoints3DObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    /// The way in which the height of a body was determined.
    public enum HeightEstimation: Int, Sendable {
        /// From the image alone.
        case reference = 0
        /// From depth data, which this module does not read.
        case measured = 1
    }

    let pose: HumanBodyPose3DObservation

    init(_ pose: HumanBodyPose3DObservation) {
        self.pose = pose
        let points = HumanBodyPose3DObservation.JointName.allCases.compactMap { name in
            pose.joint(for: name).map { VNHumanBodyRecognizedPoint3D($0, named: name) }
        }
        let groups = HumanBodyPose3DObservation.JointsGroupName.allCases.map { group in
            (JointsGroupName(group).rawValue, Set(group.names.map { JointName($0).rawValue }))
        }
        super.init(
            uuid: pose.uuid, confidence: pose.confidence, points: points,
            groups: Dictionary(uniqueKeysWithValues: groups))
    }

    /// The height of the person in meters, standing upright; see ``HumanBodyPose3DObservation/bodyHeight``.
    public var bodyHeight: Float { Float(pose.bodyHeight.converted(to: .meters).value) }
    /// Always `.reference`, because depth data are not read.
    public var heightEstimation: HeightEstimation { .reference }
    /// The transform that places the camera in the frame of the body's root; see
    /// ``HumanBodyPose3DObservation/cameraOriginMatrix``.
    public var cameraOriginMatrix: simd_float4x4 { pose.cameraOriginMatrix }
    /// The names of all 17 joints.
    public var availableJointNames: [JointName] { HumanBodyPose3DObservation.JointName.allCases.map(JointName.init) }
    /// The names of all groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] {
        HumanBodyPose3DObservation.JointsGroupName.allCases.map(JointsGroupName.init) + [.all]
    }

    /// Returns a joint.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the name is unknown.
    public func recognizedPoint(_ jointName: JointName) throws -> VNHumanBodyRecognizedPoint3D {
        guard let point = try recognizedPoint(forKey: jointName.rawValue) as? VNHumanBodyRecognizedPoint3D else {
            throw NSError(
                vision: VisionError.internalError("The joint \(jointName.rawValue.rawValue) has no parent."))
        }
        return point
    }

    /// Returns the joints of a group.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the name is unknown.
    public func recognizedPoints(
        _ jointsGroupName: JointsGroupName
    ) throws -> [JointName: VNHumanBodyRecognizedPoint3D] {
        try recognizedPoints(forGroupKey: jointsGroupName.rawValue).reduce(into: [:]) { joints, point in
            joints[JointName(rawValue: point.key)] = point.value as? VNHumanBodyRecognizedPoint3D
        }
    }

    /// Returns the location of a joint in the upright image, normalized, from the lower left corner.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the name is unknown.
    public func pointInImage(_ jointName: JointName) throws -> VNPoint {
        VNPoint(location: pose.pointInImage(for: try known(jointName)).cgPoint)
    }

    /// Returns the parent of a joint, which for the root is the root itself; `nil` if the name is unknown.
    public func parentJointName(_ jointName: JointName) -> JointName? {
        jointName.joint.map { JointName($0.parent) }
    }

    /// Returns the transform from the camera to a joint, in meters; see
    /// ``HumanBodyPose3DObservation/cameraRelativePosition(for:)``.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the name is unknown.
    public func cameraRelativePosition(_ jointName: JointName) throws -> simd_float4x4 {
        pose.cameraRelativePosition(for: try known(jointName))
    }

    private func known(_ jointName: JointName) throws -> HumanBodyPose3DObservation.JointName {
        guard let joint = jointName.joint else {
            throw NSError(
                vision: VisionError.invalidArgument(
                    "There is no joint \(jointName.rawValue.rawValue); availableJointNames lists all."))
        }
        return joint
    }
}

extension HumanBodyPose3DObservation {
    /// Creates the equivalent of a `VNHumanBodyPose3DObservation`.
    public init(_ observation: VNHumanBodyPose3DObservation) { self = observation.pose }
}
