// SPDX-License-Identifier: Apache-2.0

/// Computes the regions of an image that the hand landmark model is run on.
///
/// MediaPipe's equivalents are `hand_detector_graph.cc` for palms and `hand_landmarks_detector_graph.cc` for landmarks.
enum HandRegion {
    /// The index of a palm's keypoint.
    private enum Keypoint { static let wrist = 0, middleFinger = 2 }

    /// Returns the region of a detected palm: its bounding box, rotated by the direction of the middle finger, moved by
    /// half its height upward, made square, and scaled by 2.6.
    static func around(palm: RawDetection, in size: ImageSize, style: GraphStyle) -> RotatedRect {
        let center = palm.box.center
        let rotation = RegionRotation.bringing(
            palm.keypoints[Keypoint.wrist], palm.keypoints[Keypoint.middleFinger],
            to: style == .tasks ? .ninetyRadians : .upright, in: size, style: style)
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: palm.box.size.x, height: palm.box.size.y, rotation: rotation
        ).expanded(shift: -0.5, scale: 2.6, in: size, style: style)
    }

    /// The landmarks that a tracked hand's region is computed from: the wrist, and the lower two of each finger. The others
    /// move too much.
    private static let steady: [HandLandmark] = [
        .wrist, .thumbCMC, .thumbMCP, .thumbIP, .indexFingerMCP, .indexFingerPIP, .middleFingerMCP, .middleFingerPIP,
        .ringFingerMCP, .ringFingerPIP, .pinkyMCP, .pinkyPIP,
    ]

    /// Returns the region of a tracked hand in the next frame: the smallest box around the steady landmarks in which the
    /// fingers point up, moved by a tenth of its height toward them, made square, and scaled by 2.
    static func around(_ landmarks: LandmarkSet, in size: ImageSize, style: GraphStyle) -> RotatedRect {
        let points = steady.map { landmarks[$0.rawValue].xy }
        let pixels = SIMD2(size.width, size.height)
        let rotation = rotation(of: landmarks, in: size, style: style)
        let middle = PointExtent(points).center
        let back = Rotation(-rotation, style)
        let upright = PointExtent(points.map { back.turned(($0 - middle) * pixels) })
        let center = (Rotation(rotation, style).turned(upright.center) + middle * pixels) / pixels
        let extent = upright.size / pixels
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: extent.x, height: extent.y, rotation: rotation
        ).expanded(shift: -0.1, scale: 2, in: size, style: style)
    }

    /// Returns the rotation of a region in which the line from the wrist to the knuckles is upright.
    private static func rotation(of landmarks: LandmarkSet, in size: ImageSize, style: GraphStyle) -> Float {
        func landmark(_ name: HandLandmark) -> SIMD2<Float> { landmarks[name.rawValue].xy }
        let index = landmark(.indexFingerMCP)
        let middle = landmark(.middleFingerMCP)
        let ring = landmark(.ringFingerMCP)
        let knuckles = ((index + ring) / 2 + middle) / 2
        return RegionRotation.bringing(landmark(.wrist), knuckles, to: .upright, in: size, style: style)
    }
}

/// A rotation in pixels, with the sine and cosine in float.
private struct Rotation {
    private let cosine: Float
    private let sine: Float

    init(_ angle: Float, _ style: GraphStyle) {
        cosine = style.cosine(angle)
        sine = style.sine(angle)
    }

    func turned(_ point: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
    }
}
