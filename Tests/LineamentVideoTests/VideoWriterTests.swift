// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// The frames of a video, in every format that a reader returns, as frames of another.
@Suite struct VideoWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes an image without loss and returns the frame that is read back.
    private func written(_ image: PixelBuffer) throws -> PixelBuffer {
        let path = folder.file("\(UUID().uuidString).mkv").path
        var options = VideoWriter.Options()
        options.constantRateFactor = 0
        let writer = try VideoWriter(
            path: path, width: image.width, height: image.height, frameRate: 25, options: options)
        try writer.write(image, time: 0)
        try writer.finish()
        return try #require(try VideoReader(path).next()).pixels
    }

    #if canImport(Glibc)
        /// Makes `malloc` fill memory with a byte, so that what reads it unset is noticed; 0 for no longer.
        private static func fillMemory(with byte: Int32) throws {
            typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
            let mallopt = try #require(dlsym(nil, "mallopt"))
            let perturb: Int32 = -6
            _ = unsafeBitCast(mallopt, to: Mallopt.self)(perturb, byte)
        }

        /// What memory holds before an encoder sets it makes no difference: x264 with AVX-512 reads some of it where a row has not a
        /// multiple of 8 macroblocks.
        @Test(arguments: [320, 336, 128]) func sameFramesMakeTheSameFile(width: Int) throws {
            defer { try? Self.fillMemory(with: 0) }
            let files = try [85, 170].map { (byte: Int32) in
                try Self.fillMemory(with: byte)
                let url = folder.file("\(width)-\(byte).mp4")
                let writer = try VideoWriter(path: url.path, width: width, height: 240, frameRate: 25)
                for frame in 0..<40 {
                    let bytes = (0..<240 * width * 3).map { place in
                        let (x, y) = (place / 3 % width + frame, place / 3 / width)
                        return UInt8(truncatingIfNeeded: (x * x / 7 ^ y * 3) + place % 3 * 40)
                    }
                    let image = try PixelBuffer(copying: bytes, width: width, height: 240, format: .rgb8)
                    try writer.write(image, time: Double(frame) / 25)
                }
                try writer.finish()
                return try Data(contentsOf: url)
            }
            #expect(files[0] == files[1])
        }
    #endif

    /// Matroska numbers files and tracks at random unless told otherwise.
    @Test(arguments: ["mkv", "webm", "mp4", "mov"]) func copiesOfAVideoAreEqual(pathExtension: String) throws {
        let files = try ["a", "b"].map { name in
            let url = folder.file("\(name).\(pathExtension)")
            let writer = try VideoWriter(path: url.path, width: 64, height: 48, frameRate: 25)
            for frame in 0..<3 {
                let image = try PixelBuffer(
                    copying: [UInt8](repeating: UInt8(80 * frame), count: 64 * 48 * 3), width: 64, height: 48,
                    format: .rgb8)
                try writer.write(image, time: Double(frame) / 25)
            }
            try writer.finish()
            return try Data(contentsOf: url)
        }
        #expect(files[0] == files[1])
    }

    /// FFmpeg would write a video over a file with some of these extensions, such as an image.
    @Test(arguments: ["png", "jpg", "gif", "wav", "avi", "txt", ""])
    func otherFilesAreLeftAlone(pathExtension: String) throws {
        let file = folder.file(pathExtension.isEmpty ? "photo" : "photo.\(pathExtension)")
        try Data("photo".utf8).write(to: file)
        let error = #expect(throws: LineamentError.self) {
            try VideoWriter(path: file.path, width: 64, height: 48, frameRate: 25)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("mp4, mov, mkv, webm") == true)
        #expect(try String(contentsOf: file, encoding: .utf8) == "photo")
    }

    /// A second `finish()` after an error throws again instead of reporting success.
    @Test func aFailedFileStaysFailed() throws {
        let writer = try VideoWriter(
            path: folder.file("a.mkv").path, temporaryPath: "/dev/full", width: 64, height: 48,
            frameRate: 25, audioFrom: nil)
        for _ in 0..<2 { #expect(throws: LineamentError.self) { try writer.finish() } }
    }

    /// Returns the upper left part of luma, Cb and Cr.
    private static func levels(_ image: PixelBuffer, width: Int, height: Int) throws -> [[UInt8]] {
        try image.withPlanes { planes in
            (0..<3).map { channel in
                let plane = planes[min(channel, planes.count - 1)]
                let step = channel > 0 && planes.count == 2 ? 2 : 1
                let (columns, rows) = channel == 0 ? (width, height) : (width / 2, height / 2)
                return (0..<rows).flatMap { row in
                    (0..<columns).map { column in
                        let offset = column * step + (planes.count == 2 && channel == 2 ? 1 : 0)
                        return plane.address.load(fromByteOffset: row * plane.bytesPerRow + offset, as: UInt8.self)
                    }
                }
            }
        }
    }

    @Test(arguments: [PixelFormat.i420, .nv12VideoRange]) func planesOfTheVideosKindKeepTheirValues(
        format: PixelFormat
    ) throws {
        for (width, height) in [(64, 48), (65, 47)] {
            let image = try PixelBuffer.noise(width, height, format)
            let found = try written(image)
            let (columns, rows) = (width & ~1, height & ~1)
            #expect(found.format == .i420)
            #expect(found.colorMatrix == .bt601)
            #expect(found.width == columns)
            #expect(found.height == rows)
            let expected = try Self.levels(image, width: columns, height: rows)
            #expect(try Self.levels(found, width: columns, height: rows) == expected, "\(width)x\(height)")
        }
    }

    @Test(arguments: PixelFormat.allCases.filter { $0.planeCount > 1 }, ColorMatrix.allCases)
    func planesOfEveryKindKeepTheirColors(format: PixelFormat, matrix: ColorMatrix) throws {
        let image = PixelBuffer(sharing: try Sample.pixels().convertedToChroma(format), colorMatrix: matrix)
        for turn in [QuarterTurn.none, .clockwise] {
            let frame = turn == .none ? image : try image.turned(turn)
            let expected = DerivedPixels(try frame.convertedToRGB())
            let found = DerivedPixels(try written(frame).convertedToRGB())
            #expect(found.meanDifference(from: expected) < 1, "\(turn)")
        }
    }

    @Test func packedImagesKeepTheirColors() throws {
        let image = try Sample.pixels()
        let found = DerivedPixels(try written(image).convertedToRGB())
        // Halving the resolution of chroma costs some.
        #expect(found.meanDifference(from: DerivedPixels(image)) < 1.5)
    }

    /// The resolution of some streams changes on the way; the whole image is kept.
    @Test(arguments: [PixelFormat.rgb8, .i420, .nv12VideoRange, .i420FullRange])
    func imagesOfAnotherSizeAreScaled(format: PixelFormat) throws {
        let path = folder.file("a.mkv").path
        var options = VideoWriter.Options()
        options.constantRateFactor = 0
        let writer = try VideoWriter(path: path, width: 64, height: 48, frameRate: 25, options: options)
        let sizes = [(64, 48), (32, 24), (65, 49), (256, 192), (77, 31), (62, 48)]
        for (index, (width, height)) in sizes.enumerated() {
            // The left half is dark, the right half bright.
            let bytes = (0..<width * height).flatMap { pixel in
                [UInt8](repeating: pixel % width < width / 2 ? 30 : 220, count: 3)
            }
            let image = try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
            try writer.write(format == .rgb8 ? image : image.convertedToChroma(format), time: Double(index) / 25)
        }
        try writer.finish()
        let reader = try VideoReader(path)
        var count = 0
        while let frame = try reader.next() {
            #expect(frame.pixels.width == 64)
            #expect(frame.pixels.height == 48)
            let bytes = try frame.pixels.convertedToRGB().rgbBytes
            for row in [1, 46] {
                for (column, level) in [(2, 30), (27, 30), (36, 220), (61, 220)] {
                    let found = Int(bytes[(row * 64 + column) * 3])
                    #expect(abs(found - level) <= 10, "\(sizes[count]), column \(column)")
                }
            }
            count += 1
        }
        #expect(count == sizes.count)
    }

    /// Memory behind the rows of an odd width, here of an earlier colorful image, does not reach the picture.
    @Test(arguments: [1, 3, 77]) func grayImagesOfOddWidthStayGray(width: Int) throws {
        let path = folder.file("a.mkv").path
        var options = VideoWriter.Options()
        options.constantRateFactor = 0
        let writer = try VideoWriter(path: path, width: 64, height: 48, frameRate: 25, options: options)
        for index in stride(from: 0, to: 20, by: 2) {
            try writer.write(.noise(width + 1, 31, .rgb8), time: Double(index) / 25)
            let gray = try PixelBuffer(
                copying: [UInt8](repeating: 128, count: width * 31 * 3), width: width, height: 31, format: .rgb8)
            try writer.write(gray, time: Double(index + 1) / 25)
        }
        try writer.finish()
        let reader = try VideoReader(path)
        for index in 0..<20 {
            let bytes = try #require(try reader.next()).pixels.convertedToRGB().rgbBytes
            #expect(index % 2 == 0 || bytes.allSatisfy { (127...129).contains($0) }, "frame \(index)")
        }
    }

    @Test(arguments: [(1, 48), (64, 1), (0, 48)], ["a.mp4", "a.webm"])
    func aSideOfOnePixelIsRefusedByItsSize(size: (width: Int, height: Int), name: String) throws {
        let path = folder.file(name).path
        let error = #expect(throws: LineamentError.self) {
            try VideoWriter(path: path, width: size.width, height: size.height, frameRate: 25)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("\(size.width)x\(size.height)") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["a.mp4", "a.webm"]) func twoPixelsAreEnough(name: String) throws {
        let path = folder.file(name).path
        let writer = try VideoWriter(path: path, width: 2, height: 2, frameRate: 25)
        try writer.write(.noise(2, 2, .rgb8), time: 0)
        try writer.finish()
        #expect(try VideoReader(path).next() != nil)
    }

    /// Times count from the beginning of the file, not from the first image.
    @Test(arguments: ["a.mp4", "a.webm"]) func timesCountFromTheBeginningOfTheFile(name: String) throws {
        let path = folder.file(name).path
        let writer = try VideoWriter(path: path, width: 64, height: 48, frameRate: 25)
        for index in 0..<3 { try writer.write(.noise(64, 48, .i420), time: 2 + Double(index) / 25) }
        try writer.finish()
        let reader = try VideoReader(path)
        #expect(abs(reader.demuxer.startTime - 2) < 0.002)
        #expect(try reader.next()?.timestampInMilliseconds == 0)
    }
}
