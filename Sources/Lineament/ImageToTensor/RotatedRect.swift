internal import Foundation

/// A rectangle rotated about its center, in fractions of an image's width and height.
///
/// The size is that of the unrotated rectangle. Positive rotation, in radians, is clockwise on screen, because y points
/// down. Corresponds to MediaPipe's `NormalizedRect`.
struct RotatedRect: Sendable, Hashable {
    var xCenter: Float
    var yCenter: Float
    var width: Float
    var height: Float
    var rotation: Float
}

extension RotatedRect {
    /// Returns the whole image as a region, rotated so that a stored image is upright inside it.
    ///
    /// For a quarter turn, width and height are swapped in pixels.
    /// - Parameters:
    ///   - size: The size of the image, in pixels.
    ///   - rotation: The rotation, in radians; see ``ImageOrientation``.
    static func wholeImage(_ size: ImageSize, rotation: Float = 0) -> RotatedRect {
        var rect = RotatedRect(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1, rotation: rotation)
        let quarterTurns = Int((Double(rotation) / (Double.pi / 2)).rounded())
        if quarterTurns % 2 != 0 {
            rect.width = size.height / size.width
            rect.height = size.width / size.height
        }
        return rect
    }

    /// Returns the rectangle in pixels of an image of `size`.
    func region(in size: ImageSize) -> PixelRegion {
        PixelRegion(
            xCenter: xCenter * size.width, yCenter: yCenter * size.height,
            width: width * size.width, height: height * size.height, rotation: rotation)
    }
}

/// The width and height of an image in pixels, as floats.
struct ImageSize: Sendable, Hashable {
    var width: Float
    var height: Float
}

extension PixelBuffer {
    /// The width and height in pixels, as floats.
    var size: ImageSize { ImageSize(width: Float(width), height: Float(height)) }
}

/// A rectangle rotated about its center, in pixels.
struct PixelRegion: Sendable, Hashable {
    var xCenter: Float
    var yCenter: Float
    var width: Float
    var height: Float
    var rotation: Float

    /// Whether the region has an area and all its members are finite.
    var isUsable: Bool {
        width > 0 && height > 0 && width.isFinite && height.isFinite && xCenter.isFinite
            && yCenter.isFinite && rotation.isFinite
    }

    /// Returns the smallest region with the same center and the aspect ratio `height / width` that contains this one.
    func padded(toAspect aspect: Float) -> PixelRegion {
        var region = self
        if aspect > height / width {
            region.height = width * aspect
        } else {
            region.width = height / aspect
        }
        return region
    }

    /// The corners: bottom left, top left, top right, bottom right.
    ///
    /// The order of operations, and float32 in some of them, decides ties in resampling. Unlike in OpenCV 4, the third
    /// and fourth corners are computed directly rather than as reflections of the first two: with reflections,
    /// landmarks deviate by up to 0.01 px from MediaPipe's; without them, they are equal.
    var corners: [SIMD2<Float>] {
        let degrees = Float(Double(rotation * 180) / Double.pi)
        let angle = Double(degrees) * Double.pi / 180
        let a = Float(sin(angle)) * 0.5
        let b = Float(cos(angle)) * 0.5
        return [
            SIMD2(xCenter - a * height - b * width, yCenter + b * height - a * width),
            SIMD2(xCenter + a * height - b * width, yCenter - b * height - a * width),
            SIMD2(xCenter + a * height + b * width, yCenter - b * height + a * width),
            SIMD2(xCenter - a * height + b * width, yCenter + b * height + a * width),
        ]
    }
}

/// Maps points from fractions of a region to fractions of the image.
///
/// It is the way back from a model's output: ``PerspectiveSampler`` cuts the region out, and a projection places what
/// the model predicts in it.
struct Projection: Sendable {
    private let xAxis: SIMD2<Float>
    private let yAxis: SIMD2<Float>
    private let origin: SIMD2<Float>
    /// The ratio of a depth in fractions of the image's width to the same depth in fractions of the region's width.
    let depthScale: Float

    init(from region: PixelRegion, to size: ImageSize) {
        let c = Float(cos(Double(region.rotation)))
        let s = Float(sin(Double(region.rotation)))
        let w = region.width
        let h = region.height
        // MediaPipe multiplies by reciprocals, which differs from division in the last bit.
        let unit = SIMD2(1 / size.width, 1 / size.height)
        xAxis = SIMD2(w * c, w * s) * unit
        yAxis = SIMD2(-h * s, h * c) * unit
        origin =
            SIMD2(
                -0.5 * w * c + 0.5 * h * s + region.xCenter, -0.5 * h * c - 0.5 * w * s + region.yCenter)
            * unit
        depthScale = (xAxis.x * xAxis.x + xAxis.y * xAxis.y).squareRoot()
    }

    /// Returns the point, in fractions of the image.
    func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
        xAxis * point.x + yAxis * point.y + origin
    }
}
