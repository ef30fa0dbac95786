// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentImages

/// Large JPEG files that are decoded at a reduced resolution.
@Suite struct ScaledDecodingTests {
    private static var scaled: ImageDecoder {
        var decoder = ImageDecoder()
        decoder.detail = .scaled
        return decoder
    }

    /// Returns the enlarged sample photo in the middle of a gray image, as JPEG with an EXIF orientation.
    private static func jpeg(side: Int, canvas: Int, orientation: UInt8 = 1) throws -> Data {
        let step = 512 / Float(side)
        let photo = try Sample.pixels().resampled(from: .zero, step: step, width: side, height: side).rgbBytes
        var bytes = [UInt8](repeating: 128, count: canvas * canvas * 3)
        let margin = (canvas - side) / 2
        for row in 0..<side {
            let start = ((row + margin) * canvas + margin) * 3
            bytes.replaceSubrange(start..<start + side * 3, with: photo[row * side * 3..<(row + 1) * side * 3])
        }
        let picture = try PixelBuffer(copying: bytes, width: canvas, height: canvas, format: .rgb8)
        let data = try ImageEncoder().encode(picture, as: .jpeg)
        let exif: [UInt8] =
            Array("Exif\0\0MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
            ]
        return data.prefix(2) + Data([0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif) + data.dropFirst(2)
    }

    private static func landmarks(_ data: Data, _ decoder: ImageDecoder) throws -> [SIMD2<Float>] {
        let pixels = try decoder.decode(data)
        let found = try FaceLandmarker(options: FaceLandmarkerOptions()).detect(image: MPImage(pixelBuffer: pixels))
        return try #require(found.faceLandmarks.first).map {
            SIMD2($0.x * Float(pixels.width), $0.y * Float(pixels.height))
        }
    }

    /// The measured difference of a landmark is 0.4% of the distance between the outer eye corners on average and 0.9%
    /// at most, because the reduction smooths the aliasing of the model's own sampling.
    @Test(arguments: [(4096, 4096, UInt8(1)), (3000, 4003, 1), (3400, 4096, 1), (4096, 4096, 2)])
    func landmarksAgree(side: Int, canvas: Int, orientation: UInt8) throws {
        let data = try Self.jpeg(side: side, canvas: canvas, orientation: orientation)
        let (whole, scaled) = (try Self.landmarks(data, ImageDecoder()), try Self.landmarks(data, Self.scaled))
        func distance(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float { ((a - b) * (a - b)).sum().squareRoot() }
        let eyes = distance(whole[33], whole[263])
        let moved = zip(whole, scaled).map { distance($0, $1) / eyes }
        let mean: Float = moved.reduce(0, +) / 478
        #expect(mean < 0.006)
        #expect((moved.max() ?? 1) < 0.015)
    }

    @Test func aScaledImageHasItsFullSizeForCallers() throws {
        let data = try Self.jpeg(side: 2048, canvas: 2048)
        let (whole, scaled) = (try ImageDecoder().decode(data), try Self.scaled.decode(data))
        #expect(scaled.levels != nil)
        #expect(whole.levels == nil)
        #expect(scaled.width == 2048)
        #expect(scaled.height == 2048)
        #expect(scaled.rgbBytes == whole.rgbBytes)
    }

    @Test func smallAndTruncatedFilesAreDecodedAsUsual() throws {
        let small = try Self.scaled.decode(Self.jpeg(side: 512, canvas: 512))
        #expect(small.levels == nil)
        let cut = try Self.jpeg(side: 2048, canvas: 2048).prefix(60_000)
        #expect(throws: LineamentError.self) { try Self.scaled.decode(Data(cut)) }
        #expect(throws: LineamentError.self) { try Self.scaled.decode(Data(cut.prefix(400))) }
    }
}
