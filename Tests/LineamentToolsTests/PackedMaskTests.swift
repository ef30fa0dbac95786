// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentTools

/// The silhouettes of frames that wait take little memory, and are the same afterwards.
@Suite struct PackedMaskTests {
    private func mask(_ bytes: [UInt8], width: Int) throws -> Mask {
        try #require(Mask(uInt8Data: bytes, width: width, height: bytes.count / width, shouldCopy: true))
    }

    @Test func masksAreTheSameAfterwards() throws {
        let person = (0..<120 * 80).map { index in
            let (x, y) = (index % 120 - 60, index / 120 - 40)
            return UInt8(max(0, min(255, 600 - (x * x + y * y))))
        }
        let noise = (0..<31 * 7).map { UInt8(truncatingIfNeeded: $0 &* 97) }
        let long = [UInt8](repeating: 255, count: 1000) + [UInt8](repeating: 0, count: 500)
        for (bytes, width) in [(person, 120), (noise, 31), (long, 100)] {
            let found = try #require(PackedMask(mask(bytes, width: width)).mask)
            #expect(found.width == width)
            #expect(found.withUnsafeBytes { Array($0) } == bytes)
        }
    }

    @Test func aRedactionHasTheUnionOfItsPeople() throws {
        var redaction = Redaction(areas: [])
        #expect(redaction.silhouette == nil)
        redaction.silhouette = try mask([0, 9, 0, 255], width: 2)
        #expect(redaction.silhouette?.withUnsafeBytes { Array($0) } == [0, 9, 0, 255])
        let both = Redaction(
            areas: [],
            masks: [PackedMask(try mask([0, 9, 0, 255], width: 2)), PackedMask(try mask([7, 3, 0, 1], width: 2))],
            endedTracks: [], people: nil, keptTracks: [])
        #expect(both.silhouette?.withUnsafeBytes { Array($0) } == [7, 9, 0, 255])
    }
}
