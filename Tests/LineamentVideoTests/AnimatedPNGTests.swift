// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LineamentVideo

@Suite struct AnimatedPNGTests {
    private static func chunk(_ name: String, _ body: [UInt8] = []) -> Data {
        Data([24, 16, 8, 0].map { UInt8(body.count >> $0 & 255) }) + Data(name.utf8) + Data(body) + Data(count: 4)
    }

    /// Of a file with a color profile of several kilobytes, as editors write them, FFmpeg took the first picture for all.
    @Test func animationsAreRecognizedBehindAColorProfile() throws {
        let folder = try TemporaryFolder()
        let start =
            Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) + Self.chunk("IHDR", Array(repeating: 0, count: 13))
            + Self.chunk("iCCP", Array(repeating: 0, count: 5000))
        func isAnimation(_ rest: Data) throws -> Bool {
            let file = folder.file("a.png")
            try (start + rest).write(to: file)
            return AnimatedPNG.isAt(file.path)
        }
        #expect(try isAnimation(Self.chunk("acTL", Array(repeating: 0, count: 8)) + Self.chunk("IDAT")))
        #expect(try !isAnimation(Self.chunk("IDAT") + Self.chunk("acTL", Array(repeating: 0, count: 8))))
        #expect(try !isAnimation(Data()))
        #expect(!AnimatedPNG.isAt(folder.file("absent.png").path))
    }
}
