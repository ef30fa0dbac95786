// SPDX-License-Identifier: Apache-2.0
internal import CLineamentTurboJPEG
internal import CLineamentVips
public import Foundation
public import Lineament

/// An encoder for JPEG, PNG and WebP images.
public struct ImageEncoder: Sendable {
    /// A format that can be written.
    public enum Format: String, Sendable, CaseIterable {
        case jpeg, png, webp

        /// Creates the format for a file name extension, or returns `nil` if it cannot be written.
        public init?(pathExtension: String) {
            switch pathExtension.lowercased() {
            case "jpg", "jpeg": self = .jpeg
            case "png": self = .png
            case "webp": self = .webp
            default: return nil
            }
        }

        /// The format's name and its largest width and height, in pixels; `nil` if it has no limit to speak of.
        fileprivate var limit: (name: String, side: Int)? {
            switch self {
            case .jpeg: ("JPEG", 65500)  // libjpeg's JPEG_MAX_DIMENSION
            case .png: nil
            case .webp: ("WebP", 16383)
            }
        }
    }

    /// The JPEG quality, 1 to 100. Default: 92.
    public var jpegQuality = 92
    /// The WebP quality, 1 to 100. Default: 75.
    public var webPQuality = 75

    /// Creates an encoder with the default qualities.
    public init() {}

    /// Returns the image as the bytes of a file, with its color profile, of which only what colors are computed from is
    /// written. PNG and WebP files keep the alpha of `rgba8` and `bgra8`; in JPEG files, translucent pixels are shown on
    /// white.
    /// - Throws: `LineamentError` with code `invalidArgument` if a JPEG image has more than 65500 pixels a side or a WebP
    ///   image more than 16383; with another code if the pixel format cannot be encoded or encoding fails.
    public func encode(_ image: PixelBuffer, as format: Format) throws -> Data {
        if let limit = format.limit, max(image.width, image.height) > limit.side {
            throw LineamentError(
                .invalidArgument,
                "\(limit.name) images have at most \(limit.side) pixels a side, not \(image.width)x\(image.height). "
                    + "Choose PNG, or scale the image down.")
        }
        return switch format {
        case .jpeg: try jpeg(image.flattened())
        case .png: try vips(image, suffix: ".png")
        case .webp: try vips(image, suffix: ".webp[Q=\(max(1, min(100, webPQuality)))]")
        }
    }

    /// Writes the image to a file, in the format that the file name's extension says, replacing what is there.
    /// - Throws: `LineamentError` with code `invalidArgument` for another extension, `permissionDenied` if the file
    ///   cannot be written, and as ``encode(_:as:)`` does.
    public func write(_ image: PixelBuffer, to url: URL) throws {
        guard let format = Format(pathExtension: url.pathExtension) else {
            throw LineamentError(
                .invalidArgument, "\(url.path) cannot be written as an image. Supported extensions: jpg, png, webp.")
        }
        let data = try encode(image, as: format)
        do {
            try data.write(to: url, options: .atomic)
        } catch {
            throw LineamentError(
                .permissionDenied, "\(url.path) cannot be written. Check that its folder exists and is writable.",
                underlyingError: error)
        }
    }

    func vips(_ image: PixelBuffer, suffix: String) throws -> Data {
        try image.withVipsPixels { try vips(&$0, profile: image.embeddedProfile, suffix: suffix) }
    }

    func vips(_ pixels: inout LineamentVipsPixels, profile: ColorProfile?, suffix: String) throws -> Data {
        guard let profile else { return try vips(&pixels, profile: Data(), suffix: suffix) }
        // From version 8.18, libvips writes no PNG with a damaged profile, but the image is more important.
        return try (try? vips(&pixels, profile: profile.bytes, suffix: suffix))
            ?? vips(&pixels, profile: Data(), suffix: suffix)
    }

    private func vips(_ pixels: inout LineamentVipsPixels, profile: Data, suffix: String) throws -> Data {
        try Vips.open()
        var bytes: UnsafeMutableRawPointer?
        var size = 0
        var profile = [UInt8](profile)
        let (status, message) = profile.withUnsafeMutableBufferPointer { profile in
            pixels.profile = profile.isEmpty ? nil : profile.baseAddress
            pixels.profile_size = profile.count
            return Vips.withMessage { text, length in
                lineament_vips_encode(&pixels, suffix, &bytes, &size, text, length)
            }
        }
        guard status == LINEAMENT_VIPS_OK, let bytes else {
            throw LineamentError(.internal, "The image could not be encoded: \(message)")
        }
        defer { lineament_vips_free(bytes) }
        return Data(bytes: bytes, count: size)
    }

    private func jpeg(_ image: PixelBuffer) throws -> Data {
        guard let layout = image.format.jpegLayout else {
            throw LineamentError(.unimplemented, "Images in format \(image.format) cannot be encoded.")
        }
        let library = try TurboJPEG.library()
        guard let handle = library.tjInitCompress() else {
            throw LineamentError(.internal, "libjpeg-turbo could not be initialized.")
        }
        defer { _ = library.tjDestroy(handle) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { library.tjFree(bytes) }
        let status = try image.withPlanes { planes in
            guard let rowLength = Int32(exactly: planes[0].bytesPerRow) else {
                throw LineamentError(
                    .invalidArgument, "Rows of \(planes[0].bytesPerRow) bytes cannot be encoded as JPEG.")
            }
            return library.tjCompress2(
                handle, planes[0].address.assumingMemoryBound(to: UInt8.self), Int32(image.width),
                rowLength, Int32(image.height), Int32(layout.rawValue), &bytes, &size,
                Int32((image.format == .gray8 ? TJSAMP_GRAY : TJSAMP_420).rawValue),
                Int32(max(1, min(100, jpegQuality))), 0)
        }
        guard status == 0, let bytes else {
            throw LineamentError(.internal, "The image could not be encoded as JPEG: \(library.message(handle))")
        }
        let file = Data(bytes: bytes, count: Int(size))
        return image.embeddedProfile?.embedded(in: file) ?? file
    }
}

extension PixelFormat {
    fileprivate var jpegLayout: TJPF? {
        switch self {
        case .gray8: TJPF_GRAY
        case .rgb8: TJPF_RGB
        case .rgba8: TJPF_RGBX
        case .bgra8: TJPF_BGRX
        case .nv12VideoRange, .nv12FullRange, .i420, .i420FullRange: nil
        }
    }
}
