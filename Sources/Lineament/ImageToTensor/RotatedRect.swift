internal import Foundation

/// A rectangle turned about its centre, in fractions of an image's width and height.
///
/// The size is that before the turn. Positive rotation, in radians, is clockwise on screen, as y points down.
struct RotatedRect: Sendable, Hashable {
    var xCenter: Float
    var yCenter: Float
    var width: Float
    var height: Float
    var rotation: Float
}

extension RotatedRect {
    /// The whole image, turned so that an image of `orientation` stands upright.
    ///
    /// For a quarter turn the sides are exchanged in pixels.
    static func wholeImage(_ size: ImageSize, rotation: Float = 0) -> RotatedRect {
        var rect = RotatedRect(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1, rotation: rotation)
        let quarterTurns = Int((Double(rotation) / (Double.pi / 2)).rounded())
        if quarterTurns % 2 != 0 {
            rect.width = size.height / size.width
            rect.height = size.width / size.height
        }
        return rect
    }

    /// The rectangle in pixels.
    func region(in size: ImageSize) -> PixelRegion {
        PixelRegion(
            xCenter: xCenter * size.width, yCenter: yCenter * size.height,
            width: width * size.width, height: height * size.height, rotation: rotation)
    }
}

/// Width and height of an image in pixels, as the arithmetic needs them.
struct ImageSize: Sendable, Hashable {
    var width: Float
    var height: Float
}

extension PixelBuffer {
    var size: ImageSize { ImageSize(width: Float(width), height: Float(height)) }
}

/// A rectangle turned about its centre, in pixels.
struct PixelRegion: Sendable, Hashable {
    var xCenter: Float
    var yCenter: Float
    var width: Float
    var height: Float
    var rotation: Float

    /// Whether the region has an area and no undefined numbers.
    var isUsable: Bool {
        width > 0 && height > 0 && width.isFinite && height.isFinite && xCenter.isFinite
            && yCenter.isFinite && rotation.isFinite
    }

    /// The smallest region of the same centre and of aspect ratio `height / width` that holds this one.
    func padded(toAspect aspect: Float) -> PixelRegion {
        var region = self
        if aspect > height / width {
            region.height = width * aspect
        } else {
            region.width = height / aspect
        }
        return region
    }

    /// The corners bottom left, top left, top right, bottom right.
    ///
    /// The order of operations, and float32 in some of them, decides ties in the resampling. Corners three and four
    /// are computed as they stand, not as reflections of the first two, as OpenCV 4 has them: with reflections the
    /// landmarks are up to 0.01 px from MediaPipe's, so they are equal.
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
