// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The 17 joints of a body in space, made from the landmarks of the pose model.
struct Skeleton3D {
    typealias JointName = HumanBodyPose3DObservation.JointName

    /// The joints in meters from the root: x to the right of the image, y up, z toward the camera.
    let positions: [JointName: SIMD3<Float>]
    /// The joints in the image, normalized, from its lower left corner.
    let imagePoints: [JointName: NormalizedPoint]
    /// The length of the skeleton from the heels to the top of the head, in meters.
    let height: Float
    /// The position of the camera, in the frame of ``positions``.
    let cameraPosition: SIMD3<Float>

    init(_ body: DetectedBody) {
        let axes = SIMD3<Float>(1, -1, -1)
        let origin = body.worldMean([.leftHip, .rightHip])
        var positions: [JointName: SIMD3<Float>] = [:]
        var imagePoints: [JointName: NormalizedPoint] = [:]
        for (name, landmarks) in Self.landmarks {
            positions[name] = (body.worldMean(landmarks) - origin) * axes
            imagePoints[name] = NormalizedPoint(fromTop: body.joint(landmarks).position)
        }
        positions[.topHead] = (Self.topOfHead(body) - origin) * axes
        imagePoints[.topHead] = NormalizedPoint(fromTop: body.topOfHead)
        self.positions = positions
        self.imagePoints = imagePoints
        height = Self.height(positions, body)
        // A body of which nothing is visible does not tell where the camera is; it is placed as far away as is usual.
        let translation = CameraEstimate.translation(of: body) ?? SIMD3(0, 0, 3)
        cameraPosition = -(translation + origin) * axes
    }

    /// The landmarks whose mean is each joint but the top of the head.
    private static let landmarks: [JointName: [PoseLandmark]] = [
        .centerHead: [.leftEar, .rightEar], .centerShoulder: [.leftShoulder, .rightShoulder],
        .leftShoulder: [.leftShoulder], .rightShoulder: [.rightShoulder], .leftElbow: [.leftElbow],
        .rightElbow: [.rightElbow], .leftWrist: [.leftWrist], .rightWrist: [.rightWrist],
        .spine: [.leftShoulder, .rightShoulder, .leftHip, .rightHip], .root: [.leftHip, .rightHip],
        .leftHip: [.leftHip], .rightHip: [.rightHip], .leftKnee: [.leftKnee], .rightKnee: [.rightKnee],
        .leftAnkle: [.leftAnkle], .rightAnkle: [.rightAnkle],
    ]

    /// Returns the top of the head in meters: above the middle of the ears, in the direction from mouth to eyes, by
    /// nine tenths of the distance between the ears.
    private static func topOfHead(_ body: DetectedBody) -> SIMD3<Float> {
        let up = body.worldMean([.leftEye, .rightEye]) - body.worldMean([.mouthLeft, .mouthRight])
        let width = (body.worldMean([.leftEar]) - body.worldMean([.rightEar])).length
        return body.worldMean([.leftEar, .rightEar]) + up * (0.9 * width / max(up.length, 1e-6))
    }

    /// Returns the length of the head, the neck, the trunk, the mean leg and the mean foot below the ankle.
    private static func height(_ positions: [JointName: SIMD3<Float>], _ body: DetectedBody) -> Float {
        func bones(_ names: JointName...) -> Float {
            zip(names, names.dropFirst()).reduce(0) { sum, bone in
                sum + ((positions[bone.0] ?? .zero) - (positions[bone.1] ?? .zero)).length
            }
        }
        let legs = bones(.leftHip, .leftKnee, .leftAnkle) + bones(.rightHip, .rightKnee, .rightAnkle)
        let feet =
            (body.worldMean([.leftAnkle]) - body.worldMean([.leftHeel])).length
            + (body.worldMean([.rightAnkle]) - body.worldMean([.rightHeel])).length
        return bones(.topHead, .centerHead, .centerShoulder, .root) + (legs + feet) / 2
    }
}
