/// An image as it is looked at, upright and not mirrored, and the way back to the image as stored.
package struct UprightImage: Sendable {
    package let pixels: PixelBuffer
    private let orientation: ImageOrientation
    private let storedSize: SIMD2<Float>

    /// - Throws: ``LineamentError`` if there is no memory for the turned copy that an orientation other than `.up` needs.
    package init(_ image: MPImage) throws {
        try self.init(image.pixels, orientation: image.imageOrientation)
    }

    package init(_ stored: PixelBuffer, orientation: ImageOrientation) throws {
        self.orientation = orientation
        storedSize = SIMD2(Float(stored.width), Float(stored.height))
        pixels = orientation == .up ? stored : try stored.convertedToRGB().upright(from: orientation)
    }

    package var width: Int { pixels.width }
    package var height: Int { pixels.height }

    /// A point of the upright image, in pixels, in pixels of the image as stored.
    package func stored(_ point: SIMD2<Float>) -> SIMD2<Float> {
        let size = storedSize
        return switch orientation {
        case .up: point
        case .down: size - point
        case .right: SIMD2(point.y, size.y - point.x)
        case .left: SIMD2(size.x - point.y, point.x)
        case .upMirrored: SIMD2(size.x - point.x, point.y)
        case .downMirrored: SIMD2(point.x, size.y - point.y)
        case .leftMirrored: SIMD2(point.y, point.x)
        case .rightMirrored: SIMD2(size.x - point.y, size.y - point.x)
        }
    }
}

extension UprightImage {
    /// A part of the upright image as an image of its own, copied.
    /// - Parameters: in pixels; at least one pixel large and inside the image.
    package func cropped(x: Int, y: Int, width: Int, height: Int) throws -> UprightImage {
        let part = try pixels.resampled(from: SIMD2(Float(x), Float(y)), step: 1, width: width, height: height)
        return try UprightImage(part, orientation: .up)
    }
}

extension MPImage {
    /// The upright image as an image of its own.
    package convenience init(upright image: UprightImage) throws {
        try self.init(pixelBuffer: image.pixels)
    }
}
