// SPDX-License-Identifier: Apache-2.0

/// The header of a BMP file, which it can also convert to the simplest form of the format.
struct BMPHeader: Equatable {
    let width: Int
    let height: Int
    /// Whether the first row is the top row.
    let isTopDown: Bool
    let bitsPerPixel: Int
    /// The compression code: 0 for none, 3 if masks define the positions of the channels.
    let compression: Int
    /// The byte offset of the pixels.
    let pixelsStart: Int

    /// Whether the fourth byte of each pixel is its alpha, as headers of version 3 or newer can say.
    let hasAlpha: Bool

    private let palette: Range<Int>
    private let paletteEntrySize: Int
    private let masks: [Int]

    /// Reads the header, or returns `nil` if it is truncated or damaged.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 26 else { return nil }
        func short(_ at: Int) -> Int {
            Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
        }
        func long(_ at: Int) -> Int {
            Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)))
        }
        let size = long(14)
        let isOld = size == 12
        guard isOld || (40...256).contains(size), bytes.count >= 14 + size else { return nil }
        pixelsStart = long(10)
        width = isOld ? short(18) : long(18)
        height = isOld ? short(20) : abs(long(22))
        isTopDown = !isOld && long(22) < 0
        bitsPerPixel = isOld ? short(24) : short(28)
        compression = isOld ? 0 : long(30)
        let masksEnd = max(14 + size, compression == 3 ? 66 : 0)
        guard pixelsStart >= masksEnd, pixelsStart <= bytes.count else { return nil }
        masks = compression == 3 ? [54, 58, 62].map(long) : []
        let sizeWithAlpha = 56
        let lastByte = Int(Int32(bitPattern: 0xff00_0000))
        hasAlpha = compression == 3 && bitsPerPixel == 32 && size >= sizeWithAlpha && long(66) == lastByte
        paletteEntrySize = isOld ? 3 : 4
        palette = bitsPerPixel == 8 ? masksEnd..<min(pixelsStart, masksEnd + 256 * paletteEntrySize) : 0..<0
    }

    /// Whether pixels are uncompressed: one palette index each, or one byte each of blue, green and red.
    var isPlain: Bool {
        switch (bitsPerPixel, compression) {
        case (8, 0), (24, 0), (32, 0): true
        case (32, 3): masks == [0xff_0000, 0xff00, 0xff]
        default: false
        }
    }

    /// The number of bytes in a row, which is padded to a multiple of four.
    var bytesPerRow: Int { (width * bitsPerPixel + 31) / 32 * 4 }

    /// The least number of bytes in all rows; the padding of the last row may be missing.
    var minimumPixelBytes: Int { bytesPerRow * (height - 1) + width * bitsPerPixel / 8 }

    /// Returns a header for the same pixels that every reader understands: 40 bytes, rows from the bottom, and a
    /// palette of 256 colors, with black for missing entries.
    func plainHeader(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value) + short(value >> 16) }
        let colors = bitsPerPixel == 8 ? 256 : 0
        let start = 54 + 4 * colors
        let file = Array("BM".utf8) + long(start + bytesPerRow * height) + long(0) + long(start)
        let image = long(40) + long(width) + long(height) + short(1) + short(bitsPerPixel) + long(0) + long(0)
        return file + image + long(0) + long(0) + long(colors) + long(0) + plainPalette(bytes, colors: colors)
    }

    private func plainPalette(_ bytes: UnsafeRawBufferPointer, colors: Int) -> [UInt8] {
        var plain = [UInt8](repeating: 0, count: 4 * colors)
        for color in 0..<min(colors, palette.count / paletteEntrySize) {
            let at = palette.lowerBound + color * paletteEntrySize
            plain.replaceSubrange(4 * color..<4 * color + 3, with: bytes[at..<at + 3])
        }
        return plain
    }
}
