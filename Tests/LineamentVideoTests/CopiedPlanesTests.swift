// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// Copies without loss, in which a square is drawn: outside of it, they have the values of the decoder.
@Suite struct CopiedPlanesTests {
    /// A video and what its copy must be.
    struct Case: CustomTestStringConvertible, Sendable {
        var encoder: String
        var format: String
        var file: String
        var options: [String: String] = [:]
        var shape = (1, 1)
        /// FFmpeg's name of the codec of the copy.
        var codec: String
        /// FFmpeg's name of the format of the copy.
        var copied: String
        /// Whether the codec of the copy can be without loss.
        var isLossless = true

        var testDescription: String { "\(encoder), \(format), \(file)" }
    }

    private static let hlg = [
        "colorspace": "bt2020nc", "color_primaries": "bt2020", "color_trc": "arib-std-b67", "color_range": "tv",
    ]
    private static let cases = [
        Case(encoder: "libx264", format: "yuv420p", file: "a.mp4", codec: "h264", copied: "yuv420p"),
        Case(encoder: "libx264", format: "yuv422p", file: "b.mp4", codec: "h264", copied: "yuv422p"),
        Case(encoder: "libx264", format: "yuv444p", file: "c.mkv", codec: "h264", copied: "yuv444p"),
        Case(encoder: "libx264", format: "yuv420p10le", file: "d.mov", codec: "h264", copied: "yuv420p10le"),
        Case(
            encoder: "libx264", format: "yuv420p", file: "e.mp4", options: ["color_range": "pc"], codec: "h264",
            copied: "yuvj420p"),
        Case(encoder: "libx264", format: "yuv420p", file: "f.mp4", shape: (4, 3), codec: "h264", copied: "yuv420p"),
        Case(
            encoder: "libx265", format: "yuv420p10le", file: "g.mp4", options: hlg, codec: "hevc",
            copied: "yuv420p10le"),
        Case(encoder: "libvpx-vp9", format: "yuv420p", file: "h.webm", codec: "vp9", copied: "yuv420p"),
        Case(encoder: "libvpx-vp9", format: "yuv420p", file: "h.mov", codec: "h264", copied: "yuv420p"),
        Case(encoder: "ffv1", format: "yuv422p10le", file: "i.mkv", codec: "ffv1", copied: "yuv422p10le"),
        Case(encoder: "ffv1", format: "yuv422p10le", file: "i.mp4", codec: "h264", copied: "yuv422p10le"),
        Case(encoder: "mpeg4", format: "yuv420p", file: "j.mp4", codec: "h264", copied: "yuv420p"),
        Case(
            encoder: "prores_ks", format: "yuv422p10le", file: "k.mov", codec: "prores", copied: "yuv422p10le",
            isLossless: false),
        Case(
            encoder: "mjpeg", format: "yuvj422p", file: "l.mov", codec: "mjpeg", copied: "yuvj422p", isLossless: false),
    ]
    private static let side = 128
    /// The square that is drawn.
    private static let square = 32..<64

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(_ video: Case) throws -> URL? {
        let ffmpeg = try FFmpeg.library()
        // MP4 cannot hold FFV1, nor MOV VP9.
        let name = ["ffv1", "libvpx-vp9"].contains(video.encoder) ? "source.mkv" : "source-" + video.file
        let made = EncodedVideo(
            encoder: video.encoder, format: ffmpeg.av_get_pix_fmt(video.format), width: Self.side, height: Self.side,
            pixelShape: AVRational(num: Int32(video.shape.0), den: Int32(video.shape.1)), options: video.options)
        let length = video.format.contains("10") ? 2 : 1
        let isMade = try made.write(to: folder.file(name).path, frames: 3) { index, frame in
            for plane in 0..<3 {
                let data = frame.data[plane]
                let line = frame.linesize[plane]
                let planes = PlaneFormat(holding: AVPixelFormat(rawValue: frame.format), ffmpeg)
                let size = planes?.size(plane: plane, width: Self.side, height: Self.side) ?? (width: 0, height: 0)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let value = 64 + (x * 3 + y * 2 + 11 * index + 40 * plane) % 120
                        let place = y * Int(line) + x * length
                        data?[place] = UInt8(length == 1 ? value : (value << 2 | x & 3) & 255)
                        if length == 2 { data?[place + 1] = UInt8(value >> 6) }
                    }
                }
            }
        }
        return isMade ? folder.file(name) : nil
    }

    /// Returns a frame with a green square.
    private func drawing(over frame: PixelBuffer) throws -> PixelBuffer {
        let rgb = try frame.convertedToRGB().rgbBytes
        var bytes: [UInt8] = []
        for pixel in 0..<frame.width * frame.height {
            let isDrawn = Self.square.contains(pixel / frame.width) && Self.square.contains(pixel % frame.width)
            // Blue first and four bytes, as drawings have them.
            bytes += isDrawn ? [30, 220, 0, 255] : [rgb[3 * pixel + 2], rgb[3 * pixel + 1], rgb[3 * pixel], 255]
        }
        return try PixelBuffer(copying: bytes, width: frame.width, height: frame.height, format: .bgra8)
    }

    private func copy(_ source: URL, to name: String, squaring: Bool) throws -> VideoWriter {
        var reading = VideoReader.Options()
        reading.squaresPixels = squaring
        let reader = try VideoReader(source, options: reading)
        var options = VideoWriter.Options()
        options.constantRateFactor = 0
        let writer = try VideoWriter(folder.file(name), matching: reader, options: options)
        while let frame = try reader.next() { try writer.write(drawing(over: frame.shown), over: frame) }
        try writer.finish()
        return writer
    }

    /// Returns the decoder's frames.
    private func decoded(_ url: URL) throws -> (frames: [StoredPlanes], tags: ColorTags, codec: String, format: String)
    {
        let reader = try VideoReader(url)
        let ffmpeg = reader.demuxer.ffmpeg
        var frames: [StoredPlanes] = []
        let decoder = try VideoDecoder(reader.demuxer.videoStream, maxPixels: 1 << 20, name: "clip", ffmpeg)
        func take() throws {
            while let frame = try decoder.receive() { frames.append(try #require(try frame.storedPlanes(.up))) }
        }
        while let packet = try reader.demuxer.nextVideoPacket() {
            _ = try decoder.send(packet)
            try take()
        }
        decoder.drain()
        try take()
        let source = CopySource(reader, keepsFrames: true, keepsCodec: true)
        let parameters = reader.demuxer.videoStream.codecpar
        let format = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(rawValue: parameters.format))
        return (
            frames, source.colors, String(cString: try #require(ffmpeg.avcodec_get_name(source.codec))),
            String(cString: try #require(format).name)
        )
    }

    @Test(arguments: cases) func outsideOfTheDrawingNothingChanges(video: Case) throws {
        guard let source = try make(video) else {
            print("Skipped: FFmpeg has no \(video.encoder).")
            return
        }
        let isSquared = video.shape != (1, 1)
        let writer = try copy(source, to: video.file, squaring: isSquared)
        let (original, copied) = (try decoded(source), try decoded(folder.file(video.file)))
        #expect(copied.codec == video.codec)
        #expect(copied.format == video.copied)
        #expect(copied.tags.matrix == original.tags.matrix)
        #expect(copied.tags.primaries == original.tags.primaries)
        #expect(copied.tags.transfer == original.tags.transfer)
        #expect(copied.tags.isFullRange == original.tags.isFullRange)
        #expect((writer.notice == nil) == (copied.codec == original.codec))
        #expect(copied.frames.count == original.frames.count)
        // A scaler mixes pixels, so that those beside the square are replaced as well.
        let margin = isSquared ? 8 : 2
        let columns =
            Self.square.lowerBound * video.shape.1 / video.shape.0 - margin..<Self.square.upperBound + margin
        let rows = Self.square.lowerBound - margin..<Self.square.upperBound + margin
        for (old, new) in zip(original.frames, copied.frames) {
            #expect(new.width == old.width)
            #expect(new.height == old.height)
            let difference = try largestDifference(old, new, besides: (columns, rows))
            // What ProRes and Motion JPEG lose at their usual quality.
            #expect(difference <= (video.isLossless ? 0 : 48))
        }
        let shown = try #require(try VideoReader(folder.file(video.file)).next()).shown.convertedToRGB().rgbBytes
        let x = (Self.square.lowerBound + 16) * video.shape.1 / video.shape.0
        let middle = 3 * ((Self.square.lowerBound + 16) * Self.side + x)
        for (channel, value) in [0, 220, 30].enumerated() {
            // What rounding to 8 bits of YUV, and compression, change.
            #expect(abs(Int(shown[middle + channel]) - value) <= 8)
        }
    }

    /// Values below black look black, and so does what covers them: that they look alike is no reason to keep them.
    @Test func nothingStaysBelowACoverOfTheSameColor() throws {
        let video = EncodedVideo(
            encoder: "libx264", format: AV_PIX_FMT_YUV420P, width: Self.side, height: Self.side, options: ["qp": "0"])
        let isMade = try video.write(to: folder.file("dark.mp4").path, frames: 2) { _, frame in
            for plane in 0..<3 {
                for place in 0..<(plane == 0 ? Self.side : Self.side / 2) * Int(frame.linesize[plane]) {
                    frame.data[plane]?[place] = plane == 0 ? UInt8(place * 7 % 16) : 128
                }
            }
        }
        guard isMade else { return }
        let reader = try VideoReader(folder.file("dark.mp4"))
        var options = VideoWriter.Options()
        options.constantRateFactor = 0
        let writer = try VideoWriter(folder.file("copy.mp4"), matching: reader, options: options)
        let bytes = (0..<Self.side * Self.side).map { place -> UInt8 in
            let isCovered = Self.square.contains(place / Self.side) && Self.square.contains(place % Self.side)
            return isCovered ? 255 : 0
        }
        let mask = Mask(uInt8Data: bytes, width: Self.side, height: Self.side, shouldCopy: true)
        while let frame = try reader.next() {
            let black = try frame.shown.convertedToRGB()
            #expect(black.rgbBytes.allSatisfy { $0 == 0 })
            try writer.write(black, over: frame, covered: mask)
        }
        try writer.finish()
        let (original, copy) = (try decoded(folder.file("dark.mp4")), try decoded(folder.file("copy.mp4")))
        try copy.frames[0].withPlanes { planes in
            for y in Self.square {
                for x in Self.square {
                    #expect(planes[0].address.load(fromByteOffset: y * planes[0].bytesPerRow + x, as: UInt8.self) == 16)
                }
            }
        }
        #expect(try largestDifference(original.frames[0], copy.frames[0], besides: (Self.square, Self.square)) == 0)
    }

    private func largestDifference(
        _ old: StoredPlanes, _ new: StoredPlanes, besides square: (columns: Range<Int>, rows: Range<Int>)
    ) throws -> Int {
        try old.withPlanes { old in
            try new.withPlanes { planes in
                var largest = 0
                for plane in 0..<3 {
                    let size = new.format.size(plane: plane, width: new.width, height: new.height)
                    for y in 0..<size.height {
                        for x in 0..<size.width {
                            let (pixelX, pixelY) = (x * new.width / size.width, y * new.height / size.height)
                            if square.columns.contains(pixelX), square.rows.contains(pixelY) { continue }
                            func sample(_ planes: [PixelBuffer.Plane]) -> Int {
                                let row = planes[plane].address + y * planes[plane].bytesPerRow
                                return new.format.bytesPerSample == 1
                                    ? Int(row.load(fromByteOffset: x, as: UInt8.self))
                                    : Int(row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
                            }
                            largest = max(largest, abs(sample(old) - sample(planes)))
                        }
                    }
                }
                return largest
            }
        }
    }

    /// x264 takes fields of whole rows of chroma only.
    @Test func fieldsOfAnUnusualHeightAreCopied() throws {
        let made = EncodedVideo(
            encoder: "mpeg2video", format: AV_PIX_FMT_YUV420P, width: 128, height: 90, options: ["flags": "+ildct+ilme"]
        )
        guard try made.write(to: folder.file("source.mkv").path, frames: 3, paint: { _, _ in }) else { return }
        let reader = try VideoReader(folder.file("source.mkv"))
        let writer = try VideoWriter(folder.file("copy.mp4"), matching: reader)
        while let frame = try reader.next() { try writer.write(frame.shown, over: frame) }
        try writer.finish()
        #expect(try VideoReader(folder.file("copy.mp4")).height == 90)
    }

    /// As a camera does that takes a picture when something moves.
    @Test(arguments: ["slow.mkv", "slow.mp4"]) func hoursMayLieBetweenFrames(name: String) throws {
        let made = EncodedVideo(
            encoder: "libx264", format: AV_PIX_FMT_YUV420P, interval: AVRational(num: 20_000, den: 1),
            options: ["bf": "0"])
        guard try made.write(to: folder.file(name).path, frames: 5, paint: { _, _ in }) else { return }
        let reader = try VideoReader(folder.file(name))
        let writer = try VideoWriter(folder.file("copy.mp4"), matching: reader)
        while let frame = try reader.next() { try writer.write(frame.shown, over: frame) }
        try writer.finish()
        let copied = try VideoReader(folder.file("copy.mp4"))
        var times: [Double] = []
        while let frame = try copied.next() { times.append(frame.time) }
        #expect(times == [0, 20_000, 40_000, 60_000, 80_000])
    }
}
