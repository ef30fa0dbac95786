internal import CLineamentFFmpeg
internal import Lineament

/// Decodes the packets of one stream.
final class VideoDecoder {
    private let ffmpeg: LineamentFFmpeg
    private let name: String
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let timeBase: AVRational
    /// Whether every frame is out.
    private(set) var isDrained = false

    init(_ stream: UnsafeMutablePointer<AVStream>, name: String, _ ffmpeg: LineamentFFmpeg) throws {
        self.ffmpeg = ffmpeg
        self.name = name
        timeBase = stream.pointee.time_base
        let parameters = stream.pointee.codecpar
        let identifier = parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE
        guard let codec = ffmpeg.avcodec_find_decoder(identifier), let context = ffmpeg.avcodec_alloc_context3(codec)
        else {
            let codecName = ffmpeg.avcodec_get_name(identifier).map { String(cString: $0) } ?? "unknown"
            throw LineamentError(.unimplemented, "\(name): video of kind \(codecName) cannot be decoded here.")
        }
        self.context = context
        context.pointee.thread_count = 0
        guard ffmpeg.avcodec_parameters_to_context(context, parameters) >= 0,
            ffmpeg.avcodec_open2(context, codec, nil) == 0
        else {
            throw LineamentError.damaged(name, "its decoder cannot be started")
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        ffmpeg.avcodec_free_context(&context)
    }

    /// - Returns: whether the packet could be decoded.
    func send(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool { ffmpeg.avcodec_send_packet(context, packet) >= 0 }

    /// Says that no packet follows.
    func drain() { _ = ffmpeg.avcodec_send_packet(context, nil) }

    /// A decoded frame; nil if another packet is needed, or none is left.
    func receive() throws -> DecodedFrame? {
        let frame = try DecodedFrame(ffmpeg, timeBase: timeBase)
        let status = ffmpeg.avcodec_receive_frame(context, frame.pointer)
        if status == 0 { return frame }
        if status == lineament_av_error_end() { isDrained = true }
        if status == lineament_av_error_end() || status == lineament_av_error_again() { return nil }
        throw LineamentError.damaged(name, ffmpeg.text(status))
    }
}
