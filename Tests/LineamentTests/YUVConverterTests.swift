// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Lineament

/// The conversion of the part of a frame that a region of interest needs, against the conversion of the whole frame.
@Suite struct YUVConverterTests {
    private static let formats: [PixelFormat] = [.nv12VideoRange, .nv12FullRange, .i420, .i420FullRange]

    @Test(arguments: formats, ColorMatrix.allCases)
    func partialConversionEqualsFullConversion(format: PixelFormat, matrix: ColorMatrix) throws {
        var generator = SeededGenerator(seed: 7)
        for (width, height) in [(13, 14), (64, 48), (65, 47), (320, 241), (321, 240), (853, 480)] {
            let frame = try PixelBuffer.noise(width, height, format, matrix)
            let rgb = try frame.convertedToRGB().rgbBytes
            for round in 0..<4 {
                let size = SIMD2(Float(width), Float(height))
                let region =
                    round == 0
                    ? PixelRegion(xCenter: size.x / 2, yCenter: size.y / 2, width: size.x, height: size.y, rotation: 0)
                    : PixelRegion(
                        xCenter: .random(in: 0...1, using: &generator) * size.x,
                        yCenter: .random(in: 0...1, using: &generator) * size.y,
                        width: .random(in: 0.1...0.8, using: &generator) * size.x,
                        height: .random(in: 0.1...0.8, using: &generator) * size.y,
                        rotation: .random(in: -4...4, using: &generator))
                let warp = try #require(
                    PerspectiveSampler(
                        region: region, output: InputTensorSpecification(width: 256, height: 256, range: 0...1),
                        border: .zero, style: .tasks))
                let part = warp.pixels(width: width, height: height)
                let picked = warp.reads(width: width, height: height)
                for (columns, rows) in [(Array(part.columns), Array(part.rows)), picked] {
                    let converted = try frame.withPlanes { planes in
                        [UInt32](unsafeUninitializedCapacity: columns.count * rows.count) { pixels, count in
                            count = columns.count * rows.count
                            guard let start = pixels.baseAddress else { return }
                            YUVConverter(frame, planes).convert(columns: columns, rows: rows, into: start)
                        }
                    }
                    let expected = rows.flatMap { y in
                        columns.map { x in
                            let at = (y * width + x) * 3
                            return UInt32(rgb[at]) | UInt32(rgb[at + 1]) << 8 | UInt32(rgb[at + 2]) << 16 | 0xff00_0000
                        }
                    }
                    let wrong = zip(converted, expected).count { $0 != $1 }
                    #expect(wrong == 0, "\(width)x\(height), \(part)")
                }
            }
        }
    }

    /// Packed images are returned as they are, and frames the same whether or not the cores are shared.
    @Test func conversionToRGB() throws {
        for format in [PixelFormat.gray8, .rgb8, .rgba8, .bgra8] {
            let size = format.minimumBytesPerRow(plane: 0, width: 1)
            let packed = try PixelBuffer(
                copying: [UInt8](repeating: 7, count: 6 * size), width: 3, height: 2, format: format)
            #expect(try packed.convertedToRGB() === packed)
        }
        let frame = try PixelBuffer.noise(320, 241, .nv12VideoRange, .bt709)
        let shared = try CoreLoad.$limit.withValue(1) { try frame.convertedToRGB() }
        #expect(try shared.rgbBytes == frame.convertedToRGB().rgbBytes)
        #expect(shared.format == .rgb8)
    }

    /// The planes of a rotated frame are upright: each sample is where it is displayed.
    @Test(arguments: [PixelFormat.i420, .nv12FullRange], [QuarterTurn.clockwise, .half, .counterclockwise])
    func planesOfRotatedFramesAreUpright(format: PixelFormat, turn: QuarterTurn) throws {
        for (width, height) in [(6, 4), (1, 1), (5, 3)] {
            let stored = try PixelBuffer.noise(width, height, format, .bt709)
            let (before, after) = (try Self.planes(stored), try Self.planes(stored.turned(turn)))
            for (from, to) in zip(before, after) {
                let (right, bottom) = (from[0].count - 1, from.count - 1)
                for (y, row) in to.enumerated() {
                    for (x, sample) in row.enumerated() {
                        let expected =
                            switch turn {
                            case .none: from[y][x]
                            case .clockwise: from[bottom - x][y]
                            case .half: from[bottom - y][right - x]
                            case .counterclockwise: from[x][right - y]
                            }
                        #expect(sample == expected, "\(width)x\(height) at \(x), \(y)")
                    }
                }
            }
        }
    }

    /// Returns the rows of samples of each plane; one of NV12's chroma has two bytes.
    private static func planes(_ image: PixelBuffer) throws -> [[[[UInt8]]]] {
        try image.withPlanes { planes in
            planes.enumerated().map { index, plane in
                let size = planes.count == 2 && index == 1 ? 2 : 1
                let columns = image.format.minimumBytesPerRow(plane: index, width: image.width) / size
                return (0..<image.format.rows(plane: index, height: image.height)).map { row in
                    (0..<columns).map { column in
                        let at = plane.address + row * plane.bytesPerRow + column * size
                        return [UInt8](UnsafeRawBufferPointer(start: at, count: size))
                    }
                }
            }
        }
    }

    /// Regions inside, across and beyond the borders give the same tensors as the RGB image for all frame rotations.
    @Test(arguments: [QuarterTurn.none, .clockwise, .half, .counterclockwise])
    func tensorsEqualThoseOfRGB(turn: QuarterTurn) throws {
        var generator = SeededGenerator(seed: 11)
        for (width, height) in [(14, 20), (64, 48), (320, 240), (1280, 720)] {
            let stored = try PixelBuffer.noise(width, height, .i420, .bt601)
            let frame = turn == .none ? stored : try stored.turned(turn)
            let rgb = try frame.convertedToRGB()
            let size = SIMD2(Float(frame.width), Float(frame.height))
            for round in 0..<16 {
                let region = PixelRegion(
                    xCenter: .random(in: -1...2, using: &generator) * size.x,
                    yCenter: .random(in: -1...2, using: &generator) * size.y,
                    width: .random(in: 0.2...3, using: &generator) * size.x,
                    height: .random(in: 0.2...3, using: &generator) * size.y,
                    rotation: round % 3 == 0 ? 0 : .random(in: -4...4, using: &generator))
                let target = InputTensorSpecification(width: 64, height: 64, range: 0...255)
                let warp = try #require(
                    PerspectiveSampler(
                        region: region, output: target, border: round % 2 == 0 ? .zero : .replicate, style: .tasks))
                var tensors = [[Float]](repeating: [Float](repeating: .nan, count: 64 * 64 * 3), count: 2)
                for (index, picture) in [frame, rgb].enumerated() {
                    tensors[index].withUnsafeMutableBufferPointer { picture.sample(warp, into: $0) }
                }
                let wrong = zip(tensors[0], tensors[1]).count { $0 != $1 }
                #expect(wrong == 0, "\(width)x\(height) \(region)")
            }
        }
    }
}
