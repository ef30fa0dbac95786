// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentImages

/// BMP and PNM files, constructed byte by byte.
@Suite struct BitmapTests {
    private let decoder = ImageDecoder()

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    private static func long(_ value: Int) -> [UInt8] { short(value) + short(value >> 16) }

    /// The parameters of a BMP file.
    private struct Kind: CustomTestStringConvertible {
        var bits = 24
        var headerSize = 40
        var compression = 0
        var isTopDown = false
        var testDescription: String { "\(bits) bits, header \(headerSize), compression \(compression), \(isTopDown)" }
    }

    private static let kinds = [
        Kind(), Kind(bits: 32), Kind(bits: 8), Kind(headerSize: 12), Kind(bits: 8, headerSize: 12),
        Kind(headerSize: 124), Kind(bits: 8, headerSize: 108), Kind(isTopDown: true), Kind(bits: 8, isTopDown: true),
        Kind(bits: 32, compression: 3), Kind(bits: 32, headerSize: 124, compression: 3, isTopDown: true),
    ]

    /// Returns a file of 5x3 pixels whose values are their positions; with 8 bits, through a reversed palette.
    private static func bmp(_ kind: Kind) -> (file: Data, rgb: [UInt8]) {
        var rgb: [UInt8] = []
        for at in UInt8(0)..<15 { rgb += kind.bits == 8 ? [at, at &* 2, at &* 3] : [at, 100 + at, 200 + at] }
        var pixels: [UInt8] = []
        for row in 0..<3 { pixels += self.row(kind.isTopDown ? row : 2 - row, rgb, bits: kind.bits) }
        let header = header(kind)
        let start = 14 + header.count
        var file: [UInt8] = Array("BM".utf8)
        for value in [start + pixels.count, 0, start] { file += long(value) }
        return (Data(file + header + pixels), rgb)
    }

    private static func row(_ row: Int, _ rgb: [UInt8], bits: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for at in row * 5..<(row + 1) * 5 {
            if bits == 8 {
                bytes.append(UInt8(255 - at))
            } else {
                bytes += [rgb[3 * at + 2], rgb[3 * at + 1], rgb[3 * at]]
                if bits == 32 { bytes.append(7) }
            }
        }
        while bytes.count % 4 != 0 { bytes.append(0) }
        return bytes
    }

    private static func header(_ kind: Kind) -> [UInt8] {
        var header = long(kind.headerSize)
        let isOld = kind.headerSize == 12
        header += isOld ? short(5) : long(5)
        header += isOld ? short(3) : long(kind.isTopDown ? -3 : 3)
        header += short(1)
        header += short(kind.bits)
        if !isOld {
            header += long(kind.compression)
            header += [UInt8](repeating: 0, count: 20)
        }
        if kind.compression == 3 {
            for mask in [0xff_0000, 0xff00, 0xff] { header += long(mask) }
        }
        while header.count < kind.headerSize { header.append(0) }
        guard kind.bits == 8 else { return header }
        for at in 0..<256 {
            let value = UInt8(255 - at)
            header += [value &* 3, value &* 2, value]
            if !isOld { header.append(0) }
        }
        return header
    }

    /// Headers of version 3 and newer can give pixels an alpha, without which hidden colors would show.
    @Test(arguments: [true, false]) func alphaIsKept(isTopDown: Bool) throws {
        var (file, rgb) = Self.bmp(Kind(bits: 32, headerSize: 124, compression: 3, isTopDown: isTopDown))
        file.replaceSubrange(66..<70, with: [0, 0, 0, 0xff])
        let image = try decoder.decode(file)
        #expect(image.format == .bgra8)
        var expected: [UInt8] = []
        for at in stride(from: 0, to: rgb.count, by: 3) { expected += [rgb[at + 2], rgb[at + 1], rgb[at], 7] }
        let bytes: [UInt8] = try image.withPlanes { planes in
            let rows = UnsafeRawBufferPointer(start: planes[0].address, count: 60)
            return Array(rows)
        }
        #expect(bytes == expected)
    }

    @Test(arguments: kinds)
    private func bmpIsDecoded(kind: Kind) throws {
        let (file, rgb) = Self.bmp(kind)
        let pixels = try decoder.decode(file)
        #expect(pixels.width == 5)
        #expect(pixels.height == 3)
        #expect(pixels.rgbBytes == rgb)
    }

