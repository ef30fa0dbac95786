// SPDX-License-Identifier: Apache-2.0
import Locking
import TestSupport
import Testing

@testable import Lineament

/// Images that are decoded at the resolution that inference needs.
@Suite struct ScaledImageSourceTests {
    private static func image(_ side: Int, _ format: PixelFormat) throws -> PixelBuffer {
        let size = format.minimumBytesPerRow(plane: 0, width: 1)
        return try PixelBuffer(
            copying: (0..<side * side * size).map { UInt8($0 % 251) }, width: side, height: side, format: format)
    }

    private static func sampled(_ pixels: PixelBuffer, side: Float) throws {
        let region = PixelRegion(xCenter: 128, yCenter: 128, width: side, height: side, rotation: 0.3)
        let target = InputTensorSpecification(width: 64, height: 64, range: 0...1)
        let warp = try #require(PerspectiveSampler(region: region, output: target, border: .zero, style: .tasks))
        var tensor = [Float](repeating: 0, count: 64 * 64 * 3)
        tensor.withUnsafeMutableBufferPointer { pixels.sample(warp, into: $0) }
    }

    @Test func eachLevelIsDecodedOnce() throws {
        let asked = Locked<[Int]>([])
        let levels = ScaledImageSource(coarse: try Self.image(32, .rgb8), reduction: 8) { reduction in
            asked.withLock { $0.append(reduction) }
            return try Self.image(256 / reduction, .rgb8)
        }
        let pixels = try PixelBuffer(levels, width: 256, height: 256)
        for side: Float in [512, 260, 260, 20, 5, 64, 20, 260] { try Self.sampled(pixels, side: side) }
        try pixels.withPlanes { #expect($0[0].bytesPerRow == 768) }
        #expect(asked.withLock { $0 } == [4, 1])
    }

    /// If no higher resolution is available, the existing planes are enlarged in the image's own format.
    @Test(arguments: [PixelFormat.gray8, .rgb8, .rgba8]) func unavailableLevelsAreEnlarged(format: PixelFormat) throws {
        let coarse = try Self.image(32, format)
        let levels = ScaledImageSource(coarse: coarse, reduction: 8) { _ in throw LineamentError(.dataLoss, "gone") }
        let pixels = try PixelBuffer(levels, width: 250, height: 255)
        #expect(pixels.format == format)
        let (whole, small) = (pixels.rgbBytes, coarse.rgbBytes)
        #expect(whole.count == 250 * 255 * 3)
        let (inWhole, inSmall) = ((100 * 250 + 77) * 3, (12 * 32 + 9) * 3)
        #expect(whole[inWhole] == small[inSmall])
        try Self.sampled(pixels, side: 20)
    }
}
