// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// What a copy does not keep of its source, it says.
@Suite struct CopiedPropertiesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a copy whose frames are those of the source.
    private func copy(_ source: String, to name: String, isLossless: Bool = false) throws -> VideoWriter {
        let reader = try VideoReader(folder.file(source))
        var options = VideoWriter.Options()
        if isLossless { options.constantRateFactor = 0 }
        var frame = try #require(try reader.next())
        let writer = try VideoWriter(folder.file(name), matching: reader, options: options)
        while true {
            try writer.write(.parts([]), over: frame)
            guard let next = try reader.next() else { break }
            frame = next
        }
        try writer.finish()
        return writer
    }

    private func make(_ video: EncodedVideo, at name: String) throws -> Bool {
        try video.write(to: folder.file(name).path, frames: 3) { index, frame in
            let format = FFmpegFormat(frame)
            for plane in 0..<format.planeCount {
                let rows = plane == 0 ? Int(frame.height) : format.chromaRows
                for place in 0..<rows * Int(frame.linesize[plane]) {
                    frame.data[plane]?[place] = UInt8(60 + (place + index) % 9)
                }
            }
        }
    }

    private struct FFmpegFormat {
        let planeCount: Int
        let chromaRows: Int

        init(_ frame: AVFrame) {
            let description = try? FFmpeg.library().av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.format))
            let isPlanar =
                description.map { $0.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0 && $0.nb_components == 3 } ?? false
            planeCount = isPlanar ? 3 : 1
            chromaRows = Int(frame.height) >> Int(description?.log2_chroma_h ?? 0)
        }
    }

    /// Returns the fields that the first frame of a file says it has.
    private func fields(_ name: String) throws -> AVFieldOrder {
        let reader = try VideoReader(folder.file(name))
        let decoder = try VideoDecoder(
            reader.demuxer.videoStream, maxPixels: 1 << 20, name: name, try FFmpeg.library())
        while let packet = try reader.demuxer.nextVideoPacket() {
            _ = try decoder.send(packet)
            if let frame = try decoder.receive() { return fields(of: frame) }
        }
        decoder.drain()
        return fields(of: try #require(try decoder.receive()))
    }

    private func fields(of frame: DecodedFrame) -> AVFieldOrder {
        withExtendedLifetime(frame) { lineament_av_fields(frame.pointer) }
    }

    private static let interlaced = [
        ("libx264", "yuv420p", "a.mp4", "b.mp4"), ("libx264", "yuv420p", "a.mkv", "b.mkv"),
        ("mpeg2video", "yuv420p", "a.mpg", "b.mp4"), ("prores_ks", "yuv422p10le", "a.mov", "b.mov"),
        ("ffv1", "yuv420p", "a.mkv", "b.mkv"), ("libx265", "yuv420p", "a.mkv", "b.mkv"),
    ]

    /// Deinterlaced in the wrong order, what moves goes back and forth; not at all, it has combs.
    @Test(arguments: interlaced, [true, false]) func fieldsKeepTheirOrder(
        video: (encoder: String, format: String, source: String, copy: String), isTopFieldFirst: Bool
    ) throws {
        var source = EncodedVideo(encoder: video.encoder, format: try FFmpeg.library().av_get_pix_fmt(video.format))
        source.height = 64
        source.isTopFieldFirst = isTopFieldFirst
        guard try make(source, at: video.source) else {
            print("Skipped: FFmpeg has no \(video.encoder).")
            return
        }
        let order = isTopFieldFirst ? AV_FIELD_TT : AV_FIELD_BB
        for isLossless in [false, true] {
            let writer = try copy(video.source, to: video.copy, isLossless: isLossless)
            let isSaid = writer.notice?.contains("interlaced") == true
            #expect(try (fields(video.copy) == order) != isSaid, "\(writer.notice ?? "no notice")")
            // These have a place for the order.
            if ["libx264", "prores_ks", "ffv1"].contains(video.encoder), !isLossless { #expect(!isSaid) }
        }
    }

    /// Videos of streets are often of all directions.
    @Test(arguments: ["mp4", "mkv", "mov"]) func viewsAreKeptOrSaid(container: String) throws {
        var source = EncodedVideo(encoder: "libx264", format: AV_PIX_FMT_YUV420P)
        // Equirectangular without any turn; two views side by side.
        source.sideData = [
            (AV_PKT_DATA_SPHERICAL, [UInt8](repeating: 0, count: 64)),
            (AV_PKT_DATA_STEREO3D, [1] + [UInt8](repeating: 0, count: 63)),
        ]
        guard try make(source, at: "in.mp4") else { return }
        let original = try VideoReader(folder.file("in.mp4"))
        #expect(VideoTraits(original).isSpherical)
        #expect(VideoTraits(original).isStereo)
        let writer = try copy("in.mp4", to: "out.\(container)")
        // Some versions of FFmpeg mark the frames as well, so that MOV has it, too.
        let reader = try VideoReader(folder.file("out.\(container)"))
        _ = try reader.next()
        let traits = VideoTraits(reader)
        #expect(traits.isSpherical == (container != "mov"))
        #expect(traits.isStereo != (writer.notice?.contains("3-D") == true))
        #expect(traits.isSpherical != (writer.notice?.contains("360°") == true))
        #expect(traits.isStereo || container != "mp4")
    }

    @Test(arguments: [
        ("ffv1", "gray10le", "in.mkv", "is H.264, not FFV1 and has 8 bits, not 10"),
        ("png", "rgb24", "in.mov", "is H.264, not png and has less color in its planes"),
        ("png", "rgba", "in.mov", "and is opaque"),
    ]) func whatHasNoPlanesIsSaid(encoder: String, format: String, name: String, notice: String) throws {
        let video = EncodedVideo(encoder: encoder, format: try FFmpeg.library().av_get_pix_fmt(format))
        guard try make(video, at: name) else { return }
        let made = try copy(name, to: "out.mp4").notice ?? "no notice"
        #expect(made.contains(notice), "\(made)")
    }
}
