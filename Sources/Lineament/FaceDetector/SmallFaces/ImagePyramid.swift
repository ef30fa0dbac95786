// SPDX-License-Identifier: Apache-2.0

/// An image at its full size, half of it, a quarter and so on, for ``PyramidFaceSearch``. Each size is made when it is
/// asked for, and kept.
struct ImagePyramid: Sendable {
    /// One size of the image.
    struct Level: Sendable {
        /// The number of halvings from the full size.
        let halvings: Int
        let width: Int
        let height: Int

        /// The number of full-size pixels along a side of each pixel of the level.
        var scale: Float { Float(1 << halvings) }

        /// The longer side, in pixels.
        var length: Int { max(width, height) }

        /// The number of pixels of the level.
        var area: Int { width * height }
    }

    /// The minimum side of a level, in pixels; the full-size image may be smaller.
    private static let minSide = 24
    /// The longer side, in pixels, up to which a level is a thumbnail. YuNet detects even a face that fills it.
    private static let thumbnailLength = 128
    /// The longer side, in pixels, up to which YuNet detects faces of all sizes in a level.
    private static let overviewLength = 320
    /// The number of pixels up to which a level is always searched whole.
    private static let overviewArea = 90_000
    /// The share of the image's pixels up to which a level is always searched whole.
    private static let overviewShare = 16

    /// The levels, starting with the full-size image.
    let levels: [Level]
    /// The pixels of the levels below the full size, as far as they were asked for.
    private var halved: [PixelBuffer] = []

    /// Creates the pyramid of an image.
    init(width: Int, height: Int) {
        var last = Level(halvings: 0, width: width, height: height)
        var levels = [last]
        while last.length > Self.thumbnailLength, min(last.width, last.height) >= 2 * Self.minSide {
            last = Level(halvings: last.halvings + 1, width: last.width / 2, height: last.height / 2)
            levels.append(last)
        }
        self.levels = levels
    }

    /// Returns the pixels of a level.
    /// - Parameters:
    ///   - level: The level.
    ///   - image: The image at its full size, which is not kept.
    mutating func pixels(of level: Level, in image: PixelBuffer) throws -> PixelBuffer {
        while halved.count < level.halvings { halved.append(try (halved.last ?? image).halved()) }
        return level.halvings == 0 ? image : halved[level.halvings - 1]
    }

    /// The smallest level.
    var thumbnail: Level { levels[levels.count - 1] }

    /// The levels to search whole, the largest first. Below it, only levels too large for faces that fill the image
    /// are followed by another.
    var overviews: [Level] {
        let first = firstOverview
        let last = levels.indices.dropFirst(first).first { levels[$0].length <= Self.overviewLength } ?? first
        return Array(levels[first...max(first, last)].prefix(levels.count - 1 - first))
    }

    /// The levels that are larger than the ``overviews``, the smallest first.
    var details: [Level] { levels[..<firstOverview].reversed() }

    private var firstOverview: Int {
        let limit = max(Self.overviewArea, levels[0].area / Self.overviewShare)
        return levels.firstIndex { $0.area <= limit } ?? levels.count - 1
    }
}

extension PixelBuffer {
    /// Returns the image at half its size as RGB; each pixel is the mean of four.
    func halved() throws -> PixelBuffer {
        let width = max(1, self.width / 2)
        let height = max(1, self.height / 2)
        guard let layout = format.packedLayout else {
            // Shifted by half a pixel, so that each sample is the mean of four pixels.
            return try resampled(from: SIMD2(0.5, 0.5), step: 2, width: width, height: height)
        }
        return try PixelBuffer(width: width, height: height) { target in
            try withPlanes { planes in
                let source = HalvingSource(plane: planes[0], width: self.width, height: self.height, layout: layout)
                let rowsOfPart = 64
                let bytes = Bytes(address: target)
                Concurrent.perform(iterations: (height + rowsOfPart - 1) / rowsOfPart) { part in
                    for row in part * rowsOfPart..<min(height, (part + 1) * rowsOfPart) {
                        source.writeRow(row, width: width, to: bytes.address + row * width * 3)
                    }
                }
            }
        }
    }
}

/// The target of several threads, each of which writes only its own rows.
private struct Bytes: @unchecked Sendable {
    // Sound: each row is written by one thread.
    let address: UnsafeMutablePointer<UInt8>
}

/// Reads a packed image two rows at a time.
private struct HalvingSource: @unchecked Sendable {
    // Sound: the memory is only read, during a call that keeps it valid.
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

    /// Writes one row of the halved image as RGB.
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
