/// Samples luma and half-size chroma planes straight into a tensor.
///
/// Each plane is blended by itself, then the pixel is converted, so that a frame of video is never converted as a
/// whole. Chroma samples are taken to lie in the middle of their four pixels, as FFmpeg takes them where it converts
/// to RGB. Blends keep their full precision, and only the finished colour is rounded to 8 bits.
struct ChromaSampler {
    private let luma: Plane
    private let cb: Plane
    private let cr: Plane
    private let turn: QuarterTurn
    private let conversion: ColorConversion

    init(_ buffer: PixelBuffer, _ planes: [PixelBuffer.Plane]) {
        let swaps = buffer.turn.swapsSides
        let (width, height) = swaps ? (buffer.height, buffer.width) : (buffer.width, buffer.height)
        let isInterleaved = planes.count == 2
        let step = isInterleaved ? 2 : 1
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        luma = Plane(planes[0], offset: 0, step: 1, width: width, height: height)
        cb = Plane(planes[1], offset: 0, step: step, width: chromaWidth, height: chromaHeight)
        cr = Plane(
            planes[isInterleaved ? 1 : 2], offset: isInterleaved ? 1 : 0, step: step, width: chromaWidth,
            height: chromaHeight)
        turn = buffer.turn
        let isFullRange = buffer.format == .nv12FullRange || buffer.format == .i420FullRange
        conversion = ColorConversion(buffer.colorMatrix, isFullRange: isFullRange)
    }

    func sample(_ warp: Warp, into tensor: UnsafeMutableBufferPointer<Float>) {
        let (scale, offset) = (warp.target.scale, warp.target.offset)
        for row in 0..<warp.target.height {
            for first in stride(from: 0, to: warp.target.width, by: warp.tileWidth) {
                let count = min(warp.tileWidth, warp.target.width - first)
                warp.coordinates(row: row, tile: first, count: count) { column, x, y in
                    let (red, green, blue) = pixel(x: x, y: y, border: warp.border)
                    let at = (row * warp.target.width + column) * 3
                    tensor[at] = red * scale + offset
                    tensor[at + 1] = green * scale + offset
                    tensor[at + 2] = blue * scale + offset
                }
            }
        }
    }

    /// The pixel at a position, in 1/32 pixel, of the turned picture.
    @inline(__always)
    private func pixel(x: Int, y: Int, border: BorderMode) -> (red: Float, green: Float, blue: Float) {
        let (x, row) = stored(x: x, y: y)
        if border == .zero, luma.isBeyond(x: x, y: row) { return (0, 0, 0) }
        // Half a luma coordinate, less half a luma pixel.
        let (chromaX, chromaY) = ((x - Warp.steps / 2) >> 1, (row - Warp.steps / 2) >> 1)
        let y = luma.blended(x: x, y: row, outside: border == .zero ? conversion.black : nil)
        let u = cb.blended(x: chromaX, y: chromaY, outside: nil)
        let v = cr.blended(x: chromaX, y: chromaY, outside: nil)
        return conversion.rgb(y: y, cb: u, cr: v)
    }

    /// The position in the planes as they are stored.
    @inline(__always)
    private func stored(x: Int, y: Int) -> (x: Int, y: Int) {
        switch turn {
        case .none: (x, y)
        case .clockwise: (y, luma.lastY &- x)
        case .half: (luma.lastX &- x, luma.lastY &- y)
        case .counterclockwise: (luma.lastX &- y, x)
        }
    }

    private struct Plane {
        let bytes: UnsafePointer<UInt8>
        let bytesPerRow: Int
        let step: Int
        let width: Int
        let height: Int

        init(_ plane: PixelBuffer.Plane, offset: Int, step: Int, width: Int, height: Int) {
            bytes = plane.address.assumingMemoryBound(to: UInt8.self) + offset
            bytesPerRow = plane.bytesPerRow
            self.step = step
            self.width = width
            self.height = height
        }

        /// The last pixel's coordinates in 1/32 pixel.
        var lastX: Int { (width - 1) << Warp.fractionBits }
        var lastY: Int { (height - 1) << Warp.fractionBits }

        /// Whether a position in 1/32 pixel is a whole pixel or more outside.
        @inline(__always)
        func isBeyond(x: Int, y: Int) -> Bool {
            x <= -Warp.steps || y <= -Warp.steps || x >= width << Warp.fractionBits
                || y >= height << Warp.fractionBits
        }

        /// The value at a position in 1/32 pixel, bilinear, in 1/1024.
        /// - Parameter outside: what lies beyond the plane; nil for the nearest value in it.
        @inline(__always)
        func blended(x: Int, y: Int, outside: Int32?) -> Int32 {
            let (left, top) = (x >> Warp.fractionBits, y >> Warp.fractionBits)
            let right = Int32(truncatingIfNeeded: x & (Warp.steps - 1))
            let down = Int32(truncatingIfNeeded: y & (Warp.steps - 1))
            let whole = Int32(Warp.steps)
            let (a, b, c, d): (Int32, Int32, Int32, Int32)
            if left >= 0, top >= 0, left < width - 1, top < height - 1 {
                let at = bytes + (top * bytesPerRow + left * step)
                let below = at + bytesPerRow
                (a, b, c, d) = (Int32(at[0]), Int32(at[step]), Int32(below[0]), Int32(below[step]))
            } else {
                a = value(left, top, outside)
                b = value(left + 1, top, outside)
                c = value(left, top + 1, outside)
                d = value(left + 1, top + 1, outside)
            }
            let upper = a &* (whole &- right) &+ b &* right
            let lower = c &* (whole &- right) &+ d &* right
            return upper &* (whole &- down) &+ lower &* down
        }

        private func value(_ x: Int, _ y: Int, _ outside: Int32?) -> Int32 {
            if let outside, x < 0 || y < 0 || x >= width || y >= height { return outside }
            let (column, row) = (max(0, min(width - 1, x)), max(0, min(height - 1, y)))
            return Int32(bytes[row * bytesPerRow + column * step])
        }
    }
}
