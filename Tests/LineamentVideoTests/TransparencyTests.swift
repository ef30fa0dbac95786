// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// What is hidden in a video by being transparent is black in its frames, and so cannot show in a copy.
@Suite struct TransparencyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A codec with transparency.
    enum Kind: String, CaseIterable {
        case vp9, vp8, proRes4444, png, animation, ffv1

        var encoder: String {
            switch self {
            case .vp9: "libvpx-vp9"
            case .vp8: "libvpx"
            case .proRes4444: "prores_ks"
            case .png: "png"
            case .animation: "qtrle"
            case .ffv1: "ffv1"
            }
        }

        var container: String { self == .vp9 || self == .vp8 ? "webm" : self == .ffv1 ? "mkv" : "mov" }

        var format: AVPixelFormat {
            switch self {
            case .vp9, .vp8: AV_PIX_FMT_YUVA420P
            case .proRes4444: AV_PIX_FMT_YUVA444P10LE
            case .png: AV_PIX_FMT_RGBA
            case .animation: AV_PIX_FMT_ARGB
            case .ffv1: AV_PIX_FMT_BGRA
            }
        }
    }

    /// The left half is bright and visible, the right half bright and hidden.
    private static func paint(_ frame: AVFrame, _ format: AVPixelFormat) {
        func plane(_ index: Int) -> (UnsafeMutablePointer<UInt8>?, Int) {
            let (data, lines) = (frame.data, frame.linesize)
            let all = [(data[0], lines[0]), (data[1], lines[1]), (data[2], lines[2]), (data[3], lines[3])]
            return (all[index].0, Int(all[index].1))
        }
        for row in 0..<Int(frame.height) {
            for column in 0..<Int(frame.width) {
                let isVisible = column < Int(frame.width) / 2
                switch format {
                case AV_PIX_FMT_YUVA420P:
                    plane(0).0?[row * plane(0).1 + column] = 200
                    plane(3).0?[row * plane(3).1 + column] = isVisible ? 255 : 0
                    plane(1).0?[row / 2 * plane(1).1 + column / 2] = 128
                    plane(2).0?[row / 2 * plane(2).1 + column / 2] = 128
                case AV_PIX_FMT_YUVA444P10LE:
                    for (index, value) in [(0, 800), (1, 512), (2, 512), (3, isVisible ? 1023 : 0)] {
                        let place = row * plane(index).1 + 2 * column
                        plane(index).0?[place] = UInt8(value & 255)
                        plane(index).0?[place + 1] = UInt8(value >> 8)
                    }
                default:
                    let alpha = format == AV_PIX_FMT_ARGB ? 0 : 3
                    for channel in 0..<4 {
                        plane(0).0?[row * plane(0).1 + 4 * column + channel] =
                            channel == alpha ? (isVisible ? 255 : 0) : 200
                    }
                }
            }
        }
    }

    /// Writes a video; returns false if FFmpeg lacks the encoder.
    private func write(_ kind: Kind, to path: String) throws -> Bool {
        var video = EncodedVideo(encoder: kind.encoder, format: kind.format)
        if kind.container == "webm" {
            video.options = ["auto-alt-ref": "0", "b": "1000000"]
            video.metadata = ["alpha_mode": "1"]
        }
        return try video.write(to: path, frames: 5) { Self.paint($1, kind.format) }
    }

    @Test(arguments: Kind.allCases) func whatIsHiddenIsBlack(kind: Kind) throws {
        let path = folder.file("in.\(kind.container)").path
        guard try write(kind, to: path) else { return }
        let reader = try VideoReader(path)
        var count = 0
        while let frame = try reader.next() {
            count += 1
            let bytes = try frame.pixels.convertedToRGB().rgbBytes
            for row in [0, 24, 47] {
                // A column beside the border may be blended by the codec.
                for column in 36..<64 {
                    #expect(bytes[(row * 64 + column) * 3] < 24, "frame \(frame.index), \(column), \(row)")
                }
                #expect(bytes[(row * 64 + 8) * 3] > 150)
            }
        }
        #expect(count == 5)
    }
}
