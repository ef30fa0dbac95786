// SPDX-License-Identifier: Apache-2.0
import CLineamentTurboJPEG
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentImages

/// Copies of JPEG files in which something is covered: what is not covered is the original's to the last coefficient.
@Suite struct CopiedCoefficientsTests {
    private static let size = (width: 131, height: 93)
    private static let cover = DrawnRectangle(columns: 37..<70, rows: 18..<53)
    private static let samplings = [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY]

    private static func picture(_ size: (width: Int, height: Int) = size) -> DerivedPixels {
        .noisy(width: size.width, height: size.height)
    }

    /// Returns which blocks of a component touch the rectangle, from an image of it that is stored as the file is.
    private static func coveredBlocks(
        _ cover: DrawnRectangle, _ size: (width: Int, height: Int), orientation: Int, scale: SIMD2<Int>
    ) -> Set<SIMD2<Int>> {
        let plain = DerivedPixels(width: size.width, height: size.height, red: 0, green: 0, blue: 0)
        let white = DerivedPixels(width: size.width, height: size.height, red: 255, green: 255, blue: 255)
        let stored = plain.replacing(cover.columns, cover.rows, by: white).stored(as: orientation)
        let places = (0..<stored.width * stored.height).filter { stored.bytes[3 * $0] == 255 }
        return Set(places.map { SIMD2($0 % stored.width, $0 / stored.width) / (scale &* 8) })
    }

    /// Checks that a copy has the coefficients of the original where nothing is covered, and others elsewhere.
    private static func check(
        _ copy: Data, of original: Data, _ cover: DrawnRectangle, _ size: (width: Int, height: Int) = size,
        orientation: Int = 1
    ) throws {
        let (old, new) = try (JPEGCoefficients(original), JPEGCoefficients(copy))
        let frame = try #require(original.withUnsafeBytes { JPEGFrame($0) })
        #expect(copy.withUnsafeBytes { JPEGFrame($0) } == frame)
        try #require(new.planes.count == old.planes.count)
        for (component, plane) in old.planes.enumerated() {
            try #require(new.planes[component].blocks.count == plane.blocks.count)
            let covered = coveredBlocks(
                cover, size, orientation: orientation, scale: frame.pixelsPerSample(of: component))
            var different: Set<SIMD2<Int>> = []
            for (index, block) in plane.blocks.enumerated() where block != new.planes[component].blocks[index] {
                different.insert(SIMD2(index % plane.columns, index / plane.columns))
            }
            #expect(different.subtracting(covered).isEmpty)
            #expect(different.count >= covered.count * 3 / 4)
        }
    }

