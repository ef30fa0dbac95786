// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// A frame from the decoder.
final class DecodedFrame: @unchecked Sendable {
    // @unchecked Sendable: a frame is modified only before it is shared, and only read afterward.

    let pointer: AVFrame
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
        var pointer: AVFrame? = pointer
        ffmpeg.av_frame_free(&pointer)
    }

    /// The timestamp in seconds; `nil` if unknown.
    var time: Double? { ContainerTime.seconds(pointer.best_effort_timestamp, timeBase) }

    var isDamaged: Bool {
        pointer.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.decode_error_flags != 0
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

    /// Returns the planes upright with all that they hold; `nil` if there are none.
    func storedPlanes(_ orientation: ImageOrientation) throws -> StoredPlanes? {
        try StoredPlanes(self, orientation, ffmpeg)
    }

    /// Whether an upright image has the size of the frame.
    func isAsLarge(as image: PixelBuffer, _ orientation: ImageOrientation) -> Bool {
        let stored = (Int(pointer.width), Int(pointer.height))
        return stored == (orientation.swapsSides ? (image.height, image.width) : (image.width, image.height))
    }

    /// Returns the frame in another size, in pixels.
    func scaled(width: Int, height: Int) throws -> DecodedFrame {
        let isSame = (Int(pointer.width), Int(pointer.height)) == (width, height)
        return isSame ? self : try FrameConverter(ffmpeg).scaled(self, width: Int32(width), height: Int32(height))
    }

    /// Draws the frame as a picture of an animation; returns false if it has another size.
    func draw(_ picture: WebPAnimation.Picture, on canvas: inout AnimationCanvas) throws -> Bool {
        let frame = pointer
        guard (Int(frame.width), Int(frame.height)) == (picture.width, picture.height) else { return false }
        try FrameConverter(ffmpeg).withRGBA(self) { canvas.draw(picture, $0) }
        return true
    }

    /// Whether the pixels are RGB, indices of an RGB palette, or gray.
    private var hasNoChroma: Bool {
        guard let format = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(rawValue: pointer.format)) else {
            return false
        }
        let flags = format.flags
        return flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 || format.nb_components <= 2
    }

    /// Whether pixels may be hidden by being transparent.
    var hasAlpha: Bool {
        guard !alpha.isIgnored,
            let format = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(rawValue: pointer.format))
        else { return false }
        return format.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    }

    /// Whether tasks see the pixels in the decoder's planes.
    var isSeenInPlace: Bool { planarFormat != nil }

    var pixelFormat: AVPixelFormat { AVPixelFormat(rawValue: pointer.format) }

    /// Where the rows of a plane are.
    typealias Rows = (start: UnsafeMutableRawPointer?, bytesPerRow: Int)

    /// Returns the rows of a plane, which are valid as long as the frame is.
    func rows(ofPlane plane: Int) -> Rows {
        let data = pointer.data
        let lines = pointer.linesize
        return switch plane {
        case 0: (data[0].map(UnsafeMutableRawPointer.init), Int(lines[0]))
        case 1: (data[1].map(UnsafeMutableRawPointer.init), Int(lines[1]))
        default: (data[2].map(UnsafeMutableRawPointer.init), Int(lines[2]))
        }
    }

    /// Writes the rows of a plane.
    /// - Parameter repeatedLength: The number of bytes at the end of a row that follow it once more, if there is room.
    func fill(plane: Int, from source: PixelBuffer.Plane, rowLength: Int, rows: Int, repeatedLength: Int = 0) {
        let target = self.rows(ofPlane: plane)
        guard let start = target.start else { return }
        let isRepeated = rowLength + repeatedLength <= target.bytesPerRow
        for row in 0..<rows {
            let from = source.address + row * source.bytesPerRow
            let to = start + row * target.bytesPerRow
            to.copyMemory(from: from, byteCount: rowLength)
            if isRepeated {
                (to + rowLength).copyMemory(from: from + rowLength - repeatedLength, byteCount: repeatedLength)
            }
        }
    }

    private var planarFormat: PixelFormat? {
        let isFullRange = pointer.color_range == AVCOL_RANGE_JPEG
        switch AVPixelFormat(rawValue: pointer.format) {
        case AV_PIX_FMT_YUV420P: return isFullRange ? .i420FullRange : .i420
        case AV_PIX_FMT_YUVJ420P: return .i420FullRange
        case AV_PIX_FMT_NV12: return isFullRange ? .nv12FullRange : .nv12VideoRange
        default: return nil
        }
    }

    private func inPlace(_ format: PixelFormat) throws -> PixelBuffer {
        try PixelBuffer(
            unowned: planes(count: format.planeCount), width: Int(pointer.width),
            height: Int(pointer.height), format: format, colorMatrix: colorMatrix,
            release: { [self] in withExtendedLifetime(self) {} })
    }

    /// Returns up to `count` planes.
    func planes(count: Int) -> [PixelBuffer.Plane] {
        let data = pointer.data
        let lines = pointer.linesize
        let rows = [(data[0], lines[0]), (data[1], lines[1]), (data[2], lines[2]), (data[3], lines[3])]
        return rows.prefix(count).compactMap { row in
            row.0.map { PixelBuffer.Plane(address: UnsafeRawPointer($0), bytesPerRow: Int(row.1)) }
        }
    }

    /// The properties of the frame that a conversion needs.
    var source: FrameConverter.Source {
        FrameConverter.Source(
            width: pointer.width, height: pointer.height,
            format: AVPixelFormat(rawValue: pointer.format), matrix: colorMatrix,
            isFullRange: pointer.color_range == AVCOL_RANGE_JPEG || hasNoChroma)
    }

    /// The color matrix by which tasks see the frame: like OpenCV, they take frames without one for ITU-R BT.601.
    var colorMatrix: ColorMatrix { ColorMatrix(pointer.colorspace) ?? .bt601 }

    /// The color matrix by which players show the frame.
    var shownMatrix: ColorMatrix { .shown(pointer.colorspace, height: Int(pointer.height)) }
}
