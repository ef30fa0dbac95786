// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Testing

@testable import LineamentVideo

/// A video in a codec and a container that ``VideoWriter`` does not write, made by FFmpeg's libraries.
struct EncodedVideo {
    /// FFmpeg's name of the encoder.
    var encoder: String
    var format: AVPixelFormat
    var width = 64
    var height = 48
    /// The time between frames, in seconds.
    var interval = AVRational(num: 1, den: 25)
    /// The shape of a pixel; 0 by 1 if it is not said.
    var pixelShape = AVRational(num: 0, den: 1)
    /// Options of the encoder.
    var options: [String: String] = [:]
    /// Metadata of the stream.
    var metadata: [String: String] = [:]
    /// Whether the upper field of a frame is shown first; `nil` for frames without fields.
    var isTopFieldFirst: Bool?
    /// Side data of the stream.
    var sideData: [(type: AVPacketSideDataType, bytes: [UInt8])] = []

    /// Writes a video, whose container the extension of the path selects.
    /// - Parameter paint: Fills a frame by its number.
    /// - Returns: false if FFmpeg lacks the encoder.
    func write(to path: String, frames: Int, paint: (Int, AVFrame) -> Void) throws -> Bool {
        let ffmpeg = try FFmpeg.library()
        guard let codec = ffmpeg.avcodec_find_encoder_by_name(encoder) else { return false }
        var made: AVFormatContext?
        try #require(ffmpeg.avformat_alloc_output_context2(&made, nil, nil, path) >= 0)
        let context = try #require(made)
        defer { ffmpeg.avformat_free_context(context) }
        var opened = ffmpeg.avcodec_alloc_context3(codec)
        defer { ffmpeg.avcodec_free_context(&opened) }
        let encoder = try #require(opened)
        configure(encoder, ffmpeg)
        if context.oformat.flags & AVFMT_GLOBALHEADER != 0 {
            encoder.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        try #require(ffmpeg.avcodec_open2(encoder, codec, nil) == 0)
        let stream = try #require(ffmpeg.avformat_new_stream(context, nil))
        stream.time_base = encoder.time_base
        stream.sample_aspect_ratio = pixelShape
        try #require(ffmpeg.avcodec_parameters_from_context(stream.codecpar, encoder) >= 0)
        context.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        if let isTopFieldFirst { stream.codecpar.field_order = isTopFieldFirst ? AV_FIELD_TT : AV_FIELD_BB }
        for (type, bytes) in sideData { lineament_av_add_side_data(stream, type, bytes, bytes.count) }
        for (name, value) in metadata { _ = ffmpeg.av_dict_set(&stream.metadata, name, value, 0) }
        try #require(ffmpeg.avio_open(&context.pb, "file:" + path, AVIO_FLAG_WRITE) >= 0)
        defer { _ = ffmpeg.avio_closep(&context.pb) }
        try #require(ffmpeg.avformat_write_header(context, nil) >= 0)
        for index in 0..<frames {
            let frame = try frame(ffmpeg)
            paint(index, frame.pointer)
            frame.pointer.pts = Int64(index)
            if let isTopFieldFirst { lineament_av_set_fields(frame.pointer, isTopFieldFirst) }
            try #require(ffmpeg.avcodec_send_frame(encoder, frame.pointer) == 0)
            try writePackets(encoder, stream, context, ffmpeg)
        }
        _ = ffmpeg.avcodec_send_frame(encoder, nil)
        try writePackets(encoder, stream, context, ffmpeg)
        try #require(ffmpeg.av_write_trailer(context) >= 0)
        return true
    }

    private func configure(_ encoder: AVCodecContext, _ ffmpeg: LineamentFFmpeg) {
        encoder.width = Int32(width)
        encoder.height = Int32(height)
        encoder.pix_fmt = format
        encoder.time_base = interval
        encoder.sample_aspect_ratio = pixelShape
        encoder.thread_count = 1
        if isTopFieldFirst != nil { encoder.flags |= AV_CODEC_FLAG_INTERLACED_DCT }
        for (name, value) in options { _ = ffmpeg.av_opt_set(encoder, name, value, AV_OPT_SEARCH_CHILDREN) }
    }

    private func frame(_ ffmpeg: LineamentFFmpeg) throws -> DecodedFrame {
        let frame = try DecodedFrame(ffmpeg)
        frame.pointer.format = format.rawValue
        frame.pointer.width = Int32(width)
        frame.pointer.height = Int32(height)
        try #require(ffmpeg.av_frame_get_buffer(frame.pointer, 0) == 0)
        return frame
    }

    private func writePackets(
        _ encoder: AVCodecContext, _ stream: AVStream,
        _ context: AVFormatContext, _ ffmpeg: LineamentFFmpeg
    ) throws {
        var packet = ffmpeg.av_packet_alloc()
        defer { ffmpeg.av_packet_free(&packet) }
        let received = try #require(packet)
        while ffmpeg.avcodec_receive_packet(encoder, received) == 0 {
            if received.duration == 0 { received.duration = 1 }
            ffmpeg.av_packet_rescale_ts(received, encoder.time_base, stream.time_base)
            try #require(ffmpeg.av_interleaved_write_frame(context, received) >= 0)
        }
    }
}
