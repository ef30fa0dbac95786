internal import LiteRT

/// A picture at hand at a fraction of its size, and the way to get it larger.
package final class PictureLevels: Sendable {
    /// A picture and how many pixels of the whole size go into a side of one of its own.
    struct Level: Sendable {
        let picture: PixelBuffer
        let reduction: Int
    }

    private let coarse: Level
    private let decode: @Sendable (_ reduction: Int) throws -> PixelBuffer
    private let finest: Guarded<Level>

    /// - Parameter decode: gives the picture at a smaller reduction, 1 for its whole size.
    package init(
        coarse: PixelBuffer, reduction: Int, decode: @escaping @Sendable (_ reduction: Int) throws -> PixelBuffer
    ) {
        self.coarse = Level(picture: coarse, reduction: reduction)
        self.decode = decode
        finest = Guarded(self.coarse)
    }

    var format: PixelFormat { coarse.picture.format }

    /// The picture with at least one pixel for every `step` of its whole size. If it cannot be had, the one at hand.
    func level(step: Double) -> Level {
        if Double(coarse.reduction) <= step { return coarse }
        return finest.withLock { finest in
            if Double(finest.reduction) <= step { return finest }
            let reduction = [4, 2].first { Double($0) <= step } ?? 1
            if let picture = try? decode(reduction) { finest = Level(picture: picture, reduction: reduction) }
            return finest
        }
    }

    /// The picture at its whole size, enlarged from the one at hand if it cannot be had.
    func whole(width: Int, height: Int) -> PixelBuffer {
        let level = level(step: 1)
        guard level.reduction > 1 else { return level.picture }
        let step = 1 / Float(level.reduction)
        let enlarged = try? level.picture.resampled(from: .zero, step: step, width: width, height: height)
        return enlarged ?? level.picture
    }
}

extension Warp {
    /// Pixels of the picture for each of the tensor, along the side where they are fewer.
    var step: Double {
        let m = inverse.elements
        let across = (m[0] * m[0] + m[3] * m[3]).squareRoot()
        let down = (m[1] * m[1] + m[4] * m[4]).squareRoot()
        return min(across, down) / abs(m[8])
    }

    /// The same region of a picture in which a pixel stands for `reduction` pixels a side.
    func reduced(by reduction: Int) -> Warp {
        guard reduction > 1 else { return self }
        let m = inverse.elements
        let (size, middle) = (Double(reduction), Double(reduction - 1) / 2)
        func moved(_ row: Int) -> [Double] { (0..<3).map { (m[row * 3 + $0] - middle * m[6 + $0]) / size } }
        var warp = self
        warp.inverse.elements = moved(0) + moved(1) + Array(m[6...8])
        return warp
    }
}
