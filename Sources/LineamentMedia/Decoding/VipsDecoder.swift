internal import CMediaShims
internal import Lineament

/// Decodes every still format but JPEG and bitmaps with libvips.
struct VipsDecoder {
    private let context: DecodingContext

    init(_ context: DecodingContext) { self.context = context }

    func decodePNG(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        if let chunk = PNGChecksums.firstWrongChunk(bytes) {
            throw context.damaged("the checksum of its \(chunk) chunk is wrong")
        }
        return try decode(bytes)
    }

    func decode(_ bytes: UnsafeRawBufferPointer) throws -> PixelBuffer {
        try Vips.start()
        var picture = LineamentPicture()
        let (status, message) = Vips.withMessage { text, size in
            lineament_vips_decode(
                bytes.baseAddress, bytes.count, context.appliesOrientation, Int64(context.maxPixels),
                &picture, text, size)
        }
        if status == LINEAMENT_VIPS_FAILED { throw context.damaged(message) }
        try context.checkSize(width: Int(picture.width), height: Int(picture.height))
        return try PixelBuffer(picture)
    }
}

extension PixelBuffer {
    /// This picture, turned and mirrored as EXIF orientation 2 to 8 asks.
    func upright(exifOrientation: Int, _ context: DecodingContext) throws -> PixelBuffer {
        guard exifOrientation > 1 else { return self }
        try Vips.start()
        return try withPicture { stored in
            var picture = LineamentPicture()
            let (status, message) = Vips.withMessage { text, size in
                lineament_vips_orient(&stored, Int32(exifOrientation), &picture, text, size)
            }
            guard status == LINEAMENT_VIPS_OK else { throw context.damaged(message) }
            return try PixelBuffer(picture)
        }
    }

    /// Takes over pixels that libvips made.
    convenience init(_ picture: LineamentPicture) throws {
        let format: PixelFormat =
            switch picture.channels {
            case 1: .gray8
            case 3: .rgb8
            default: .rgba8
            }
        try self.init(
            owning: picture.bytes, width: Int(picture.width), height: Int(picture.height), format: format
        ) { lineament_vips_free($0) }
    }

    /// Takes over packed pixels without padding; `release` gets them back at the end, or at once on failure.
    convenience init(
        owning memory: UnsafeMutablePointer<UInt8>, width: Int, height: Int, format: PixelFormat,
        release: @escaping @Sendable (UnsafeMutablePointer<UInt8>) -> Void
    ) throws {
        let owner = OwnedMemory(address: memory, release: release)
        let plane = Plane(
            address: UnsafeRawPointer(memory),
            bytesPerRow: format.minimumBytesPerRow(plane: 0, width: width))
        try self.init(unowned: [plane], width: width, height: height, format: format) {
            withExtendedLifetime(owner) {}
        }
    }
}

/// Memory that is given back when the last reference goes.
private final class OwnedMemory: @unchecked Sendable {
    private let address: UnsafeMutablePointer<UInt8>
    private let release: @Sendable (UnsafeMutablePointer<UInt8>) -> Void

    init(
        address: UnsafeMutablePointer<UInt8>,
        release: @escaping @Sendable (UnsafeMutablePointer<UInt8>) -> Void
    ) {
        self.address = address
        self.release = release
    }

    deinit { release(address) }
}
