internal import CLineamentFFmpeg
internal import Lineament

/// A converter of whole frames whose planes cannot be used in place. It uses libswscale.
struct FrameConverter {
    private let ffmpeg: LineamentFFmpeg

    init(_ ffmpeg: LineamentFFmpeg) { self.ffmpeg = ffmpeg }

    /// Returns the planes of an image as 8-bit RGB.
    func rgb(_ source: Source, planes: [PixelBuffer.Plane]) throws -> PixelBuffer {
        let memory = try packed(source, planes, as: AV_PIX_FMT_RGB24, pixelLength: 3)
        return try PixelBuffer(
            owning: memory, width: Int(source.width), height: Int(source.height), format: .rgb8
        ) { $0.deallocate() }
    }

    /// Returns the planes of an image with transparency as 8-bit RGB over black, so that what is hidden is gone.
    func opaque(_ source: Source, planes: [PixelBuffer.Plane], _ alpha: AlphaTreatment) throws -> PixelBuffer {
        let memory = try packed(source, planes, as: AV_PIX_FMT_RGBA, pixelLength: 4)
        let count = Int(source.width) * Int(source.height)
        let isUnset = alpha.isOftenUnset && (0..<count).allSatisfy { memory[4 * $0 + 3] == 0 }
        // Three bytes take the place of four from the beginning on.
        for pixel in 0..<count {
            let opacity = isUnset ? 255 : Int(memory[4 * pixel + 3])
            for channel in 0..<3 {
                let value = Int(memory[4 * pixel + channel])
                memory[3 * pixel + channel] = UInt8(truncatingIfNeeded: (value * opacity + 127) / 255)
            }
        }
        return try PixelBuffer(
            owning: memory, width: Int(source.width), height: Int(source.height), format: .rgb8
        ) { $0.deallocate() }
    }

    /// Calls `body` with the pixels of a frame: red, green, blue and alpha, row by row.
    func withRGBA(_ frame: DecodedFrame, _ body: (UnsafePointer<UInt8>) -> Void) throws {
        let memory = try packed(frame.source, frame.planes(count: 4), as: AV_PIX_FMT_RGBA, pixelLength: 4)
        defer { memory.deallocate() }
        body(memory)
    }

    /// Returns the planes of an image in one plane, which the caller frees.
    private func packed(
        _ source: Source, _ planes: [PixelBuffer.Plane], as format: AVPixelFormat, pixelLength: Int
    ) throws -> UnsafeMutablePointer<UInt8> {
        let scaler = try scaler(for: source, to: format)
        defer { ffmpeg.sws_freeContext(scaler) }
        let rowLength = Int(source.width) * pixelLength
        // libswscale may write a few bytes past the last row.
        let memory = try PixelMemory.allocate(rowLength * Int(source.height) + 64)
        var rows = planes.map { UnsafePointer($0.address.assumingMemoryBound(to: UInt8.self)) as UnsafePointer<UInt8>? }
        rows += Array(repeating: nil, count: 4 - rows.count)
        let lines = planes.map { Int32($0.bytesPerRow) } + Array(repeating: 0, count: 4 - planes.count)
        var targets: [UnsafeMutablePointer<UInt8>?] = [memory, nil, nil, nil]
        var targetLines: [Int32] = [Int32(rowLength), 0, 0, 0]
        guard ffmpeg.sws_scale(scaler, rows, lines, 0, source.height, &targets, &targetLines) == source.height else {
            memory.deallocate()
            throw LineamentError(.resourceExhausted, "A frame could not be converted.")
        }
        return memory
    }

    /// Returns the frame as 8-bit YUV 4:2:0.
    func planar(_ frame: DecodedFrame) throws -> DecodedFrame {
        let source = frame.pointer.pointee
        let scaler = try scaler(for: frame.source, to: AV_PIX_FMT_YUV420P)
        defer { ffmpeg.sws_freeContext(scaler) }
        let target = try allocated(AV_PIX_FMT_YUV420P, width: source.width, height: source.height)
        target.pointer.pointee.colorspace = source.colorspace
        guard ffmpeg.sws_scale_frame(scaler, target.pointer, frame.pointer) >= 0 else {
            throw LineamentError(.resourceExhausted, "A frame could not be converted.")
        }
        return target
    }

    /// Returns the frame in another size, and in the same format unless that is a palette.
    func scaled(_ frame: DecodedFrame, width: Int32, height: Int32) throws -> DecodedFrame {
        let source = frame.source
        let flags = ffmpeg.av_pix_fmt_desc_get(source.format).map { $0.pointee.flags } ?? 0
        let isPalette = flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
        let format = isPalette ? AV_PIX_FMT_BGRA : source.format
        let scaler = try scaler(for: source, to: format, width: width, height: height, keepsRange: true)
        defer { ffmpeg.sws_freeContext(scaler) }
        let target = try allocated(format, width: width, height: height, alpha: frame.alpha)
        target.pointer.pointee.colorspace = frame.pointer.pointee.colorspace
        target.pointer.pointee.color_range = frame.pointer.pointee.color_range
        guard ffmpeg.sws_scale_frame(scaler, target.pointer, frame.pointer) >= 0 else {
            throw LineamentError(.resourceExhausted, "A frame could not be scaled.")
        }
        return target
    }

