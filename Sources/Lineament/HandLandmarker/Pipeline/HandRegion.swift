internal import Foundation

/// Computes the regions of an image that the hand landmark model is run on.
///
/// MediaPipe's equivalents are `hand_detector_graph.cc` for palms and `hand_landmarks_detector_graph.cc` for landmarks.
enum HandRegion {
    /// The index of a palm's keypoint.
    private enum Keypoint { static let wrist = 0, middleFinger = 2 }

    /// Returns the region of a detected palm: its bounding box, rotated by the direction of the middle finger, moved by
    /// half its height upward, made square, and scaled by 2.6.
    static func around(palm: RawDetection, in size: ImageSize) -> RotatedRect {
        let center = palm.box.center
        let rotation = RegionRotation.bringing(
            palm.keypoints[Keypoint.wrist], palm.keypoints[Keypoint.middleFinger], to: .ninetyRadians, in: size)
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: palm.box.size.x, height: palm.box.size.y, rotation: rotation
        ).expanded(shift: -0.5, scale: 2.6, in: size)
    }

    /// The landmarks that a tracked hand's region is computed from: the wrist, and the lower two of each finger. The others
    /// move too much.
    private static let steady: [HandLandmark] = [
        .wrist, .thumbCMC, .thumbMCP, .thumbIP, .indexFingerMCP, .indexFingerPIP, .middleFingerMCP, .middleFingerPIP,
        .ringFingerMCP, .ringFingerPIP, .pinkyMCP, .pinkyPIP,
    ]

    /// Returns the region of a tracked hand in the next frame: the smallest box around the steady landmarks in which the
    /// fingers point up, moved by a tenth of its height toward them, made square, and scaled by 2.
    static func around(_ landmarks: LandmarkSet, in size: ImageSize) -> RotatedRect {
        let points = steady.map { landmarks[$0.rawValue].xy }
        let pixels = SIMD2(size.width, size.height)
        let rotation = rotation(of: landmarks, in: size)
        let middle = Bounds(points).center
        let back = Rotation(-rotation)
        let upright = Bounds(points.map { back.turned(($0 - middle) * pixels) })
        let center = (Rotation(rotation).turned(upright.center) + middle * pixels) / pixels
        let extent = upright.size / pixels
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: extent.x, height: extent.y, rotation: rotation
        ).expanded(shift: -0.1, scale: 2, in: size)
    }

    /// Returns the rotation of a region in which the line from the wrist to the knuckles is upright.
    private static func rotation(of landmarks: LandmarkSet, in size: ImageSize) -> Float {
        func landmark(_ name: HandLandmark) -> SIMD2<Float> { landmarks[name.rawValue].xy }
        let (index, middle, ring) = (
            landmark(.indexFingerMCP), landmark(.middleFingerMCP), landmark(.ringFingerMCP)
        )
        let knuckles = ((index + ring) / 2 + middle) / 2
        return RegionRotation.bringing(landmark(.wrist), knuckles, to: .upright, in: size)
    }
}

/// The extent of points, as MediaPipe computes it: its maxima start at the smallest positive number, which matters where
/// all points are beyond the left or top edge.
private struct Bounds {
    private var low = SIMD2<Float>(repeating: .greatestFiniteMagnitude)
    private var high = SIMD2<Float>(repeating: .leastNormalMagnitude)

    init(_ points: [SIMD2<Float>]) {
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
    }

    var center: SIMD2<Float> { (high + low) / 2 }
    var size: SIMD2<Float> { high - low }
}

/// A rotation in pixels, with the sine and cosine in float.
private struct Rotation {
    private let cosine: Float
    private let sine: Float

    init(_ angle: Float) {
        cosine = Float(cos(Double(angle)))
        sine = Float(sin(Double(angle)))
    }

    func turned(_ point: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
    }
}

extension RotatedRect {
    /// Returns the rectangle moved along its own vertical axis, made square by its longer side, and scaled, as MediaPipe's
    /// `rect_transformation_calculator.cc` does.
    /// - Parameters:
    ///   - shift: The distance, in heights of the rectangle; negative upward.
    ///   - scale: The factor.
    ///   - size: The size of the image, in pixels.
    fileprivate func expanded(shift: Float, scale: Float, in size: ImageSize) -> RotatedRect {
        var rect = self
        if rotation == 0 {
            rect.yCenter += height * shift
        } else {
            let distance = size.height * height * shift
            rect.xCenter += -(distance * Float(sin(Double(rotation)))) / size.width
            rect.yCenter += distance * Float(cos(Double(rotation))) / size.height
        }
        let side = max(width * size.width, height * size.height)
        rect.width = side / size.width * scale
        rect.height = side / size.height * scale
        return rect
    }
}
