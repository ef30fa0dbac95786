/// A picture as it is looked at, upright and not mirrored, and the way back to the picture as stored.
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
        pixels = orientation == .up ? stored : try stored.upright(from: orientation)
    }

    package var width: Int { pixels.width }
    package var height: Int { pixels.height }

    /// A point of the upright picture, in pixels, in pixels of the picture as stored.
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

extension PixelBuffer {
    /// A copy that stands upright, as RGB.
    fileprivate func upright(from orientation: ImageOrientation) throws -> PixelBuffer {
        let swaps = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
        let (width, height) = swaps ? (self.height, self.width) : (self.width, self.height)
        let rgb = try resampled(from: .zero, step: 1, width: self.width, height: self.height)
        return try PixelBuffer(width: width, height: height) { target in
            rgb.withPlanes { planes in
                let source = planes[0].address.assumingMemoryBound(to: UInt8.self)
                for y in 0..<height {
                    for x in 0..<width {
                        let (column, row) = Self.stored(x, y, orientation, width: self.width, height: self.height)
                        let from = source + (row * self.width + column) * 3
                        let to = target + (y * width + x) * 3
                        (to[0], to[1], to[2]) = (from[0], from[1], from[2])
                    }
                }
            }
        }
    }

    /// The stored pixel that is shown at (x, y).
    private static func stored(
        _ x: Int, _ y: Int, _ orientation: ImageOrientation, width: Int, height: Int
    ) -> (column: Int, row: Int) {
        let (right, bottom) = (width - 1, height - 1)
        return switch orientation {
        case .up: (x, y)
        case .down: (right - x, bottom - y)
        case .right: (y, bottom - x)
        case .left: (right - y, x)
        case .upMirrored: (right - x, y)
        case .downMirrored: (x, bottom - y)
        case .leftMirrored: (y, x)
        case .rightMirrored: (right - y, bottom - x)
        }
    }
}

extension UprightImage {
    /// A part of the upright picture as a picture of its own, copied.
    /// - Parameters: in pixels; at least one pixel large and inside the picture.
    package func cropped(x: Int, y: Int, width: Int, height: Int) throws -> UprightImage {
        let part = try pixels.resampled(from: SIMD2(Float(x), Float(y)), step: 1, width: width, height: height)
        return try UprightImage(part, orientation: .up)
    }
}

extension MPImage {
    /// The upright picture as an image of its own.
    package convenience init(upright image: UprightImage) throws {
        try self.init(pixelBuffer: image.pixels)
    }
}
