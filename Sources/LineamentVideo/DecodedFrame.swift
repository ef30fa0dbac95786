internal import CLineamentFFmpeg
internal import Lineament

/// A frame from the decoder.
final class DecodedFrame: @unchecked Sendable {
    // @unchecked Sendable: a frame is modified only before it is shared, and only read afterward.

    let pointer: UnsafeMutablePointer<AVFrame>
    private let ffmpeg: LineamentFFmpeg
    private let timeBase: AVRational
    let alpha: AlphaTreatment

    init(
        _ ffmpeg: LineamentFFmpeg, timeBase: AVRational = AVRational(num: 1, den: 1),
        alpha: AlphaTreatment = .blackened
    ) throws {
        self.ffmpeg = ffmpeg
        self.alpha = alpha
        guard let pointer = ffmpeg.av_frame_alloc() else {
            throw LineamentError(.resourceExhausted, "There is not enough memory for a frame.")
        }
        self.pointer = pointer
        self.timeBase = timeBase
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        ffmpeg.av_frame_free(&pointer)
    }

    /// The timestamp in seconds; `nil` if unknown.
    var time: Double? { ContainerTime.seconds(pointer.pointee.best_effort_timestamp, timeBase) }

    var isDamaged: Bool {
        pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
    }

    /// Returns the upright pixels of the frame. Planes in common formats are used in place unless they are mirrored; other
    /// formats are converted. Pixels that are hidden by being transparent are black.
    func pixelBuffer(_ orientation: ImageOrientation) throws -> PixelBuffer {
        try stored().shownUpright(from: orientation)
    }

    /// Returns the pixels as stored.
    private func stored() throws -> PixelBuffer {
        if let planarFormat { return try inPlace(planarFormat) }
        let converter = FrameConverter(ffmpeg)
        if hasAlpha { return try converter.opaque(source, planes: planes(count: 4), alpha) }
        if hasNoChroma { return try converter.rgb(source, planes: planes(count: 4)) }
        let planar = try converter.planar(self)
        return try planar.inPlace(planar.planarFormat ?? .i420)
    }

    /// Returns the frame in another size, in pixels.
    func scaled(width: Int, height: Int) throws -> DecodedFrame {
        let isSame = (Int(pointer.pointee.width), Int(pointer.pointee.height)) == (width, height)
        return isSame ? self : try FrameConverter(ffmpeg).scaled(self, width: Int32(width), height: Int32(height))
    }

    /// Draws the frame as a picture of an animation; returns false if it has another size.
    func draw(_ picture: WebPAnimation.Picture, on canvas: inout AnimationCanvas) throws -> Bool {
        let frame = pointer.pointee
        guard (Int(frame.width), Int(frame.height)) == (picture.width, picture.height) else { return false }
        try FrameConverter(ffmpeg).withRGBA(self) { canvas.draw(picture, $0) }
        return true
    }

    /// Whether the pixels are RGB, indices of an RGB palette, or gray.
    private var hasNoChroma: Bool {
        guard let format = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(rawValue: pointer.pointee.format)) else {
            return false
        }
        let flags = format.pointee.flags
        return flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 || format.pointee.nb_components <= 2
    }

    /// Whether pixels may be hidden by being transparent.
    private var hasAlpha: Bool {
        guard !alpha.isIgnored,
            let format = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(rawValue: pointer.pointee.format))
        else { return false }
        return format.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
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

    /// Returns up to `count` planes.
    func planes(count: Int) -> [PixelBuffer.Plane] {
        let data = pointer.pointee.data
        let lines = pointer.pointee.linesize
        let rows = [(data.0, lines.0), (data.1, lines.1), (data.2, lines.2), (data.3, lines.3)]
        return rows.prefix(count).compactMap { row in
            row.0.map { PixelBuffer.Plane(address: UnsafeRawPointer($0), bytesPerRow: Int(row.1)) }
        }
    }

    /// The properties of the frame that a conversion needs.
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
