public import Foundation
public import Lineament

/// Decodes image files: JPEG, PNG, WebP, GIF (its first image), TIFF, BMP, PNM, HEIC and AVIF, told apart by their
/// content, not their name.
///
/// 16-bit channels keep their high byte, palettes are expanded, colour profiles are not applied.
///
/// ```swift
/// let decoder = ImageDecoder()
/// let pixels = try decoder.decode(contentsOf: URL(fileURLWithPath: "photo.jpg"))
/// let image = try MPImage(pixelBuffer: pixels)
/// ```
public struct ImageDecoder: Sendable {
    /// Images with more pixels are refused before they are decoded. Default: 256 megapixels.
    public var maxPixels = 256_000_000
    /// Files with more bytes are refused before they are read. Default: 1 GiB.
    public var maxBytes = 1 << 30
    /// Whether images are turned upright as their EXIF orientation says. Default: true.
    public var appliesOrientation = true

    /// Whether large JPEG files are decoded whole. Default: yes.
    public var detail = DecodingDetail.full

    public init() {}

    /// Decodes the file at `url`.
    /// - Throws: `LineamentError` that names the file: `notFound`, `permissionDenied`, `unimplemented` for a kind
    ///   of file that is not supported, `dataLoss` for a cut or damaged file, `resourceExhausted` beyond a limit.
    public func decode(contentsOf url: URL) throws -> PixelBuffer {
        try decode(FileBytes.read(url, limit: maxBytes), name: url.path)
    }

    /// Decodes the bytes of an image file.
    /// - Parameter name: what errors call the file.
    /// - Throws: `LineamentError`; see ``decode(contentsOf:)``.
    public func decode(_ data: Data, name: String = "image data") throws -> PixelBuffer {
        guard data.count <= maxBytes else {
            throw LineamentError(
                .resourceExhausted, "\(name) has \(data.count) bytes; the limit is \(maxBytes).")
        }
        let context = DecodingContext(
            name: name, maxPixels: maxPixels, appliesOrientation: appliesOrientation)
        return try data.withUnsafeBytes { bytes in
            switch ImageKind(bytes) {
            case .jpeg: try decodeJPEG(data, bytes, context)
            case .png: try VipsDecoder(context).decodePNG(bytes)
            case .gif, .webp, .tiff, .heif: try VipsDecoder(context).decode(bytes)
            case .bmp: try BMPDecoder(context).decode(bytes)
            case .pnm: try VipsDecoder(context).decodePNM(bytes)
            case nil: throw context.unknownKind(bytes)
            }
        }
    }
}

extension ImageDecoder {
    private func decodeJPEG(
        _ data: Data, _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext
    ) throws -> PixelBuffer {
        let decoder = JPEGDecoder(context)
        guard detail == .scaled, let size = try decoder.reducibleSize(bytes) else { return try decoder.decode(bytes) }
        let reduction = JPEGDecoder.reduction(of: size)
        guard reduction > 1 else { return try decoder.decode(bytes) }
        let levels = ScaledImageSource(coarse: try decoder.decode(bytes, reduction: reduction), reduction: reduction) {
            reduction in try data.withUnsafeBytes { try decoder.decode($0, reduction: reduction) }
        }
        return try PixelBuffer(levels, width: size.width, height: size.height)
    }
}

/// How much of a large image is decoded.
public enum DecodingDetail: String, Sendable, CaseIterable {
    /// All of it.
    case full
    /// A JPEG file as coarsely as it is looked at: at 1/2, 1/4 or 1/8 of its size, as long as a side of 1000 pixels is left,
    /// and again more finely if a face needs that. Faster for portraits, slower where faces are small; results differ by
    /// what the reduction smooths away.
    case scaled
}

/// What every decoder needs to know: limits, and the name for errors.
struct DecodingContext {
    let name: String
    let maxPixels: Int
    let appliesOrientation: Bool

    func checkSize(width: Int, height: Int) throws {
        try PixelBuffer.checkSize(width: width, height: height, maxPixels: maxPixels, of: name)
    }

    func damaged(_ reason: String) -> LineamentError { .damaged(name, reason) }

    func unknownKind(_ bytes: UnsafeRawBufferPointer) -> LineamentError {
        guard !bytes.isEmpty else { return LineamentError(.dataLoss, "\(name) is empty.") }
        return LineamentError(
            .unimplemented,
            "\(name) is no image of a supported kind "
                + "(JPEG, PNG, WebP, GIF, TIFF, BMP, PNM, HEIC, AVIF), or its beginning is damaged.")
    }
}
