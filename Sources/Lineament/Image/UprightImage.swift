// SPDX-License-Identifier: Apache-2.0

/// An upright, unmirrored image, and the mapping of its coordinates back to the image as stored.
///
/// The ML Kit and Vision dialects report in upright coordinates, unlike the tasks of this module.
package struct UprightImage: Sendable {
    /// The pixels of the upright image.
    package let pixels: PixelBuffer
    private let orientation: ImageOrientation
    private let storedSize: SIMD2<Float>

    /// Rotates the pixels of an image; an upright image is not copied.
    /// - Throws: ``LineamentError`` if there is not enough memory for the rotated copy.
    package init(_ image: MPImage) throws {
        try self.init(image.pixels, orientation: image.imageOrientation)
    }

    /// Rotates stored pixels that have the given orientation.
    /// - Throws: ``LineamentError`` if there is not enough memory for the rotated copy.
    package init(_ stored: PixelBuffer, orientation: ImageOrientation) throws {
        self.orientation = orientation
        storedSize = SIMD2(Float(stored.width), Float(stored.height))
        pixels = orientation == .up ? stored : try stored.convertedToRGB().upright(from: orientation)
    }

    /// The width of the upright image, in pixels.
    package var width: Int { pixels.width }
    /// The height of the upright image, in pixels.
    package var height: Int { pixels.height }

    /// Converts a point from pixels of the upright image to pixels of the image as stored.
    package func stored(_ point: SIMD2<Float>) -> SIMD2<Float> {
        let (x, y) = orientation.stored(x: point.x, y: point.y, width: storedSize.x, height: storedSize.y)
        return SIMD2(x, y)
    }
}

extension UprightImage {
    /// Returns a copy of a part of the upright image.
    /// - Parameters:
    ///   - x: The left edge of the part, in pixels.
    ///   - y: The top edge of the part, in pixels.
    ///   - width: The width of the part, at least 1; the part must lie inside the image.
    ///   - height: The height of the part, at least 1; the part must lie inside the image.
    package func cropped(x: Int, y: Int, width: Int, height: Int) throws -> UprightImage {
        let part = try pixels.resampled(from: SIMD2(Float(x), Float(y)), step: 1, width: width, height: height)
        return try UprightImage(part, orientation: .up)
    }
}

extension MPImage {
    /// Creates an image from the upright pixels.
    package convenience init(upright image: UprightImage) throws {
        try self.init(pixelBuffer: image.pixels)
    }
}
