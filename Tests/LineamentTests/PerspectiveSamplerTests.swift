// SPDX-License-Identifier: Apache-2.0
import CLineamentKernels
import Foundation
import TestSupport
import Testing

@testable import Lineament

@Suite struct PerspectiveSamplerTests {
    private static func image(width: Int, height: Int, format: PixelFormat, padding: Int = 5) throws -> PixelBuffer {
        var generator = SeededGenerator(seed: UInt64(width * 7 + height))
        let rowLength = format.minimumBytesPerRow(plane: 0, width: width) + padding
        let bytes = (0..<rowLength * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try PixelBuffer(copying: bytes, width: width, height: height, format: format, bytesPerRow: [rowLength])
    }

    private static func tensor(_ warp: PerspectiveSampler, _ body: (UnsafeMutableBufferPointer<Float>) -> Void)
        -> [Float]
    {
        var values = [Float](repeating: .nan, count: warp.output.width * warp.output.height * 3)
        values.withUnsafeMutableBufferPointer { body($0) }
        return values
    }

    /// The vector kernel gives the same bytes as the reference for every layout, border, size and angle, with all
    /// instructions that this processor has.
    @Test(arguments: [PixelFormat.gray8, .rgb8, .rgba8, .bgra8])
    func vectorKernelEqualsReference(format: PixelFormat) throws {
        var generator = SeededGenerator(seed: 42)
        let layout = try #require(format.packedLayout)
        for (width, height) in [(1, 1), (2, 2), (3, 5), (9, 4), (64, 48), (301, 200), (17, 400)] {
            let picture = try Self.image(width: width, height: height, format: format)
            for round in 0..<12 {
                let region = PixelRegion(
                    xCenter: Float.random(in: -0.2...1.2, using: &generator) * Float(width),
                    yCenter: Float.random(in: -0.2...1.2, using: &generator) * Float(height),
                    width: Float.random(in: 0.1...2, using: &generator) * Float(width),
                    height: Float.random(in: 0.1...2, using: &generator) * Float(height),
                    rotation: round % 3 == 0 ? 0 : Float.random(in: -4...4, using: &generator))
                let side = [8, 128, 192, 200, 256][round % 5]
                let target = InputTensorSpecification(width: side, height: side, range: round % 2 == 0 ? -1...1 : 0...1)
                let border: BorderMode = round % 4 < 2 ? .zero : .replicate
                let warp = try #require(
                    PerspectiveSampler(region: region, output: target, border: border, style: .tasks))
                try picture.withPlanes { planes in
                    let reader = PackedReader(plane: planes[0], width: width, height: height, layout: layout)
                    let expected = Self.tensor(warp) { reader.sample(warp, into: $0) }
                    for set in 0...lineament_instructions().rawValue {
                        let instructions = LineamentInstructions(set)
                        let values = Self.tensor(warp) {
                            reader.sampleVectorized(warp, into: $0, instructions: instructions)
                        }
                        #expect(values == expected, "\(width)x\(height) \(region), instructions \(set)")
                    }
                }
            }
        }
    }

    /// Column 0 of the tensor samples the region's left edge, without half-pixel offset.
    @Test func samplesTheEdgeOfTheRegion() throws {
        let bytes = (0..<16).map { UInt8($0 * 10) }
        let picture = try PixelBuffer(copying: bytes, width: 4, height: 4, format: .gray8)
        let region = PixelRegion(xCenter: 2, yCenter: 2, width: 4, height: 4, rotation: 0)
        let target = InputTensorSpecification(width: 4, height: 4, range: 0...255)
        let warp = try #require(PerspectiveSampler(region: region, output: target, border: .replicate, style: .tasks))
        let values = Self.tensor(warp) { picture.sample(warp, into: $0) }
        let reds: [Float] = stride(from: 0, to: 48, by: 3).map { values[$0] }
        #expect(reds == bytes.map(Float.init))
    }

    @Test func rejectsEmptyRegions() {
        let target = InputTensorSpecification(width: 8, height: 8, range: 0...1)
        for (width, rotation) in [(Float(0), Float(0)), (-1, 0), (.nan, 0), (.infinity, 0), (1, .nan)] {
            let region = PixelRegion(xCenter: 1, yCenter: 1, width: width, height: 1, rotation: rotation)
            #expect(PerspectiveSampler(region: region, output: target, border: .zero, style: .tasks) == nil)
        }
    }
}
