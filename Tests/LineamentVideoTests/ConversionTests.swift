// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// The core's conversion of frames to RGB against libswscale's, which produced the frames of the references.
@Suite struct ConversionTests {
    private static let formats: [PixelFormat] = [.nv12VideoRange, .nv12FullRange, .i420, .i420FullRange]
    private static let sizes = [(14, 20), (64, 48), (65, 47), (320, 241), (321, 240), (853, 480), (1280, 720)]

    private static func bySwscale(_ frame: PixelBuffer) throws -> PixelBuffer {
        let isFullRange = frame.format == .nv12FullRange || frame.format == .i420FullRange
        let source = FrameConverter.Source(
            width: Int32(frame.width), height: Int32(frame.height),
            format: frame.format.planeCount == 2 ? AV_PIX_FMT_NV12 : AV_PIX_FMT_YUV420P, matrix: frame.colorMatrix,
            isFullRange: isFullRange)
        return try frame.withPlanes { try FrameConverter(FFmpeg.library()).rgb(source, planes: $0) }
    }

    @Test(arguments: formats, ColorMatrix.allCases)
    func wholeFramesEqualLibswscale(format: PixelFormat, matrix: ColorMatrix) throws {
        for (width, height) in Self.sizes {
            let frame = try PixelBuffer.noise(width, height, format, matrix)
            let (found, expected) = (try frame.convertedToRGB(), try Self.bySwscale(frame))
            #expect(found.format == .rgb8)
            #expect(found.width == width)
            #expect(found.height == height)
            let wrong = zip(found.rgbBytes, expected.rgbBytes).count { $0 != $1 }
            // In odd sizes libswscale occasionally drops weights of a thousandth, which changes a level by one.
            let allowed = width % 2 == 0 && height % 2 == 0 ? 0 : width * height * 3 / 10_000
            #expect(wrong <= allowed, "\(width)x\(height)")
        }
    }

    @Test func framesAreRotatedUpright() throws {
        let frame = try PixelBuffer.noise(64, 48, .i420, .bt601)
        let stored = try frame.convertedToRGB()
        for turn in [QuarterTurn.clockwise, .half, .counterclockwise] {
            let turned = try frame.turned(turn).convertedToRGB()
            #expect(try turned.rgbBytes == stored.upright(from: turn.orientation).rgbBytes)
        }
    }

    @Test func manyThreadsOpenFFmpegConcurrently() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { (try? DecodedFrame(FFmpeg.library())) != nil } }
            for await isOpen in group { #expect(isOpen) }
        }
    }
}
