internal import CAVCodec
internal import Lineament

/// The uncompressed formats that libvips reads only with loaders not made for files from strangers.
enum BitmapCodec: Equatable {
    case bmp, pbm, pgm, ppm

    init?(pnmDigit: UInt8) {
        switch pnmDigit {
        case UInt8(ascii: "1"), UInt8(ascii: "4"): self = .pbm
        case UInt8(ascii: "2"), UInt8(ascii: "5"): self = .pgm
        case UInt8(ascii: "3"), UInt8(ascii: "6"): self = .ppm
        default: return nil
        }
    }

    fileprivate var identifier: AVCodecID {
        switch self {
        case .bmp: AV_CODEC_ID_BMP
        case .pbm: AV_CODEC_ID_PBM
        case .pgm: AV_CODEC_ID_PGM
        case .ppm: AV_CODEC_ID_PPM
        }
    }
}

/// Decodes BMP and PNM with libavcodec.
struct BitmapDecoder {
    private let context: DecodingContext
    private let codec: BitmapCodec

    private static let isQuiet: Void = av_log_set_level(AV_LOG_QUIET)

    init(_ context: DecodingContext, codec: BitmapCodec) {
        self.context = context
        self.codec = codec
        Self.isQuiet
    }

    func decode(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        guard let decoded = frame else { throw outOfMemory }
        try fill(decoded, from: bytes)
        try context.checkSize(width: Int(decoded.pointee.width), height: Int(decoded.pointee.height))
        return try rgb(decoded)
    }

    private func fill(_ frame: UnsafeMutablePointer<AVFrame>, from bytes: UnsafeRawBufferPointer) throws {
        var coder = avcodec_alloc_context3(avcodec_find_decoder(codec.identifier))
        defer { avcodec_free_context(&coder) }
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let coder, let packet, let size = Int32(exactly: bytes.count),
            av_new_packet(packet, size) == 0
        else { throw outOfMemory }
        UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: bytes.count).copyMemory(from: bytes)
        coder.pointee.max_pixels = Int64(context.maxPixels)
        guard avcodec_open2(coder, nil, nil) == 0, avcodec_send_packet(coder, packet) == 0,
            avcodec_receive_frame(coder, frame) == 0
        else { throw context.damaged("it is cut, not of a supported kind, or too large") }
    }

    private func rgb(_ frame: UnsafeMutablePointer<AVFrame>) throws -> PixelBuffer {
        let (width, height) = (frame.pointee.width, frame.pointee.height)
        let source = AVPixelFormat(rawValue: frame.pointee.format)
        guard
            let scaler = sws_getContext(
                width, height, source, width, height, AV_PIX_FMT_RGB24, SWS_POINT, nil, nil, nil)
        else { throw context.damaged("its pixel format is not supported") }
        defer { sws_freeContext(scaler) }
        let rowLength = Int(width) * 3
        // libswscale may write some bytes past the last row.
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: rowLength * Int(height) + 64)
        var targets: [UnsafeMutablePointer<UInt8>?] = [memory, nil, nil, nil]
        var strides: [Int32] = [Int32(rowLength), 0, 0, 0]
        withUnsafePointer(to: &frame.pointee.data.0) { data in
            withUnsafePointer(to: &frame.pointee.linesize.0) { lines in
                let rows = UnsafeRawPointer(data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
                _ = sws_scale(scaler, rows, lines, 0, height, &targets, &strides)
            }
        }
        return try PixelBuffer(owning: memory, width: Int(width), height: Int(height), format: .rgb8) {
            $0.deallocate()
        }
    }

    private var outOfMemory: LineamentError {
        LineamentError(.resourceExhausted, "\(context.name): not enough memory to decode it.")
    }
}
