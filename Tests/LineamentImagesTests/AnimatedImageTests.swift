import Foundation
import Testing

@testable import LineamentImages

/// Files with several pictures are told from those with one.
@Suite struct AnimatedImageTests {
    private static let gifHead = Data("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    private static let gifExtension = Data([0x21, 0xf9, 4, 0, 10, 0, 0, 0])
    private static let gifImage = Data([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0])
    /// An image with a color table of its own.
    private static let gifImageWithColors =
        Data([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0x2c, 0x2c, 0x2c, 0x3b, 0x3b, 0x3b, 2, 2, 0x4c, 1, 0])
    private static let gifEnd = Data([0x3b])

    private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        Data([0, 0, 0, UInt8(content.count)]) + Data(name.utf8) + content + [0, 0, 0, 0]
    }

    private static func png(_ chunks: Data...) -> Data {
        chunks.reduce(Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), +)
    }

    private static let animated: [(AnimatedImage, Data)] = [
        (.gif, gifHead + gifImage + gifExtension + gifImage + gifEnd),
        (.gif, gifHead + gifExtension + gifImageWithColors + gifImage + gifEnd),
        (.png, png(chunk("IHDR", [UInt8](repeating: 1, count: 13)), chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))),
        (.webp, Data("RIFF1234WEBPVP8X".utf8) + [10, 0, 0, 0, 0x12, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
        (.avif, Data([0, 0, 0, 24]) + Data("ftypavis".utf8)),
    ]

    private static let still: [Data] = [
        gifHead + gifExtension + gifImage + gifEnd, gifHead + gifImageWithColors + gifEnd, gifHead,
        png(
            chunk("IHDR", [UInt8](repeating: 1, count: 13)), chunk("IDAT", [1]),
            chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])),
        png(chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])), png(),
        Data("RIFF1234WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0, 9, 0, 0, 9, 0, 0], Data("RIFF1234WEBPVP8L".utf8),
        Data([0, 0, 0, 24]) + Data("ftypavif".utf8), Data([0xff, 0xd8]), Data(),
    ]

    @Test func severalPicturesAreFound() {
        for (kind, file) in Self.animated { #expect(AnimatedImage(file) == kind) }
    }

    @Test func onePictureIsNoAnimation() {
        for file in Self.still { #expect(AnimatedImage(file) == nil, "\(file.count) bytes") }
    }

    /// Whatever is missing or changed, nothing is read beyond the end.
    @Test func damagedFilesDoNotTrap() {
        for file in Self.animated.map(\.1) + Self.still {
            for length in 0..<file.count {
                _ = AnimatedImage(Data(file.prefix(length)))
                var changed = file
                changed[length] = 0xff
                _ = AnimatedImage(changed)
            }
        }
    }
}