    /// Truncation at any position and any changed byte result in an error or an image, never a crash.
    @Test(arguments: kinds)
    private func damagedBMPGivesErrors(kind: Kind) throws {
        let whole = Self.bmp(kind).file
        let padding = kind.bits == 24 ? 1 : kind.bits == 8 ? 3 : 0
        for length in 2..<whole.count - padding {
            let error = #expect(throws: LineamentError.self) {
                try decoder.decode(whole.prefix(length), name: "cut.bmp")
            }
            #expect(error?.code == .dataLoss, "\(length)")
            #expect(error?.message.contains("cut.bmp") == true, "\(length)")
        }
        for index in 2..<70 {
            for value in [UInt8(0), 1, 0x7f, 0x80, 0xff] {
                var changed = whole
                changed[index] = value
                _ = try? decoder.decode(changed)
            }
        }
    }

    @Test func errorsNameUnsupportedBMPs() {
        for kind in [Kind(bits: 4), Kind(bits: 16), Kind(bits: 8, compression: 1), Kind(bits: 16, compression: 3)] {
            let error = #expect(throws: LineamentError.self) { try decoder.decode(Self.bmp(kind).file, name: "a.bmp") }
            #expect(error?.code == .unimplemented, "\(kind)")
            #expect(error?.message.contains("a.bmp") == true, "\(kind)")
        }
    }

    private static let pnm: [(String, [UInt8], [UInt8])] = [
        ("P1 3 1\n1 0 1\n", [], [0, 0, 0, 255, 255, 255, 0, 0, 0]),
        ("P1 3 2\n101\n0 1 0\n", [], [0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255]),
        ("P2\n# a comment\n3 1 255 0 128 255\n", [], [0, 0, 0, 128, 128, 128, 255, 255, 255]),
        ("P3 1 1 255 1 2 3\n", [], [1, 2, 3]),
        ("P4 3 1\n", [0b1010_0000], [0, 0, 0, 255, 255, 255, 0, 0, 0]),
        ("P5 2 1 255\n", [9, 200], [9, 9, 9, 200, 200, 200]),
        ("P6 1 2 255\n", [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
        ("P5 3 1 100\n", [0, 50, 100], [0, 0, 0, 128, 128, 128, 255, 255, 255]),
        ("P5 2 1 1023\n", [1, 255, 3, 255], [127, 127, 127, 255, 255, 255]),
        ("P5 2 1 65535\n", [1, 255, 255, 0], [1, 1, 1, 255, 255, 255]),
    ]

    @Test(arguments: pnm.indices)
    func pnmIsDecoded(index: Int) throws {
        let (header, pixels, rgb) = Self.pnm[index]
        #expect(try decoder.decode(Data(header.utf8) + pixels).rgbBytes == rgb, "\(header)")
    }

    @Test(arguments: pnm.indices)
    func damagedPNMGivesErrors(index: Int) throws {
        let whole = Data(Self.pnm[index].0.utf8) + Self.pnm[index].1
        // A final line break may be missing, and so may the last digits of a number.
        let needed = Self.pnm[index].1.isEmpty ? whole.count - 4 : whole.count
        for length in 3..<needed {
            let error = #expect(throws: LineamentError.self, "\(whole.prefix(length))") {
                try decoder.decode(whole.prefix(length), name: "cut.pnm")
            }
            #expect(error?.code == .dataLoss, "\(length)")
            #expect(error?.message.contains("cut.pnm") == true, "\(length)")
        }
    }

    @Test func limitsAreCheckedBeforeDecoding() {
        let large = [
            Data("P6 60000 60000 255\n".utf8), Self.bmp(Kind()).file.withSize(60000, 60000),
        ]
        for file in large {
            let error = #expect(throws: LineamentError.self) { try decoder.decode(file) }
            #expect(error?.code == .resourceExhausted, "\(String(describing: error))")
        }
    }

    @Test func checksumsMatchPNG() {
        let text = Array("123456789".utf8)
        #expect(text.withUnsafeBytes { CRC32.checksum($0) } == 0xcbf4_3926)
        #expect([UInt8]().withUnsafeBytes { CRC32.checksum($0) } == 0)
    }
}

extension Data {
    /// Returns the BMP file with another size in its header.
    fileprivate func withSize(_ width: Int32, _ height: Int32) -> Data {
        var data = self
        for (at, value) in [(18, width), (22, height)] {
            Swift.withUnsafeBytes(of: value.littleEndian) { data.replaceSubrange(at..<at + 4, with: $0) }
        }
        return data
    }
}
