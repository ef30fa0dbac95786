internal import LiteRT

/// An image at hand at a fraction of its size, and the way to get it larger.
package final class ScaledImageSource: Sendable {
    /// An image and how many pixels of the whole size go into a side of one of its own.
    struct Level: Sendable {
        let picture: PixelBuffer
        let reduction: Int
    }

    private let coarse: Level
    private let decode: @Sendable (_ reduction: Int) throws -> PixelBuffer
    private let finest: Locked<Level>

    /// - Parameter decode: gives the image at a smaller reduction, 1 for its whole size.
    package init(
        coarse: PixelBuffer, reduction: Int, decode: @escaping @Sendable (_ reduction: Int) throws -> PixelBuffer
    ) {
        self.coarse = Level(picture: coarse, reduction: reduction)
        self.decode = decode
        finest = Locked(self.coarse)
    }

    var format: PixelFormat { coarse.picture.format }

    /// The image with at least one pixel for every `step` of its whole size. If it cannot be had, the one at hand.
    func level(step: Double) -> Level {
        // The step of a region comes out of a solved system, so it may be a little less than it is.
        let enough = { (reduction: Int) in reduction == 1 || Double(reduction) <= step * 1.001 }
        if enough(coarse.reduction) { return coarse }
        return finest.withLock { finest in
            if enough(finest.reduction) { return finest }
            let reduction = [4, 2].first(where: enough) ?? 1
            if let picture = try? decode(reduction) { finest = Level(picture: picture, reduction: reduction) }
            return finest
        }
    }

    /// The image at its whole size, enlarged from the one at hand if it cannot be had.
    func whole(width: Int, height: Int) -> PixelBuffer {
        let level = level(step: 1)
        guard level.reduction > 1 else { return level.picture }
        return level.picture.enlarged(by: level.reduction, width: width, height: height)
    }
}

extension PixelBuffer {
    /// Every pixel of a packed image `times` times a side, as far as the size asked for reaches.
    fileprivate func enlarged(by times: Int, width: Int, height: Int) -> PixelBuffer {
        let size = format.minimumBytesPerRow(plane: 0, width: 1)
        let bytes = withPlanes { planes in
            [UInt8](unsafeUninitializedCapacity: width * height * size) { bytes, count in
                for y in 0..<height {
                    let row = planes[0].address + min(self.height - 1, y / times) * planes[0].bytesPerRow
                    for x in 0..<width {
                        for channel in 0..<size {
                            bytes[(y * width + x) * size + channel] = row.load(
                                fromByteOffset: min(self.width - 1, x / times) * size + channel, as: UInt8.self)
                        }
                    }
                }
                count = width * height * size
            }
        }
        // The size has been checked, and the bytes are as many as it needs.
        return (try? PixelBuffer(copying: bytes, width: width, height: height, format: format)) ?? self
    }
}

extension PerspectiveSampler {
    /// Pixels of the image for each of the tensor, along the side where they are fewer.
    var step: Double {
        let m = inverse.elements
        let across = (m[0] * m[0] + m[3] * m[3]).squareRoot()
        let down = (m[1] * m[1] + m[4] * m[4]).squareRoot()
        return min(across, down) / abs(m[8])
    }

    /// The same region of an image in which a pixel stands for `reduction` pixels a side.
    func reduced(by reduction: Int) -> PerspectiveSampler {
        guard reduction > 1 else { return self }
        let m = inverse.elements
        let (size, middle) = (Double(reduction), Double(reduction - 1) / 2)
        func moved(_ row: Int) -> [Double] { (0..<3).map { (m[row * 3 + $0] - middle * m[6 + $0]) / size } }
        var sampler = self
        sampler.inverse.elements = moved(0) + moved(1) + Array(m[6...8])
        return sampler
    }
}
