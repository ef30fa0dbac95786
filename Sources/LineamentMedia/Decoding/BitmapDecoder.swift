internal import CFFmpeg
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

    init(_ context: DecodingContext, codec: BitmapCodec) {
        self.context = context
        self.codec = codec
    }

    func decode(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        let decoded = try DecodedFrame(timeBase: AVRational(num: 1, den: 1))
        try fill(decoded.pointer, from: bytes)
        try context.checkSize(width: Int(decoded.pointer.pointee.width), height: Int(decoded.pointer.pointee.height))
        return try decoded.pixelBuffer(turn: .none).convertedToRGB()
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

    private var outOfMemory: LineamentError {
        LineamentError(.resourceExhausted, "\(context.name): not enough memory to decode it.")
    }
}