    @Test(arguments: samplings.map(\.rawValue), [0, TJFLAG_PROGRESSIVE])
    func onlyCoveredBlocksChange(sampling: UInt32, flags: Int32) throws {
        let file = try StillFile.jpeg(Self.picture(), TJSAMP(rawValue: sampling), flags: flags)
        var cover = Self.cover
        if sampling == TJSAMP_GRAY.rawValue { cover.color = [80, 80, 80] }
        let copy = try cover.copy(of: file, as: .jpeg)
        try Self.check(copy, of: file, cover)
        let shown = DerivedPixels(try ImageDecoder().decode(copy))
        let middle = 3 * (35 * shown.width + 53)
        for channel in 0..<3 { #expect(abs(Int(shown.bytes[middle + channel]) - Int(cover.color[channel])) < 4) }
    }

    @Test(arguments: 1...8, [TJSAMP_444, TJSAMP_422, TJSAMP_420].map(\.rawValue))
    func turnedPhotosAreCoveredWhereTheyAreShown(orientation: Int, sampling: UInt32) throws {
        let stored = Self.picture().stored(as: orientation)
        let file = EXIF.jpeg(try StillFile.jpeg(stored, TJSAMP(rawValue: sampling)), orientation: orientation)
        let copy = try Self.cover.copy(of: file, as: .jpeg)
        try Self.check(copy, of: file, Self.cover, orientation: orientation)
        let (before, after) = try (ImageDecoder().decode(file), ImageDecoder().decode(copy))
        #expect((after.width, after.height) == Self.size)
        // Smoothing of chroma reaches a pixel beyond the blocks, which are up to 16 pixels wide.
        let near = DrawnRectangle(columns: 20..<87, rows: 1..<70)
        let (old, new) = (before.rgbBytes, after.rgbBytes)
        let drawn = try Self.cover.drawn(over: before).rgbBytes
        for place in 0..<Self.size.width * Self.size.height {
            let (x, y) = (place % Self.size.width, place / Self.size.width)
            let pixel = 3 * place..<3 * place + 3
            if !near.contains(x: x, y: y) { try #require(old[pixel] == new[pixel]) }
            let isInside = (42..<64).contains(x) && (22..<48).contains(y)
            if isInside { try #require(zip(new[pixel], drawn[pixel]).allSatisfy { abs(Int($0) - Int($1)) < 16 }) }
        }
    }

    @Test(arguments: [(8, 8), (16, 16), (17, 9), (1, 1), (33, 16), (15, 50)])
    func anySizeIsCopied(width: Int, height: Int) throws {
        let size = (width: width, height: height)
        let file = try StillFile.jpeg(Self.picture(size), TJSAMP_420)
        let corner = DrawnRectangle(columns: width - 1..<width, rows: height - 1..<height)
        try Self.check(corner.copy(of: file, as: .jpeg), of: file, corner, size)
    }

    @Test func nothingDrawnIsNothingChanged() throws {
        let file = try StillFile.jpeg(Self.picture(), TJSAMP_420)
        let pixels = try ImageDecoder().decode(file)
        let copy = try ImageEncoder().encode(
            pixels, over: DrawnOriginal(file: file, pixels: pixels) { nil }, as: .jpeg)
        #expect(copy == file)
    }

    /// The blocks in which the originals differ are covered whole, with a margin for the smoothing of chroma.
    @Test(arguments: samplings.map(\.rawValue), [0, TJFLAG_PROGRESSIVE])
    func nothingOfTheCoveredIsLeft(sampling: UInt32, flags: Int32) throws {
        let size = (width: 160, height: 128)
        let picture = Self.picture(size)
        let other = picture.replacing(32..<96, 32..<64, by: .noisy(width: 160, height: 128, seed: 8))
        let files = try [picture, other].map { try StillFile.jpeg($0, TJSAMP(rawValue: sampling), flags: flags) }
        #expect(files[0] != files[1])
        var cover = DrawnRectangle(columns: 28..<100, rows: 28..<68)
        if sampling == TJSAMP_GRAY.rawValue { cover.color = [0, 0, 0] }
        let copies = try files.map { try cover.copy(of: $0, as: .jpeg) }
        #expect(copies[0] == copies[1])
        try Self.check(copies[0], of: files[0], cover, size)
    }

    /// Values below black are shown as black, and would show again if a copy were made brighter.
    @Test func whatIsBelowTheColorOfTheCoverIsGone() throws {
        let black = DerivedPixels(width: 64, height: 64, red: 0, green: 0, blue: 0)
        let file = try StillFile.jpeg(black, TJSAMP_444)
        let marked = try JPEGCoefficients.changed(file) { component, block in
            component == 0 ? [block[0] - 60] + block.dropFirst() : block
        }
        #expect(DerivedPixels(try ImageDecoder().decode(marked)) == black)
        let cover = DrawnRectangle(columns: 10..<40, rows: 10..<40, color: [0, 0, 0])
        let copy = try JPEGCoefficients(cover.copy(of: marked, as: .jpeg))
        let (plain, hidden) = try (JPEGCoefficients(file), JPEGCoefficients(marked))
        for index in plain.planes[0].blocks.indices {
            let isCovered = (1..<5).contains(index % 8) && (1..<5).contains(index / 8)
            #expect(copy.planes[0].blocks[index] == (isCovered ? plain : hidden).planes[0].blocks[index])
        }
    }

    @Test func redGreenAndBlueAreCopied() throws {
        var file = [UInt8](try StillFile.jpeg(Self.picture(), TJSAMP_444))
        // Without the segment of JFIF, the names of the components say what they are.
        file.removeSubrange(2..<20)
        let header = try #require(file.indices.first { file[$0] == 0xff && file[$0 + 1] == 0xc0 })
        let scan = try #require(file.indices.first { file[$0] == 0xff && file[$0 + 1] == 0xda })
        for (index, name) in "RGB".utf8.enumerated() {
            file[header + 10 + 3 * index] = name
            file[scan + 5 + 2 * index] = name
        }
        let copy = try Self.cover.copy(of: Data(file), as: .jpeg)
        try Self.check(copy, of: Data(file), Self.cover)
        let shown = DerivedPixels(try ImageDecoder().decode(copy))
        let middle = 3 * (35 * shown.width + 53)
        for channel in 0..<3 { #expect(abs(Int(shown.bytes[middle + channel]) - Int(Self.cover.color[channel])) < 4) }
    }

    @Test func colorOnGrayIsInColor() throws {
        let file = try StillFile.jpeg(Self.picture(), TJSAMP_GRAY)
        let copy = try ImageDecoder().decode(Self.cover.copy(of: file, as: .jpeg))
        #expect(copy.format == .rgb8)
    }

    @Test func inksBecomeColors() throws {
        let file = try StillFile.cmykJPEG(Self.picture())
        let copy = try ImageDecoder().decode(Self.cover.copy(of: file, as: .jpeg))
        #expect(copy.format == .rgb8)
    }

    /// As of a file that is read although it is damaged: the copy is made from its pixels.
    @Test(arguments: [0.3, 0.6, 0.95]) func cutFilesAreEncodedAnew(share: Double) throws {
        let file = try StillFile.jpeg(Self.picture(), TJSAMP_420)
        let pixels = try ImageDecoder().decode(file)
        let cut = file.prefix(Int(Double(file.count) * share))
        let copy = try Self.cover.copy(of: cut, pixels, as: .jpeg)
        #expect(try copy == ImageEncoder().encode(Self.cover.drawn(over: pixels), as: .jpeg))
    }

    @Test func damagedFilesDoNotCrash() throws {
        let file = try StillFile.jpeg(Self.picture(), TJSAMP_420)
        let pixels = try ImageDecoder().decode(file)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            var damaged = file
            for _ in 0..<3 {
                damaged[Int.random(in: 2..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            #expect(try Self.cover.copy(of: damaged, pixels, as: .jpeg).count > 0)
        }
    }

    @Test func onlyOrientationAndProfileAreKept() throws {
        let profile = ICCProfile.plain()
        let stored = try ImageEncoder().encode(
            Self.picture().stored(as: 6).pixelBuffer().withColorProfile(profile), as: .jpeg)
        var file = [UInt8](EXIF.jpeg(stored, orientation: 6, padding: 300))
        let comment = Array("made by".utf8)
        file.insert(contentsOf: [0xff, 0xfe, 0, UInt8(comment.count + 2)] + comment, at: 2)
        let copy = try Self.cover.copy(of: Data(file) + Data("behind the end".utf8), as: .jpeg)
        let markers = copy.withUnsafeBytes { bytes in IteratorSequence(JPEGSegments(bytes)).map(\.marker) }
        #expect(markers.filter { $0 >= 0xe0 } == [0xe0, 0xe1, 0xe2])
        #expect(copy.suffix(2) == Data([0xff, 0xd9]))
        #expect(copy.range(of: Data(EXIF.block(orientation: 6))) != nil)
        #expect(try ImageDecoder().decode(copy).colorProfile != nil)
    }

    @Test func resolutionIsNotKept() throws {
        var file = try StillFile.jpeg(Self.picture(), TJSAMP_420)
        file.replaceSubrange(13..<18, with: [1, 0x12, 0x34, 0x56, 0x78])
        let copy = try Self.cover.copy(of: file, as: .jpeg)
        #expect(copy[11..<18] == Data([1, 1, 0, 0, 1, 0, 1]))
    }
}