    /// Returns an upright image as an 8-bit YUV 4:2:0 frame of an even size in ITU-R BT.601 and video range.
    ///
    /// Planes already in this form keep their values; all other images are converted through RGB. The last column and
    /// row of an odd size are dropped; images of any other size are scaled.
    func planar(_ image: PixelBuffer, width: Int32, height: Int32) throws -> DecodedFrame {
        let isReady = [.i420, .nv12VideoRange].contains(image.format) && image.colorMatrix == .bt601
        let image = isReady && image.turn == .none ? image : try image.convertedToRGB()
        let isScaled = image.width & ~1 != Int(width) || image.height & ~1 != Int(height)
        let source = Source(
            width: isScaled ? Int32(image.width) : width, height: isScaled ? Int32(image.height) : height,
            format: image.format.scalerFormat, matrix: .bt601, isFullRange: image.format.planeCount == 1)
        let copy = try copy(of: image, source)
        if image.format == .i420, !isScaled { return copy }
        let scaler = try scaler(for: source, to: AV_PIX_FMT_YUV420P, width: width, height: height)
        defer { ffmpeg.sws_freeContext(scaler) }
        let frame = try allocated(AV_PIX_FMT_YUV420P, width: width, height: height)
        guard ffmpeg.sws_scale_frame(scaler, frame.pointer, copy.pointer) >= 0 else {
            throw LineamentError(.resourceExhausted, "A frame could not be converted.")
        }
        return frame
    }

    /// Returns the upper left part of an image in memory of FFmpeg's: libswscale reads some bytes beyond the last row,
    /// which only such memory has. It takes the chroma of RGB from pairs of pixels, so after a row of odd width it uses
    /// one pixel more; that is the last one again.
    private func copy(of image: PixelBuffer, _ part: Source) throws -> DecodedFrame {
        let frame = try allocated(part.format, width: part.width, height: part.height)
        let data = frame.pointer.pointee.data
        let lines = frame.pointer.pointee.linesize
        let targets = [(data.0, lines.0), (data.1, lines.1), (data.2, lines.2)]
        let isPacked = image.format.planeCount == 1
        let pixelLength = image.format.minimumBytesPerRow(plane: 0, width: 1)
        try image.withPlanes { planes in
            for (index, (plane, target)) in zip(planes, targets).enumerated() {
                guard let start = target.0 else { continue }
                let rowLength = image.format.minimumBytesPerRow(plane: index, width: Int(part.width))
                for row in 0..<image.format.rows(plane: index, height: Int(part.height)) {
                    let from = plane.address + row * plane.bytesPerRow
                    let to = start + row * Int(target.1)
                    UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: rowLength)
                    guard isPacked, rowLength + pixelLength <= Int(target.1) else { continue }
                    UnsafeMutableRawPointer(to + rowLength)
                        .copyMemory(from: from + rowLength - pixelLength, byteCount: pixelLength)
                }
            }
        }
        return frame
    }

    private func allocated(
        _ format: AVPixelFormat, width: Int32, height: Int32, alpha: AlphaTreatment = .blackened
    ) throws -> DecodedFrame {
        let frame = try DecodedFrame(ffmpeg, alpha: alpha)
        frame.pointer.pointee.format = format.rawValue
        frame.pointer.pointee.width = width
        frame.pointer.pointee.height = height
        guard ffmpeg.av_frame_get_buffer(frame.pointer, 0) == 0 else {
            throw LineamentError(.resourceExhausted, "There is not enough memory for a frame.")
        }
        return frame
    }

    /// - Parameters:
    ///   - width: The width of the result, and likewise `height`; `nil` for that of the source.
    ///   - keepsRange: Whether YUV in full range stays so; otherwise the result is in video range.
    private func scaler(
        for source: Source, to format: AVPixelFormat, width: Int32? = nil, height: Int32? = nil,
        keepsRange: Bool = false
    ) throws -> LineamentScaler {
        let width = width ?? source.width
        let height = height ?? source.height
        guard
            let scaler = ffmpeg.sws_getContext(
                source.width, source.height, source.format, width, height, format,
                lineament_sws_exact_bicubic(), nil, nil, nil)
        else {
            throw LineamentError(
                .unimplemented,
                width == source.width && height == source.height
                    ? "Frames in this pixel format cannot be converted."
                    : "A frame of \(source.width)x\(source.height) pixels cannot be scaled to \(width)x\(height).")
        }
        let coefficients = ffmpeg.sws_getCoefficients(source.matrix.scalerIndex)
        let range: Int32 = source.isFullRange ? 1 : 0
        _ = ffmpeg.sws_setColorspaceDetails(
            scaler, coefficients, range, coefficients, keepsRange ? range : 0, 0, 1 << 16, 1 << 16)
        return scaler
    }
}

extension FrameConverter {
    /// The properties of an image that libswscale needs.
    struct Source {
        var width: Int32
        var height: Int32
        var format: AVPixelFormat
        var matrix: ColorMatrix
        var isFullRange: Bool
    }
}

extension PixelFormat {
    /// libswscale's format with this memory layout.
    fileprivate var scalerFormat: AVPixelFormat {
        switch self {
        case .gray8: AV_PIX_FMT_GRAY8
        case .rgb8: AV_PIX_FMT_RGB24
        case .rgba8: AV_PIX_FMT_RGB0
        case .bgra8: AV_PIX_FMT_BGR0
        case .nv12VideoRange, .nv12FullRange: AV_PIX_FMT_NV12
        case .i420, .i420FullRange: AV_PIX_FMT_YUV420P
        }
    }
}

extension ColorMatrix {
    /// libswscale's number for this matrix.
    fileprivate var scalerIndex: Int32 {
        switch self {
        case .bt601: SWS_CS_ITU601
        case .bt709: SWS_CS_ITU709
        case .bt2020: SWS_CS_BT2020
        }
    }
}
