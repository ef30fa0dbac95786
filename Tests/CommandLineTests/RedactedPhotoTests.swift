// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Copies of photos that differ from their originals only where something is covered.
@Suite struct RedactedPhotoTests {
    /// Writes the sample photo as a JPEG file that is stored as an orientation says.
    private static func write(_ orientation: Int, _ scratch: Scratch) throws {
        let stored = try DerivedPixels.sample().stored(as: orientation).pixelBuffer()
        let file = try ImageEncoder().encode(stored, as: .jpeg)
        try EXIF.jpeg(file, orientation: orientation).write(to: scratch.url("photo.jpg"))
    }

    private static func pixels(_ name: String, _ scratch: Scratch) throws -> DerivedPixels {
        DerivedPixels(try ImageDecoder().decode(contentsOf: scratch.url(name)))
    }

    /// The largest difference beyond a margin around the areas of a report.
    private static func largestDifference(
        _ left: DerivedPixels, _ right: DerivedPixels, outside areas: [JSON], margin: Double
    ) throws -> Int {
        try #require((left.width, left.height) == (right.width, right.height))
        let rects = areas.map { area in
            let values = ["x", "y", "width", "height"].map { area[$0]?.number ?? 0 }
            // With the soft edge of a cover.
            return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
                .insetBy(dx: -values[2] * 0.06 - margin, dy: -values[3] * 0.06 - margin)
        }
        var largest = 0
        for place in 0..<left.width * left.height {
            let point = CGPoint(x: place % left.width, y: place / left.width)
            if rects.contains(where: { $0.contains(point) }) { continue }
            for channel in 3 * place..<3 * place + 3 {
                largest = max(largest, abs(Int(left.bytes[channel]) - Int(right.bytes[channel])))
            }
        }
        return largest
    }

    @Test(arguments: 1...8) func whatIsNotCoveredStaysAsItIs(orientation: Int) throws {
        let scratch = try Scratch()
        try Self.write(orientation, scratch)
        let outcome = try Program.shell("lineament redact photo.jpg --output out.jpg --how fill", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let areas = try #require(JSON(outcome.output)["covered"]?.items)
        try #require(areas.count == 1)
        let (before, after) = try (Self.pixels("photo.jpg", scratch), Self.pixels("out.jpg", scratch))
        // Blocks have 16 pixels, and smoothing of chroma reaches one further.
        #expect(try Self.largestDifference(before, after, outside: areas, margin: 17) == 0)
        let faces = try Program.shell("lineament face-detector out.jpg --format json", in: scratch.folder)
        #expect(try JSON(faces.output)["detections"]?.items.isEmpty == true)
    }

    @Test func drawingsLeaveTheRestAsItIs() throws {
        let scratch = try Scratch()
        try Self.write(1, scratch)
        let outcome = try Program.shell(
            "lineament face-detector photo.jpg --annotate out.jpg --labels none --format json", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let (before, after) = try (Self.pixels("photo.jpg", scratch), Self.pixels("out.jpg", scratch))
        let lower = 3 * before.width * 400..<before.bytes.count
        #expect(before.bytes[lower] == after.bytes[lower])
        #expect(before.bytes != after.bytes)
    }

    @Test func sixteenBitsAreKept() throws {
        let scratch = try Scratch()
        let photo = try DerivedPixels.sample()
        let samples = photo.bytes.enumerated().map { UInt16($1) << 8 | UInt16($0 % 251) }
        let file = PNGFile(width: photo.width, height: photo.height, color: .rgb, bits: 16, samples: samples)
        try file.data.write(to: scratch.url("photo.png"))
        let outcome = try Program.shell("lineament redact photo.png --output out.png", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let copy = try Data(contentsOf: scratch.url("out.png"))
        // The depth and the kind of colors of the header.
        #expect(copy[24] == 16)
        #expect(copy[25] == 2)
        let areas = try #require(JSON(outcome.output)["covered"]?.items)
        #expect(try Self.largestDifference(photo, Self.pixels("out.png", scratch), outside: areas, margin: 1) == 0)
    }
}
