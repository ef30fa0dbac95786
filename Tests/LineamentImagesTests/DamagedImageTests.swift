// SPDX-License-Identifier: Apache-2.0
import CLineamentTurboJPEG
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentImages

/// Damaged files result in their own error or their pixels, but never in earlier contents of memory.
@Suite struct DamagedImageTests {
    private static let photo = Result { try DerivedPixels.sample() }

    /// A progressive JPEG file is read as a whole before its first row is written, so a fatal error leaves no pixels. The
    /// decoder raises a warning before it, at the end of the scan's data.
    @Test(arguments: DecodingDetail.allCases)
    func aFatalErrorAfterAWarningIsAnError(detail: DecodingDetail) throws {
        var file = try StillFile.jpeg(Self.photo.get(), TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
        let scan = try #require(file.firstRange(of: Data([0xff, 0xda])))
        let unknownMarker: [UInt8] = [0xff, 0x7f]
        file.replaceSubrange(scan.upperBound + 40..<scan.upperBound + 42, with: unknownMarker)
        var decoder = ImageDecoder()
        decoder.detail = detail
        let error = #expect(throws: LineamentError.self) { try decoder.decode(file, name: "marker.jpg") }
        #expect(error?.code == .dataLoss)
        #expect(error?.message.contains("marker.jpg") == true)
        #expect(error?.message.contains("0x7f") == true)
    }

    /// A file of 300 KB kept a core for a minute: each of its scans took the time of the whole image.
    @Test func manyScansOfALargeImageAreRefused() throws {
        var file = try StillFile.jpeg(Self.photo.get(), TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
        #expect(file.withUnsafeBytes { (2...32).contains(JPEGSegments.scanCount($0, upTo: 100)) })
        let scans = (0..<40).flatMap { _ in [0xff, 0xda, 0, 2] as [UInt8] }
        file.insert(contentsOf: scans, at: file.count - 2)
        #expect(file.withUnsafeBytes { JPEGSegments.scanCount($0, upTo: 100) } > 40)
        let frame = try #require(file.firstRange(of: Data([0xff, 0xc2])))
        // 8000 x 8000 pixels.
        file.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0x1f, 0x40, 0x1f, 0x40])
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(file, name: "a.jpg") }
        #expect(error?.code == .resourceExhausted)
        #expect(error?.message.contains("a.jpg has more than 32 scans") == true)
    }

    /// Bytes after the last chunk do not belong to a PNG file.
    @Test func whatFollowsAPNGIsIgnored() throws {
        let file = try Data(contentsOf: Sample.url)
        let padded = try ImageDecoder().decode(file + Data(count: 100))
        #expect(try padded.rgbBytes == ImageDecoder().decode(file).rgbBytes)
    }

    /// Decoders expand compressed texts, up to a thousandfold each, before they leave them out.
    @Test func largeTextsOfAPNGAreLeftOutBeforeItIsDecoded() throws {
        let file = try Data(contentsOf: Sample.url)
        let headSize = 33
        let (small, large) = (Self.text(100), Self.text(70_000))
        let padded = file.prefix(headSize) + small + large + large + file.dropFirst(headSize)
        let kept = padded.withUnsafeBytes { PNGChunks.withoutLargeTexts($0) { Data($0) } }
        #expect(kept == file.prefix(headSize) + small + file.dropFirst(headSize))
        #expect(try ImageDecoder().decode(padded).rgbBytes == ImageDecoder().decode(file).rgbBytes)
    }

    /// Returns a text chunk of a PNG file.
    private static func text(_ size: Int) -> Data {
        let named = Data("tEXta\0".utf8) + Data(repeating: UInt8(ascii: "x"), count: size)
        func long(_ value: UInt32) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }
        return long(UInt32(size + 2)) + named + long(named.withUnsafeBytes { UInt32(CRC32.checksum($0)) })
    }

    /// The first image in a camera's raw file is a small preview; what the sensor saw is in subdirectories, or a mosaic.
    @Test(arguments: [[(254, 1), (330, 8)], [(254, 1), (262, 32803)], [(50706, 0x0104)]])
    func rawFilesAreRefused(entries: [(tag: UInt16, value: UInt16)]) {
        let file = Self.tiff(entries)
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(file, name: "a.dng") }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("a.dng is a camera raw file") == true)
    }

    /// They would be black or white, and nobody would be found in them.
    @Test func grayLevelsWithoutAKnownWhiteAreRefused() {
        let file = Self.tiff([(258, 32), (262, 1)])
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(file, name: "a.tif") }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("Convert it to 8 or 16 bits") == true)
    }

    /// libvips cannot read them, but the files are not damaged.
    @Test(arguments: [
        ([(258, 16), (339, 3)], "16-bit floating-point"), ([(258, 64), (339, 3)], "64-bit floating-point"),
        ([(258, 64), (339, 6)], "complex numbers"), ([(258, 64), (262, 2)], "64-bit numbers"),
    ])
    func unsupportedNumbersAreNamed(entries: [(tag: UInt16, value: UInt16)], text: String) {
        let file = Self.tiff(entries)
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(file, name: "a.tif") }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains(text) == true)
    }

    /// Directories that follow each other in a circle, or lie outside of the file.
    @Test(arguments: [8, 10, 100, 255]) func damagedPlacesOfPagesAreNoTrap(place: UInt8) {
        var file = Self.tiff([(254, 1)])
        file[file.count - 4] = place
        #expect(throws: LineamentError.self) { try ImageDecoder().decode(file) }
    }

    /// Numbers that do not fit into an entry are elsewhere in the file; the place of these would be more than 16 bits.
    @Test func grayWithSeveralSamplesIsNotTakenForDeep() {
        var file = Self.tiff([(258, 38), (262, 1)])
        file[14] = 3
        let error = #expect(throws: LineamentError.self) {
            try ImageDecoder().decode(file + Data([8, 0, 8, 0, 8, 0]), name: "a.tif")
        }
        #expect(error?.code == .dataLoss)
    }

    /// Returns a TIFF file with these entries, and without pixels.
    private static func tiff(_ entries: [(tag: UInt16, value: UInt16)]) -> Data {
        func low(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xff), UInt8(value >> 8)] }
        let directory = entries.flatMap { low($0.tag) + low(3) + low(1) + low(0) + low($0.value) + low(0) }
        return Data(
            Array("II*\0".utf8) + low(8) + low(0) + low(UInt16(entries.count)) + directory + low(0) + low(0))
    }

    /// Changed bytes result in the same pixels, or the same error, whatever the memory for the pixels held before.
    @Test func pixelsComeFromTheFileAlone() throws {
        let whole = try StillFile.jpeg(Self.photo.get(), TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
        var state: UInt64 = 1
        for _ in 0..<100 {
            var changed = whole
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[600 + Int(state >> 33) % (changed.count - 600)] = UInt8(truncatingIfNeeded: state >> 20) | 0xf0
            }
            let results = [UInt8(0x11), 0xee].map { value in
                Self.fillFreeMemory(with: value)
                return try? ImageDecoder().decode(changed).rgbBytes
            }
            #expect(results[0] == results[1])
        }
    }

    /// libde265 returns an image with memory that it has not written.
    @Test(
        .enabled(
            if: StillFile.canWrite(".heic"),
            "libvips cannot write HEIC here; `apt-get install libheif-plugin-x265 libheif-plugin-libde265` brings that")
    )
    func pixelsOfHEICComeFromTheFileAlone() throws {
        let whole = try StillFile.vips(Self.photo.get(), ".heic[Q=90]")
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<60 {
            var changed = whole
            let start = Int.random(in: whole.count / 10..<whole.count - 200, using: &generator)
            for index in start..<start + 200 { changed[index] = .random(in: 0...255, using: &generator) }
            let results = [UInt8(0x11), 0xee].map { value in
                Self.fillFreeMemory(with: value)
                return try? ImageDecoder().decode(changed).rgbBytes
            }
            #expect(results[0] == results[1], "damage at \(start)")
        }
    }

    /// A good file of a format that libheif cannot decode here must not be called damaged.
    @Test(arguments: [
        "heif: Unsupported feature: Unsupported codec (4.3000)",
        "heif: Error while loading plugin: No decoding plugin installed for this compression format (11.6003)",
        "heif: Decoder plugin generated an error: Unspecified (7.0)",
    ]) func aMissingDecoderIsNoDamage(message: String) {
        let context = DecodingContext(name: "a.heic", maxPixels: 1, appliesOrientation: true)
        let error = context.failure(message)
        #expect(error.code == .unimplemented)
        #expect(error.message.contains("a.heic"))
        #expect(error.message.contains("libheif-plugin-libde265"))
        #expect(context.failure("heif: Invalid input").code == .dataLoss)
    }

    /// As libvips 8.18.3 says it of the photos of phones.
    @Test func aLimitOfLibvipsIsNoDamage() throws {
        try Vips.open()
        let context = DecodingContext(name: "a.heic", maxPixels: 1, appliesOrientation: true)
        let error = context.failure(
            "heif: Invalid input: Security limit exceeded: Number of references in iref box (48) exceeds the security "
                + "limits of 16 references. (2.1000)")
        #expect(error.code == .unimplemented)
        #expect(error.message.contains("libvips \(Vips.version)"))
        #expect(Vips.version.wholeMatch(of: /8\.[0-9]+\.[0-9]+/) != nil)
        #expect(error.message.contains("8.18.5"))
    }

    /// Leaves memory of the sizes of an image and its planes, which the allocator is likely to return next.
    private static func fillFreeMemory(with value: UInt8) {
        let sizes = [512 * 512 * 3] + (0..<24).map { 512 * 512 / 4 + $0 * 16384 }
        let memory = sizes.compactMap { size in (try? PixelMemory.allocate(size)).map { ($0, size) } }
        for (start, size) in memory {
            start.initialize(repeating: value, count: size)
        }
        for (start, _) in memory { start.deallocate() }
    }

    /// Damage inside a scan that leaves all markers in place is decoded with a warning.
    @Test func damageInsideAScanIsAWarning() throws {
        let photo = try Self.photo.get()
        var file = try StillFile.jpeg(photo, TJSAMP_420)
        let start = file.count / 2
        for index in start..<start + 64 where file[index] != 0xff && file[index - 1] != 0xff {
            file[index] = min(file[index] ^ 0xff, 0xfe)
        }
        let pixels = DerivedPixels(try ImageDecoder().decode(file))
        #expect(pixels.width == photo.width)
        #expect(pixels.height == photo.height)
    }

    /// A version of JFIF that libjpeg-turbo does not know is a warning, as in Pillow.
    @Test func unknownVersionsOfJFIFAreDecoded() throws {
        let file = try StillFile.jpeg(Self.photo.get(), TJSAMP_444)
        var renamed = file
        let name = try #require(file.firstRange(of: Data("JFIF\0".utf8)))
        renamed[name.upperBound] = 2
        #expect(try ImageDecoder().decode(renamed).rgbBytes == ImageDecoder().decode(file).rgbBytes)
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(renamed.prefix(file.count / 2)) }
        #expect(error?.code == .dataLoss)
    }

    /// The error is that of the TIFF loader, not that of a loader that is tried after it.
    @Test func aDamagedTIFFGivesTheErrorOfItsLoader() throws {
        let file = try StillFile.vips(Self.photo.get(), ".tif[compression=lzw]")
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(file.prefix(file.count / 2)) }
        #expect(error?.code == .dataLoss)
        #expect(error?.message.contains("TIFF") == true)
        #expect(error?.message.contains("magick") == false)
    }

    /// libvips collects the errors of all threads in one buffer.
    @Test func concurrentErrorsAreThoseOfTheirFiles() async throws {
        let photo = try Self.photo.get()
        let files = try [".png", ".webp[lossless]", ".tif[compression=lzw]"].map { suffix in
            let file = try StillFile.vips(photo, suffix)
            return file.prefix(file.count / 2)
        }
        let expected = files.map(Self.message)
        #expect(Set(expected).count == files.count)
        #expect(!expected.contains(nil))
        let different = await withTaskGroup(of: Set<String?>.self) { group in
            for start in 0..<4 {
                group.addTask {
                    (0..<60).reduce(into: []) { different, round in
                        let index = (start + round) % files.count
                        let message = Self.message(files[index])
                        if message != expected[index] { different.insert(message) }
                    }
                }
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(different.isEmpty)
    }

    private static func message(_ file: Data) -> String? {
        do {
            _ = try ImageDecoder().decode(file, name: "file")
            return nil
        } catch {
            return "\(error)"
        }
    }
}
