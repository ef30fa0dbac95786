internal import Foundation
internal import Lineament

extension ImageOrientation {
    /// Reads the orientation that an image file declares, or returns nil if it declares none. Formats other than JPEG, PNG,
    /// WebP and TIFF have none that is left to apply: libheif rotates HEIC and AVIF itself.
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

    /// Reads the orientation from the first EXIF block of a JPEG file, or returns nil if it is missing or invalid.
    init?(jpeg bytes: UnsafeRawBufferPointer) {
        let header = Array("Exif\0\0".utf8)
        guard let block = JPEGSegments(bytes).first(where: { $0.marker == 0xe1 && $0.body.starts(with: header) })
        else { return nil }
        self.init(tiff: UnsafeRawBufferPointer(rebasing: block.body.dropFirst(header.count)))
    }

    /// Reads tag 0x0112 of the first directory of a TIFF header.
    private init?(tiff bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8 else { return nil }
        let isLittleEndian = bytes[0] == 0x49
        func short(_ at: Int) -> Int? {
            guard at >= 0, at + 2 <= bytes.count else { return nil }
            let (first, second) = (Int(bytes[at]), Int(bytes[at + 1]))
            return isLittleEndian ? first | second << 8 : first << 8 | second
        }
        func long(_ at: Int) -> Int? {
            guard let first = short(at), let second = short(at + 2) else { return nil }
            return isLittleEndian ? first | second << 16 : first << 16 | second
        }
        guard let directory = long(4), let count = short(directory) else { return nil }
        let entries = (0..<count).lazy.map { directory + 2 + 12 * $0 }
        guard let entry = entries.first(where: { short($0) == 0x0112 }), let value = short(entry + 8) else {
            return nil
        }
        self.init(exifValue: value)
    }
}
