// SPDX-License-Identifier: Apache-2.0
import CLineamentTurboJPEG
import CLineamentVips
import Foundation
import Lineament
import TestSupport

@testable import LineamentImages

/// Files of the formats that are read, made at test time.
enum StillFile {
    /// Returns a JPEG file made by libjpeg-turbo.
    static func jpeg(_ pixels: DerivedPixels, _ subsampling: TJSAMP, flags: Int32 = 0) throws -> Data {
        try jpeg(pixels.bytes, pixels, TJPF_RGB, subsampling, flags)
    }

    /// Returns a JPEG file in four inks, stored inverted and without black, as YCCK.
    static func cmykJPEG(_ pixels: DerivedPixels) throws -> Data {
        let inks = stride(from: 0, to: pixels.bytes.count, by: 3).flatMap { pixels.bytes[$0..<$0 + 3] + [255] }
        return try jpeg(inks, pixels, TJPF_CMYK, TJSAMP_444, 0)
    }

    private static func jpeg(
        _ bytes: [UInt8], _ pixels: DerivedPixels, _ layout: TJPF, _ subsampling: TJSAMP, _ flags: Int32
    ) throws -> Data {
        let library = try TurboJPEG.library()
        guard let handle = library.tjInitCompress() else { throw Failure(reason: "libjpeg-turbo cannot be started") }
        defer { _ = library.tjDestroy(handle) }
        var file: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { library.tjFree(file) }
        let status = library.tjCompress2(
            handle, bytes, Int32(pixels.width), 0, Int32(pixels.height), Int32(layout.rawValue), &file, &size,
            Int32(subsampling.rawValue), 95, flags)
        guard status == 0, let file else { throw Failure(reason: library.message(handle)) }
        return Data(bytes: file, count: Int(size))
    }

    /// Returns a file made by libvips.
    /// - Parameters:
    ///   - suffix: the format and its options, such as ".webp[lossless]".
    ///   - hasAlpha: whether each pixel has an alpha, which grows from left to right.
    static func vips(_ pixels: DerivedPixels, _ suffix: String, hasAlpha: Bool = false) throws -> Data {
        try Vips.open()
        let buffer =
            try hasAlpha
            ? PixelBuffer(
                copying: pixels.withAlpha, width: pixels.width, height: pixels.height, format: .rgba8)
            : pixels.pixelBuffer()
        return try buffer.withVipsPixels { pixels in
            var bytes: UnsafeMutableRawPointer?
            var size = 0
            let (status, message) = Vips.withMessage {
                lineament_vips_encode(&pixels, suffix, &bytes, &size, $0, $1)
            }
            guard status == LINEAMENT_VIPS_OK, let bytes else { throw Failure(reason: message) }
            defer { lineament_vips_free(bytes) }
            return Data(bytes: bytes, count: size)
        }
    }

    /// Returns whether libvips can write a format.
    static func canWrite(_ suffix: String) -> Bool {
        (try? vips(DerivedPixels(width: 64, height: 64, red: 200, green: 100, blue: 50), suffix)) != nil
    }

    /// Returns a BMP file with 24 bits per pixel, from the bottom up.
    static func bmp(_ pixels: DerivedPixels) -> Data {
        let padding = [UInt8](repeating: 0, count: (4 - pixels.width * 3 % 4) % 4)
        var rows: [UInt8] = []
        for row in (0..<pixels.height).reversed() {
            for at in row * pixels.width..<(row + 1) * pixels.width {
                rows += [pixels.bytes[at * 3 + 2], pixels.bytes[at * 3 + 1], pixels.bytes[at * 3]]
            }
            rows += padding
        }
        let sizes = [54 + rows.count, 0, 54, 40, pixels.width, pixels.height].flatMap(long)
        let rest: [UInt8] = [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
        return Data("BM".utf8) + Data(sizes + rest + rows)
    }

    /// Returns a PPM file, or a PGM file of the first channel.
    static func pnm(_ pixels: DerivedPixels, isGray: Bool) -> Data {
        let values = isGray ? stride(from: 0, to: pixels.bytes.count, by: 3).map { pixels.bytes[$0] } : pixels.bytes
        return Data("P\(isGray ? 5 : 6)\n\(pixels.width) \(pixels.height)\n255\n".utf8) + Data(values)
    }

    /// Returns a GIF file of an image in shades of gray, with codes that are never compressed.
    static func gif(_ pixels: DerivedPixels) -> Data {
        func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
        var bits: [UInt8] = []
        var (pending, count) = (0, 0)
        func put(_ code: Int) {
            pending |= code << count
            count += 9
            while count >= 8 {
                bits.append(UInt8(pending & 255))
                (pending, count) = (pending >> 8, count - 8)
            }
        }
        for (index, at) in stride(from: 0, to: pixels.bytes.count, by: 3).enumerated() {
            // Codes stay 9 bits wide as long as the table is cleared before it is full.
            if index % 250 == 0 { put(256) }
            put(Int(pixels.bytes[at]))
        }
        put(257)
        if count > 0 { bits.append(UInt8(pending & 255)) }
        var file = Array("GIF89a".utf8) + short(pixels.width) + short(pixels.height) + [0xf7, 0, 0]
        for shade in UInt8.min...UInt8.max { file += [shade, shade, shade] }
        file += [0x2c, 0, 0, 0, 0] + short(pixels.width) + short(pixels.height) + [0, 8]
        for start in stride(from: 0, to: bits.count, by: 255) {
            let block = bits[start..<min(start + 255, bits.count)]
            file += [UInt8(block.count)] + block
        }
        return Data(file + [0, 0x3b])
    }

    /// Returns an uncompressed TIFF file, in the order of bytes of Motorola's processors, with an orientation.
    static func tiff(_ pixels: DerivedPixels, orientation: Int, bits: Int) -> Data {
        func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }
        func entry(_ tag: Int, _ value: Int, isLong: Bool = false, count: Int = 1) -> [UInt8] {
            let body = isLong ? long(value) : short(value) + [0, 0]
            return short(tag) + short(isLong && count == 1 ? 4 : 3) + long(count) + body
        }
        // The depths of the channels are too long for their entry and stand before the pixels.
        let entries: [[UInt8]] = [
            entry(256, pixels.width), entry(257, pixels.height), entry(258, 134, isLong: true, count: 3),
            entry(259, 1), entry(262, 2), entry(273, 140, isLong: true), entry(274, orientation), entry(277, 3),
            entry(278, pixels.height), entry(279, pixels.bytes.count * bits / 8, isLong: true),
        ]
        let head = Array("MM".utf8) + [0, 42] + long(8) + short(entries.count) + entries.joined() + long(0)
        let depths = [bits, bits, bits].flatMap(short)
        // A 16-bit value's low byte is dropped when it is read.
        let values = bits == 8 ? pixels.bytes : pixels.bytes.flatMap { [$0, 0x9e] }
        return Data(head + depths + values)
    }

