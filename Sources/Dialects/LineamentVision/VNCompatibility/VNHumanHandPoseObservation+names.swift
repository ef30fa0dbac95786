// SPDX-License-Identifier: Apache-2.0
extension VNHumanHandPoseObservation {
    /// The name of a joint.
    public struct JointName: RawRepresentable, Hashable, Sendable {
        /// The name of the joint's point.
        public let rawValue: VNRecognizedPointKey
        /// Creates a name from that of the joint's point.
        public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

        private init(_ key: String) { rawValue = VNRecognizedPointKey(rawValue: key) }

        /// The wrist.
        public static let wrist = JointName("VNHLKWRI")
        /// The thumb: where it leaves the wrist.
        public static let thumbCMC = JointName("VNHLKTCMC")
        /// The thumb: its base.
        public static let thumbMP = JointName("VNHLKTMP")
        /// The thumb: its middle.
        public static let thumbIP = JointName("VNHLKTIP")
        /// The thumb: its tip.
        public static let thumbTip = JointName("VNHLKTTIP")
        /// The index finger: its knuckle.
        public static let indexMCP = JointName("VNHLKIMCP")
        /// The index finger: its second joint.
        public static let indexPIP = JointName("VNHLKIPIP")
        /// The index finger: its third joint.
        public static let indexDIP = JointName("VNHLKIDIP")
        /// The index finger: its tip.
        public static let indexTip = JointName("VNHLKITIP")
        /// The middle finger: its knuckle.
        public static let middleMCP = JointName("VNHLKMMCP")
        /// The middle finger: its second joint.
        public static let middlePIP = JointName("VNHLKMPIP")
        /// The middle finger: its third joint.
        public static let middleDIP = JointName("VNHLKMDIP")
        /// The middle finger: its tip.
        public static let middleTip = JointName("VNHLKMTIP")
        /// The ring finger: its knuckle.
        public static let ringMCP = JointName("VNHLKRMCP")
        /// The ring finger: its second joint.
        public static let ringPIP = JointName("VNHLKRPIP")
        /// The ring finger: its third joint.
        public static let ringDIP = JointName("VNHLKRDIP")
        /// The ring finger: its tip.
        public static let ringTip = JointName("VNHLKRTIP")
        /// The little finger: its knuckle.
        public static let littleMCP = JointName("VNHLKPMCP")
        /// The little finger: its second joint.
        public static let littlePIP = JointName("VNHLKPPIP")
        /// The little finger: its third joint.
        public static let littleDIP = JointName("VNHLKPDIP")
        /// The little finger: its tip.
        public static let littleTip = JointName("VNHLKPTIP")
    }

    /// The name of a group of joints.
    public struct JointsGroupName: RawRepresentable, Hashable, Sendable {
        /// The name of the group of points.
        public let rawValue: VNRecognizedPointGroupKey
        /// Creates a name from that of the group of points.
        public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

        private init(_ key: String) { rawValue = VNRecognizedPointGroupKey(rawValue: key) }

        /// The joints of the thumb.
        public static let thumb = JointsGroupName("VNHLRKT")
        /// The joints of the index finger.
        public static let indexFinger = JointsGroupName("VNHLRKI")
        /// The joints of the middle finger.
        public static let middleFinger = JointsGroupName("VNHLRKM")
        /// The joints of the ring finger.
        public static let ringFinger = JointsGroupName("VNHLRKR")
        /// The joints of the little finger.
        public static let littleFinger = JointsGroupName("VNHLRKP")
        /// All joints.
        public static let all = JointsGroupName(rawValue: .all)
    }
}

extension VNHumanHandPoseObservation.JointName {
    /// The older API's name of a joint.
    init(_ name: HumanHandPoseObservation.JointName) {
        self =
            switch name {
            case .wrist: .wrist
            case .thumbCMC: .thumbCMC
            case .thumbMP: .thumbMP
            case .thumbIP: .thumbIP
            case .thumbTip: .thumbTip
            case .indexMCP: .indexMCP
            case .indexPIP: .indexPIP
            case .indexDIP: .indexDIP
            case .indexTip: .indexTip
            case .middleMCP: .middleMCP
            case .middlePIP: .middlePIP
            case .middleDIP: .middleDIP
            case .middleTip: .middleTip
            case .ringMCP: .ringMCP
            case .ringPIP: .ringPIP
            case .ringDIP: .ringDIP
            case .ringTip: .ringTip
            case .littleMCP: .littleMCP
            case .littlePIP: .littlePIP
            case .littleDIP: .littleDIP
            case .littleTip: .littleTip
            }
    }
}

extension VNHumanHandPoseObservation.JointsGroupName {
    /// The older API's name of a group of joints.
    init(_ name: HumanHandPoseObservation.JointsGroupName) {
        self =
            switch name {
            case .thumb: .thumb
            case .indexFinger: .indexFinger
            case .middleFinger: .middleFinger
            case .ringFinger: .ringFinger
            case .littleFinger: .littleFinger
            }
    }
}
