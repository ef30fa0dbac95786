internal import Foundation
internal import Lineament

extension ImageOrientation {
    /// Reads the orientation that an image file declares, or returns `nil` if it declares none. Formats other than
    /// JPEG, PNG, WebP and TIFF have none that is left to apply: libheif rotates HEIC and AVIF itself.
    init?(file: Data) {
        let orientation = file.withUnsafeBytes { bytes -> Self? in
            switch ImageKind(bytes) {
            case .jpeg: Self(jpeg: bytes)
            case .png, .webp, .tiff: VipsDecoder.orientation(bytes)
            case .gif, .heif, .bmp, .pnm, nil: nil
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
        let exif = TIFFDirectory(UnsafeRawBufferPointer(rebasing: block.body.dropFirst(header.count)))
        guard let value = exif.value(of: Self.tag) else { return nil }
        self.init(exifValue: value)
    }

    private static let tag = 0x0112
}
