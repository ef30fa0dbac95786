// SPDX-License-Identifier: Apache-2.0

/// The header of a PBM, PGM or PPM file: words separated by whitespace and comments.
struct PNMHeader: Equatable {
    let width: Int
    let height: Int
    /// The maximum pixel value.
    let white: Int

    /// The digit of the file's magic number, 1 to 6.
    private let kind: Int
    private let pixelsStart: Int

    /// Reads the header, or returns `nil` if it is truncated or damaged.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 2 else { return nil }
        kind = Int(bytes[1]) - Int(UInt8(ascii: "0"))
        var words = Words(bytes: bytes, position: 2)
        guard let width = words.nextNumber(), let height = words.nextNumber() else { return nil }
        let hasBits = kind == 1 || kind == 4
        guard let white = hasBits ? 255 : words.nextNumber() else { return nil }
        self.width = width
        self.height = height
        self.white = white
        pixelsStart = words.position + 1
    }

    /// Returns a text file as a binary PGM or PPM file; `nil` for a binary one. libvips needs spaces between the digits
    /// of a bitmap, and version 8.16 reads wrong values from the other two kinds.
    func binaryFile(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        switch kind {
        case 1:
            let pixels = bytes[pixelsStart...].lazy.filter { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") }
            return Array("P5 \(width) \(height) 255\n".utf8)
                + pixels.prefix(width * height).map { $0 == UInt8(ascii: "0") ? 255 : 0 }
        case 2, 3:
            var file = Array("P\(kind + 3) \(width) \(height) \(white)\n".utf8)
            var words = Words(bytes: bytes, position: pixelsStart)
            for _ in 0..<width * height * (kind == 3 ? 3 : 1) {
                let sample = min(words.nextNumber() ?? 0, white)
                if white > 255 { file.append(UInt8(sample >> 8)) }
                file.append(UInt8(sample & 255))
            }
            return file
        default: return nil
        }
    }

    /// Returns whether all pixels are present, as text or as bytes. The size must have been checked before.
    func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let samples = width * height * (kind == 3 || kind == 6 ? 3 : 1)
        let left = bytes.count - pixelsStart
        switch kind {
        case 1:
            return samples <= max(0, left)
                && bytes[pixelsStart...].count { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") } >= samples
        case 2, 3:
            var words = Words(bytes: bytes, position: pixelsStart)
            return (0..<samples).allSatisfy { _ in words.nextNumber() != nil }
        case 4: return left >= (width + 7) / 8 * height
        default: return left >= samples * (white > 255 ? 2 : 1)
        }
    }
}

/// The numbers in a text with comments.
private struct Words {
    let bytes: UnsafeRawBufferPointer
    var position: Int

    /// Returns the next number, of up to nine digits, or `nil` if there is none.
    mutating func nextNumber() -> Int? {
        skipSpace()
        var value = 0
        var digits = 0
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]), digits < 10 {
            value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
            position += 1
            digits += 1
        }
        return (1...9).contains(digits) ? value : nil
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "#"):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            case 9...13, UInt8(ascii: " "): position += 1
            default: return
            }
        }
    }
}
