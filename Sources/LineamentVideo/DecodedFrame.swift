internal import CLineamentFFmpeg
internal import Lineament

/// A frame as the decoder gave it.
final class DecodedFrame: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFrame>
    private let ffmpeg: LineamentFFmpeg
    private let timeBase: AVRational

    init(_ ffmpeg: LineamentFFmpeg, timeBase: AVRational = AVRational(num: 1, den: 1)) throws {
        self.ffmpeg = ffmpeg
        guard let pointer = ffmpeg.av_frame_alloc() else {
            throw LineamentError(.resourceExhausted, "There is no memory for a frame.")
        }
        self.pointer = pointer
        self.timeBase = timeBase
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        ffmpeg.av_frame_free(&pointer)
    }

    /// In seconds; nil if the stream does not say.
    var time: Double? {
        let ticks = pointer.pointee.best_effort_timestamp
        return ticks == lineament_av_no_time() ? nil : Double(ticks) * av_q2d(timeBase)
    }

    var isDamaged: Bool {
        pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
    }

    /// The frame's image. Planes of the usual kinds are used where they lie; others are converted.
    func pixelBuffer(turn: QuarterTurn) throws -> PixelBuffer {
        if let format = planarFormat {
            let image = try inPlace(format)
            return turn == .none ? image : try image.turned(turn)
        }
        if hasNoChroma {
            return try FrameConverter(ffmpeg).rgb(source, planes: planes(count: 4)).upright(from: turn.orientation)
        }
        let planar = try FrameConverter(ffmpeg).planar(self)
        let image = try planar.inPlace(planar.planarFormat ?? .i420)
        return turn == .none ? image : try image.turned(turn)
    }

    /// Whether the pixels are red, green and blue, a palette of such, or gray.
    private var hasNoChroma: Bool {
        guard let format = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(rawValue: pointer.pointee.format)) else {
            return false
        }
        let flags = format.pointee.flags
        return flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 || format.pointee.nb_components <= 2
    }

    private var planarFormat: PixelFormat? {
        let isFullRange = pointer.pointee.color_range == AVCOL_RANGE_JPEG
        switch AVPixelFormat(rawValue: pointer.pointee.format) {
        case AV_PIX_FMT_YUV420P: return isFullRange ? .i420FullRange : .i420
        case AV_PIX_FMT_YUVJ420P: return .i420FullRange
        case AV_PIX_FMT_NV12: return isFullRange ? .nv12FullRange : .nv12VideoRange
        default: return nil
        }
    }

    private func inPlace(_ format: PixelFormat) throws -> PixelBuffer {
        try PixelBuffer(
            unowned: planes(count: format.planeCount), width: Int(pointer.pointee.width),
            height: Int(pointer.pointee.height), format: format, colorMatrix: colorMatrix,
            release: { [self] in withExtendedLifetime(self) {} })
    }

    /// The first planes, as many as there are.
    private func planes(count: Int) -> [PixelBuffer.Plane] {
        let (data, lines) = (pointer.pointee.data, pointer.pointee.linesize)
        let rows = [(data.0, lines.0), (data.1, lines.1), (data.2, lines.2), (data.3, lines.3)]
        return rows.prefix(count).compactMap { row in
            row.0.map { PixelBuffer.Plane(address: UnsafeRawPointer($0), bytesPerRow: Int(row.1)) }
        }
    }

    /// What a conversion must know of the frame.
    var source: FrameConverter.Source {
        FrameConverter.Source(
            width: pointer.pointee.width, height: pointer.pointee.height,
            format: AVPixelFormat(rawValue: pointer.pointee.format), matrix: colorMatrix,
            isFullRange: pointer.pointee.color_range == AVCOL_RANGE_JPEG || hasNoChroma)
    }

    private var colorMatrix: ColorMatrix {
        switch pointer.pointee.colorspace {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        default: .bt601
        }
    }
}
