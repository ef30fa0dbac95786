// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(simd)
    public import simd
#endif

/// The joints of a detected person in space, in meters from the root, which lies between the hips.
///
/// The axes are x to the right of the image, y up and z toward the camera. Left and right are the person's.
///
/// Positions come from the pose model's landmarks in meters. They differ from Apple's in this:
/// - Joints have no rotation: every transform is a translation along the axes of the camera.
/// - ``bodyHeight`` is computed from the skeleton instead of the constant 1.8 m; depth data are not read.
/// - The place of the camera is estimated for a vertical field of view of 63 degrees; see ``cameraOriginMatrix``.
/// - All people in the image are observed, not only the most prominent one.
public struct HumanBodyPose3DObservation: VisionObservation, Codable {
    /// The name of a joint.
    public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
        case topHead, centerHead, centerShoulder, leftShoulder, rightShoulder, leftElbow, rightElbow, leftWrist
        case rightWrist, spine, root, leftHip, rightHip, leftKnee, rightKnee, leftAnkle, rightAnkle
    }

    /// The name of a group of joints.
    public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
        case head, torso, leftArm, rightArm, leftLeg, rightLeg
    }

    /// The way in which the height of a body was determined.
    public enum EstimationTechnique: Sendable, Hashable, Codable {
        /// From the image alone.
        case reference
        /// From depth data, which this module does not read.
        case measured
    }

    /// The unique identifier of the observation.
    public let uuid: UUID
    /// The mean confidence of the 19 joints in the image, 0 to 1.
    public let confidence: Float
    /// The request that produced the observation.
    public let originatingRequestDescriptor: RequestDescriptor?
    /// The height of the person, standing upright: the length of the skeleton from the heels to the top of the head.
    ///
    /// The scale is what the model expects of a body that looks like this, so do not take it for a measurement.
    public let bodyHeight: Measurement<UnitLength>
    private let positions: [JointName: SIMD3<Float>]
    private let imagePoints: [JointName: NormalizedPoint]
    private let cameraPosition: SIMD3<Float>

    /// Always `.reference`, because depth data are not read.
    public var heightEstimationTechnique: EstimationTechnique { .reference }
    /// The names of all 17 joints.
    public var availableJointNames: [JointName] { JointName.allCases }
    /// The names of all groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

    /// The transform that places the camera in the frame of the body's root; its last column is the camera's position.
    ///
    /// It is the place from which the landmarks in meters best match those in the image, for a camera with a vertical
    /// field of view of 63 degrees whose axis is in the middle of the image. Distances grow with the true focal length.
    public var cameraOriginMatrix: simd_float4x4 { simd_float4x4(translation: cameraPosition) }

    /// Returns a joint.
    public func joint(for jointName: JointName) -> Joint3D? {
        let parent = jointName.parent
        let position = positions[jointName] ?? .zero
        return Joint3D(
            position: simd_float4x4(translation: position),
            localPosition: simd_float4x4(translation: position - (positions[parent] ?? .zero)),
            identifer: jointName.rawValue, parentJoint: parent.rawValue)
    }

    /// Returns the joints of a group, or all joints if `groupName` is `nil`.
    public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint3D] {
        let names = groupName?.names ?? Set(JointName.allCases)
        return names.reduce(into: [:]) { $0[$1] = joint(for: $1) }
    }

    /// Returns the location of a joint in the upright image, normalized, from the lower left corner.
    public func pointInImage(for jointName: JointName) -> NormalizedPoint { imagePoints[jointName] ?? .zero }

    /// Returns the parent of a joint; the root is its own parent.
    public func parentJointName(for jointName: JointName) -> JointName { jointName.parent }

    /// Returns the transform from the camera to a joint, in meters; z is negative in front of the camera. See
    /// ``cameraOriginMatrix`` for how the camera is placed.
    public func cameraRelativePosition(for jointName: JointName) -> simd_float4x4 {
        simd_float4x4(translation: (positions[jointName] ?? .zero) - cameraPosition)
    }

    /// A description with identifier, confidence and height.
    public var description: String { "HumanBodyPose3DObservation \(uuid), confidence \(confidence), \(bodyHeight)" }

    init(_ body: DetectedBody, from descriptor: RequestDescriptor) {
        let skeleton = Skeleton3D(body)
        uuid = UUID()
        confidence = HumanBodyPoseObservation(body, from: descriptor).confidence
        originatingRequestDescriptor = descriptor
        bodyHeight = Measurement(value: Double(skeleton.height), unit: .meters)
        positions = skeleton.positions
        imagePoints = skeleton.imagePoints
        cameraPosition = skeleton.cameraPosition
    }
}

extension HumanBodyPose3DObservation.JointName {
    /// The parent of the joint; the root is its own parent.
    var parent: Self {
        switch self {
        case .topHead: .centerHead
        case .centerHead, .leftShoulder, .rightShoulder: .centerShoulder
        case .centerShoulder: .spine
        case .leftElbow: .leftShoulder
        case .rightElbow: .rightShoulder
        case .leftWrist: .leftElbow
        case .rightWrist: .rightElbow
        case .spine, .root, .leftHip, .rightHip: .root
        case .leftKnee: .leftHip
        case .rightKnee: .rightHip
        case .leftAnkle: .leftKnee
        case .rightAnkle: .rightKnee
        }
    }
}

extension HumanBodyPose3DObservation.JointsGroupName {
    /// The joints of the group.
    var names: Set<HumanBodyPose3DObservation.JointName> {
        switch self {
        case .head: [.topHead, .centerHead]
        case .torso: [.centerShoulder, .leftShoulder, .rightShoulder, .spine, .root, .leftHip, .rightHip]
        case .leftArm: [.leftShoulder, .leftElbow, .leftWrist]
        case .rightArm: [.rightShoulder, .rightElbow, .rightWrist]
        case .leftLeg: [.leftHip, .leftKnee, .leftAnkle]
        case .rightLeg: [.rightHip, .rightKnee, .rightAnkle]
        }
    }
}
