// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentTools

/// Parts of an image that are covered without the rest, as in the frames of a video.
@Suite struct CoveredPartsTests {
    private static let methods: [RedactionMethod] = [.blur, .pixelate, .fill(.vermilion)]
    private static let formats: [PixelFormat] = [.rgb8, .gray8, .i420, .nv12VideoRange]

    /// Returns areas anywhere in an image and beyond its border, of any size.
    private static func areas(_ random: inout SeededGenerator, width: Int, height: Int) -> [RedactedArea] {
        (0..<Int.random(in: 0...6, using: &random)).map { index in
            let side = Double.random(in: 0...Double(height), using: &random)
            let rect = CGRect(
                x: .random(in: -side...Double(width), using: &random),
                y: .random(in: -side...Double(height), using: &random),
                width: side * .random(in: 0.2...1, using: &random), height: side)
            return RedactedArea(requested: rect, isRectangle: index.isMultiple(of: 2))
        }
    }

    private static func silhouette(_ random: inout SeededGenerator, width: Int, height: Int) throws -> Mask {
        let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        let bytes = (0..<width * height).map { index -> UInt8 in
            let distance = max(abs(index % width - x), abs(index / width - y))
            return UInt8(max(0, 255 - 12 * distance))
        }
        return try #require(Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true))
    }

    @Test(arguments: formats, methods.indices)
    func partsLookLikeTheWholeImageCovered(format: PixelFormat, method: Int) throws {
        var random = SeededGenerator(seed: UInt64(method))
        for turn in 0..<24 {
            let (width, height) = (Int.random(in: 33...300, using: &random), Int.random(in: 33...200, using: &random))
            let image = try PixelBuffer.noise(width, height, format)
            let areas = Self.areas(&random, width: width, height: height)
            let people = turn.isMultiple(of: 3) ? try Self.silhouette(&random, width: width, height: height) : nil
            let whole = try image.covering(areas, silhouette: people, method: Self.methods[method])
            let parts = try image.coveredParts(areas, silhouette: people, method: Self.methods[method])

            let merged = try DrawnPart(parts, over: image)
            #expect(try merged.pixels.bytes() == whole.bytes())
            let marks = merged.changed.withPixels { $0.map { $0 != 0 } }
            let covered = areas.mask(width: width, height: height, silhouette: people)
            let expected =
                covered?.withUnsafeBytes { $0.map { $0 != 0 } } ?? Array(repeating: false, count: marks.count)
            #expect(marks == expected)
        }
    }

    @Test func partsDoNotOverlap() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<40 {
            let image = try PixelBuffer.noise(640, 360, .i420)
            let areas = Self.areas(&random, width: 640, height: 360)
            let parts = try image.coveredParts(areas, silhouette: nil, method: .blur)
            let rects = parts.map {
                CGRect(x: $0.column, y: $0.row, width: $0.pixels.width, height: $0.pixels.height)
            }
            for (index, rect) in rects.enumerated() {
                #expect(rects[..<index].allSatisfy { $0.intersection(rect).isEmpty })
            }
        }
    }
}

extension PixelBuffer {
    fileprivate func bytes() throws -> [UInt8] {
        try withPlanes { planes in
            (0..<height).flatMap { row in
                UnsafeRawBufferPointer(start: planes[0].address + row * planes[0].bytesPerRow, count: 4 * width)
            }
        }
    }
}
