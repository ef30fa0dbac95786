// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// An image that has been decoded at a fraction of its size and can be decoded at a larger one on demand.
///
/// JPEG decoders can scale by 1/2, 1/4 and 1/8 at little cost. Most regions of a large photo need no more than that, so
/// sampling asks for the resolution it needs; see ``PixelBuffer/init(_:width:height:)``.
package final class ScaledImageSource: Sendable {
    /// A decoded image, and the number of full-size pixels along a side of each of its pixels.
    struct Level: Sendable {
        let image: PixelBuffer
        let reduction: Int
    }

    private let coarse: Level
    private let decode: @Sendable (_ reduction: Int) throws -> PixelBuffer
    private let finest: Locked<Level>

    /// Creates a source from an image that is already decoded.
    /// - Parameters:
    ///   - coarse: The decoded image.
    ///   - reduction: The number of full-size pixels along a side of each of its pixels.
    ///   - decode: Decodes the image at a smaller reduction; 1 is its full size.
    package init(
        coarse: PixelBuffer, reduction: Int, decode: @escaping @Sendable (_ reduction: Int) throws -> PixelBuffer
    ) {
        self.coarse = Level(image: coarse, reduction: reduction)
        self.decode = decode
        finest = Locked(self.coarse)
    }

    /// The pixel format of every level.
    var format: PixelFormat { coarse.image.format }

    /// Returns the image with at least one pixel per `step` full-size pixels; if it cannot be decoded, the best level
    /// available.
    func level(step: Double) -> Level {
        // The step of a region is the solution of a linear system, so rounding may make it slightly too small.
        let enough = { (reduction: Int) in reduction == 1 || Double(reduction) <= step * 1.001 }
        if enough(coarse.reduction) { return coarse }
        return finest.withLock { finest in
            if enough(finest.reduction) { return finest }
            let reduction = [4, 2].first(where: enough) ?? 1
            if let image = try? decode(reduction) { finest = Level(image: image, reduction: reduction) }
            return finest
        }
    }

    /// Returns the image at full size, enlarged from the best level available if it cannot be decoded.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory for it.
    func whole(width: Int, height: Int) throws -> PixelBuffer {
        let level = level(step: 1)
        guard level.reduction > 1 else { return level.image }
        return try level.image.enlarged(by: level.reduction, width: width, height: height)
    }
}

extension PixelBuffer {
    /// Returns the image with its planes in memory: itself, or all of an image that is decoded on demand.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory for them.
    package func whole() throws -> PixelBuffer { try levels?.whole(width: width, height: height) ?? self }

    /// Returns a packed image in which each pixel is repeated `times` times along both sides, cropped or extended to
    /// the requested size.
    fileprivate func enlarged(by times: Int, width: Int, height: Int) throws -> PixelBuffer {
        let size = format.minimumBytesPerRow(plane: 0, width: 1)
        return try PixelBuffer(width: width, height: height, format: format) { target in
            withStoredPlanes { planes in
                for y in 0..<height {
                    let row = planes[0].address + min(self.height - 1, y / times) * planes[0].bytesPerRow
                    for x in 0..<width {
                        for channel in 0..<size {
                            target[(y * width + x) * size + channel] = row.load(
                                fromByteOffset: min(self.width - 1, x / times) * size + channel, as: UInt8.self)
                        }
                    }
                }
            }
        }
    }
}
