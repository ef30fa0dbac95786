// SPDX-License-Identifier: Apache-2.0

/// The type of a pose landmark. Left and right are the person's; raw values are those of ML Kit.
public enum PoseLandmarkType: String, Sendable, CaseIterable {
    case nose = "Nose"
    case leftEyeInner = "LeftEyeInner"
    case leftEye = "LeftEye"
    case leftEyeOuter = "LeftEyeOuter"
    case rightEyeInner = "RightEyeInner"
    case rightEye = "RightEye"
    case rightEyeOuter = "RightEyeOuter"
    case leftEar = "LeftEar"
    case rightEar = "RightEar"
    case mouthLeft = "MouthLeft"
    case mouthRight = "MouthRight"
    case leftShoulder = "LeftShoulder"
    case rightShoulder = "RightShoulder"
    case leftElbow = "LeftElbow"
    case rightElbow = "RightElbow"
    case leftWrist = "LeftWrist"
    case rightWrist = "RightWrist"
    case leftPinkyFinger = "LeftPinkyFinger"
    case rightPinkyFinger = "RightPinkyFinger"
    case leftIndexFinger = "LeftIndexFinger"
    case rightIndexFinger = "RightIndexFinger"
    case leftThumb = "LeftThumb"
    case rightThumb = "RightThumb"
    case leftHip = "LeftHip"
    case rightHip = "RightHip"
    case leftKnee = "LeftKnee"
    case rightKnee = "RightKnee"
    case leftAnkle = "LeftAnkle"
    case rightAnkle = "RightAnkle"
    case leftHeel = "LeftHeel"
    case rightHeel = "RightHeel"
    case leftToe = "LeftToe"
    case rightToe = "RightToe"
}

/// A landmark of a pose.
public final class PoseLandmark: Sendable {
    /// The type of the landmark.
    public let type: PoseLandmarkType
    /// The position in pixels: of the displayed image for a `UIImage`, of the stored image for a buffer.
    ///
    /// The depth is on the same scale and relative to the midpoint of the hips, negative toward the camera. It is less
    /// accurate than x and y. Landmarks outside the image have a position, too; see ``inFrameLikelihood``.
    public let position: Vision3DPoint
    /// The probability, 0 to 1, that the landmark is inside the image: MediaPipe's `presence`. Whether something covers
    /// it makes no difference, unlike for MediaPipe's `visibility`.
    public let inFrameLikelihood: Float

    init(type: PoseLandmarkType, position: Vision3DPoint, inFrameLikelihood: Float) {
        self.type = type
        self.position = position
        self.inFrameLikelihood = inFrameLikelihood
    }
}

/// ML Kit's name of ``PoseLandmark`` in Objective-C, for files that also import `Lineament`, which has an enum of the
/// same Swift name.
public typealias MLKPoseLandmark = PoseLandmark
