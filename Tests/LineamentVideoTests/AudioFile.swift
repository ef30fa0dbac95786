// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// A video file with any audio, whose headers and packets a test writes byte by byte.
enum AudioFile {
    /// An audio track.
    struct Track {
        var codec: AVCodecID
        var header: [UInt8]
        /// Packets of 64 ms, of which the last is repeated.
        var packets: [[UInt8]]
        var count: Int
        var rate: Int32 = 16_000
        /// Metadata of the stream.
        var metadata: [String: String] = [:]
        /// What the track is for, in FFmpeg's flags.
        var disposition: Int32 = 0
    }

    /// Writes a file of two seconds.
    /// - Parameter unit: A unit of H.264 that stands in each frame before the others.
    static func write(_ tracks: [Track], unit: [UInt8] = [], to path: String) throws {
        let ffmpeg = try FFmpeg.library()
        let video = path + ".video.mkv"
        let writer = try VideoWriter(path: video, width: 64, height: 48, frameRate: 25)
        for index in 0..<50 { try writer.write(.noise(64, 48, .i420), time: Double(index) / 25) }
        try writer.finish()
        let source = try VideoReader(video).demuxer

        var made: AVFormatContext?
        try #require(ffmpeg.avformat_alloc_output_context2(&made, nil, nil, path) >= 0)
        let context = try #require(made)
        defer { ffmpeg.avformat_free_context(context) }
        context.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        let stream = try #require(ffmpeg.avformat_new_stream(context, nil))
        try #require(
            ffmpeg.avcodec_parameters_copy(stream.codecpar, source.videoStream.codecpar) >= 0)
        stream.codecpar.codec_tag = 0
        for track in tracks { try add(track, to: context, ffmpeg) }
        try #require(ffmpeg.avio_open(&context.pb, "file:" + path, AVIO_FLAG_WRITE) >= 0)
        try #require(ffmpeg.avformat_write_header(context, nil) >= 0)
        while let packet = try source.nextVideoPacket() {
            ffmpeg.av_packet_rescale_ts(packet, source.videoStream.time_base, stream.time_base)
            packet.stream_index = 0
            var changed = unit.isEmpty ? nil : try copy(of: packet, beginningWith: unit, ffmpeg)
            defer { ffmpeg.av_packet_free(&changed) }
            try #require(ffmpeg.av_interleaved_write_frame(context, changed ?? packet) >= 0)
        }
        for (index, track) in tracks.enumerated() { try write(track, Int32(index + 1), to: context, ffmpeg) }
        try #require(ffmpeg.av_write_trailer(context) >= 0)
        _ = ffmpeg.avio_closep(&context.pb)
    }

    /// Returns a copy of a packet that has a unit with its length in front of the others.
    private static func copy(
        of packet: AVPacket, beginningWith unit: [UInt8], _ ffmpeg: LineamentFFmpeg
    ) throws -> AVPacket {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * $0)) }
        let old = Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
        let bytes = length + unit + old
        let copy = try #require(ffmpeg.av_packet_alloc())
        try #require(ffmpeg.av_new_packet(copy, Int32(bytes.count)) >= 0)
        memcpy(copy.data, bytes, bytes.count)
        copy.pts = packet.pts
        copy.dts = packet.dts
        copy.duration = packet.duration
        copy.flags = packet.flags
        copy.stream_index = packet.stream_index
        return copy
    }

    private static func add(
        _ track: Track, to context: AVFormatContext, _ ffmpeg: LineamentFFmpeg
    ) throws {
        let stream = try #require(ffmpeg.avformat_new_stream(context, nil))
        let parameters = stream.codecpar
        parameters.codec_type = AVMEDIA_TYPE_AUDIO
        parameters.codec_id = track.codec
        parameters.sample_rate = track.rate
        parameters.frame_size = 1024
        lineament_av_set_mono(parameters)
        parameters.format = Int32(AV_SAMPLE_FMT_S16.rawValue)
        parameters.bits_per_raw_sample = 16
        stream.time_base = AVRational(num: 1, den: track.rate)
        stream.disposition = track.disposition
        for (name, value) in track.metadata { _ = ffmpeg.av_dict_set(&stream.metadata, name, value, 0) }
        guard !track.header.isEmpty else { return }
        let header = try #require(ffmpeg.av_malloc(track.header.count + 64))
        memset(header, 0, track.header.count + 64)
        memcpy(header, track.header, track.header.count)
        parameters.extradata = header.assumingMemoryBound(to: UInt8.self)
        parameters.extradata_size = Int32(track.header.count)
    }

    private static func write(
        _ track: Track, _ index: Int32, to context: AVFormatContext, _ ffmpeg: LineamentFFmpeg
    ) throws {
        let base = try #require(context.streams[Int(index)]).time_base
        for number in 0..<track.count {
            let bytes = track.packets[min(number, track.packets.count - 1)]
            var made = ffmpeg.av_packet_alloc()
            defer { ffmpeg.av_packet_free(&made) }
            let packet = try #require(made)
            try #require(ffmpeg.av_new_packet(packet, Int32(bytes.count)) >= 0)
            memcpy(packet.data, bytes, bytes.count)
            packet.pts = Int64(number * 1024)
            packet.dts = packet.pts
            packet.duration = 1024
            packet.flags = AV_PKT_FLAG_KEY
            packet.stream_index = index
            ffmpeg.av_packet_rescale_ts(packet, AVRational(num: 1, den: track.rate), base)
            try #require(ffmpeg.av_interleaved_write_frame(context, packet) >= 0)
        }
    }
}
