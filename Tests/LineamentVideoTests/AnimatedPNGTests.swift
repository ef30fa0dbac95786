// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
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

    /// FFmpeg expands each text, up to a thousandfold, and keeps it: two megabytes took two gigabytes of memory.
    @Test func largeTextsAreRefused() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.png")
        let start =
            Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) + Self.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
        let text = Self.chunk("zTXt", Array(repeating: 0, count: 40_000))
        try (start + text).write(to: file)
        #expect(throws: Never.self) { try AnimatedPNG.checkTexts(of: file.path, name: "a.png") }
        try (start + text + text).write(to: file)
        let error = #expect(throws: LineamentError.self) { try VideoReader(file) }
        #expect(error?.code == .resourceExhausted)
        #expect(error?.message.contains("64 KiB of texts") == true)
    }
}
