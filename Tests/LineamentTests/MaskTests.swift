// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Lineament

@Suite struct MaskTests {
    @Test func bytesReadAsFloats() throws {
        let mask = try #require(Mask(uInt8Data: [128, 0, 255, 1], width: 2, height: 2, shouldCopy: true))
        #expect(mask.dataType == .uInt8)
        #expect(mask.width == 2)
        #expect(mask.height == 2)
        #expect(abs(mask[x: 0, y: 0] - 0.501) < 0.001)
        #expect(mask[x: 0, y: 1] == 1)
        #expect(mask.withUnsafeFloats(\.baseAddress) == mask.withUnsafeFloats(\.baseAddress))
        #expect(mask.withUnsafeBytes { Array($0) } == [128, 0, 255, 1])
    }

    @Test func floatsReadAsTruncatedBytes() throws {
        let mask = try #require(
            Mask(float32Data: [0.52, 1, -1, .nan], width: 4, height: 1, shouldCopy: true))
        #expect(mask.dataType == .float32)
        #expect(mask.withUnsafeBytes { Array($0) } == [132, 255, 0, 0])
    }

    @Test func memoryIsSharedOrCopied() throws {
        let source: [Float] = [0.25, 0.75]
        try source.withUnsafeBufferPointer { buffer in
            let address = try #require(buffer.baseAddress)
            let shared = try #require(Mask(float32Data: address, width: 2, height: 1, shouldCopy: false))
            #expect(shared.withUnsafeFloats(\.baseAddress) == address)
            let copy = try #require(shared.copy() as? Mask)
            #expect(copy.withUnsafeFloats(\.baseAddress) != address)
            #expect(copy[x: 1, y: 0] == 0.75)
            #expect(copy == shared)
        }
        #expect(Mask(float32Data: source, width: 0, height: 2, shouldCopy: true) == nil)
        #expect(Mask(uInt8Data: [1], width: .max, height: 2, shouldCopy: true) == nil)
    }

    /// A mask of ones over the middle quarter of an image, without rotation.
    @Test func masksCoverTheirRegion() throws {
        let ones = RegionMask(side: 16, confidences: [Float](repeating: 1, count: 256))
        let rect = RotatedRect(xCenter: 0.5, yCenter: 0.5, width: 0.5, height: 0.5, rotation: 0)
        let size = ImageSize(width: 64, height: 64)
        let mask = try Mask(width: 64, height: 64) {
            MaskProjection(rect, side: 16, in: size).apply(ones, to: $0, width: 64, height: 64)
        }
        let sum = mask.withUnsafeFloats { $0.reduce(0, +) }
        #expect(mask[x: 32, y: 32] == 1)
        #expect(mask[x: 0, y: 0] == 0)
        #expect(mask[x: 32, y: 15] > 0)
        #expect(mask[x: 32, y: 11] == 0)
        #expect(abs(sum - 32 * 32) < 0.05 * 32 * 32)
    }
}
