// SPDX-License-Identifier: Apache-2.0

/// The six keypoints of a detected face, in the order of ``Detection/keypoints``. Left and right are the subject's.
public enum FaceKeypoint: Int, Sendable, CaseIterable {
    case rightEye = 0
    case leftEye, noseTip, mouthCenter, rightEar, leftEar
}
