// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// A decoder for the packets of one stream.
final class VideoDecoder {
    private let ffmpeg: LineamentFFmpeg
    private let name: String
    private let context: AVCodecContext
    private let timeBase: AVRational
    /// Whether frames have a second layer that says how opaque they are.
    let isTransparent: Bool
    private let treatment: AlphaTreatment
    /// Whether all frames have been returned.
    private(set) var isDrained = false

    /// Opens the decoder of a stream.
    /// - Parameter maxPixels: The maximum number of pixels of a frame. Frames can be larger than the header says.
    init(_ stream: AVStream, maxPixels: Int, name: String, _ ffmpeg: LineamentFFmpeg) throws {
        self.ffmpeg = ffmpeg
        self.name = name
        timeBase = stream.time_base
        let parameters = stream.codecpar
        let identifier = parameters.codec_id
        isTransparent = Self.hasTransparency(stream, ffmpeg)
        treatment = AlphaTreatment(of: identifier)
        guard
            let codec = isTransparent ? Self.transparent(identifier, ffmpeg) : ffmpeg.avcodec_find_decoder(identifier),
            let context = ffmpeg.avcodec_alloc_context3(codec)
        else {
            let codecName = ffmpeg.avcodec_get_name(identifier).map { String(cString: $0) } ?? "unknown"
            throw LineamentError(
                .unimplemented,
                "\(name): this system's FFmpeg cannot decode \(codecName) video"
                    + (isTransparent ? " with transparency. Install one that has libvpx." : "."))
        }
        self.context = context
        context.thread_count = Self.threadCount(pixels: Int(parameters.width) * Int(parameters.height))
        context.max_pixels = Int64(maxPixels)
        var status = ffmpeg.avcodec_parameters_to_context(context, parameters)
        if status >= 0 { status = ffmpeg.avcodec_open2(context, codec, nil) }
        guard status >= 0 else {
            throw LineamentError.shortage(name, status)
                ?? LineamentError.damaged(name, "its decoder cannot be started")
        }
    }

    /// Whether the frames of a stream have a second layer, which says how opaque they are.
    private static func hasTransparency(_ stream: AVStream, _ ffmpeg: LineamentFFmpeg) -> Bool {
        guard let entry = ffmpeg.av_dict_get(stream.metadata, "alpha_mode", nil, 0),
            let value = entry.value
        else { return false }
        return strcmp(value, "0") != 0
    }

    /// Returns the decoder of both layers: FFmpeg's own would show what is hidden.
    private static func transparent(
        _ codec: AVCodecID, _ ffmpeg: LineamentFFmpeg
    ) -> AVCodec? {
        switch codec {
        case AV_CODEC_ID_VP8: ffmpeg.avcodec_find_decoder_by_name("libvpx")
        case AV_CODEC_ID_VP9: ffmpeg.avcodec_find_decoder_by_name("libvpx-vp9")
        default: ffmpeg.avcodec_find_decoder(codec)
        }
    }

    /// Returns the number of frames to decode at once; 0 lets the decoder choose. Each takes memory of its own, so that
    /// there are fewer the larger they are.
    private static func threadCount(pixels: Int) -> Int32 {
        pixels <= 9_000_000 ? 0 : Int32(max(1, 160_000_000 / pixels))
    }

    deinit {
        var context: AVCodecContext? = context
        ffmpeg.avcodec_free_context(&context)
    }

    /// Sends a packet to the decoder and returns whether it was accepted.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there is no memory or thread for it.
    func send(_ packet: AVPacket) throws -> Bool {
        let status = ffmpeg.avcodec_send_packet(context, packet)
        if let error = LineamentError.shortage(name, status) { throw error }
        return status >= 0
    }

    /// Tells the decoder that no more packets follow.
    func drain() { _ = ffmpeg.avcodec_send_packet(context, nil) }

    /// Forgets all packets, to begin again elsewhere.
    func flush() {
        ffmpeg.avcodec_flush_buffers(context)
        isDrained = false
    }

    /// Returns a decoded frame, or `nil` if another packet is needed or no frames are left.
    func receive() throws -> DecodedFrame? {
        let frame = try DecodedFrame(ffmpeg, timeBase: timeBase, alpha: treatment)
        let status = ffmpeg.avcodec_receive_frame(context, frame.pointer)
        if status == 0 { return frame }
        if status == lineament_av_error_end() { isDrained = true }
        if status == lineament_av_error_end() || status == lineament_av_error_again() { return nil }
        throw LineamentError.shortage(name, status) ?? LineamentError.damaged(name, ffmpeg.text(status))
    }
}
