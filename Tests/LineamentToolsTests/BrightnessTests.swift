// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@testable import LineamentTools

/// Images that are dark, in which detectors find less.
@Suite struct BrightnessTests {
    private static func gray(_ level: (_ x: Int, _ y: Int) -> Int) throws -> PixelBuffer {
        let bytes = (0..<240 * 240).map { UInt8(level($0 % 240, $0 / 240)) }
        return try PixelBuffer(copying: bytes, width: 240, height: 240, format: .gray8)
    }

    /// A photo in daylight is searched no more than before, also one before a black wall.
    @Test func lightIsNotDark() throws {
        #expect(!Brightness(try ImageDecoder().decode(contentsOf: Sample.url)).isDark)
        #expect(!Brightness(try Self.gray { x, _ in x % 16 * 15 }).isDark)
        #expect(!Brightness(try Self.gray { x, y in x < 180 ? 9 : x * y % 256 }).isDark)
    }

    @Test func theDarkIsBrightened() throws {
        let night = try Self.gray { x, y in (x * 7 + y * 3) % 50 }
        #expect(Brightness(night).isDark)
        let copy = try #require(try Brightness(night).brightened(night).first)
        #expect(copy.rgbBytes.max().map { $0 > 200 } == true)
        // Lamps over a dark street.
        let street = try Self.gray { x, y in y < 60 ? 250 - x % 9 : (x * 7 + y * 3) % 50 }
        #expect(Brightness(street).isDark)
        let copies = try Brightness(street).brightened(street)
        #expect(copies.last.map { $0.rgbBytes[(200 * 240) * 3..<(210 * 240) * 3].max() ?? 0 > 180 } == true)
    }
}
