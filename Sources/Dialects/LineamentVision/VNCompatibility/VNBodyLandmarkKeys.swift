// SPDX-License-Identifier: Apache-2.0

// The names of joints and groups in the first version of the API, which Apple replaced by those of
// VNHumanBodyPoseObservation. Published code still has them.

extension VNRecognizedPointKey {
    /// The nose.
    public static let bodyLandmarkKeyNose = VNHumanBodyPoseObservation.JointName.nose.rawValue
    /// The left eye.
    public static let bodyLandmarkKeyLeftEye = VNHumanBodyPoseObservation.JointName.leftEye.rawValue
    /// The right eye.
    public static let bodyLandmarkKeyRightEye = VNHumanBodyPoseObservation.JointName.rightEye.rawValue
    /// The left ear.
    public static let bodyLandmarkKeyLeftEar = VNHumanBodyPoseObservation.JointName.leftEar.rawValue
    /// The right ear.
    public static let bodyLandmarkKeyRightEar = VNHumanBodyPoseObservation.JointName.rightEar.rawValue
    /// The point between the shoulders.
    public static let bodyLandmarkKeyNeck = VNHumanBodyPoseObservation.JointName.neck.rawValue
    /// The left shoulder.
    public static let bodyLandmarkKeyLeftShoulder = VNHumanBodyPoseObservation.JointName.leftShoulder.rawValue
    /// The right shoulder.
    public static let bodyLandmarkKeyRightShoulder = VNHumanBodyPoseObservation.JointName.rightShoulder.rawValue
    /// The left elbow.
    public static let bodyLandmarkKeyLeftElbow = VNHumanBodyPoseObservation.JointName.leftElbow.rawValue
    /// The right elbow.
    public static let bodyLandmarkKeyRightElbow = VNHumanBodyPoseObservation.JointName.rightElbow.rawValue
    /// The left wrist.
    public static let bodyLandmarkKeyLeftWrist = VNHumanBodyPoseObservation.JointName.leftWrist.rawValue
    /// The right wrist.
    public static let bodyLandmarkKeyRightWrist = VNHumanBodyPoseObservation.JointName.rightWrist.rawValue
    /// The point between the hips.
    public static let bodyLandmarkKeyRoot = VNHumanBodyPoseObservation.JointName.root.rawValue
    /// The left hip.
    public static let bodyLandmarkKeyLeftHip = VNHumanBodyPoseObservation.JointName.leftHip.rawValue
    /// The right hip.
    public static let bodyLandmarkKeyRightHip = VNHumanBodyPoseObservation.JointName.rightHip.rawValue
    /// The left knee.
    public static let bodyLandmarkKeyLeftKnee = VNHumanBodyPoseObservation.JointName.leftKnee.rawValue
    /// The right knee.
    public static let bodyLandmarkKeyRightKnee = VNHumanBodyPoseObservation.JointName.rightKnee.rawValue
    /// The left ankle.
    public static let bodyLandmarkKeyLeftAnkle = VNHumanBodyPoseObservation.JointName.leftAnkle.rawValue
    /// The right ankle.
    public static let bodyLandmarkKeyRightAnkle = VNHumanBodyPoseObservation.JointName.rightAnkle.rawValue
}

extension VNRecognizedPointGroupKey {
    /// Nose, eyes and ears.
    public static let bodyLandmarkRegionKeyFace = VNHumanBodyPoseObservation.JointsGroupName.face.rawValue
    /// Neck, shoulders, root and hips.
    public static let bodyLandmarkRegionKeyTorso = VNHumanBodyPoseObservation.JointsGroupName.torso.rawValue
    /// The left shoulder, elbow and wrist.
    public static let bodyLandmarkRegionKeyLeftArm = VNHumanBodyPoseObservation.JointsGroupName.leftArm.rawValue
    /// The right shoulder, elbow and wrist.
    public static let bodyLandmarkRegionKeyRightArm = VNHumanBodyPoseObservation.JointsGroupName.rightArm.rawValue
    /// The left hip, knee and ankle.
    public static let bodyLandmarkRegionKeyLeftLeg = VNHumanBodyPoseObservation.JointsGroupName.leftLeg.rawValue
    /// The right hip, knee and ankle.
    public static let bodyLandmarkRegionKeyRightLeg = VNHumanBodyPoseObservation.JointsGroupName.rightLeg.rawValue
}