    /// Returns an uncompressed TIFF file whose first image is marked as a smaller copy of the second.
    static func tiff(_ thumbnail: DerivedPixels, _ pixels: DerivedPixels) -> Data {
        func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }
        func entry(_ tag: Int, _ value: Int, count: Int = 1) -> [UInt8] {
            short(tag) + short(count == 1 ? 4 : 3) + long(count) + long(value)
        }
        let directorySize = 2 + 11 * 12 + 4
        /// The directory of an image at a place in the file, followed by the depths of its channels and its pixels.
        func image(_ pixels: DerivedPixels, at place: Int, isReduced: Bool, next: Int) -> [UInt8] {
            let end = place + directorySize
            let entries = [
                entry(254, isReduced ? 1 : 0), entry(256, pixels.width), entry(257, pixels.height),
                entry(258, end, count: 3), entry(259, 1), entry(262, 2), entry(273, end + 6), entry(274, 1),
                entry(277, 3), entry(278, pixels.height), entry(279, pixels.bytes.count),
            ]
            return short(entries.count) + entries.joined() + long(next) + [8, 8, 8].flatMap(short) + pixels.bytes
        }
        let second = 8 + directorySize + 6 + thumbnail.bytes.count
        let head = Array("MM".utf8) + [0, 42] + long(8)
        return Data(
            head + image(thumbnail, at: 8, isReduced: true, next: second)
                + image(pixels, at: second, isReduced: false, next: 0))
    }

    /// Returns a lossless WebP file with an EXIF block.
    static func webP(_ pixels: DerivedPixels, orientation: Int) throws -> Data {
        func chunk(_ name: String, _ body: some Collection<UInt8>) -> [UInt8] {
            let padding = [UInt8](repeating: 0, count: body.count % 2)
            return Array(name.utf8) + long(body.count) + Array(body) + padding
        }
        let plain = [UInt8](try vips(pixels, ".webp[lossless]"))
        var (start, length) = (12, 0)
        while start + 8 <= plain.count {
            length = plain[start + 4..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            if plain[start..<start + 4].elementsEqual("VP8L".utf8) { break }
            start += 8 + length + length % 2
        }
        guard start + 8 + length <= plain.count else { throw Failure(reason: "the WebP file is not lossless") }
        let size = [pixels.width - 1, pixels.height - 1].flatMap { long($0).prefix(3) }
        let parts =
            chunk("VP8X", [8, 0, 0, 0] + size) + chunk("VP8L", plain[start + 8..<start + 8 + length])
            + chunk("EXIF", EXIF.block(orientation: orientation))
        return Data(Array("RIFF".utf8) + long(parts.count + 4) + Array("WEBP".utf8) + parts)
    }

    private static func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }

    private struct Failure: Error, CustomStringConvertible {
        let reason: String
        var description: String { "the file cannot be made: \(reason)" }
    }
}

extension DerivedPixels {
    /// Red, green, blue and alpha, which grows from left to right and is never 0.
    var withAlpha: [UInt8] {
        var values: [UInt8] = []
        for pixel in 0..<width * height {
            values += bytes[pixel * 3..<pixel * 3 + 3]
            values.append(UInt8(1 + pixel % width * 254 / width))
        }
        return values
    }
}
