internal import Foundation

/// What ML Kit and Vision ask about a face, in pixels of the upright image.
package struct FaceAttributes: Sendable {
    /// The upper left corner of the box, in pixels.
    package var boxOrigin: SIMD2<Float>
    /// Width and height of the box, in pixels.
    package var boxSize: SIMD2<Float>
    /// The detector's score, 0 to 1.
    package var score: Float
    /// The points of ``FaceKeypoint`` in its order, in pixels.
    package var keypoints: [SIMD2<Float>]
    /// 478 landmarks in pixels, depth on the same scale; nil if they were not asked for or the model sees no face.
    package var mesh: [SIMD3<Float>]?
    /// Smile and open eyes; nil if they were not asked for.
    package var expression: FaceExpression?
    /// The pose of the head; nil without a mesh.
    package var angles: HeadAngles?

    /// The yaw of a face without a mesh, such as a profile, in radians towards the image's right, from where the detector
    /// sees the nose in its box: the side is right, the angle is rough.
    package var estimatedYaw: Float {
        let across = SIMD2(cos(estimatedRoll), -sin(estimatedRoll))
        let nose = keypoints[FaceKeypoint.noseTip.rawValue]
        let offset = ((nose - boxOrigin - boxSize / 2) * across).sum()
        return asin(max(-1, min(1, 2.2 * offset / max(1, boxSize.x))))
    }

    /// The roll of the line between the detector's eyes, counter-clockwise in radians.
    package var estimatedRoll: Float {
        let eyes = keypoints[FaceKeypoint.leftEye.rawValue] - keypoints[FaceKeypoint.rightEye.rawValue]
        return -atan2(eyes.y, eyes.x)
    }
}

extension FaceAttributes {
    init(_ detection: RawDetection, in size: ImageSize) {
        let pixels = SIMD2(size.width, size.height)
        self.init(
            boxOrigin: detection.box.minimum * pixels, boxSize: detection.box.size * pixels, score: detection.score,
            keypoints: detection.keypoints.map { $0 * pixels })
    }

    /// A face that the caller detected; its keypoints are placed as in a frontal face.
    package init(boxOrigin: SIMD2<Float>, boxSize: SIMD2<Float>, score: Float) {
        let places: [SIMD2<Float>] = [
            [0.3, 0.35], [0.7, 0.35], [0.5, 0.55], [0.5, 0.75], [0.05, 0.45], [0.95, 0.45],
        ]
        self.init(
            boxOrigin: boxOrigin, boxSize: boxSize, score: score, keypoints: places.map { boxOrigin + $0 * boxSize })
    }

    func rawDetection(in size: ImageSize) -> RawDetection {
        let pixels = SIMD2(size.width, size.height)
        return RawDetection(
            box: BoundingBox(minimum: boxOrigin / pixels, maximum: (boxOrigin + boxSize) / pixels), score: score,
            keypoints: keypoints.map { $0 / pixels })
    }
}

/// The rotation of a head, in radians.
package struct HeadAngles: Sendable, Hashable {
    /// Positive when the face looks up.
    package var up: Float
    /// Positive when the face looks towards the right edge of the image.
    package var right: Float
    /// Positive when the head is rotated counter-clockwise in the image.
    package var counterclockwise: Float

    /// From the 4×4 matrix of the face, row by row: R = Ry(right) · Rx(−up) · Rz(counterclockwise) in a frame with x to
    /// the right, y up and z towards the viewer. The matrix has no scale but 1.
    init(matrix m: [Float]) {
        up = asin(max(-1, min(1, m[6])))
        right = atan2(m[2], m[10])
        counterclockwise = atan2(m[4], m[5])
    }
}

/// Gives faces numbers that they keep from image to image.
package struct FaceIdentityTracker: Sendable {
    /// Images without a time count as frames of a video.
    private static let frameMilliseconds = 33

    private var tracker = IdentityTracker()
    private var lastTime = -frameMilliseconds

    package init() {}

    /// - Parameter time: in milliseconds; nil, or one that does not increase, for the next frame.
    package mutating func identify(_ faces: [FaceAttributes], in image: UprightImage, time: Int?) -> [Int] {
        let given = time.flatMap { FrameClock.range.contains($0) && $0 > lastTime ? $0 : nil }
        let next = given ?? lastTime + Self.frameMilliseconds
        lastTime = next
        let size = image.pixels.size
        return tracker.identify(faces.map { $0.rawDetection(in: size).box }, size: size, time: next)
    }
}
