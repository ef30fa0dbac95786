// SPDX-License-Identifier: Apache-2.0
extension VNHumanBodyPoseObservation {
    /// The name of a joint. Left and right are the person's.
    public struct JointName: RawRepresentable, Hashable, Sendable {
        /// The name of the joint's point.
        public let rawValue: VNRecognizedPointKey
        /// Creates a name from that of the joint's point.
        public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

        private init(_ key: String) { rawValue = VNRecognizedPointKey(rawValue: key) }

        /// The nose.
        public static let nose = JointName("head_joint")
        /// The left eye.
        public static let leftEye = JointName("left_eye_joint")
        /// The right eye.
        public static let rightEye = JointName("right_eye_joint")
        /// The left ear.
        public static let leftEar = JointName("left_ear_joint")
        /// The right ear.
        public static let rightEar = JointName("right_ear_joint")
        /// The point between the shoulders.
        public static let neck = JointName("neck_1_joint")
        /// The left shoulder.
        public static let leftShoulder = JointName("left_shoulder_1_joint")
        /// The right shoulder.
        public static let rightShoulder = JointName("right_shoulder_1_joint")
        /// The left elbow.
        public static let leftElbow = JointName("left_forearm_joint")
        /// The right elbow.
        public static let rightElbow = JointName("right_forearm_joint")
        /// The left wrist.
        public static let leftWrist = JointName("left_hand_joint")
        /// The right wrist.
        public static let rightWrist = JointName("right_hand_joint")
        /// The point between the hips.
        public static let root = JointName("root")
        /// The left hip.
        public static let leftHip = JointName("left_upLeg_joint")
        /// The right hip.
        public static let rightHip = JointName("right_upLeg_joint")
        /// The left knee.
        public static let leftKnee = JointName("left_leg_joint")
        /// The right knee.
        public static let rightKnee = JointName("right_leg_joint")
        /// The left ankle.
        public static let leftAnkle = JointName("left_foot_joint")
        /// The right ankle.
        public static let rightAnkle = JointName("right_foot_joint")
    }

    /// The name of a group of joints. Left and right are the person's.
    public struct JointsGroupName: RawRepresentable, Hashable, Sendable {
        /// The name of the group of points.
        public let rawValue: VNRecognizedPointGroupKey
        /// Creates a name from that of the group of points.
        public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

        private init(_ key: String) { rawValue = VNRecognizedPointGroupKey(rawValue: key) }

        /// Nose, eyes and ears.
        public static let face = JointsGroupName("VNBLKFACE")
        /// Neck, shoulders, root and hips.
        public static let torso = JointsGroupName("VNBLKTORSO")
        /// The left shoulder, elbow and wrist.
        public static let leftArm = JointsGroupName("VNBLKLARM")
        /// The right shoulder, elbow and wrist.
        public static let rightArm = JointsGroupName("VNBLKRARM")
        /// The left hip, knee and ankle.
        public static let leftLeg = JointsGroupName("VNBLKLLEG")
        /// The right hip, knee and ankle.
        public static let rightLeg = JointsGroupName("VNBLKRLEG")
        /// All joints.
        public static let all = JointsGroupName(rawValue: .all)
    }
}

extension VNHumanBodyPoseObservation.JointName {
    /// The older API's name of a joint.
    init(_ name: HumanBodyPoseObservation.JointName) {
        self =
            switch name {
            case .nose: .nose
            case .leftEye: .leftEye
            case .rightEye: .rightEye
            case .leftEar: .leftEar
            case .rightEar: .rightEar
            case .neck: .neck
            case .leftShoulder: .leftShoulder
            case .rightShoulder: .rightShoulder
            case .leftElbow: .leftElbow
            case .rightElbow: .rightElbow
            case .leftWrist: .leftWrist
            case .rightWrist: .rightWrist
            case .root: .root
            case .leftHip: .leftHip
            case .rightHip: .rightHip
            case .leftKnee: .leftKnee
            case .rightKnee: .rightKnee
            case .leftAnkle: .leftAnkle
            case .rightAnkle: .rightAnkle
            }
    }
}

extension VNHumanBodyPoseObservation.JointsGroupName {
    /// The older API's name of a group of joints.
    init(_ name: HumanBodyPoseObservation.JointsGroupName) {
        self =
            switch name {
            case .face: .face
            case .torso: .torso
            case .leftArm: .leftArm
            case .rightArm: .rightArm
            case .leftLeg: .leftLeg
            case .rightLeg: .rightLeg
            }
    }
}
