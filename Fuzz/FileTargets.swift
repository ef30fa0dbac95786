// SPDX-License-Identifier: Apache-2.0
internal import Foundation
@testable internal import Lineament
@testable internal import LineamentImages
@testable internal import LineamentVideo
internal import LiteRT
internal import TestSupport

/// Ends the program if `body` throws anything but the errors that callers are told to expect.
private func expectingOnlyOwnErrors(_ body: () throws -> Void) {
    do {
        try body()
    } catch is LineamentError {
    } catch {
        fatalError("an error of another kind: \(error)")
    }
}

extension FuzzTarget {
    private static let mostPixels = 1_000_000

    /// A part of the sample photo, small enough for thousands of files a minute.
    private static func smallImage() throws -> PixelBuffer {
        let photo = try Sample.pixels()
        let (bytes, side) = (photo.rgbBytes, 48)
        let rows = (0..<side).flatMap { row in
            let start = ((row + 90) * photo.width + 200) * 3
            return bytes[start..<start + side * 3]
        }
        return try PixelBuffer(copying: rows, width: side, height: side, format: .rgb8)
    }

    /// Image files of every format, which the first bytes decide.
    static let images = FuzzTarget {
        let image = try smallImage()
        let written = try ImageEncoder.Format.allCases.map { try ImageEncoder().encode(image, as: $0) }
        let pnm = [("P6", image.rgbBytes), ("P5", Array(image.rgbBytes.prefix(48 * 48)))].map { kind, pixels in
            Data("\(kind)\n# a comment\n48 48 255\n".utf8) + Data(pixels)
        }
        return written + pnm + [bitmap(image)]
    } run: { bytes in
        var decoder = ImageDecoder()
        decoder.maxPixels = mostPixels
        expectingOnlyOwnErrors {
            let pixels = try decoder.decode(Data(bytes))
            guard pixels.width * pixels.height <= mostPixels else { fatalError("more pixels than allowed") }
            // Every pixel must be readable.
            let colors = pixels.rgbBytes
            _ = colors.reduce(0, &+)
            try copy(pixels, colors, of: Data(bytes))
        }
    }

    /// Makes a copy of a file in which the upper half is black.
    private static func copy(_ pixels: PixelBuffer, _ colors: [UInt8], of file: Data) throws {
        guard let format = ImageEncoder.Format(of: file) else { return }
        let rest = colors.dropFirst(pixels.height / 2 * pixels.width * 3)
        let drawn = try PixelBuffer(
            copying: [UInt8](repeating: 0, count: colors.count - rest.count) + rest, width: pixels.width,
            height: pixels.height, format: .rgb8)
        _ = try ImageEncoder().encode(
            drawn, over: DrawnOriginal(file: file, pixels: pixels) { nil }, as: format)
    }

    /// An uncompressed Windows bitmap with 24 bits per pixel.
    private static func bitmap(_ image: PixelBuffer) -> Data {
        let rows = image.rgbBytes
        var file = Data("BM".utf8)
        func append(_ value: Int, bytes: Int) {
            for byte in 0..<bytes { file.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
        }
        append(54 + rows.count, bytes: 4)
        append(0, bytes: 4)
        append(54, bytes: 4)
        append(40, bytes: 4)
        append(image.width, bytes: 4)
        append(image.height, bytes: 4)
        append(1, bytes: 2)
        append(24, bytes: 2)
        for _ in 0..<6 { append(0, bytes: 4) }
        return file + rows
    }

    /// The orientation in the EXIF block of a JPEG file.
    static let orientation = FuzzTarget {
        ["II*\0\u{8}\0\0\0\u{1}\0\u{12}\u{1}\u{3}\0\u{1}\0\0\0\u{6}\0\0\0", "MM\0*\0\0\0\u{8}"].map { tiff in
            let block = Data("Exif\0\0\(tiff)".utf8)
            return Data([0xff, 0xd8, 0xff, 0xe1, 0, UInt8(block.count + 2)]) + block + Data([0xff, 0xda])
        }
    } run: { bytes in
        _ = ImageOrientation(jpeg: bytes)
    }

    /// Video files of every container.
    static let videos = FuzzTarget {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let videos = try ["mp4", "mkv", "avi", "mov"].map { container in
            let file = folder.appendingPathComponent("clip.\(container)")
            let image = try smallImage()
            let writer = try VideoWriter(
                path: file.path, temporaryPath: file.path, width: image.width, height: image.height, frameRate: 25,
                audioFrom: nil)
            for frame in 0..<3 { try writer.write(image, time: Double(frame) / 25) }
            try writer.finish()
            return try Data(contentsOf: file)
        }
        return try videos + [animation(smallImage())]
    } run: { bytes in
        expectingOnlyOwnErrors {
            guard let file = try? MemoryFile(), (try? file.append(Data(bytes))) != nil else {
                fatalError("there is no memory for a file")
            }
            var options = VideoReader.Options()
            options.maxPixels = mostPixels
            let reader = try VideoReader(URL(fileURLWithPath: file.path), options: options)
            var last = -1
            for _ in 0..<4 {
                guard let frame = try reader.next() else { return }
                guard frame.timestampInMilliseconds > last else { fatalError("the time goes back") }
                last = frame.timestampInMilliseconds
            }
        }
    }

    /// An animated WebP file that shows an image three times.
    private static func animation(_ image: PixelBuffer) throws -> Data {
        func number(_ value: Int, bytes: Int) -> Data {
            Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        func chunk(_ name: String, _ body: Data) -> Data { Data(name.utf8) + number(body.count, bytes: 4) + body }
        let size = number(image.width - 1, bytes: 3) + number(image.height - 1, bytes: 3)
        // A still file has 12 bytes before its chunks.
        let still = try ImageEncoder().encode(image, as: .webp).dropFirst(12)
        let picture = chunk("ANMF", number(0, bytes: 6) + size + number(40, bytes: 3) + number(0, bytes: 1) + still)
        let parts = chunk("VP8X", number(2, bytes: 4) + size) + picture + picture + picture
        return Data("RIFF".utf8) + number(parts.count + 4, bytes: 4) + Data("WEBP".utf8) + parts
    }

    /// Bundles of models, which are ZIP archives without compression.
    static let bundles = FuzzTarget {
        let bundle = try Data(contentsOf: URL(fileURLWithPath: TestData.model("face_landmarker.task")))
        // The members of the real one are too large to be changed often, but its directory is not.
        return [bundle.suffix(1000)]
    } run: { bytes in
        expectingOnlyOwnErrors {
            let bundle = try ModelBundle(bytes: ModelBytes(Array(bytes)), name: "bundle")
            _ = try bundle.required("face_detector.tflite").reduce(0) { $0 &+ Int($1) }
        }
    }
}
