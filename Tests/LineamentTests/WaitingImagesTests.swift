// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

/// Frames that wait: the same pixels from memory and from a file, and never more than the limits.
@Suite struct WaitingImagesTests {
    private static func bytes(_ image: PixelBuffer) throws -> [UInt8] {
        try image.convertedToRGB().rgbBytes
    }

    @Test(arguments: PixelFormat.allCases, [QuarterTurn.none, .clockwise])
    func imagesAreTheSameFromAFile(format: PixelFormat, turn: QuarterTurn) throws {
        var image = PixelBuffer(sharing: try .noise(65, 47, format), colorMatrix: .bt709)
        if turn != .none {
            guard format.planeCount > 1 else { return }
            image = try image.turned(turn)
        }
        // Without memory, everything goes to the file.
        let store = WaitingImages(budget: MemoryBudget(limit: 0), fileSize: 1 << 20)
        let places = try (0..<5).map { _ in try store.add(image) }
        for place in places {
            let found = try place.image()
            #expect(found.width == image.width)
            #expect(found.height == image.height)
            #expect(found.format == format)
            #expect(found.colorMatrix == .bt709)
            #expect(try Self.bytes(found) == Self.bytes(image))
        }
    }

    /// Rows with padding, as decoders have them.
    @Test func paddingIsLeftOut() throws {
        let width = 33
        let bytes = (0..<64 * 20).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let image = try PixelBuffer(copying: bytes, width: width, height: 20, format: .gray8, bytesPerRow: [64])
        let store = WaitingImages(budget: MemoryBudget(limit: 0))
        let found = try store.add(image).image()
        #expect(image.storedByteCount == width * 20)
        #expect(try Self.bytes(found) == Self.bytes(image))
    }

    @Test func whatIsFullIsSaidAndRoomIsUsedAgain() throws {
        let image = try PixelBuffer.noise(64, 64, .gray8)
        let budget = MemoryBudget(limit: 3 * (4096 + 4096))
        let store = WaitingImages(budget: budget, fileSize: 2 * 4096)
        var places = try (0..<5).map { _ in try store.add(image) }
        let error = #expect(throws: LineamentError.self) { try store.add(image) }
        #expect(error?.code == .resourceExhausted)
        #expect(error?.message.contains("--max-memory") == true)
        #expect(error?.message.contains("64x64") == true)
        // Another video that shares the memory goes on with its own file.
        let other = WaitingImages(budget: budget, fileSize: 4096)
        #expect(try Self.bytes(other.add(image).image()) == Self.bytes(image))
        for _ in 0..<20 {
            places.removeFirst()
            places.append(try store.add(image))
        }
        places = []
        places = try (0..<5).map { _ in try store.add(image) }
        #expect(places.count == 5)
    }

    /// Slots that are in use never overlap and never go beyond the end.
    @Test func slotsDoNotOverlap() {
        var generator = SeededGenerator(seed: 7)
        var space = RingSpace(size: 1000)
        var used: [RingSpace.Slot] = []
        for _ in 0..<20_000 {
            if Bool.random(using: &generator), let slot = space.take(Int.random(in: 1...150, using: &generator)) {
                #expect(slot.offset + slot.size <= 1000)
                let overlaps = used.contains {
                    $0.offset < slot.offset + slot.size && slot.offset < $0.offset + $0.size
                }
                #expect(!overlaps)
                used.append(slot)
            } else if !used.isEmpty {
                // Mostly the oldest, as frames are drawn in order.
                let index = Int.random(in: 0..<4, using: &generator) == 0 ? used.indices.randomElement() : 0
                space.giveBack(used.remove(at: index ?? 0))
            }
        }
        for slot in used { space.giveBack(slot) }
        #expect(space.take(1000)?.offset == 0)
    }

    /// A frame that fails has no result, so the next one must not get its place.
    @Test func aFrameThatFailsDoesNotWait() throws {
        let frames = WaitingFrames<Int>(WaitingImages(budget: MemoryBudget(limit: 1 << 20)))
        let image = try PixelBuffer.noise(8, 8, .gray8)
        for index in 0..<600 {
            if index % 3 == 1 {
                #expect(throws: LineamentError.self) {
                    try frames.add(index, image) { throw LineamentError(.internal, "test") }
                }
            } else {
                try frames.add(index, image) {}
            }
            if index % 3 == 2 {
                #expect(frames.takeFirst().info == index - 2)
                #expect(frames.takeFirst().info == index)
            }
        }
    }
}
