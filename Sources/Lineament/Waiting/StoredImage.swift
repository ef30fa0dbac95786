// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An image whose planes are in a file: what is needed to read it back.
struct StoredImage: Sendable {
    /// The upright size, in pixels.
    private let width: Int
    private let height: Int
    private let format: PixelFormat
    private let colorMatrix: ColorMatrix
    private let colorProfile: Data?
    private let turn: QuarterTurn

    init(_ image: PixelBuffer) {
        width = image.width
        height = image.height
        format = image.format
        colorMatrix = image.colorMatrix
        colorProfile = image.colorProfile
        turn = image.turn
    }

    /// Reads the planes from a file.
    func load(from file: ScratchFile, at offset: Int) throws -> PixelBuffer {
        let storedWidth = turn.swapsSides ? height : width
        let storedHeight = turn.swapsSides ? width : height
        let stored = try PixelBuffer(width: storedWidth, height: storedHeight, format: format) { bytes in
            let count = format.byteCount(width: storedWidth, height: storedHeight)
            try file.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count), at: offset)
        }
        return PixelBuffer(sharing: stored, turn: turn, colorMatrix: colorMatrix, colorProfile: colorProfile)
    }
}

extension PixelBuffer {
    /// The size of the planes without row padding, in bytes.
    package var storedByteCount: Int { format.byteCount(width: storedWidth, height: storedHeight) }
    private var storedWidth: Int { turn.swapsSides ? height : width }
    private var storedHeight: Int { turn.swapsSides ? width : height }

    /// Writes the planes to a file, one after the other and without row padding.
    /// - Precondition: The image is not decoded on demand.
    func store(in file: ScratchFile, at offset: Int) throws {
        var offset = offset
        try withStoredPlanes { planes in
            for (index, plane) in planes.enumerated() {
                let length = format.minimumBytesPerRow(plane: index, width: storedWidth)
                let rows = format.rows(plane: index, height: storedHeight)
                if plane.bytesPerRow == length {
                    try file.write(UnsafeRawBufferPointer(start: plane.address, count: length * rows), at: offset)
                } else {
                    try file.write(rows: rows, of: length, from: plane, at: offset)
                }
                offset += length * rows
            }
        }
    }
}

extension ScratchFile {
    /// Writes rows that have padding in memory, many at a time.
    fileprivate func write(rows: Int, of length: Int, from plane: PixelBuffer.Plane, at offset: Int) throws {
        let batch = max(1, (1 << 20) / max(1, length))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(rows, batch) * length, alignment: 16)
        defer { buffer.deallocate() }
        for first in stride(from: 0, to: rows, by: batch) {
            let count = min(batch, rows - first)
            for row in 0..<count {
                let source = UnsafeRawBufferPointer(
                    start: plane.address + (first + row) * plane.bytesPerRow, count: length)
                UnsafeMutableRawBufferPointer(rebasing: buffer[(row * length)..<((row + 1) * length)])
                    .copyMemory(from: source)
            }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<(count * length)]), at: offset + first * length)
        }
    }
}

extension PixelFormat {
    /// Returns the size of all planes without row padding, in bytes.
    package func byteCount(width: Int, height: Int) -> Int {
        (0..<planeCount).reduce(0) { $0 + byteCount(plane: $1, width: width, height: height) }
    }
}
