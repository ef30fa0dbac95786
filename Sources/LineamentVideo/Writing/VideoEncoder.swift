// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// An encoder of FFmpeg: that of the codec of the video that is copied, or H.264, or VP9 for WebM.
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
        /// The video that is copied; `nil` for images of any origin.
        var source: CopySource?
        var compression: VideoWriter.Options
        /// Whether the container stores what the decoder needs once, instead of with each key frame.
        var hasGlobalHeader: Bool

        var isWebM: Bool { path.lowercased().hasSuffix(".webm") }
    }

    /// The number of pixels, that of 2560 x 1440, above which the encoder holds fewer frames at a time. For 4K that halves
    /// its memory; the time and the size of the file change by about a tenth.
    fileprivate static let largestUnlimited = 3_686_400
    /// The number of pixels, a little more than 4K has, from which frames are encoded without looking ahead.
    fileprivate static let largestUsual = 9_000_000
    /// The number of pixels, as many as 8K has, from which motion is not searched between pixels, which takes four times the
    /// memory of each frame.
    private static let largestRefined = 36_000_000

    let context: AVCodecContext
    private let ffmpeg: LineamentFFmpeg

    /// The encoder that was chosen.
    let choice: EncoderChoice
    /// The form in which it takes frames.
    let form: EncodedForm
    /// Whether the upper field of a frame is shown first; `nil` for frames without fields.
    private let isTopFieldFirst: Bool?
    /// Whether frames say that they have fields.
    private let marksFields: Bool
    /// Whether frames say where they have two views.
    private let marksViews: Bool

    /// Opens the best encoder that there is.
    /// - Parameter holds: Whether the container can hold a codec.
    /// - Throws: `LineamentError` with code `invalidArgument` if an option is out of range, `unimplemented` if FFmpeg lacks
    ///   the encoder or it cannot encode this size, `resourceExhausted` if there is not enough memory.
    static func open(
        _ settings: Settings, holds: (AVCodecID) -> Bool, _ ffmpeg: LineamentFFmpeg
    ) throws -> VideoEncoder {
        try settings.compression.check(for: settings.path)
        let choices = EncoderChoice.all(for: settings.source, isWebM: settings.isWebM, holds: holds)
        for choice in choices.dropLast() {
            if let encoder = try? VideoEncoder(settings, choice, ffmpeg) { return encoder }
        }
        return try VideoEncoder(settings, choices[choices.count - 1], ffmpeg)
    }

    private init(_ settings: Settings, _ choice: EncoderChoice, _ ffmpeg: LineamentFFmpeg) throws {
        let names = choice.codec.encoders
        let name = names.first { ffmpeg.avcodec_find_encoder_by_name($0) != nil } ?? names[0]
        guard let codec = ffmpeg.avcodec_find_encoder_by_name(name), let format = choice.planes.pixelFormat(ffmpeg),
            let context = ffmpeg.avcodec_alloc_context3(codec)
        else { throw Self.missing(isWebM: settings.isWebM) }
        self.context = context
        self.ffmpeg = ffmpeg
        self.choice = choice
        isTopFieldFirst = settings.source?.isTopFieldFirst
        marksFields = isTopFieldFirst != nil && settings.canMarkFields(choice)
        marksViews = settings.source?.framePacking != nil && choice.codec == .h264
        let tags = settings.colorTags(choice)
        form = EncodedForm(
            format: format, planes: choice.planes, width: Int32(settings.width), height: Int32(settings.height),
            taskMatrix: ColorMatrix(tags.matrix) ?? .bt601,
            shownMatrix: .shown(tags.matrix, height: settings.source?.storedHeight ?? settings.height),
            isFullRange: tags.isFullRange)
        configure(settings, tags)
        set(settings.sizeOptions)
        set(choice.codec.parameters(settings.compression, extra: settings.extraParameters(choice)))
        if choice.codec == .proRes, let profile = settings.source?.profile, (0...5).contains(profile) {
            set(["profile": "\(profile)"])
        }
        if settings.width * settings.height > Self.largestRefined { set(["preset": "ultrafast"]) }
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

    /// Sets options; those that the encoder does not have are left out.
    private func set(_ options: [String: String]) {
        for (key, value) in options { _ = ffmpeg.av_opt_set(context, key, value, AV_OPT_SEARCH_CHILDREN) }
    }

    deinit {
        var context: AVCodecContext? = context
        ffmpeg.avcodec_free_context(&context)
    }

    /// Encodes a frame; returns false if the encoder rejects it.
    func send(_ frame: DecodedFrame) -> Bool {
        // ProRes takes the labels from there.
        frame.pointer.colorspace = context.colorspace
        frame.pointer.color_range = context.color_range
        frame.pointer.color_primaries = context.color_primaries
        frame.pointer.color_trc = context.color_trc
        if marksFields, let isTopFieldFirst { lineament_av_set_fields(frame.pointer, isTopFieldFirst) }
        return ffmpeg.avcodec_send_frame(context, frame.pointer) == 0
    }

    /// Gives a stream of a file the properties of the encoded video.
    /// - Parameter isMOV: Whether the file is MP4 or MOV.
    func describe(_ stream: AVStream, isMOV: Bool) {
        stream.time_base = context.time_base
        stream.avg_frame_rate = context.framerate
        stream.sample_aspect_ratio = context.sample_aspect_ratio
        _ = ffmpeg.avcodec_parameters_from_context(stream.codecpar, context)
        if let isTopFieldFirst { stream.codecpar.field_order = isTopFieldFirst ? AV_FIELD_TT : AV_FIELD_BB }
        // Apple's players take no other name of HEVC.
        if choice.codec == .hevc, isMOV { stream.codecpar.codec_tag = lineament_av_tag_hvc1() }
    }

    /// The properties of the encoded video.
    func traits(isSpherical: Bool, isStereo: Bool) -> VideoTraits {
        VideoTraits(
            codec: choice.codec.rawValue, depth: choice.planes.depth, color: .planes(choice.planes.chromaShift),
            isTransparent: false, isInterlaced: marksFields, isSpherical: isSpherical, isStereo: isStereo || marksViews)
    }

    private func configure(_ settings: Settings, _ tags: ColorTags) {
        context.width = form.width
        context.height = form.height
        context.pix_fmt = form.format
        context.colorspace = tags.matrix
        context.color_range = tags.isFullRange ? AVCOL_RANGE_JPEG : tags.range
        context.color_primaries = tags.primaries
        context.color_trc = tags.transfer
        context.chroma_sample_location = tags.chromaPlace
        if let isTopFieldFirst, marksFields {
            context.field_order = isTopFieldFirst ? AV_FIELD_TT : AV_FIELD_BB
            if choice.codec == .proRes { context.flags |= AV_CODEC_FLAG_INTERLACED_DCT }
        }
        context.time_base = settings.timeBase
        context.framerate = ffmpeg.av_d2q(settings.frameRate, 1_000_000)
        if let shape = settings.source?.pixelShape, shape.num > 0, shape.den > 0 {
            context.sample_aspect_ratio = shape
        }
        // 0 lets the encoder choose.
        context.thread_count = 0
        if settings.hasGlobalHeader { context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
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

extension VideoEncoder.Settings {
    /// Returns the color tags of the copy.
    fileprivate func colorTags(_ choice: EncoderChoice) -> ColorTags {
        guard let source else { return .bt601 }
        guard source.planes == nil else { return source.colors }
        // The source has no planes, so they are made as players expect them of a video of this size.
        var tags = source.colors
        tags.matrix = ColorMatrix(tags.matrix)?.tag ?? ColorMatrix.shown(AVCOL_SPC_UNSPECIFIED, height: height).tag
        tags.range = AVCOL_RANGE_MPEG
        tags.isFullRangeFormat = false
        return tags
    }

    /// The options that bound the memory of an encoder.
    fileprivate var sizeOptions: [String: String] {
        var options: [String: String] = [:]
        if width * height > VideoEncoder.largestUnlimited {
            options["bf"] = "1"
            options["rc-lookahead"] = "4"
        }
        if width * height > VideoEncoder.largestUsual {
            // Each frame that the encoder looks ahead takes several times its size.
            options["tune"] = "zerolatency"
            options["lag-in-frames"] = "0"
        }
        return options
    }

    /// Returns the parameters of x264 and x265 for which FFmpeg has no option.
    fileprivate func extraParameters(_ choice: EncoderChoice) -> [String] {
        var parameters: [String] = []
        let names = choice.codec == .h264 ? ("mastering-display", "cll") : ("master-display", "max-cll")
        if let display = source?.light?.display { parameters.append("\(names.0)=\(display)") }
        if let content = source?.light?.content { parameters.append("\(names.1)=\(content)") }
        guard choice.codec == .h264 else { return parameters }
        // With AVX-512, x264's macroblock tree reads uninitialized memory where a row has not a multiple of 8
        // macroblocks, and the same frames give different files. AVX2 is as fast.
        if lineament_processor_has_avx512() { parameters.append("asm=AVX2") }
        if width * height > VideoEncoder.largestUnlimited { parameters += ["sync-lookahead=0", "sliced-threads=1"] }
        if let packing = source?.framePacking { parameters.append("frame-packing=\(packing)") }
        guard let isTopFieldFirst = source?.isTopFieldFirst, hasWholeFields(choice) else { return parameters }
        // x264 loses something of fields even where it is to lose nothing.
        return parameters
            + [compression.isLossless ? "fake-interlaced=1" : isTopFieldFirst ? "tff=1" : "bff=1"]
    }

    /// Whether each field has whole rows of chroma, as those of 1080 and 576 lines have, and 486 lines in 4:2:0 do not.
    private func hasWholeFields(_ choice: EncoderChoice) -> Bool {
        height % (choice.planes.chromaShift.y == 0 ? 2 : 4) == 0
    }

    /// Whether an encoder can mark frames as interlaced.
    fileprivate func canMarkFields(_ choice: EncoderChoice) -> Bool {
        switch choice.codec {
        case .h264: !compression.isLossless && hasWholeFields(choice)
        case .proRes, .ffv1: true
        case .hevc, .vp9, .av1, .mjpeg: false
        }
    }
}

extension VideoWriter.Options {
    /// Checks the options for a file, whose extension selects the range of the factor.
    /// - Throws: `LineamentError` with code `invalidArgument` if one is out of range.
    package func check(for path: String) throws {
        let factors = VideoWriter.rateFactors(of: path.lowercased().hasSuffix(".webm") ? "webm" : "")
        guard factors.contains(constantRateFactor ?? 0), (1...1_000_000_000).contains(bitRate ?? 1) else {
            throw LineamentError(
                .invalidArgument,
                "\(path): the constant rate factor must be 0 to \(factors.upperBound) and the bit rate 1 to 1000000000."
            )
        }
    }
}
