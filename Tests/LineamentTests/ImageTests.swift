// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import Lineament

@Suite struct ImageTests {
    @Test func bufferValidatesItsDimensions() {
        let bytes = [UInt8](repeating: 0, count: 100)
        #expect(throws: LineamentError.self) {
            try PixelBuffer(copying: bytes, width: 0, height: 5, format: .rgb8)
        }
        #expect(throws: LineamentError.self) {
            try PixelBuffer(copying: bytes, width: -3, height: 5, format: .rgb8)
        }
        #expect(throws: LineamentError.self) {
            try PixelBuffer(copying: bytes, width: 10, height: 10, format: .rgb8)
        }
        #expect(throws: LineamentError.self) {
            try PixelBuffer(copying: bytes, width: 10, height: 2, format: .rgb8, bytesPerRow: [29])
        }
        #expect(throws: LineamentError.self) {
            try PixelBuffer(copying: bytes, width: 4, height: 4, format: .nv12FullRange, bytesPerRow: [4])
        }
        #expect(throws: LineamentError.self) {
            try PixelBuffer(copying: bytes, width: Int.max, height: Int.max, format: .rgb8)
        }
    }

    @Test func lastRowNeedsNoPadding() throws {
        let buffer = try PixelBuffer(
            copying: [UInt8](repeating: 1, count: 8 + 3), width: 1, height: 2, format: .rgb8, bytesPerRow: [8])
        #expect(buffer.rgbBytes == [1, 1, 1, 1, 1, 1])
    }

    @Test func unownedMemoryIsUsedInPlaceAndReleasedOnce() throws {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 12)
        defer { memory.deallocate() }
        memory.initialize(repeating: 9, count: 12)
        let plane = PixelBuffer.Plane(address: UnsafeRawPointer(memory), bytesPerRow: 6)
        let releases = Counter()
        var buffer: PixelBuffer? = try PixelBuffer(unowned: [plane], width: 2, height: 2, format: .rgb8) {
            releases.increase()
        }
        var image = try buffer.map { try MPImage(pixelBuffer: $0) }
        try image?.pixels.withPlanes { #expect($0[0].address == plane.address) }
        buffer = nil
        #expect(releases.value == 0)
        image = nil
        #expect(releases.value == 1)
    }

    @Test func imagesKeepTheirSources() throws {
        let buffer = try PixelBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb8)
        let fromPixels = try MPImage(pixelBuffer: buffer)
        #expect(fromPixels.imageSourceType == .pixelBuffer)
        #expect(fromPixels.pixelBuffer == nil)
        #expect(fromPixels.image == nil)
        #expect(fromPixels.sampleBuffer == nil)
        #expect(fromPixels.orientation == .up)
        let sample = SampleBuffer(pixelBuffer: buffer, presentationTimeInMilliseconds: 5)
        let fromSample = try MPImage(sampleBuffer: sample, orientation: .left)
        #expect(fromSample.imageSourceType == .sampleBuffer)
        #expect(fromSample.sampleBuffer == nil)
        #expect(fromSample.width == 1)
        #expect(fromSample.height == 1)
        #expect(fromSample.orientation == .left)
        let picture = UIImage(pixelBuffer: buffer, orientation: .right)
        let fromPicture = try MPImage(uiImage: picture)
        #expect(fromPicture.imageSourceType == .image)
        #expect(fromPicture.orientation == .right)
        #expect(try MPImage(uiImage: picture, orientation: .down).orientation == .down)
    }

    @Test func unusableSampleBuffersAreRejected() {
        #expect(throws: LineamentError.self) { try MPImage(sampleBuffer: SampleBuffer(pixelBuffer: nil)) }
        #expect(throws: LineamentError.self) {
            try MPImage(sampleBuffer: SampleBuffer(pixelBuffer: nil, isValid: false))
        }
    }

    @Test func orientationsHaveUIKitsRawValues() {
        #expect(ImageOrientation.allCases.map(\.rawValue) == Array(0...7))
        #expect(ImageOrientation.allCases.prefix(4).allSatisfy { $0.regionRotation != nil })
        #expect(ImageOrientation.allCases.suffix(4).allSatisfy { $0.regionRotation == nil })
    }
}

private final class Counter: Sendable {
    private let count = Locked(0)

    var value: Int { count.withLock { $0 } }

    func increase() { count.withLock { $0 += 1 } }
}
