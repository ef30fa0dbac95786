internal import CLineamentTurboJPEG
internal import Foundation
internal import Lineament

/// Decodes BMP with libjpeg-turbo, which reads files of that format beside JPEG.
struct BMPDecoder {
    private let context: DecodingContext

    init(_ context: DecodingContext) { self.context = context }

    func decode(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        guard let header = BMPHeader(bytes) else { throw context.damaged("its header is cut or damaged") }
        guard header.isPlain else {
            throw LineamentError(
                .unimplemented,
                "\(context.name) is a BMP of a kind that is not supported (\(header.bitsPerPixel) bits a pixel, "
                    + "compression \(header.compression)); 8, 24 and 32 bits without compression are.")
        }
        try context.checkSize(width: header.width, height: header.height)
        let pixels = UnsafeRawBufferPointer(rebasing: bytes[header.pixelsStart...])
        guard pixels.count >= header.minimumPixelBytes else {
            throw context.damaged("it has \(pixels.count) of \(header.minimumPixelBytes) bytes of pixels")
        }
        let file = try memoryFile(
            header.plainHeader(bytes),
            UnsafeRawBufferPointer(rebasing: pixels.prefix(header.bytesPerRow * header.height)))
        return try load(file, header)
    }

    private func memoryFile(_ header: [UInt8], _ pixels: UnsafeRawBufferPointer) throws -> MemoryFile {
        do {
            let file = try MemoryFile()
            try file.append(header)
            try file.append(pixels)
            // The last row's padding, should it be missing.
            try file.append(Data(count: 4))
            return file
        } catch {
            throw LineamentError(
                .resourceExhausted, "\(context.name): there is no room to decode it: \(error)", underlyingError: error)
        }
    }

    private func load(_ file: MemoryFile, _ header: BMPHeader) throws -> PixelBuffer {
        var (width, height): (Int32, Int32) = (0, 0)
        var layout = Int32(TJPF_RGB.rawValue)
        let flags = header.isTopDown ? TJFLAG_BOTTOMUP : 0
        guard let memory = tjLoadImage(file.path, &width, 1, &height, &layout, flags) else {
            throw context.damaged(tjGetErrorStr2(nil).map { String(cString: $0) } ?? "it cannot be decoded")
        }
        return try PixelBuffer(owning: memory, width: Int(width), height: Int(height), format: .rgb8) { tjFree($0) }
    }
}
