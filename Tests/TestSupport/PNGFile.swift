// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A PNG file that is made byte by byte, so that it can have any kind of pixels that the format knows.
///
/// The pixels are stored without compression.
public struct PNGFile: Sendable {
    /// The samples of a pixel.
    public enum Color: UInt8, Sendable {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        fileprivate var samples: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The kind of pixels.
    public var color: Color
    /// The number of bits of a sample: 1, 2, 4, 8 or 16.
    public var bits: Int
    /// The samples of all pixels, row by row.
    public var samples: [UInt16]
    /// Whether the rows are stored in seven passes.
    public var isInterlaced = false
    /// The chunks between the header and the pixels, such as the palette.
    public var chunks: [(name: String, body: [UInt8])] = []

    /// Creates a file.
    public init(width: Int, height: Int, color: Color, bits: Int = 8, samples: [UInt16]) {
        precondition(samples.count == width * height * color.samples)
        (self.width, self.height, self.color, self.bits, self.samples) = (width, height, color, bits, samples)
    }

    /// Creates a file with the pixels of an image.
    public init(_ pixels: DerivedPixels) {
        self.init(width: pixels.width, height: pixels.height, color: .rgb, samples: pixels.bytes.map(UInt16.init))
    }

    /// The bytes of the file.
    public var data: Data {
        var header = Self.long(width) + Self.long(height)
        header += [UInt8(bits), color.rawValue, 0, 0, isInterlaced ? 1 : 0]
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        file += Self.chunk("IHDR", header)
        for (name, body) in chunks { file += Self.chunk(name, body) }
        file += Self.chunk("IDAT", Self.stored(isInterlaced ? interlacedRows : rows(x: 0..., y: 0..., step: (1, 1))))
        return Data(file + Self.chunk("IEND", []))
    }

    /// The rows of the seven passes.
    private var interlacedRows: [UInt8] {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return passes.flatMap { x, y, columns, lines in rows(x: x..., y: y..., step: (columns, lines)) }
    }

    /// Returns every `step`th row and column, each row with the number of its filter, none.
    private func rows(
        x left: PartialRangeFrom<Int>, y top: PartialRangeFrom<Int>, step: (x: Int, y: Int)
    ) -> [UInt8] {
        guard left.lowerBound < width else { return [] }
        var bytes: [UInt8] = []
        for y in stride(from: top.lowerBound, to: height, by: step.y) {
            bytes.append(0)
            var (pending, count) = (UInt8(0), 0)
            for x in stride(from: left.lowerBound, to: width, by: step.x) {
                let start = (y * width + x) * color.samples
                for sample in samples[start..<start + color.samples] {
                    switch bits {
                    case 16: bytes += [UInt8(sample >> 8), UInt8(sample & 255)]
                    case 8: bytes.append(UInt8(sample))
                    default:
                        pending |= UInt8(sample) << (8 - bits - count)
                        count += bits
                        guard count == 8 else { continue }
                        bytes.append(pending)
                        (pending, count) = (0, 0)
                    }
                }
            }
            if count > 0 { bytes.append(pending) }
        }
        return bytes
    }

    /// Returns a zlib stream of stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65535) {
            let block = bytes[start..<min(start + 65535, bytes.count)]
            let length = UInt16(block.count)
            stream.append(start + block.count == bytes.count ? 1 : 0)
            for value in [length, ~length] { stream += [UInt8(value & 255), UInt8(value >> 8)] }
            stream += block
        }
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        return stream + long(high << 16 | low)
    }

    /// Returns a chunk with its length and checksum.
    public static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + body
        var sum: UInt32 = ~0
        for byte in checked { sum = sum >> 8 ^ remainders[Int((sum ^ UInt32(byte)) & 255)] }
        return long(body.count) + checked + long(Int(~sum))
    }

    private static let remainders: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xedb8_8320 : 0) }
    }

    private static func long(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { (shift: Int) -> UInt8 in UInt8(value >> shift & 255) }
    }
}
