// SPDX-License-Identifier: Apache-2.0
import CLineamentVips
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentImages

/// Copies of files without loss: pixels that are not covered are the original's, with all their bits.
@Suite struct ExactCopiesTests {
    private static let cover = DrawnRectangle(columns: 12..<31, rows: 7..<20)
    private static let size = (width: 50, height: 34)
    private static let picture = DerivedPixels.noisy(width: size.width, height: size.height)

    /// The samples of a file with 16 bits, as it stores them.
    private struct DeepSamples {
        let width: Int
        let channels: Int
        let values: [UInt16]

        init(_ file: Data) throws {
            try Vips.open()
            var pixels = LineamentVipsPixels()
            let status = file.withUnsafeBytes { lineament_vips_decode_deep($0.baseAddress, $0.count, 0, &pixels) }
            try #require(status == LINEAMENT_VIPS_OK)
            defer { lineament_vips_free(pixels.bytes) }
            width = Int(pixels.width)
            channels = Int(pixels.channels)
            let start = try #require(UnsafeRawPointer(pixels.bytes)).assumingMemoryBound(to: UInt16.self)
            values = Array(UnsafeBufferPointer(start: start, count: width * Int(pixels.height) * channels))
        }

        subscript(x: Int, y: Int) -> [UInt16] {
            let start = (y * width + x) * channels
            return Array(values[start..<start + channels])
        }
    }

    /// Returns a PNG file with 16 bits a sample, the lower ones of which are noise.
    private static func deep(_ color: PNGFile.Color, alpha: (Int) -> UInt16 = { _ in .max }) -> Data {
        var random = SeededGenerator(seed: 5)
        var samples: [UInt16] = []
        for place in 0..<size.width * size.height {
            let values = picture.bytes[3 * place..<3 * place + 3].map {
                UInt16($0) << 8 | UInt16.random(in: 0...255, using: &random)
            }
            samples += color == .gray || color == .grayAlpha ? [values[0]] : values
            if color == .rgba || color == .grayAlpha { samples.append(alpha(place)) }
        }
        return PNGFile(width: size.width, height: size.height, color: color, bits: 16, samples: samples).data
    }

    /// Otherwise a photo in HDR, or with another gamma, is shown pale or dark.
    @Test(arguments: [8, 16]) func whatTheFileSaysOfColorsIsKept(bits: Int) throws {
        var samples = Self.picture.bytes.map(UInt16.init)
        if bits == 16 { samples = samples.map { $0 << 8 | 7 } }
        var file = PNGFile(
            width: Self.size.width, height: Self.size.height, color: .rgb, bits: bits, samples: samples)
        file.chunks = [
            ("cICP", [9, 16, 0, 1]), ("mDCV", [UInt8](1...24)), ("cLLI", [UInt8](1...8)), ("gAMA", [0, 1, 134, 160]),
            ("cHRM", [UInt8](1...32)), ("sRGB", [0]), ("tEXt", Array("Author\0somebody".utf8)), ("gAMA", [0, 0, 0, 1]),
            ("cLLI", [1]),
        ]
        let copy = try Self.cover.copy(of: file.data, as: .png)
        let chunks = copy.withUnsafeBytes { bytes in PNGChunks(bytes).map { ($0.name, Array($0.body)) } }
        for (name, body) in file.chunks.prefix(6) {
            #expect(chunks.filter { $0.0 == name }.map(\.1) == [body], "\(name)")
        }
        #expect(!chunks.contains { $0.0 == "tEXt" })
        #expect(copy.withUnsafeBytes(PNGChecksums.firstWrongChunk) == nil)
        let original = try ImageDecoder().decode(file.data)
        let drawn = DrawnOriginal(file: file.data, pixels: original) { nil }
        #expect(drawn.colorLoss(as: .png) == nil)
        #expect(drawn.colorLoss(as: .jpeg) == "BT.2020, PQ")
    }

    /// The colors of an image of a phone or camera that stores HDR are coded so that only a PNG copy can say it.
    @Test(arguments: [
        (9, 16, "BT.2020, PQ"), (12, 13, "Display P3"), (9, 18, "BT.2020, HLG"), (1, 13, nil), (2, 2, nil),
    ])
    func codesOfHEICAndAVIFAreRead(primaries: UInt8, transfer: UInt8, words: String?) {
        let file =
            [0, 0, 0, 16] + Array("ftypavif".utf8) + Array("....colrnclx".utf8) + [
                0, primaries, 0, transfer, 0, 9, 128, 0,
            ]
        let colors = file.withUnsafeBytes { CodedColors($0) }
        #expect(colors.peculiarity == words)
        #expect(colors.chunks.map(\.body) == (words == nil ? [] : [[primaries, transfer, 0, 1]]))
    }

