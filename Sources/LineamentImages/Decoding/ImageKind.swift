// SPDX-License-Identifier: Apache-2.0

/// The format of an image file, recognized by its first bytes.
enum ImageKind: Equatable {
    case jpeg, png, gif, webp, tiff, heif, jpegXL, bmp, pnm

    private static let jpegXLCodestream: [UInt8] = [0xff, 0x0a]
    private static let jpegXLContainer: [UInt8] = [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0d, 0x0a, 0x87, 0x0a]

    init?(_ bytes: UnsafeRawBufferPointer) {
        func starts(_ text: String, at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: text.utf8)
        }
        if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if starts("GIF8") {
            self = .gif
        } else if starts("RIFF"), starts("WEBP", at: 8) {
            self = .webp
        } else if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(where: { starts($0) }) {
            self = .tiff
        } else if starts("ftyp", at: 4), Self.isStillImage(brands: bytes) {
            self = .heif
        } else if bytes.starts(with: Self.jpegXLCodestream) || bytes.starts(with: Self.jpegXLContainer) {
            self = .jpegXL
        } else if starts("BM") {
            self = .bmp
        } else if bytes.count > 2, starts("P"), (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1]) {
            self = .pnm
        } else {
            return nil
        }
    }

    /// Returns whether the major brand of an ISO base media file is that of a still image.
    private static func isStillImage(brands bytes: UnsafeRawBufferPointer) -> Bool {
        let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]
        let main = bytes.dropFirst(8).prefix(4)
        return brands.contains { main.elementsEqual($0.utf8) }
    }
}
