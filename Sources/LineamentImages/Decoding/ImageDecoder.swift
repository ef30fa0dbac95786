// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// A decoder for image files: JPEG, PNG, WebP, GIF, TIFF, BMP, PNM, HEIC, AVIF and, where libvips can, JPEG XL. It
/// recognizes the format by the content of a file, not by its name. Of animations it reads the first picture;
/// LineamentVideo reads them whole.
///
/// 16-bit channels keep their high byte, palettes are expanded, and color profiles are kept (`PixelBuffer.colorProfile`), as far
/// as colors are computed from them, but not applied.
///
/// ```swift
/// let decoder = ImageDecoder()
/// let pixels = try decoder.decode(contentsOf: URL(fileURLWithPath: "photo.jpg"))
/// let image = try MPImage(pixelBuffer: pixels)
/// ```
public struct ImageDecoder: Sendable {
    /// The maximum number of pixels; larger images are rejected before they are decoded. Default: 256 megapixels.
    public var maxPixels = 256_000_000
    /// The maximum number of bytes; larger files are rejected. Default: 1 GiB.
    public var maxBytes = 1 << 30
    /// Whether images are rotated upright according to their EXIF orientation. Default: true.
    public var appliesOrientation = true

    /// Called before an image is decoded, with the number of bytes that its pixels may take; an error ends the decoding.
    ///
    /// Callers wait here until there is room for the pixels. It may be called more than once for an image.
    package var willDecode: (@Sendable (_ byteCount: Int) throws -> Void)?

    /// The resolution at which large JPEG files are decoded. Default: `.full`.
    public var detail = DecodingDetail.full

    /// Whether JPEG XL is read if libvips can. libvips itself counts its decoder among those that are unsafe for files of
    /// strangers.
    package var acceptsJPEGXL = true

    /// Creates a decoder with the default limits.
    public init() {}

    /// Decodes an image file.
    /// - Throws: `LineamentError` that names the file: `notFound`, `permissionDenied`, `unimplemented` for an
    ///   unsupported format, `dataLoss` for a truncated or damaged file, `resourceExhausted` for a file above a limit or
    ///   for a lack of memory.
    public func decode(contentsOf url: URL) throws -> PixelBuffer {
        try decode(FileBytes.read(url, limit: maxBytes), name: url.path)
    }

