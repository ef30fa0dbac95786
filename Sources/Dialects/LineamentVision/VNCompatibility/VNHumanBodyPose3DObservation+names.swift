// SPDX-License-Identifier: Apache-2.0
extension VNHumanBodyPose3DObservation {
    /// The name of a joint. Left and right are the person's.
    public struct JointName: RawRepresentable, Hashable, Sendable {
        /// The name of the joint's point.
        public let rawValue: VNRecognizedPointKey
        /// Creates a name from that of the joint's point.
        public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

        private init(_ key: String) { rawValue = VNRecognizedPointKey(rawValue: "human_\(key)_3D") }

        /// The top of the head.
        public static let topHead = JointName("top_head")
        /// The middle of the head.
        public static let centerHead = JointName("center_head")
        /// The point between the shoulders.
        public static let centerShoulder = JointName("center_shoulder")
        /// The left shoulder.
        public static let leftShoulder = JointName("left_shoulder")
        /// The right shoulder.
        public static let rightShoulder = JointName("right_shoulder")
        /// The left elbow.
        public static let leftElbow = JointName("left_elbow")
        /// The right elbow.
        public static let rightElbow = JointName("right_elbow")
        /// The left wrist.
        public static let leftWrist = JointName("left_wrist")
        /// The right wrist.
        public static let rightWrist = JointName("right_wrist")
        /// The middle of the trunk.
        public static let spine = JointName("spine")
        /// The point between the hips.
        public static let root = JointName("root")
        /// The left hip.
        public static let leftHip = JointName("left_hip")
        /// The right hip.
        public static let rightHip = JointName("right_hip")
        /// The left knee.
        public static let leftKnee = JointName("left_knee")
        /// The right knee.
        public static let rightKnee = JointName("right_knee")
        /// The left ankle.
        public static let leftAnkle = JointName("left_ankle")
        /// The right ankle.
        public static let rightAnkle = JointName("right_ankle")
    }

    /// The name of a group of joints. Left and right are the person's.
    public struct JointsGroupName: RawRepresentable, Hashable, Sendable {
        /// The name of the group of points.
        public let rawValue: VNRecognizedPointGroupKey
        /// Creates a name from that of the group of points.
        public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

        private init(_ key: String) { rawValue = VNRecognizedPointGroupKey(rawValue: "human_joint_group_\(key)_3D") }

        /// The top and the middle of the head.
        public static let head = JointsGroupName("head")
        /// Shoulders, their middle, spine, root and hips.
        public static let torso = JointsGroupName("torso")
        /// The left shoulder, elbow and wrist.
        public static let leftArm = JointsGroupName("left_arm")
        /// The right shoulder, elbow and wrist.
        public static let rightArm = JointsGroupName("right_arm")
        /// The left hip, knee and ankle.
        public static let leftLeg = JointsGroupName("left_leg")
        /// The right hip, knee and ankle.
        public static let rightLeg = JointsGroupName("right_leg")
        /// All joints.
        public static let all = JointsGroupName(rawValue: .all)
    }
}

extension VNHumanBodyPose3DObservation.JointName {
    /// The older API's name of a joint.
    init(_ name: HumanBodyPose3DObservation.JointName) {
        self =
            switch name {
            case .topHead: .topHead
            case .centerHead: .centerHead
            case .centerShoulder: .centerShoulder
            case .leftShoulder: .leftShoulder
            case .rightShoulder: .rightShoulder
            case .leftElbow: .leftElbow
            case .rightElbow: .rightElbow
            case .leftWrist: .leftWrist
            case .rightWrist: .rightWrist
            case .spine: .spine
            case .root: .root
            case .leftHip: .leftHip
            case .rightHip: .rightHip
            case .leftKnee: .leftKnee
            case .rightKnee: .rightKnee
            case .leftAnkle: .leftAnkle
            case .rightAnkle: .rightAnkle
            }
    }

    /// The same joint in the Swift API; `nil` if the name is unknown.
    var joint: HumanBodyPose3DObservation.JointName? {
        HumanBodyPose3DObservation.JointName.allCases.first { Self($0) == self }
    }
}

extension VNHumanBodyPose3DObservation.JointsGroupName {
    /// The older API's name of a group of joints.
    init(_ name: HumanBodyPose3DObservation.JointsGroupName) {
        self =
            switch name {
            case .head: .head
            case .torso: .torso
            case .leftArm: .leftArm
            case .rightArm: .rightArm
            case .leftLeg: .leftLeg
            case .rightLeg: .rightLeg
            }
    }
}
