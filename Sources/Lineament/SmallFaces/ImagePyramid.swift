internal import Dispatch

/// An image at its own size, half of it, a quarter and so on.
struct ImagePyramid {
    struct Level: Sendable {
        let pixels: PixelBuffer
        /// Pixels of the image for each pixel of the level.
        let scale: Float

        var area: Int { pixels.width * pixels.height }
    }

    /// The whole image comes first. Levels have no side below this, in pixels.
    private static let smallestSide = 24
    /// No smaller level is needed than one whose longer side is this: a face that fills it is detected.
    private static let smallestLength = 96

    let levels: [Level]

    init(_ pixels: PixelBuffer) throws {
        var levels = [Level(pixels: pixels, scale: 1)]
        while let last = levels.last?.pixels, max(last.width, last.height) > Self.smallestLength,
            min(last.width, last.height) >= 2 * Self.smallestSide
        {
            levels.append(Level(pixels: try last.halved(), scale: 2 * (levels.last?.scale ?? 1)))
        }
        self.levels = levels
    }
}

extension PixelBuffer {
    /// The image at half its size as RGB, each pixel the mean of four.
    func halved() throws -> PixelBuffer {
        let (width, height) = (max(1, self.width / 2), max(1, self.height / 2))
        guard let layout = format.packedLayout else {
            // Half a pixel on, so that each sample lies between four pixels.
            return try resampled(from: SIMD2(0.5, 0.5), step: 2, width: width, height: height)
        }
        return try PixelBuffer(width: width, height: height) { target in
            withPlanes { planes in
                let source = HalvingSource(plane: planes[0], width: self.width, height: self.height, layout: layout)
                let (rows, bytes) = (64, Bytes(address: target))
                DispatchQueue.concurrentPerform(iterations: (height + rows - 1) / rows) { part in
                    for row in part * rows..<min(height, (part + 1) * rows) {
                        source.writeRow(row, width: width, to: bytes.address + row * width * 3)
                    }
                }
            }
        }
    }
}

/// Bytes that several threads write, each its own rows.
private struct Bytes: @unchecked Sendable {
    let address: UnsafeMutablePointer<UInt8>
}

/// Reads a packed image two rows at a time.
private struct HalvingSource: @unchecked Sendable {
    private let bytes: UnsafePointer<UInt8>
    private let bytesPerRow: Int
    private let width: Int
    private let height: Int
    private let layout: PackedLayout

    init(plane: PixelBuffer.Plane, width: Int, height: Int, layout: PackedLayout) {
        bytes = plane.address.assumingMemoryBound(to: UInt8.self)
        bytesPerRow = plane.bytesPerRow
        self.width = width
        self.height = height
        self.layout = layout
    }

    func writeRow(_ row: Int, width halfWidth: Int, to target: UnsafeMutablePointer<UInt8>) {
        let upper = bytes + min(height - 1, 2 * row) * bytesPerRow
        let lower = bytes + min(height - 1, 2 * row + 1) * bytesPerRow
        let channels = (layout.red, layout.green, layout.blue)
        let size = layout.bytesPerPixel
        // An image one pixel wide has no pixel to the right.
        let next = width > 1 ? size : 0
        for column in 0..<halfWidth {
            let at = 2 * column * size
            func mean(_ channel: Int) -> UInt8 {
                let left = UInt16(upper[at + channel]) &+ UInt16(lower[at + channel])
                let right = UInt16(upper[at + next + channel]) &+ UInt16(lower[at + next + channel])
                return UInt8(truncatingIfNeeded: (left &+ right &+ 2) >> 2)
            }
            target[3 * column] = mean(channels.0)
            target[3 * column + 1] = mean(channels.1)
            target[3 * column + 2] = mean(channels.2)
        }
    }
}