    /// Decodes the bytes of an image file.
    /// - Parameter name: the name of the file in errors.
    /// - Throws: `LineamentError`; see ``decode(contentsOf:)``.
    public func decode(_ data: Data, name: String = "image data") throws -> PixelBuffer {
        guard data.count <= maxBytes else {
            throw LineamentError(
                .resourceExhausted, "\(name) has \(data.count) bytes, more than the limit of \(maxBytes).")
        }
        let context = DecodingContext(
            name: name, maxPixels: maxPixels, appliesOrientation: appliesOrientation, willDecode: willDecode)
        return try data.withUnsafeBytes { bytes in
            switch ImageKind(bytes) {
            case .jpeg: try decodeJPEG(data, bytes, context)
            case .png: try VipsDecoder(context).decodePNG(bytes)
            case .tiff: try decodeTIFF(bytes, context)
            case .gif, .webp, .heif: try VipsDecoder(context).decode(bytes)
            case .jpegXL: try decodeJPEGXL(bytes, context)
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
        let pixels = try decodeJPEGPixels(data, bytes, context)
        return pixels.withColorProfile(ColorProfile(jpeg: bytes))
    }

    private func decodeJPEGPixels(
        _ data: Data, _ bytes: UnsafeRawBufferPointer, _ context: DecodingContext
    ) throws -> PixelBuffer {
        let decoder = try JPEGDecoder(context)
        guard detail == .scaled, let size = try decoder.reducibleSize(bytes) else { return try decoder.decode(bytes) }
        let reduction = JPEGDecoder.reduction(of: size)
        guard reduction > 1 else { return try decoder.decode(bytes) }
        let levels = ScaledImageSource(coarse: try decoder.decode(bytes, reduction: reduction), reduction: reduction) {
            reduction in try data.withUnsafeBytes { try decoder.decode($0, reduction: reduction) }
        }
        return try PixelBuffer(levels, width: size.width, height: size.height)
    }

    /// Decodes the first image of a TIFF file that is not a smaller copy of another.
    private func decodeTIFF(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws -> PixelBuffer {
        let pages = TIFFPages(bytes)
        guard !pages.isRaw else {
            throw LineamentError(
                .unimplemented,
                "\(context.name) is a camera raw file; only its embedded preview could be read. Convert it to JPEG or "
                    + "TIFF.")
        }
        guard !pages.isDeepGray else {
            throw LineamentError(
                .unimplemented,
                "\(context.name) stores gray with more than 16 bits per pixel, and its white level is unknown. Convert it to "
                    + "8 or 16 bits.")
        }
        if let numbers = pages.unreadableNumbers {
            throw LineamentError(
                .unimplemented,
                "\(context.name) stores \(numbers), which are not supported. Convert it to 8 or 16 bits.")
        }
        return try VipsDecoder(context).decode(bytes, page: pages.main)
    }

    private func decodeJPEGXL(_ bytes: UnsafeRawBufferPointer, _ context: DecodingContext) throws -> PixelBuffer {
        guard acceptsJPEGXL else {
            throw LineamentError(
                .unimplemented,
                "\(context.name) is JPEG XL, which is not read here: its decoder is too young for files of strangers. "
                    + "Convert it to JPEG or PNG.")
        }
        // libjxl has made the image upright.
        return try VipsDecoder(context).decode(bytes, orientation: .up)
    }
}

/// The resolution at which a large image is decoded.
public enum DecodingDetail: String, Sendable, CaseIterable {
    /// Full resolution.
    case full
    /// JPEG files at 1/2, 1/4 or 1/8 of their size, as long as the longer side keeps 1000 pixels, and again at a higher
    /// resolution if a face needs it. Faster for portraits, slower for small faces; results differ slightly because the
    /// reduction smooths the image.
    case scaled
}

/// The settings that every decoder needs: limits, orientation, and the name of the file in errors.
struct DecodingContext {
    let name: String
    let maxPixels: Int
    let appliesOrientation: Bool
    var willDecode: (@Sendable (_ byteCount: Int) throws -> Void)?

    /// Checks the size that a file declares, before its pixels are decoded.
    func checkSize(width: Int, height: Int) throws {
        try PixelBuffer.checkSize(width: width, height: height, maxPixels: maxPixels, of: name)
        let largestPixel = 4
        try willDecode?(width * height * largestPixel)
    }

    func damaged(_ reason: String) -> LineamentError { .damaged(name, reason) }

    /// Returns the error for what a decoding library said: the file may be damaged, memory short, or a decoder missing.
    func failure(_ reason: String) -> LineamentError {
        let says = { (words: [String]) in words.contains(where: reason.lowercased().contains) }
        if says(["out of memory", "insufficient memory"]) {
            return LineamentError(.resourceExhausted, "There is not enough memory to decode \(name): \(reason).")
        }
        // libheif's words up to version 1.17, up to 1.20, and after that.
        if says(["unsupported codec", "no decoding plugin installed", "decoder plugin generated an error: unspecified"])
        {
            return LineamentError(
                .unimplemented,
                "\(name) cannot be decoded, as libheif has no decoder for it (\(reason)). Install one (Debian, Ubuntu: apt-get "
                    + "install libheif-plugin-libde265 for HEIC, libheif-plugin-dav1d for AVIF; Fedora: libheif-freeworld from "
                    + "RPM Fusion; Arch: pacman -S libheif).")
        }
        // Of HEIC and AVIF, as libheif says it. It has more limits, which are right.
        if says(["exceeds the security limit"]), says(["references in iref"]) {
            return LineamentError(
                .unimplemented,
                "\(name) is refused by this system's libvips \(Vips.version) (\(reason)). Versions 8.18.3 and 8.18.4 refuse HEIC "
                    + "and AVIF images of more than 16 tiles, as phones take them: install 8.18.5 or newer, or 8.18.2.")
        }
        if says(["not in a known format", "class \"vipsforeignload"]) {
            return LineamentError(
                .unimplemented,
                "\(name) cannot be decoded: this system's libvips lacks the format (\(reason)). Install a libvips that has it, "
                    + "or convert the file to JPEG or PNG.")
        }
        return damaged(reason)
    }

    func unknownKind(_ bytes: UnsafeRawBufferPointer) -> LineamentError {
        guard !bytes.isEmpty else { return LineamentError(.dataLoss, "\(name) is empty.") }
        if let mistaken = MistakenImage(Data(bytes.prefix(MistakenImage.length))) {
            return LineamentError(.unimplemented, "\(name) \(mistaken.cause), not an image file. \(mistaken.remedy)")
        }
        return LineamentError(
            .unimplemented,
            "\(name) is in no supported image format "
                + "(JPEG, PNG, WebP, GIF, TIFF, BMP, PNM, HEIC, AVIF, JPEG XL), or its header is damaged.")
    }
}
