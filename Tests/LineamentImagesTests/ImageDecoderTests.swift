// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Synchronization
import TestSupport
import Testing

@testable import LineamentImages

@Suite struct ImageDecoderTests {
    /// A JPEG of 32x32 pixels, the left half orange and the right half blue, whose chroma has a quarter of the columns and
    /// half the rows. libjpeg-turbo has no name for that.
    @Test func jpegsOfUnusualSubsamplingAreDecoded() throws {
        let text = """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU\
            FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
            FBQUFBQUFBT/wAARCAAgACADAUIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/E\
            ABYBAQEBAAAAAAAAAAAAAAAAAAAEBf/EABkRAAIDAQAAAAAAAAAAAAAAAAAHRIPDRf/aAAwDAQACEQMRAD8AyQkisJI21JOr0L3R\
            z7cysJIrCSCknV6B0c+3M//Z
            """
        let pixels = try ImageDecoder().decode(#require(Data(base64Encoded: text)))
        let bytes = pixels.rgbBytes
        for (column, color) in [(4, [200, 80, 40]), (27, [30, 120, 210])] {
            let at = (16 * 32 + column) * 3
            #expect(zip(bytes[at..<at + 3], color).allSatisfy { abs(Int($0) - $1) <= 8 }, "\(bytes[at..<at + 3])")
        }
    }

    private let decoder = ImageDecoder()

    /// The bytes of the sample photo in each format that can be written.
    private static let encoded: [ImageEncoder.Format: Data] = {
        guard let pixels = try? Sample.pixels() else { return [:] }
        return ImageEncoder.Format.allCases.reduce(into: [:]) { $0[$1] = try? ImageEncoder().encode(pixels, as: $1) }
    }()

    @Test func losslessFormatsRoundTrip() throws {
        let pixels = try Sample.pixels()
        let data = try ImageEncoder().encode(pixels, as: .png)
        #expect(try decoder.decode(data).rgbBytes == pixels.rgbBytes)
    }

    @Test func qualityDecidesTheSize() throws {
        let pixels = try Sample.pixels()
        var (coarse, fine) = (ImageEncoder(), ImageEncoder())
        (coarse.jpegQuality, coarse.webPQuality) = (20, 20)
        (fine.jpegQuality, fine.webPQuality) = (95, 95)
        for format in [ImageEncoder.Format.jpeg, .webp] {
            #expect(try coarse.encode(pixels, as: format).count * 3 < fine.encode(pixels, as: format).count)
        }
    }

    /// Each format is written up to its limit, and names the limit beyond it.
    @Test(arguments: [(ImageEncoder.Format.jpeg, 65500), (.webp, 16383)])
    func sidesThatAFormatCannotHaveAreRefused(format: ImageEncoder.Format, limit: Int) throws {
        func image(_ width: Int, _ height: Int) throws -> PixelBuffer {
            try PixelBuffer(
                copying: [UInt8](repeating: 9, count: width * height * 3), width: width, height: height, format: .rgb8)
        }
        #expect(try !ImageEncoder().encode(image(limit, 1), as: format).isEmpty)
        for large in [try image(limit + 1, 1), try image(1, limit + 1)] {
            let error = #expect(throws: LineamentError.self) { try ImageEncoder().encode(large, as: format) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("\(limit) pixels") == true)
            #expect(try !ImageEncoder().encode(large, as: .png).isEmpty)
        }
    }

    @Test(arguments: ImageEncoder.Format.allCases)
    func lossyFormatsKeepTheFace(format: ImageEncoder.Format) throws {
        let pixels = try decoder.decode(try #require(Self.encoded[format]))
        let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
        let expected = try landmarker.detect(image: Sample.image())
        let result = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
        // Compression moves a landmark by up to 0.56 px (JPEG, quality 92) and 0.86 px (WebP, quality 75).
        #expect(largestDistance(expected, result, in: pixels) < 1)
    }

    /// Truncation and changed bytes result in an error or an image, never a crash.
    @Test(arguments: ImageEncoder.Format.allCases)
    func damagedFilesGiveErrors(format: ImageEncoder.Format) throws {
        let whole = try #require(Self.encoded[format])
        for share in [0.0, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99] {
            let cut = whole.prefix(Int(Double(whole.count) * share))
            let error = #expect(throws: LineamentError.self) { try decoder.decode(cut, name: "cut.\(format)") }
            #expect(error?.message.contains("cut.\(format)") == true)
        }
        var state: UInt64 = 1
        for _ in 0..<60 {
            var changed = whole
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            _ = try? decoder.decode(changed)
        }
    }

    @Test func limitsAreEnforced() throws {
        var small = ImageDecoder()
        small.maxPixels = 512 * 512 - 1
        let error = #expect(throws: LineamentError.self) { try small.decode(contentsOf: Sample.url) }
        #expect(error?.code == .resourceExhausted)
        #expect(error?.message.contains("512x512") == true)
        var short = ImageDecoder()
        short.maxBytes = 1000
        #expect(throws: LineamentError.self) { try short.decode(contentsOf: Sample.url) }
        #expect(throws: LineamentError.self) { try short.decode(Data(count: 1001)) }
    }

    /// An image that is refused after it was decoded is freed, which the leak sanitizer checks.
    @Test func decodedPixelsAreFreedIfRefused() throws {
        let calls = Mutex(0)
        var refusing = ImageDecoder()
        refusing.willDecode = { _ in
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            if count > 1 { throw LineamentError(.deadlineExceeded, "too late") }
        }
        let error = #expect(throws: LineamentError.self) { try refusing.decode(contentsOf: Sample.url) }
        #expect(error?.code == .deadlineExceeded)
        #expect(calls.withLock { $0 } == 2)
    }

    /// A damaged JPEG file is decoded, with a warning, if it is complete; the end of its thumbnail does not count.
    @Test func thumbnailsDoNotCompleteAFile() throws {
        let whole = try #require(Self.encoded[.jpeg])
        // A restart marker that the decoder does not expect, so that its first warning is not about the end.
        let middle = whole.startIndex + whole.count / 2
        let marked = whole[..<middle] + Data([0xff, 0xd0]) + whole[middle...]
        let thumbnail: [UInt8] = [0xff, 0xd8, 0xff, 0xd9]
        let segment = Data([0xff, 0xe1, 0, UInt8(2 + 6 + thumbnail.count)] + Array("Exif\0\0".utf8) + thumbnail)
        for file in [marked, marked.prefix(2) + segment + marked.dropFirst(2)] {
            #expect(try decoder.decode(file).width == 512)
            let cut = file.dropLast(whole.count / 4)
            let error = #expect(throws: LineamentError.self) { try decoder.decode(cut, name: "cut.jpg") }
            #expect(error?.code == .dataLoss)
        }
    }

    @Test func errorsNameUnusableFiles() {
        let missing = #expect(throws: LineamentError.self) {
            try decoder.decode(contentsOf: URL(fileURLWithPath: "/no/such.jpg"))
        }
        #expect(missing?.code == .notFound)
        #expect(missing?.message.contains("/no/such.jpg") == true)
        let folder = #expect(throws: LineamentError.self) { try decoder.decode(contentsOf: TestData.packageRoot) }
        #expect(folder?.message.contains("folder") == true)
        let empty = #expect(throws: LineamentError.self) { try decoder.decode(Data(), name: "a.jpg") }
        #expect(empty?.message == "a.jpg is empty.")
        let text = #expect(throws: LineamentError.self) { try decoder.decode(Data("hello, world".utf8)) }
        #expect(text?.code == .unimplemented)
    }

    @Test func brokenFilesGiveOneClearError() throws {
        for (name, data) in try DamagedFiles.images() {
            let error = #expect(throws: LineamentError.self, "\(name)") { try decoder.decode(data, name: name) }
            #expect(error?.message.contains(name) == true)
        }
        for (name, data) in try DamagedFiles.misnamedImages() {
            #expect(try decoder.decode(data, name: name).width == 512)
        }
    }

    @Test func uiImageReplacementDecodes() throws {
        #expect(UIImage(contentsOfFile: Sample.url.path)?.size == CGSize(width: 512, height: 512))
        #expect(UIImage(contentsOfFile: "/no/such.png") == nil)
        #expect(UIImage(data: Data("text".utf8)) == nil)
        #expect(try MPImage(contentsOf: Sample.url).width == 512)
        #expect(try MPImage(data: Data(contentsOf: Sample.url)).height == 512)
    }

    @Test func manyThreadsDecodeConcurrently() async throws {
        let expected = try Sample.pixels().rgbBytes
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask { try ImageDecoder().decode(contentsOf: Sample.url).rgbBytes == expected }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}
