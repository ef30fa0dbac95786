// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// Frames are upright as the display matrix says, also those of front cameras, which mirror.
@Suite struct DisplayMatrixTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func url(_ name: String) -> URL { folder.file(name) }

    /// Writes the same few frames twice, the second time with a display matrix.
    private func write(_ orientation: ImageOrientation, as suffix: String) throws {
        let plain = url("plain.\(suffix)")
        let writer = try VideoWriter(path: plain.path, width: 64, height: 48, frameRate: 25)
        let frame = try slope()
        for index in 0..<3 { try writer.write(frame, time: Double(index) / 25) }
        try writer.finish()
        try Data(contentsOf: plain).withDisplayMatrix(of: orientation).write(to: url("marked.\(suffix)"))
    }

    private func frames(_ name: String) throws -> [PixelBuffer] {
        let reader = try VideoReader(url(name))
        var frames: [PixelBuffer] = []
        while let frame = try reader.next() { frames.append(frame.pixels) }
        return frames
    }

    @Test(arguments: ImageOrientation.allCases, ["mp4", "mov"])
    func framesAreUpright(orientation: ImageOrientation, suffix: String) throws {
        try write(orientation, as: suffix)
        let reader = try VideoReader(url("marked.\(suffix)"))
        #expect(reader.orientation == orientation)
        let (stored, shown) = (try frames("plain.\(suffix)"), try frames("marked.\(suffix)"))
        try #require(stored.count == 3 && shown.count == 3)
        for (stored, shown) in zip(stored, shown) {
            #expect(shown.width == reader.width)
            #expect(shown.height == reader.height)
            let expected = try stored.convertedToRGB().upright(from: orientation).rgbBytes
            // Chroma is sampled at the left pixel of two, which is the right one in a mirrored frame: there the slope is 2
            // levels higher, of which a color has up to 1.8 times as many, and rounding adds 2.
            let found = try shown.convertedToRGB().rgbBytes
            #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 6 })
        }
    }

    /// Returns an image that becomes brighter to the right in red, and downward in green.
    private func slope() throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for row in 0..<48 {
            for column in 0..<64 { bytes += [UInt8(60 + 2 * column), UInt8(60 + 2 * row), 100] }
        }
        return try PixelBuffer(copying: bytes, width: 64, height: 48, format: .rgb8)
    }

    /// A copy is stored as it is shown, so that nothing is turned or mirrored twice.
    @Test(arguments: ImageOrientation.allCases) func copiesAreStoredUpright(orientation: ImageOrientation) throws {
        try write(orientation, as: "mp4")
        let reader = try VideoReader(url("marked.mp4"))
        let writer = try VideoWriter(url("copy.mp4"), matching: reader)
        while let frame = try reader.next() { try writer.write(frame.pixels, time: frame.time) }
        try writer.finish()
        #expect(try VideoReader(url("copy.mp4")).orientation == .up)
        let (before, after) = (try frames("marked.mp4"), try frames("copy.mp4"))
        for (before, after) in zip(before, after) {
            let difference = zip(try before.convertedToRGB().rgbBytes, try after.convertedToRGB().rgbBytes)
                .map { abs(Int($0) - Int($1)) }
            #expect(difference.reduce(0, +) / difference.count < 16)
        }
    }
}
