internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// An encoder of FFmpeg: H.264, or VP9 for WebM.
final class VideoEncoder {
    /// The size, rate and quality of the encoded video.
    struct Settings {
        /// The path of the file, for errors; its extension selects the codec.
        var path: String
        /// The size in pixels, even both ways.
        var width: Int
        var height: Int
        /// The nominal frame rate, in frames per second.
        var frameRate: Double
        /// The unit of timestamps.
        var timeBase: AVRational
        /// The aspect ratio of a pixel; `nil` for squares.
        var pixelShape: AVRational?
        var compression: VideoWriter.Options
        /// Whether the container stores what the decoder needs once, instead of with each key frame.
        var hasGlobalHeader: Bool

        var isWebM: Bool { path.lowercased().hasSuffix(".webm") }
    }

    /// The number of pixels, that of 2560 x 1440, above which the encoder holds fewer frames at a time. For 4K that halves
    /// its memory; the time and the size of the file change by about a tenth.
    private static let largestUnlimited = 3_686_400
    /// The number of pixels, a little more than 4K has, from which frames are encoded without looking ahead.
    private static let largestUsual = 9_000_000
    /// The number of pixels, as many as 8K has, from which motion is not searched between pixels, which takes four times the
    /// memory of each frame.
    private static let largestRefined = 36_000_000

    let context: UnsafeMutablePointer<AVCodecContext>
    private let ffmpeg: LineamentFFmpeg

    /// Opens the encoder.
    /// - Throws: `LineamentError` with code `invalidArgument` if an option is out of range, `unimplemented` if FFmpeg lacks
    ///   the encoder or it cannot encode this size, `resourceExhausted` if there is not enough memory.
    init(_ settings: Settings, _ ffmpeg: LineamentFFmpeg) throws {
        let parameters = try settings.compression.parameters(isWebM: settings.isWebM, path: settings.path)
        let name = settings.isWebM ? "libvpx-vp9" : "libx264"
        guard let codec = ffmpeg.avcodec_find_encoder_by_name(name), let context = ffmpeg.avcodec_alloc_context3(codec)
        else { throw Self.missing(isWebM: settings.isWebM) }
        self.context = context
        self.ffmpeg = ffmpeg
        configure(settings)
        if settings.width * settings.height > Self.largestUnlimited {
            _ = ffmpeg.av_opt_set(context, "bf", "1", AV_OPT_SEARCH_CHILDREN)
            _ = ffmpeg.av_opt_set(context, "rc-lookahead", "4", AV_OPT_SEARCH_CHILDREN)
            _ = ffmpeg.av_opt_set(
                context, "x264-params", "sync-lookahead=0:sliced-threads=1", AV_OPT_SEARCH_CHILDREN)
        }
        if settings.width * settings.height > Self.largestUsual {
            // Each frame that the encoder looks ahead takes several times its size.
            _ = ffmpeg.av_opt_set(context, "tune", "zerolatency", AV_OPT_SEARCH_CHILDREN)
            _ = ffmpeg.av_opt_set(context, "lag-in-frames", "0", AV_OPT_SEARCH_CHILDREN)
        }
        for (key, value) in parameters { _ = ffmpeg.av_opt_set(context, key, value, AV_OPT_SEARCH_CHILDREN) }
        if settings.width * settings.height > Self.largestRefined {
            _ = ffmpeg.av_opt_set(context, "preset", "ultrafast", AV_OPT_SEARCH_CHILDREN)
        }
        let status = ffmpeg.avcodec_open2(context, codec, nil)
        guard status == 0 else {
            if [-ENOMEM, -EAGAIN].contains(status) {
                throw LineamentError.unwritable(
                    settings.path, "there is not enough memory, or no thread, for its encoder")
            }
            throw LineamentError(
                .unimplemented,
                "The encoder \(name) does not support \(settings.width)x\(settings.height) images.")
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        ffmpeg.avcodec_free_context(&context)
    }

    /// Gives a stream of a file the properties of the encoded video.
    func describe(_ stream: UnsafeMutablePointer<AVStream>) {
        stream.pointee.time_base = context.pointee.time_base
        stream.pointee.avg_frame_rate = context.pointee.framerate
        stream.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
        _ = ffmpeg.avcodec_parameters_from_context(stream.pointee.codecpar, context)
    }

    private func configure(_ settings: Settings) {
        context.pointee.width = Int32(settings.width)
        context.pointee.height = Int32(settings.height)
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.colorspace = AVCOL_SPC_SMPTE170M
        context.pointee.color_range = AVCOL_RANGE_MPEG
        context.pointee.time_base = settings.timeBase
        context.pointee.framerate = ffmpeg.av_d2q(settings.frameRate, 1_000_000)
        if let shape = settings.pixelShape, shape.num > 0, shape.den > 0 {
            context.pointee.sample_aspect_ratio = shape
        }
        // 0 lets the encoder choose.
        context.pointee.thread_count = 0
        if settings.hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    }

    private static func missing(isWebM: Bool) -> LineamentError {
        LineamentError(
            .unimplemented,
            "FFmpeg on this system has no \(isWebM ? "VP9 encoder (libvpx-vp9)" : "H.264 encoder (libx264)").",
            recoverySuggestion: isWebM
                ? "Write MP4 instead, or install an FFmpeg that has it."
                : "Write WebM instead, or install an FFmpeg that has it (Fedora: ffmpeg from RPM Fusion).")
    }
}

extension VideoWriter.Options {
    /// Checks the options for a file, whose extension selects the codec.
    /// - Throws: `LineamentError` with code `invalidArgument` if one is out of range.
    package func check(for path: String) throws {
        _ = try parameters(isWebM: path.lowercased().hasSuffix(".webm"), path: path)
    }

    /// Returns the options of FFmpeg's encoder.
    fileprivate func parameters(isWebM: Bool, path: String) throws -> [String: String] {
        let factor = constantRateFactor ?? VideoWriter.usualRateFactor(isWebM: isWebM)
        guard (0...(isWebM ? 63 : 51)).contains(factor), (1...1_000_000_000).contains(bitRate ?? 1) else {
            throw LineamentError(
                .invalidArgument,
                "\(path): the constant rate factor must be 0 to \(isWebM ? 63 : 51) and the bit rate 1 to 1000000000.")
        }
        let speed = isWebM ? ["deadline": "realtime", "cpu-used": "6"] : ["preset": "veryfast"]
        let rate = bitRate.map { ["b": "\($0)"] } ?? (isWebM ? ["crf": "\(factor)", "b": "0"] : ["crf": "\(factor)"])
        return speed.merging(rate) { $1 }
    }
}
