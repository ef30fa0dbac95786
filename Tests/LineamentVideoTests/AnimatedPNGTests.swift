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

    /// FFmpeg expands each text, up to a thousandfold, and keeps it: two megabytes took two gigabytes of memory. It does not matter
    /// where the file comes from.
    ///
    /// In a pipe, FFmpeg recognizes only animations whose first picture begins in the first two kilobytes.
    @Test(arguments: [("file", "before the first picture"), ("file", "in a picture"), ("pipe", "in a picture")])
    func largeTextsAreRefused(source: String, place: String) throws {
        let folder = try TemporaryFolder()
        let whole = folder.file("a.apng")
        let video = AnimationTests.Kind.apng.video
        guard try video.write(to: whole.path, frames: 3, paint: AnimationTests.paint) else { return }
        let data = try Data(contentsOf: whole)
        let mark = Data("fcTL".utf8)
        let first = try #require(data.range(of: mark))
        let second = try #require(data[first.upperBound...].range(of: mark))
        // The length stands before the name of a chunk.
        let start = (place == "in a picture" ? second : first).lowerBound - 4
        for (count, isRefused) in [(1, false), (2, true)] {
            let texts = Data((0..<count).flatMap { _ in Self.chunk("zTXt", Array(repeating: 0, count: 40_000)) })
            let bytes = data[..<start] + texts + data[start...]
            let stored = folder.file("\(count).png")
            try bytes.write(to: stored)
            let file = source == "pipe" ? folder.file("\(count).pipe") : stored
            if source == "pipe" {
                try #require(mkfifo(file.path, 0o600) == 0)
                // A process of its own, which the end of the reader ends.
                let shell = URL(fileURLWithPath: "/bin/sh")
                _ = try Process.run(shell, arguments: ["-c", "cat '\(stored.path)' > '\(file.path)'"])
            }
            guard isRefused else {
                let reader = try VideoReader(file)
                for _ in 0..<3 { #expect(try reader.next() != nil) }
                continue
            }
            let error = #expect(throws: LineamentError.self) {
                let reader = try VideoReader(file)
                while try reader.next() != nil {}
            }
            #expect(error?.code == .resourceExhausted)
            #expect(error?.message.contains("64 KiB of texts") == true)
        }
    }
}
