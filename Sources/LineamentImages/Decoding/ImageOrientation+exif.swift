// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension ImageOrientation {
    /// Reads the orientation that an image file declares, or returns `nil` if it declares none. Formats other than
    /// JPEG, PNG, WebP and TIFF have none that is left to apply: libheif and libjxl rotate their images themselves.
    init?(file: Data) {
        let orientation = file.withUnsafeBytes { bytes -> Self? in
            switch ImageKind(bytes) {
            case .jpeg: Self(jpeg: bytes)
            case .png: Self(png: bytes) ?? VipsDecoder.orientation(bytes)
            case .webp, .tiff: VipsDecoder.orientation(bytes)
            case .gif, .heif, .jpegXL, .bmp, .pnm, nil: nil
            }
        }
        guard let orientation else { return nil }
        self = orientation
    }

    /// Reads the orientation from the first EXIF block of a JPEG file, or returns `nil` if it is missing or invalid.
    init?(jpeg bytes: UnsafeRawBufferPointer) {
        let header = Array("Exif\0\0".utf8)
        guard let block = JPEGSegments(bytes).first(where: { $0.marker == 0xe1 && $0.body.starts(with: header) })
        else { return nil }
        self.init(exif: UnsafeRawBufferPointer(rebasing: block.body.dropFirst(header.count)))
    }

    /// Reads the orientation from the EXIF chunk of a PNG file, or returns `nil` if it is missing or invalid. libvips does
    /// not read one that comes after the pixels.
    init?(png bytes: UnsafeRawBufferPointer) {
        guard let block = PNGChunks(bytes).first(where: { $0.name == "eXIf" }) else { return nil }
        self.init(exif: block.body)
    }

    /// Reads the orientation from an EXIF block.
    private init?(exif: UnsafeRawBufferPointer) {
        guard let value = TIFFDirectory(exif).value(of: Self.tag) else { return nil }
        self.init(exifValue: value)
    }

    private static let tag = 0x0112
}