    @Test(arguments: [PNGFile.Color.gray, .rgb, .grayAlpha, .rgba])
    func sixteenBitsAreKept(color: PNGFile.Color) throws {
        let file = Self.deep(color)
        var cover = Self.cover
        if color == .gray || color == .grayAlpha { cover.color = [9, 9, 9] }
        let (old, new) = try (DeepSamples(file), DeepSamples(cover.copy(of: file, as: .png)))
        try #require(new.channels == old.channels)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                if cover.contains(x: x, y: y) {
                    let colors = color == .gray || color == .grayAlpha ? [cover.color[0]] : cover.color
                    #expect(Array(new[x, y].prefix(colors.count)) == colors.map { UInt16($0) * 257 })
                } else {
                    #expect(new[x, y] == old[x, y])
                }
            }
        }
    }

    @Test func colorOnDeepGrayIsInColor() throws {
        let file = Self.deep(.gray)
        let (old, new) = try (DeepSamples(file), DeepSamples(Self.cover.copy(of: file, as: .png)))
        try #require(new.channels == 3)
        #expect(new[2, 3] == [UInt16](repeating: old[2, 3][0], count: 3))
        #expect(new[15, 10] == Self.cover.color.map { UInt16($0) * 257 })
    }

    /// What is translucent keeps no more than what shows, which the drawing has.
    @Test func hiddenBitsOfTranslucentPixelsAreNotKept() throws {
        let file = Self.deep(.rgba) { $0 % 3 == 0 ? 0x8123 : .max }
        let (old, new) = try (DeepSamples(file), DeepSamples(Self.cover.copy(of: file, as: .png)))
        #expect(new[0, 0].allSatisfy { $0 % 257 == 0 })
        #expect(new[1, 0] == old[1, 0])
    }

    @Test(arguments: 1...8) func turnedTIFFKeepsSixteenBits(orientation: Int) throws {
        let file = StillFile.tiff(Self.picture.stored(as: orientation), orientation: orientation, bits: 16)
        let new = try DeepSamples(Self.cover.copy(of: file, as: .png))
        try #require(new.width == Self.size.width)
        for place in 0..<Self.size.width * Self.size.height {
            let (x, y) = (place % Self.size.width, place / Self.size.width)
            let old = Self.picture.bytes[3 * place..<3 * place + 3].map { UInt16($0) << 8 | 0x9e }
            #expect(new[x, y] == (Self.cover.contains(x: x, y: y) ? Self.cover.color.map { UInt16($0) * 257 } : old))
        }
    }

    /// Pixels of 8 bits, also of palettes and with opacity.
    @Test(arguments: [".png", ".png[palette]", ".webp[lossless]"], [false, true])
    func pixelsAreKept(suffix: String, hasAlpha: Bool) throws {
        let file = try StillFile.vips(Self.picture, suffix, hasAlpha: hasAlpha)
        let old = try ImageDecoder().decode(file)
        let copy = try Self.cover.copy(of: file, as: suffix.hasPrefix(".png") ? .png : .webp)
        let new = try ImageDecoder().decode(copy)
        #expect(new.format == old.format)
        let (oldAlpha, newAlpha) = try (old.alphaBytes(), new.alphaBytes())
        for place in 0..<Self.size.width * Self.size.height {
            let isCovered = Self.cover.contains(x: place % Self.size.width, y: place / Self.size.width)
            let pixel = 3 * place..<3 * place + 3
            #expect(Array(new.rgbBytes[pixel]) == (isCovered ? Self.cover.color : Array(old.rgbBytes[pixel])))
            #expect(newAlpha[place] == (isCovered ? 255 : oldAlpha[place]))
        }
    }

    @Test(arguments: [1, 2, 4, 8]) func grayStaysGray(bits: Int) throws {
        let samples = Self.picture.bytes.indices.filter { $0 % 3 == 0 }.map {
            UInt16(Self.picture.bytes[$0] >> (8 - bits))
        }
        let file = PNGFile(
            width: Self.size.width, height: Self.size.height, color: .gray, bits: bits, samples: samples)
        var cover = Self.cover
        cover.color = [0, 0, 0]
        let (old, new) = try (
            ImageDecoder().decode(file.data), ImageDecoder().decode(cover.copy(of: file.data, as: .png))
        )
        #expect(new.format == .gray8)
        #expect(try new.rgbBytes == cover.drawn(over: old).rgbBytes)
        #expect(try ImageDecoder().decode(Self.cover.copy(of: file.data, as: .png)).format == .rgb8)
    }

    @Test func webPWithLossStaysSo() throws {
        let (plain, lossy) = try (
            StillFile.vips(Self.picture, ".webp[lossless]"), StillFile.vips(Self.picture, ".webp")
        )
        #expect(plain.withUnsafeBytes(WebPChunks.isLossless))
        #expect(!lossy.withUnsafeBytes(WebPChunks.isLossless))
        #expect(try !Self.cover.copy(of: lossy, as: .webp).withUnsafeBytes(WebPChunks.isLossless))
    }
}
