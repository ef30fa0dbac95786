// SPDX-License-Identifier: Apache-2.0
internal import CLineamentTurboJPEG
internal import Foundation
internal import Lineament

/// A BMP decoder that uses libjpeg-turbo, which also reads that format.
struct BMPDecoder {
    private let context: DecodingContext

    init(_ context: DecodingContext) { self.context = context }

    func decode(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        guard let header = BMPHeader(bytes) else { throw context.damaged("its header is truncated or damaged") }
        guard header.isPlain else {
            throw LineamentError(
                .unimplemented,
                "\(context.name) is an unsupported kind of BMP (\(header.bitsPerPixel) bits per pixel, compression "
                    + "\(header.compression)). Convert it to 8, 24 or 32 bits per pixel without compression.")
        }
        try context.checkSize(width: header.width, height: header.height)
        let pixels = UnsafeRawBufferPointer(rebasing: bytes[header.pixelsStart...])
        guard pixels.count >= header.minimumPixelBytes else {
            throw context.damaged("it has \(pixels.count) of \(header.minimumPixelBytes) bytes of pixels")
        }
        guard !header.hasAlpha else { return try translucent(header, pixels) }
        let file = try memoryFile(
            header.plainHeader(bytes),
            UnsafeRawBufferPointer(rebasing: pixels.prefix(header.bytesPerRow * header.height)))
        return try load(file, header)
    }

    /// Returns the image of a file with alpha, which libjpeg-turbo drops.
    private func translucent(_ header: BMPHeader, _ pixels: UnsafeRawBufferPointer) throws -> PixelBuffer {
        guard let start = pixels.baseAddress else { throw context.damaged("it has no pixels") }
        return try PixelBuffer(width: header.width, height: header.height, format: .bgra8) { target in
            for row in 0..<header.height {
                let stored = header.isTopDown ? row : header.height - 1 - row
                UnsafeMutableRawPointer(target + row * 4 * header.width).copyMemory(
                    from: start + stored * header.bytesPerRow, byteCount: 4 * header.width)
            }
        }
    }

    private func memoryFile(_ header: [UInt8], _ pixels: UnsafeRawBufferPointer) throws -> MemoryFile {
        do {
            let file = try MemoryFile()
            try file.append(header)
            try file.append(pixels)
            // The padding of the last row, which may be missing.
            try file.append(Data(count: 4))
            return file
        } catch {
            throw LineamentError(
                .resourceExhausted, "\(context.name): there is not enough memory to decode it: \(error)",
                underlyingError: error)
        }
    }

    private func load(_ file: MemoryFile, _ header: BMPHeader) throws -> PixelBuffer {
        let library = try TurboJPEG.library()
        var width: Int32 = 0
        var height: Int32 = 0
        var layout = Int32(TJPF_RGB.rawValue)
        let flags = header.isTopDown ? TJFLAG_BOTTOMUP : 0
        guard let memory = library.tjLoadImage(file.path, &width, 1, &height, &layout, flags) else {
            throw context.damaged(library.message(nil))
        }
        let release = library.tjFree
        return try PixelBuffer(owning: memory, width: Int(width), height: Int(height), format: .rgb8) { release($0) }
    }
}
