// SPDX-License-Identifier: Apache-2.0

/// The 33 landmarks of a body. Left and right are the person's.
///
/// The raw value is the landmark's index in a result. The order is that of MediaPipe's `PoseLandmark`.
public enum PoseLandmark: Int, Sendable, CaseIterable {
    case nose = 0
    case leftEyeInner, leftEye, leftEyeOuter
    case rightEyeInner, rightEye, rightEyeOuter
    case leftEar, rightEar
    case mouthLeft, mouthRight
    case leftShoulder, rightShoulder
    case leftElbow, rightElbow
    case leftWrist, rightWrist
    // Where these fingers begin.
    case leftPinky, rightPinky
    case leftIndex, rightIndex
    case leftThumb, rightThumb
    case leftHip, rightHip
    case leftKnee, rightKnee
    case leftAnkle, rightAnkle
    case leftHeel, rightHeel
    /// The tips of the feet.
    case leftFootIndex, rightFootIndex
}

extension PoseLandmarker {
    /// The connections of the skeleton: 35 lines.
    public class var poseLandmarks: [Connection] { skeleton }

    private static let skeleton: [Connection] = [
        (0, 1), (1, 2), (2, 3), (3, 7), (0, 4), (4, 5), (5, 6), (6, 8), (9, 10),
        (11, 12), (11, 13), (13, 15), (15, 17), (15, 19), (15, 21), (17, 19),
        (12, 14), (14, 16), (16, 18), (16, 20), (16, 22), (18, 20),
        (11, 23), (12, 24), (23, 24), (23, 25), (24, 26), (25, 27), (26, 28),
        (27, 29), (28, 30), (29, 31), (30, 32), (27, 31), (28, 32),
    ].map { Connection(start: $0.0, end: $0.1) }
}

/// The 33 landmarks of a body, in fractions of the image.
public typealias PoseLandmarks = LandmarkList<PoseLandmark, NormalizedLandmark>
/// The 33 landmarks of a body, in meters.
public typealias PoseWorldLandmarks = LandmarkList<PoseLandmark, Landmark>
