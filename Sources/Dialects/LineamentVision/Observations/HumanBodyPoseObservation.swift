// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// The joints of a detected person. Left and right are the person's.
///
/// Every joint has an estimated location, also one that is hidden or outside the image; look at its confidence.
/// Neck and root are the midpoints of the shoulders and of the hips.
public struct HumanBodyPoseObservation: VisionObservation, PoseProviding, Codable {
    /// The name of a joint.
    public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
        case nose, leftEye, rightEye, leftEar, rightEar, neck, leftShoulder, rightShoulder, leftElbow, rightElbow
        case leftWrist, rightWrist, root, leftHip, rightHip, leftKnee, rightKnee, leftAnkle, rightAnkle
    }

    /// The name of a group of joints.
    public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
        case face, torso, leftArm, rightArm, leftLeg, rightLeg
    }

    /// A joint in the image.
    public typealias Joint = LineamentVision.Joint
    /// The names of the joints.
    public typealias PoseJointName = JointName
    /// The names of the groups of joints.
    public typealias PoseJointsGroupName = JointsGroupName

    /// The unique identifier of the observation.
    public let uuid: UUID
    /// The mean confidence of the joints, 0 to 1.
    public let confidence: Float
    /// The request that produced the observation.
    public let originatingRequestDescriptor: RequestDescriptor?
    /// The person's left hand; `nil` if it is not seen, or ``DetectHumanBodyPoseRequest/detectsHands`` is false.
    public let leftHand: HumanHandPoseObservation?
    /// The person's right hand; `nil` if it is not seen, or ``DetectHumanBodyPoseRequest/detectsHands`` is false.
    public let rightHand: HumanHandPoseObservation?
    private let joints: [JointName: Joint]

    /// The names of all 19 joints.
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
    public var description: String { "HumanBodyPoseObservation \(uuid), confidence \(confidence)" }

    init(_ body: DetectedBody, _ hands: BodyHands = BodyHands(), from descriptor: RequestDescriptor) {
        let joints = JointName.allCases.map { name in
            let (position, confidence) = body.joint(name.landmarks)
            return (
                name,
                Joint(
                    jointName: name.rawValue, location: NormalizedPoint(fromTop: position), confidence: confidence)
            )
        }
        uuid = UUID()
        confidence = joints.reduce(0) { $0 + $1.1.confidence } / Float(joints.count)
        originatingRequestDescriptor = descriptor
        leftHand = hands.left.map { HumanHandPoseObservation($0, from: descriptor) }
        rightHand = hands.right.map { HumanHandPoseObservation($0, from: descriptor) }
        self.joints = Dictionary(uniqueKeysWithValues: joints)
    }
}

extension HumanBodyPoseObservation.JointName {
    /// The landmarks whose mean is the joint.
    fileprivate var landmarks: [PoseLandmark] {
        switch self {
        case .nose: [.nose]
        case .leftEye: [.leftEye]
        case .rightEye: [.rightEye]
        case .leftEar: [.leftEar]
        case .rightEar: [.rightEar]
        case .neck: [.leftShoulder, .rightShoulder]
        case .leftShoulder: [.leftShoulder]
        case .rightShoulder: [.rightShoulder]
        case .leftElbow: [.leftElbow]
        case .rightElbow: [.rightElbow]
        case .leftWrist: [.leftWrist]
        case .rightWrist: [.rightWrist]
        case .root: [.leftHip, .rightHip]
        case .leftHip: [.leftHip]
        case .rightHip: [.rightHip]
        case .leftKnee: [.leftKnee]
        case .rightKnee: [.rightKnee]
        case .leftAnkle: [.leftAnkle]
        case .rightAnkle: [.rightAnkle]
        }
    }
}

extension HumanBodyPoseObservation.JointsGroupName {
    /// The joints of the group.
    var names: Set<HumanBodyPoseObservation.JointName> {
        switch self {
        case .face: [.nose, .leftEye, .rightEye, .leftEar, .rightEar]
        case .torso: [.neck, .leftShoulder, .rightShoulder, .root, .leftHip, .rightHip]
        case .leftArm: [.leftShoulder, .leftElbow, .leftWrist]
        case .rightArm: [.rightShoulder, .rightElbow, .rightWrist]
        case .leftLeg: [.leftHip, .leftKnee, .leftAnkle]
        case .rightLeg: [.rightHip, .rightKnee, .rightAnkle]
        }
    }
}
