// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import Lineament

/// The file of an image that was drawn on, of whose copies only what was drawn is new.
package struct DrawnOriginal: Sendable {
    let file: Data
    let pixels: PixelBuffer
    /// Returns the pixels of which a copy keeps nothing.
    let covered: @Sendable () -> Mask?

    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - pixels: Its pixels before the drawing, upright, as ``ImageDecoder`` reads them.
    ///   - covered: Returns the pixels of which a copy keeps nothing, even where the drawing has the color that was there; 0 is
    ///     for the others.
    package init(file: Data, pixels: PixelBuffer, covered: @escaping @Sendable () -> Mask?) {
        self.file = file
        self.pixels = pixels
        self.covered = covered
    }
}

extension DrawnOriginal {
    /// Returns the colors that the file declares. A profile of a HEIC or AVIF file is more precise.
    fileprivate func codedColors(_ bytes: UnsafeRawBufferPointer) -> CodedColors {
        let hasProfile = ImageKind(bytes) != .png && pixels.colorProfile != nil
        return CodedColors(UnsafeRawBufferPointer(rebasing: hasProfile ? bytes[..<0] : bytes[...]))
    }

    /// Returns the color properties of the file that a copy drops, such as "PQ, BT.2020"; `nil` if it keeps all.
    package func colorLoss(as format: ImageEncoder.Format) -> String? {
        guard format != .png else { return nil }
        let colors = file.withUnsafeBytes(codedColors)
        // A profile says more than a gamma, and less than codes do.
        return pixels.colorProfile == nil || colors.hasCodes ? colors.peculiarity : nil
    }
}

extension ImageEncoder {
    /// Returns a drawn image as the bytes of a file, in which nothing but the drawing differs from the original as far as the
    /// format allows that. Of the original's other data only the color profile is kept, what a PNG file says of its colors, and the
    /// orientation of a JPEG file.
    ///
    /// A JPEG copy of a JPEG file has its coefficients in all blocks that the drawing does not touch. A PNG copy of a PNG or TIFF
    /// file has its 16 bits, and a WebP copy of a lossless WebP file is lossless. All other copies, and those of damaged files,
    /// are as ``encode(_:as:)`` makes them. A PNG copy of a HEIC or AVIF file has 8 bits, and says how they stand for light.
    /// - Throws: `LineamentError`; see ``encode(_:as:)``.
    package func encode(_ drawn: PixelBuffer, over original: DrawnOriginal, as format: Format) throws -> Data {
        let copy = try encodePixels(drawn, over: original, as: format)
        guard format == .png else { return copy }
        return original.file.withUnsafeBytes { original.codedColors($0).declared(inPNG: copy) }
    }

    private func encodePixels(_ drawn: PixelBuffer, over original: DrawnOriginal, as format: Format) throws -> Data {
        guard drawn.width == original.pixels.width, drawn.height == original.pixels.height,
            original.pixels.format.packedLayout != nil, drawn.format.packedLayout != nil
        else { return try encode(drawn, as: format) }
        return try original.file.withUnsafeBytes { bytes in
            switch (format, ImageKind(bytes)) {
            case (.jpeg, .jpeg):
                try jpeg(drawn.flattened(), over: original, bytes) ?? encode(drawn, as: .jpeg)
            case (.png, .png):
                try deepPNG(drawn, over: original, bytes, page: 0) ?? encode(drawn.like(original.pixels), as: .png)
            case (.png, .tiff):
                try deepPNG(drawn, over: original, bytes, page: TIFFPages(bytes).main)
                    ?? encode(drawn.like(original.pixels), as: .png)
            case (.webp, .webp):
                try WebPChunks.isLossless(bytes)
                    ? losslessWebP(drawn.like(original.pixels)) : encode(drawn, as: .webp)
            default: try encode(drawn, as: format)
            }
        }
    }
}

extension ImageEncoder.Format {
    /// Creates the format of a file, or returns `nil` if it cannot be written.
    package init?(of file: Data) {
        switch file.withUnsafeBytes(ImageKind.init) {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        default: return nil
        }
    }
}

extension PixelBuffer {
    /// Returns the image without an alpha channel that is opaque throughout, and in gray if all its pixels are gray, where the original
    /// has neither alpha nor color.
    fileprivate func like(_ original: PixelBuffer) throws -> PixelBuffer {
        guard original.format.alphaOffset == nil, format.alphaOffset != nil, try !isTranslucent() else { return self }
        return try packed(as: original.format == .gray8 && isGray() ? .gray8 : .rgb8)
    }

    /// Returns an image in one plane in another such format without opacity, the red of a color for gray.
    private func packed(as target: PixelFormat) throws -> PixelBuffer {
        guard let layout = format.packedLayout, let new = target.packedLayout else { return self }
        let made = try PixelBuffer(width: width, height: height, format: target) { bytes in
            try withPlanes { planes in
                for row in 0..<height {
                    var from = (planes[0].address + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    var to = bytes + row * width * new.bytesPerPixel
                    for _ in 0..<width {
                        to[new.blue] = from[layout.blue]
                        to[new.green] = from[layout.green]
                        to[new.red] = from[layout.red]
                        from += layout.bytesPerPixel
                        to += new.bytesPerPixel
                    }
                }
            }
        }
        return made.withColorProfile(colorProfile)
    }

    /// Returns whether all pixels of an image in one plane are gray.
    func isGray() throws -> Bool {
        guard let layout = format.packedLayout else { return false }
        return try withPlanes { planes in
            (0..<height).allSatisfy { row in
                var pixel = (planes[0].address + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                var difference: UInt8 = 0
                for _ in 0..<width {
                    difference |= (pixel[layout.red] ^ pixel[layout.green]) | (pixel[layout.red] ^ pixel[layout.blue])
                    pixel += layout.bytesPerPixel
                }
                return difference == 0
            }
        }
    }
}
