// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// An encoder of FFmpeg, and the planes that it takes.
struct EncoderChoice {
    /// The codecs that copies are written in.
    enum Codec: String {
        case h264 = "H.264"
        case hevc = "HEVC"
        case vp9 = "VP9"
        case av1 = "AV1"
        case proRes = "ProRes"
        case mjpeg = "Motion JPEG"
        case ffv1 = "FFV1"

        init?(_ codec: AVCodecID) {
            switch codec {
            case AV_CODEC_ID_H264: self = .h264
            case AV_CODEC_ID_HEVC: self = .hevc
            case AV_CODEC_ID_VP9: self = .vp9
            case AV_CODEC_ID_AV1: self = .av1
            case AV_CODEC_ID_PRORES: self = .proRes
            case AV_CODEC_ID_MJPEG: self = .mjpeg
            case AV_CODEC_ID_FFV1: self = .ffv1
            default: return nil
            }
        }

        /// FFmpeg's encoders, the best first.
        var encoders: [String] {
            switch self {
            case .h264: ["libx264"]
            case .hevc: ["libx265"]
            case .vp9: ["libvpx-vp9"]
            // SVT-AV1 is faster, but writes to standard error whatever the level of messages is.
            case .av1: ["libaom-av1"]
            case .proRes: ["prores_ks"]
            case .mjpeg: ["mjpeg"]
            case .ffv1: ["ffv1"]
            }
        }

        /// The bits of a sample and how much smaller the color planes may be.
        fileprivate var formats: [PlaneFormat] {
            typealias Shift = PlaneFormat.Shift
            let samplings = [Shift(x: 1, y: 1), Shift(x: 1, y: 0), .none]
            func formats(_ depths: [Int], _ samplings: [Shift]) -> [PlaneFormat] {
                depths.flatMap { depth in samplings.map { PlaneFormat(depth: depth, chromaShift: $0) } }
            }
            return switch self {
            case .h264: formats([8, 10], samplings)
            case .hevc, .av1: formats([8, 10, 12], samplings)
            case .vp9: formats([8, 10, 12], samplings + [Shift(x: 0, y: 1)])
            case .proRes: formats([10], [Shift(x: 1, y: 0), .none])
            case .mjpeg: formats([8], samplings)
            case .ffv1:
                formats([8, 9, 10, 12, 14, 16], samplings)
                    + formats([8], [Shift(x: 0, y: 1), Shift(x: 2, y: 0), Shift(x: 2, y: 2)])
            }
        }
    }

    let codec: Codec
    let planes: PlaneFormat

    /// Returns the encoders for a file, the best first.
    /// - Parameters:
    ///   - source: The video that is copied; `nil` for images of any origin.
    ///   - holds: Whether the container can hold a codec.
    static func all(for source: CopySource?, isWebM: Bool, holds: (AVCodecID) -> Bool) -> [EncoderChoice] {
        let usual = isWebM ? Codec.vp9 : .h264
        guard let source, source.keepsCodec, let planes = source.planes else {
            return [EncoderChoice(codec: usual, planes: .usual)]
        }
        var codecs = [usual]
        if let kept = Codec(source.codec), kept != usual, holds(source.codec) { codecs.insert(kept, at: 0) }
        return codecs.map { EncoderChoice(codec: $0, planes: $0.nearest(to: planes)) }
            + [EncoderChoice(codec: usual, planes: .usual)]
    }
}

extension EncoderChoice.Codec {
    fileprivate func nearest(to planes: PlaneFormat) -> PlaneFormat {
        formats.min { $0.loss(from: planes) < $1.loss(from: planes) } ?? .usual
    }

    /// Returns the options of FFmpeg's encoder; those of x264 and x265 that have no name of their own are joined with
    /// `extra`.
    func parameters(_ compression: VideoWriter.Options, extra: [String]) -> [String: String] {
        let factor = compression.constantRateFactor ?? usualRateFactor
        let isLossless = compression.isLossless
        var parameters = speed
        var joined = extra
        switch self {
        case .h264: parameters[isLossless ? "qp" : "crf"] = "\(factor)"
        case .hevc:
            joined += ["log-level=none"] + (isLossless ? ["lossless=1"] : [])
            parameters["crf"] = "\(factor)"
        case .vp9, .av1:
            parameters["crf"] = "\(min(63, factor))"
            parameters["b"] = "0"
            if isLossless, self == .vp9 { parameters["lossless"] = "1" }
            if isLossless, self == .av1 {
                parameters["aom-params"] = "lossless=1"
                // In real time, frames after the first lose something nevertheless.
                parameters["usage"] = "good"
            }
        case .mjpeg where compression.bitRate == nil: return ["flags": "+qscale", "global_quality": "236"]
        case .proRes, .ffv1, .mjpeg: break
        }
        if let rate = compression.bitRate {
            parameters["crf"] = nil
            parameters["b"] = self == .ffv1 ? nil : "\(rate)"
        }
        if !joined.isEmpty, self == .h264 || self == .hevc {
            parameters[self == .h264 ? "x264-params" : "x265-params"] = joined.joined(separator: ":")
        }
        return parameters
    }

    /// The constant rate factor that looks like the original, and whose file is not much larger than one of a phone.
    private var usualRateFactor: Int {
        switch self {
        case .hevc: 22
        case .av1: 26
        default: VideoWriter.usualRateFactor(isWebM: self == .vp9)
        }
    }

    private var speed: [String: String] {
        switch self {
        case .h264, .hevc: ["preset": "veryfast"]
        case .vp9: ["deadline": "realtime", "cpu-used": "6"]
        case .av1: ["usage": "realtime", "cpu-used": "8", "row-mt": "1"]
        case .ffv1: ["level": "3", "slices": "16"]
        case .proRes: ["vendor": "apl0"]
        case .mjpeg: [:]
        }
    }
}

extension VideoWriter.Options {
    /// Whether nothing may be lost.
    var isLossless: Bool { constantRateFactor == 0 && bitRate == nil }
}
