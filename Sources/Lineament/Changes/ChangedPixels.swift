// SPDX-License-Identifier: Apache-2.0

/// The pixels that differ between two versions of an image.
package struct ChangedPixels: Sendable {
    /// The width of the images in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    private let marks: Marks
    /// The rows with a pixel that differs.
    package let rows: Range<Int>

    /// Compares two images of the same size, each in one plane.
    /// - Parameter covered: Pixels that count as different even where they are not; 0 is for the others.
    /// - Throws: `LineamentError` with code `invalidArgument` if the mask has another size.
    package init(_ old: PixelBuffer, _ new: PixelBuffer, covered: Mask?) throws {
        let width = old.width
        let height = old.height
        self.width = width
        self.height = height
        guard let oldLayout = old.format.packedLayout, let newLayout = new.format.packedLayout else {
            throw LineamentError(.invalidArgument, "Images with planes of color cannot be compared.")
        }
        if let covered, covered.width != width || covered.height != height {
            throw LineamentError(
                .invalidArgument,
                "The mask of what is covered has \(covered.width)x\(covered.height) pixels, the image \(width)x\(height)."
            )
        }
        let isUsual = old.format == .rgb8 && new.format == .bgra8
        var changed: [Int] = []
        let marks = try Marks(count: width * height)
        self.marks = marks
        try old.withPlanes { oldPlanes in
            try new.withPlanes { newPlanes in
                for row in 0..<height {
                    let old = oldPlanes[0].row(row)
                    let new = newPlanes[0].row(row)
                    let found = UnsafeMutableBufferPointer(rebasing: marks.bytes[row * width..<(row + 1) * width])
                    let isChanged =
                        isUsual
                        ? Self.compare(rgb: old, bgra: new, into: found)
                        : Self.compare(old, oldLayout, new, newLayout, into: found)
                    let isCovered = covered?.mark(row: row, in: found) ?? false
                    if isChanged || isCovered { changed.append(row) }
                }
            }
        }
        rows = if let first = changed.first, let last = changed.last { first..<last + 1 } else { 0..<0 }
    }

    /// Creates the pixels that something has drawn on.
    /// - Parameter draw: Sets the bytes of these pixels to 1.
    /// - Throws: The error of `draw`; `LineamentError` with code `resourceExhausted` if there is not enough memory.
    package init(width: Int, height: Int, draw: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) throws {
        self.width = width
        self.height = height
        marks = try Marks(count: width * height)
        marks.bytes.initialize(repeating: 0)
        try draw(marks.bytes)
        let bytes = UnsafeBufferPointer(marks.bytes)
        let first = bytes.firstIndex { $0 != 0 }
        let last = bytes.lastIndex { $0 != 0 }
        rows = if let first, let last { first / width..<last / width + 1 } else { 0..<0 }
    }

    /// Whether no pixel differs.
    package var isEmpty: Bool { rows.isEmpty }

    /// Marks the pixels of a row that differ, and returns whether there are any.
    private static func compare(
        _ old: UnsafePointer<UInt8>, _ oldLayout: PackedLayout, _ new: UnsafePointer<UInt8>, _ newLayout: PackedLayout,
        into pixels: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        var old = old
        var new = new
        var sum: UInt8 = 0
        for x in pixels.indices {
            let difference =
                (old[oldLayout.red] ^ new[newLayout.red]) | (old[oldLayout.green] ^ new[newLayout.green])
                | (old[oldLayout.blue] ^ new[newLayout.blue])
            pixels[x] = difference == 0 ? 0 : 1
            sum |= difference
            old += oldLayout.bytesPerPixel
            new += newLayout.bytesPerPixel
        }
        return sum != 0
    }

    /// Does the same for a frame and a drawing as they mostly come, with all three colors at once.
    private static func compare(
        rgb: UnsafePointer<UInt8>, bgra: UnsafePointer<UInt8>, into pixels: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        let old = UnsafeRawPointer(rgb)
        let new = UnsafeRawPointer(bgra)
        var sum: UInt32 = 0
        // A word for the last pixel would reach beyond the row.
        for x in 0..<pixels.count - 1 {
            let before = UInt32(littleEndian: old.loadUnaligned(fromByteOffset: 3 * x, as: UInt32.self)) << 8
            let after = UInt32(bigEndian: new.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)) & ~255
            let difference = before ^ after
            pixels[x] = difference == 0 ? 0 : 1
            sum |= difference
        }
        let last = pixels.count - 1
        let isChanged = (0..<3).contains { rgb[3 * last + $0] != bgra[4 * last + 2 - $0] }
        pixels[last] = isChanged ? 1 : 0
        return sum != 0 || isChanged
    }

    /// Returns whether any pixel of a part differs.
    package func contains(columns: Range<Int>, rows: Range<Int>) -> Bool {
        withPixels { pixels in
            rows.clamped(to: self.rows).contains { row in
                var sum: UInt8 = 0
                for x in columns.clamped(to: 0..<width) { sum |= pixels[row * width + x] }
                return sum != 0
            }
        }
    }

    /// Calls `body` with a byte for each pixel, row by row: 1 if it differs.
    package func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(marks) { try body(UnsafeBufferPointer(marks.bytes)) }
    }

    /// A byte for each pixel: 1 if it differs.
    private final class Marks: @unchecked Sendable {
        // Sound: the bytes are written by the initializer of the pixels only.

        let bytes: UnsafeMutableBufferPointer<UInt8>

        init(count: Int) throws {
            bytes = UnsafeMutableBufferPointer(start: try PixelMemory.allocate(count), count: count)
        }

        deinit { bytes.deallocate() }
    }
}

extension Mask {
    /// Marks the pixels of a row that are not 0, and returns whether there are any.
    fileprivate func mark(row: Int, in pixels: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        withUnsafeBytes { bytes in
            var sum: UInt8 = 0
            for x in pixels.indices {
                let value: UInt8 = bytes[row * width + x] == 0 ? 0 : 1
                pixels[x] |= value
                sum |= value
            }
            return sum != 0
        }
    }
}

extension PixelBuffer.Plane {
    fileprivate func row(_ index: Int) -> UnsafePointer<UInt8> {
        (address + index * bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }
}
