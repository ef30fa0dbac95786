// SPDX-License-Identifier: Apache-2.0
internal import CLineamentVips
internal import Foundation
internal import Lineament

/// A decoder for all formats except JPEG and BMP that uses libvips.
struct VipsDecoder {
    private let context: DecodingContext

    init(_ context: DecodingContext) { self.context = context }

    func decodePNG(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        if let chunk = PNGChecksums.firstWrongChunk(bytes) {
            throw context.damaged("the checksum of its \(chunk) chunk is wrong")
        }
        let orientation = ImageOrientation(png: bytes)
        return try PNGChunks.withoutLargeTexts(bytes) { try decode($0, orientation: orientation) }
    }

    func decodePNM(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        guard let header = PNMHeader(bytes) else { throw context.damaged("its header is truncated or damaged") }
        try context.checkSize(width: header.width, height: header.height)
        guard header.white > 0, header.white <= 65535 else {
            throw context.damaged("its maximum pixel value is invalid")
        }
        guard header.isWhole(bytes) else { throw context.damaged("it ends before the last pixel") }
        guard let binary = header.binaryFile(bytes) else { return try decode(bytes, white: header.white) }
        return try binary.withUnsafeBytes { try decode($0, white: header.white) }
    }

    /// Decodes a file.
    /// - Parameters:
    ///   - white: the maximum pixel value of a PNM file; 0 for other formats.
    ///   - page: the number of the image in a TIFF file.
    ///   - orientation: the orientation that the file declares; `nil` for the one that libvips finds.
    func decode(
        _ bytes: UnsafeRawBufferPointer, white: Int = 0, page: Int = 0, orientation declared: ImageOrientation? = nil
    ) throws -> PixelBuffer {
        try Vips.open()
        if context.willDecode != nil { try checkSize(bytes, white: white, page: page) }
        var decoded = LineamentVipsPixels()
        let (status, message) = Vips.withMessage { text, size in
            lineament_vips_decode(
                bytes.baseAddress, bytes.count, Int64(context.maxPixels), Int32(white), Int32(page), &decoded,
                text, size)
        }
        if status == LINEAMENT_VIPS_FAILED { throw context.failure(message) }
        defer { free(decoded.profile) }
        do {
            try context.checkSize(width: Int(decoded.width), height: Int(decoded.height))
        } catch {
            lineament_vips_free(decoded.bytes)
            throw error
        }
        guard let pixels = try PixelBuffer(decoded) else { throw context.damaged(message) }
        let found = declared ?? ImageOrientation(exifValue: Int(decoded.orientation))
        let orientation = context.appliesOrientation ? found : nil
        let profile = decoded.profile.flatMap { ColorProfile(Data(bytes: $0, count: decoded.profile_size)) }
        return try pixels.upright(from: orientation ?? .up).withColorProfile(profile)
    }

    /// Checks the size of an image before its pixels are decoded.
    private func checkSize(_ bytes: UnsafeRawBufferPointer, white: Int, page: Int) throws {
        guard let header = Self.header(bytes, white: white, page: page) else { return }
        try context.checkSize(width: Int(header.width), height: Int(header.height))
    }

    /// Returns the orientation that a file declares; `nil` for one that is upright as stored, and for a damaged one.
    static func orientation(_ bytes: UnsafeRawBufferPointer) -> ImageOrientation? {
        guard (try? Vips.open()) != nil, let header = PNGChunks.withoutLargeTexts(bytes, { header($0) }),
            header.orientation > 1
        else { return nil }
        return ImageOrientation(exifValue: Int(header.orientation))
    }

    /// Returns the number of pictures in a file; 1 for a damaged one.
    static func pageCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard (try? Vips.open()) != nil, let header = header(bytes) else { return 1 }
        return Int(header.pages)
    }

    /// Returns an image's size, orientation and number of pictures, from its header: that is all that libvips reads of one above its limit.
    private static func header(
        _ bytes: UnsafeRawBufferPointer, white: Int = 0, page: Int = 0
    ) -> LineamentVipsPixels? {
        var header = LineamentVipsPixels()
        let status = lineament_vips_decode(
            bytes.baseAddress, bytes.count, 0, Int32(white), Int32(page), &header, nil, 0)
        return status == LINEAMENT_VIPS_TOO_LARGE ? header : nil
    }
}
