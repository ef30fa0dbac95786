package import Foundation

/// An image file with more than one picture, of which decoders read the first.
package enum AnimatedImage: Sendable {
    case gif, png, webp, avif

    /// Creates the format of an animated file; `nil` if there is a single picture, or the format has no others.
    package init?(_ file: Data) {
        let isAnimated: AnimatedImage? = file.withUnsafeBytes { bytes in
            if bytes.starts(with: "GIF8".utf8) { return Self.hasImages(gif: bytes, count: 2) ? .gif : nil }
            if bytes.starts(with: Self.pngSignature) { return Self.hasAnimation(png: bytes) ? .png : nil }
            if bytes.starts(with: "RIFF".utf8), Self.text(bytes, at: 8) == "WEBP" {
                // The flag in the extended header (RFC 9649, section 2.7).
                let animation: UInt8 = 0x02
                return Self.text(bytes, at: 12) == "VP8X" && bytes.count > 20 && bytes[20] & animation != 0
                    ? .webp : nil
            }
            return Self.text(bytes, at: 4) == "ftyp" && Self.text(bytes, at: 8) == "avis" ? .avif : nil
        }
        guard let isAnimated else { return nil }
        self = isAnimated
    }

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// Returns four characters; `nil` beyond the end.
    private static func text(_ bytes: UnsafeRawBufferPointer, at place: Int) -> String? {
        place + 4 <= bytes.count ? String(decoding: bytes[place..<place + 4], as: UTF8.self) : nil
    }

    /// Returns whether a PNG file has the chunk acTL, with more than one frame, before its pixels.
    private static func hasAnimation(png bytes: UnsafeRawBufferPointer) -> Bool {
        var place = pngSignature.count
        while place + 12 <= bytes.count {
            let length = Int(bigEndian(bytes, at: place))
            switch text(bytes, at: place + 4) {
            case "acTL": return bigEndian(bytes, at: place + 8) > 1
            case "IDAT", "IEND": return false
            default: place += 12 + length
            }
        }
        return false
    }

    private static func bigEndian(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }

    /// Returns whether a GIF file has a number of image descriptors (GIF89a, section 20).
    private static func hasImages(gif bytes: UnsafeRawBufferPointer, count wanted: Int) -> Bool {
        let (headerSize, descriptorSize) = (13, 10)
        guard bytes.count > headerSize else { return false }
        var place = headerSize + colorTableSize(bytes[10])
        var count = 0
        while place < bytes.count {
            switch bytes[place] {
            case 0x21:
                // The introducer and the label.
                place += 2
            case 0x2c:
                count += 1
                guard count < wanted, place + descriptorSize <= bytes.count else { return count == wanted }
                // With the size of the first code.
                place += descriptorSize + colorTableSize(bytes[place + 9]) + 1
            default: return false
            }
            while place < bytes.count, bytes[place] > 0 { place += Int(bytes[place]) + 1 }
            place += 1
        }
        return false
    }

    /// Returns the number of bytes of a color table, by the flags in front of it.
    private static func colorTableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}
