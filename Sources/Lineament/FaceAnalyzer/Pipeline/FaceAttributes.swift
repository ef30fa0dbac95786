// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The attributes of a face that ML Kit and Vision report, in pixels of the upright image.
package struct FaceAttributes: Sendable {
    /// The upper left corner of the bounding box, in pixels.
    package var boxOrigin: SIMD2<Float>
    /// The width and height of the bounding box, in pixels.
    package var boxSize: SIMD2<Float>
    /// The detection score, 0 to 1.
    package var score: Float
    /// The keypoints in the order of ``FaceKeypoint``, in pixels.
    package var keypoints: [SIMD2<Float>]
    /// The 478 landmarks in pixels, with depth on the same scale; `nil` if not requested or if the landmark model sees
    /// no face.
    package var mesh: [SIMD3<Float>]?
    /// The smile and open-eye probabilities; `nil` if not requested.
    package var expression: FaceExpression?
    /// The orientation of the head; `nil` without a mesh.
    package var angles: HeadAngles?

    /// A rough estimate of the yaw from the position of the nose within the detection box, in radians, positive toward
    /// the right of the image.
    ///
    /// For faces without a mesh, such as profiles: the sign is reliable, the magnitude is not.
    package var estimatedYaw: Float {
        let across = SIMD2(cos(estimatedRoll), -sin(estimatedRoll))
        let nose = keypoints[FaceKeypoint.noseTip.rawValue]
        let offset = ((nose - boxOrigin - boxSize / 2) * across).sum()
        return asin(max(-1, min(1, 2.2 * offset / max(1, boxSize.x))))
    }

    /// The roll of the line between the detected eyes, in radians, counterclockwise.
    package var estimatedRoll: Float {
        let eyes = keypoints[FaceKeypoint.leftEye.rawValue] - keypoints[FaceKeypoint.rightEye.rawValue]
        return -atan2(eyes.y, eyes.x)
    }
}

extension FaceAttributes {
    /// Converts a detection to pixels of an image of `size`.
    init(_ detection: RawDetection, in size: ImageSize) {
        let pixels = SIMD2(size.width, size.height)
        self.init(
            boxOrigin: detection.box.minimum * pixels, boxSize: detection.box.size * pixels, score: detection.score,
            keypoints: detection.keypoints.map { $0 * pixels })
    }

    /// Creates the attributes of a face detected by the caller, with keypoints placed where a frontal face has them.
    package init(boxOrigin: SIMD2<Float>, boxSize: SIMD2<Float>, score: Float) {
        let places: [SIMD2<Float>] = [
            [0.3, 0.35], [0.7, 0.35], [0.5, 0.55], [0.5, 0.75], [0.05, 0.45], [0.95, 0.45],
        ]
        self.init(
            boxOrigin: boxOrigin, boxSize: boxSize, score: score, keypoints: places.map { boxOrigin + $0 * boxSize })
    }

    /// Returns the detection in fractions of an image of `size`, as the landmark pipeline expects it.
    func rawDetection(in size: ImageSize) -> RawDetection {
        let pixels = SIMD2(size.width, size.height)
        return RawDetection(
            box: BoundingBox(minimum: boxOrigin / pixels, maximum: (boxOrigin + boxSize) / pixels), score: score,
            keypoints: keypoints.map { $0 / pixels })
    }
}
