// SPDX-License-Identifier: Apache-2.0
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
        let source = frame.pointer
        let scaler = try scaler(for: frame.source, to: AV_PIX_FMT_YUV420P)
        defer { ffmpeg.sws_freeContext(scaler) }
        let target = try allocated(AV_PIX_FMT_YUV420P, width: source.width, height: source.height)
        target.pointer.colorspace = source.colorspace
        guard ffmpeg.sws_scale_frame(scaler, target.pointer, frame.pointer) >= 0 else {
            throw LineamentError(.resourceExhausted, "A frame could not be converted.")
        }
        return target
    }

    /// Returns the frame in another size, and in the same format unless that is a palette.
    func scaled(_ frame: DecodedFrame, width: Int32, height: Int32) throws -> DecodedFrame {
        let source = frame.source
        let flags = ffmpeg.av_pix_fmt_desc_get(source.format).map { $0.flags } ?? 0
        let isPalette = flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
        let format = isPalette ? AV_PIX_FMT_BGRA : source.format
        let scaler = try scaler(for: source, to: format, width: width, height: height, isFullRange: source.isFullRange)
        defer { ffmpeg.sws_freeContext(scaler) }
        let target = try allocated(format, width: width, height: height, alpha: frame.alpha)
        target.pointer.colorspace = frame.pointer.colorspace
        target.pointer.color_range = frame.pointer.color_range
        guard ffmpeg.sws_scale_frame(scaler, target.pointer, frame.pointer) >= 0 else {
            throw LineamentError(.resourceExhausted, "A frame could not be scaled.")
        }
        return target
    }

    /// Returns an upright image in the form of the encoded video.
    ///
    /// Planes of YUV in the form's color matrix keep their values; all other images are converted through RGB. The last
    /// column and row of an odd size are dropped; images of any other size are scaled.
    func encoded(_ image: PixelBuffer, _ form: EncodedForm) throws -> DecodedFrame {
        let isReady =
            image.format.planeCount > 1 && image.colorMatrix == form.taskMatrix
            && image.format.isFullRange == form.isFullRange
        return try encoded(planes: isReady ? image : image.convertedToRGB(), form)
    }

    /// Returns an upright image, whose planes are those of the video or RGB, in the form of the encoded video.
    /// - Parameter part: The size of its upper left part that is converted as it is, if the image is a part of a frame.
    func encoded(
        planes image: PixelBuffer, _ form: EncodedForm, matrix: ColorMatrix? = nil,
        part: (width: Int32, height: Int32)? = nil
    ) throws -> DecodedFrame {
        let target = part ?? (form.width, form.height)
        let isScaled = image.width & ~1 != Int(target.width) || image.height & ~1 != Int(target.height)
        let kept = isScaled && part == nil ? (width: Int32(image.width), height: Int32(image.height)) : target
        let source = Source(
            width: kept.width, height: kept.height, format: image.format.scalerFormat,
            matrix: matrix ?? form.taskMatrix, isFullRange: image.format.isFullRange)
        return try encoded(copy(of: image, source), source, form, width: target.width, height: target.height)
    }

    /// Returns the planes of a video in the form of its encoded copy.
    func encoded(_ stored: StoredPlanes, isFullRange: Bool, _ form: EncodedForm) throws -> DecodedFrame {
        guard let format = stored.format.pixelFormat(ffmpeg) else {
            throw LineamentError(.unimplemented, "Frames in this pixel format cannot be converted.")
        }
        let isScaled = stored.width & ~1 != Int(form.width) || stored.height & ~1 != Int(form.height)
        let source = Source(
            width: isScaled ? Int32(stored.width) : form.width, height: isScaled ? Int32(stored.height) : form.height,
            format: format, matrix: form.taskMatrix, isFullRange: isFullRange)
        let copy = try allocated(format, width: source.width, height: source.height)
        try stored.withPlanes { planes in
            for (index, plane) in planes.enumerated() {
                let size = stored.format.size(plane: index, width: Int(source.width), height: Int(source.height))
                copy.fill(
                    plane: index, from: plane, rowLength: size.width * stored.format.bytesPerSample, rows: size.height)
            }
        }
        return try encoded(copy, source, form, width: form.width, height: form.height)
    }

    private func encoded(
        _ copy: DecodedFrame, _ source: Source, _ form: EncodedForm, width: Int32, height: Int32
    ) throws -> DecodedFrame {
        let isSame = source.format == form.format && source.isFullRange == form.isFullRange
        if isSame, source.width == width, source.height == height { return copy }
        let scaler = try scaler(
            for: source, to: form.format, width: width, height: height, isFullRange: form.isFullRange)
        defer { ffmpeg.sws_freeContext(scaler) }
        let frame = try allocated(form.format, width: width, height: height)
        guard ffmpeg.sws_scale_frame(scaler, frame.pointer, copy.pointer) >= 0 else {
            throw LineamentError(.resourceExhausted, "A frame could not be converted.")
        }
        return frame
    }

    /// Returns the frame in another format of the same size, in the range that it has.
    func converted(_ frame: DecodedFrame, to format: AVPixelFormat) throws -> DecodedFrame {
        let source = frame.source
        guard !hasPlanes(of: format, source.format) else { return frame }
        let scaler = try scaler(for: source, to: format, isFullRange: source.isFullRange)
        defer { ffmpeg.sws_freeContext(scaler) }
        let target = try allocated(format, width: source.width, height: source.height)
        guard ffmpeg.sws_scale_frame(scaler, target.pointer, frame.pointer) >= 0 else {
            throw LineamentError(.resourceExhausted, "A frame could not be converted.")
        }
        return target
    }

    /// Whether the planes of two formats are the same; some formats differ only by the range that they stand for.
    private func hasPlanes(of format: AVPixelFormat, _ other: AVPixelFormat) -> Bool {
        func name(_ format: AVPixelFormat) -> String? {
            ffmpeg.av_pix_fmt_desc_get(format).map { String(cString: $0.name) }
        }
        return format == other || name(other)?.replacing("yuvj", with: "yuv") == name(format)
    }

    /// Returns the upper left part of an image in memory of FFmpeg's: libswscale reads some bytes beyond the last row,
    /// which only such memory has. It takes the chroma of RGB from pairs of pixels, so after a row of odd width it uses
    /// one pixel more; that is the last one again.
    private func copy(of image: PixelBuffer, _ part: Source) throws -> DecodedFrame {
        let frame = try allocated(part.format, width: part.width, height: part.height)
        let isPacked = image.format.planeCount == 1
        let pixelLength = image.format.minimumBytesPerRow(plane: 0, width: 1)
        try image.withPlanes { planes in
            for (index, plane) in planes.enumerated() {
                let rowLength = image.format.minimumBytesPerRow(plane: index, width: Int(part.width))
                frame.fill(
                    plane: index, from: plane, rowLength: rowLength,
                    rows: image.format.rows(plane: index, height: Int(part.height)),
                    repeatedLength: isPacked ? pixelLength : 0)
            }
        }
        return frame
    }

    private func allocated(
        _ format: AVPixelFormat, width: Int32, height: Int32, alpha: AlphaTreatment = .blackened
    ) throws -> DecodedFrame {
        let frame = try DecodedFrame(ffmpeg, alpha: alpha)
        frame.pointer.format = format.rawValue
        frame.pointer.width = width
        frame.pointer.height = height
        guard ffmpeg.av_frame_get_buffer(frame.pointer, 0) == 0 else {
            throw LineamentError(.resourceExhausted, "There is not enough memory for a frame.")
        }
        return frame
    }

    /// - Parameters:
    ///   - width: The width of the result, and likewise `height`; `nil` for that of the source.
    ///   - isFullRange: Whether YUV of the result is in full range; otherwise it is in video range.
    private func scaler(
        for source: Source, to format: AVPixelFormat, width: Int32? = nil, height: Int32? = nil,
        isFullRange: Bool = false
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
            scaler, coefficients, range, coefficients, isFullRange ? 1 : 0, 0, 1 << 16, 1 << 16)
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
    /// Whether values use all that their bits hold.
    fileprivate var isFullRange: Bool {
        switch self {
        case .nv12VideoRange, .i420: false
        case .gray8, .rgb8, .rgba8, .bgra8, .nv12FullRange, .i420FullRange: true
        }
    }

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
