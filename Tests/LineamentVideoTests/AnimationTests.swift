// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// Animated GIF, PNG, WebP and AVIF files, which are read as videos.
@Suite struct AnimationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.file(name).path }

    /// A kind of animation.
    enum Kind: String, CaseIterable {
        case gif, apng, webp, avif

        var video: EncodedVideo {
            var video =
                switch self {
                case .gif: EncodedVideo(encoder: "gif", format: AV_PIX_FMT_RGB8)
                case .apng: EncodedVideo(encoder: "apng", format: AV_PIX_FMT_RGB24)
                case .webp: EncodedVideo(encoder: "libwebp_anim", format: AV_PIX_FMT_BGRA, options: ["lossless": "1"])
                case .avif: EncodedVideo(encoder: "libaom-av1", format: AV_PIX_FMT_YUV420P, options: ["cpu-used": "8"])
                }
            video.interval = AVRational(num: 1, den: 5)
            return video
        }
    }

    /// The column at which the bright part of a frame begins.
    private static func edge(_ index: Int) -> Int { 16 + 8 * index }

    /// A frame is dark on the left and bright on the right, and its upper half does not change.
    static func paint(_ index: Int, _ frame: AVFrame) {
        let (data, lines) = (frame.data, frame.linesize)
        let size =
            switch AVPixelFormat(rawValue: frame.format) {
            case AV_PIX_FMT_RGB24: 3
            case AV_PIX_FMT_BGRA: 4
            default: 1
            }
        for row in 0..<48 {
            for column in 0..<64 {
                let isBright = column >= edge(row < 24 ? 0 : index)
                for channel in 0..<size {
                    data[0]?[row * Int(lines[0]) + size * column + channel] = isBright || channel == 3 ? 255 : 0
                }
            }
        }
        guard AVPixelFormat(rawValue: frame.format) == AV_PIX_FMT_YUV420P else { return }
        for (plane, line) in [(data[1], lines[1]), (data[2], lines[2])] {
            for place in 0..<24 * Int(line) { plane?[place] = 128 }
        }
    }

    @Test(arguments: Kind.allCases) func animationsAreVideos(kind: Kind) throws {
        let file = path("a.\(kind)")
        guard try kind.video.write(to: file, frames: 5, paint: Self.paint) else { return }
        let reader = try VideoReader(file)
        #expect(reader.width == 64)
        #expect(reader.height == 48)
        for index in 0..<5 {
            let frame = try #require(try reader.next(), "frame \(index)")
            #expect(frame.timestampInMilliseconds == 200 * index)
            let bytes = try frame.pixels.convertedToRGB().rgbBytes
            for (row, edge) in [(8, Self.edge(0)), (40, Self.edge(index))] {
                #expect(bytes[3 * (64 * row + edge - 5)] < 60, "frame \(index), row \(row)")
                #expect(bytes[3 * (64 * row + edge + 5)] > 190, "frame \(index), row \(row)")
            }
        }
        #expect(try reader.next() == nil)
    }

    /// Returns a lossless still WebP file of one color.
    private func chunk(of color: [UInt8], width: Int, height: Int) throws -> Data? {
        let file = path("still.webp")
        var video = EncodedVideo(encoder: "libwebp", format: AV_PIX_FMT_BGRA, options: ["lossless": "1"])
        (video.width, video.height) = (width, height)
        let isWritten = try video.write(to: file, frames: 1) { _, frame in
            for row in 0..<height {
                for place in 0..<4 * width {
                    frame.data[0]?[row * Int(frame.linesize[0]) + place] =
                        [color[2], color[1], color[0], color[3]][place % 4]
                }
            }
        }
        return isWritten ? try Data(contentsOf: URL(fileURLWithPath: file)).dropFirst(12) : nil
    }

    private static func number(_ value: Int, _ bytes: Int) -> Data {
        Data((0..<bytes).map { UInt8(value >> (8 * $0) & 255) })
    }

    private static func chunk(_ name: String, _ body: Data) -> Data {
        Data(name.utf8) + number(body.count, 4) + body + Data(count: body.count % 2)
    }

    /// FFmpeg's decoder ends the process for some of these; found by fuzzing.
    @Test func headersOfPicturesAreLeftOut() throws {
        let header = Self.chunk("VP8X", Data([8, 0, 0, 0]) + Self.number(47, 3) + Self.number(47, 3))
        guard let file = try composed(prefix: header + Self.chunk("EXIF", Data(count: 5))) else { return }
        try file.write(to: folder.file("a.webp"))
        let reader = try VideoReader(path("a.webp"))
        #expect(try reader.next()?.pixels.convertedToRGB().rgbBytes.prefix(3) == [255, 0, 0])
        let empty = try #require(try composed(prefix: Self.chunk("JUNK", Data(count: 4096))))
        try empty.prefix(200).write(to: folder.file("b.webp"))
        #expect(throws: LineamentError.self) { _ = try VideoReader(path("b.webp")).next() }
    }

    /// Returns a file of 16 x 16 pixels: opaque red; half-transparent green over its middle, which is cleared afterwards; and
    /// blue in a corner, which replaces what was there.
    /// - Parameter prefix: What comes before the pixels of the first picture.
    private func composed(place: Int = 2, duration: Int = 40, prefix: Data = Data()) throws -> Data? {
        func picture(_ still: Data, x: Int, side: Int, duration: Int, flags: UInt8) -> Data {
            let place = Self.number(x, 3) + Self.number(x, 3) + Self.number(side - 1, 3) + Self.number(side - 1, 3)
            return Self.chunk("ANMF", place + Self.number(duration, 3) + Data([flags]) + still)
        }
        guard let red = try chunk(of: [255, 0, 0, 255], width: 16, height: 16),
            let green = try chunk(of: [0, 255, 0, 128], width: 8, height: 8),
            let blue = try chunk(of: [0, 0, 255, 64], width: 4, height: 4)
        else { return nil }
        let parts =
            Self.chunk("VP8X", Data([18, 0, 0, 0]) + Self.number(15, 3) + Self.number(15, 3))
            + Self.chunk("ANIM", Data(count: 6)) + picture(prefix + red, x: 0, side: 16, duration: duration, flags: 0)
            + picture(green, x: place, side: 8, duration: 5, flags: 1)
            + picture(blue, x: 0, side: 4, duration: 250, flags: 2)
        return Data("RIFF".utf8) + Self.number(parts.count + 4, 4) + Data("WEBP".utf8) + parts
    }

    /// Pictures are laid over each other, replace what was there, and are cleared, as browsers do it; what is hidden is black.
    @Test func picturesBecomeFrames() throws {
        guard let file = try composed() else { return }
        try file.write(to: URL(fileURLWithPath: path("a.webp")))
        let reader = try VideoReader(path("a.webp"))
        #expect(abs((reader.duration ?? 0) - 0.39) < 1e-9)
        var frames: [(time: Int, pixels: [UInt8])] = []
        while let frame = try reader.next() {
            frames.append((frame.timestampInMilliseconds, frame.pixels.rgbBytes))
        }
        // Five milliseconds are too short for browsers.
        #expect(frames.map(\.time) == [0, 40, 140])
        func color(_ frame: Int, _ x: Int, _ y: Int) -> [UInt8] {
            Array(frames[frame].pixels[3 * (16 * y + x)..<3 * (16 * y + x) + 3])
        }
        try #require(frames.count == 3)
        #expect(color(0, 8, 8) == [255, 0, 0])
        #expect(color(1, 8, 8) == [127, 128, 0])
        #expect(color(1, 1, 1) == [255, 0, 0])
        #expect(color(2, 8, 8) == [0, 0, 0])
        #expect(color(2, 15, 15) == [255, 0, 0])
        #expect(color(2, 1, 1) == [0, 0, 64])
    }

    @Test func aPartBeginsWithWhatIsBelowIt() throws {
        guard let file = try composed() else { return }
        try file.write(to: URL(fileURLWithPath: path("a.webp")))
        var options = VideoReader.Options()
        options.start = 0.1
        let reader = try VideoReader(path("a.webp"), options: options)
        let frame = try #require(try reader.next())
        #expect(frame.timestampInMilliseconds == 140)
        #expect(Array(frame.pixels.rgbBytes.suffix(3)) == [255, 0, 0])
        #expect(try reader.next() == nil)
    }

    @Test func damagedAnimationsAreErrors() throws {
        guard let whole = try composed() else { return }
        let url = URL(fileURLWithPath: path("a.webp"))
        try whole.dropLast(8).write(to: url)
        let cut = try VideoReader(path("a.webp"))
        #expect(try cut.next() != nil)
        #expect(try cut.next() != nil)
        let error = #expect(throws: LineamentError.self) { try cut.next() }
        #expect(error?.code == .dataLoss)
        // A picture beyond the border.
        try #require(try composed(place: 6)).write(to: url)
        let outside = #expect(throws: LineamentError.self) { try VideoReader(path("a.webp")) }
        #expect(outside?.code == .dataLoss)
        // Whatever the damage, there are only errors.
        for bytes in Damage.overwritten(Array(whole + Data(count: 400)), copies: 300) {
            try Data(bytes).write(to: url)
            var options = VideoReader.Options()
            options.maxPixels = 1_000_000
            do {
                let reader = try VideoReader(path("a.webp"), options: options)
                while try reader.next() != nil {}
            } catch is LineamentError {}
        }
    }

    @Test func theLimitHoldsForTheWholeAnimation() throws {
        guard var file = try composed() else { return }
        // The width and height of the animation, of three bytes each.
        file.replaceSubrange(24..<30, with: Data(repeating: 0xff, count: 6))
        try file.write(to: URL(fileURLWithPath: path("a.webp")))
        let error = #expect(throws: LineamentError.self) { try VideoReader(path("a.webp")) }
        #expect(error?.code == .resourceExhausted)
    }
}
