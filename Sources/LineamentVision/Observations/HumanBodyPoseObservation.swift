public import Foundation
internal import Lineament

/// The joints of a detected person. Left and right are the person's.
public struct HumanBodyPoseObservation: VisionObservation {
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
    public struct Joint: Sendable, Hashable {
        /// The name of the joint.
        public let jointName: JointName
        /// The position, normalized to the upright image, from its lower left corner.
        public let location: NormalizedPoint
        /// The likelihood that the joint is visible, 0 to 1.
        public let confidence: Float
    }

    /// The unique identifier of the observation.
    public let uuid: UUID
    /// The mean confidence of the joints, 0 to 1.
    public let confidence: Float
    /// The request that produced the observation.
    public let originatingRequestDescriptor: RequestDescriptor?
    private let joints: [JointName: Joint]

    /// Returns a joint, or nil if it is missing.
    public func joint(for name: JointName) -> Joint? { joints[name] }

    /// Returns the joints of a group, or all joints if `group` is nil.
    public func allJoints(in group: JointsGroupName? = nil) -> [JointName: Joint] {
        guard let group else { return joints }
        return joints.filter { group.names.contains($0.key) }
    }

    /// A description with identifier and confidence.
    public var description: String { "HumanBodyPoseObservation \(uuid), confidence \(confidence)" }

    init(_ landmarks: [NormalizedLandmark], from descriptor: RequestDescriptor) {
        let joints = JointName.allCases.map { name in
            let parts = name.landmarks.map { landmarks[$0.rawValue] }
            let mean = parts.reduce(SIMD2<Float>.zero) { $0 + SIMD2($1.x, $1.y) } / Float(parts.count)
            return Joint(
                jointName: name, location: NormalizedPoint(x: CGFloat(mean.x), y: 1 - CGFloat(mean.y)),
                confidence: parts.map { $0.visibility?.floatValue ?? 0 }.min() ?? 0)
        }
        uuid = UUID()
        confidence = joints.reduce(0) { $0 + $1.confidence } / Float(joints.count)
        originatingRequestDescriptor = descriptor
        self.joints = Dictionary(uniqueKeysWithValues: joints.map { ($0.jointName, $0) })
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
    fileprivate var names: Set<HumanBodyPoseObservation.JointName> {
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
