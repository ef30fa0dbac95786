// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension ImageDecoder {
    /// Returns whether data begins like an image file of a supported format.
    package static func recognizes(_ data: Data) -> Bool { data.withUnsafeBytes { ImageKind($0) } != nil }

    /// Returns whether data begins like a video file.
    package static func looksLikeVideo(_ data: Data) -> Bool {
        func starts(_ signature: [UInt8], at offset: Int = 0) -> Bool { data.dropFirst(offset).starts(with: signature) }
        if recognizes(data) { return false }
        return starts(Array("ftyp".utf8), at: 4)  // MP4, MOV
            || starts([0x1a, 0x45, 0xdf, 0xa3])  // MKV, WebM
            || starts(Array("RIFF".utf8)) && starts(Array("AVI ".utf8), at: 8)
            || starts(Array("FLV".utf8)) || starts(Array("OggS".utf8))
            || starts([0, 0, 1, 0xba])  // MPEG program stream
            || starts([0x47]) && starts([0x47], at: 188)  // MPEG transport stream
    }

    /// Returns whether a file has more pictures than the one that is read: whether it is an animation.
    package static func hasMorePictures(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            switch ImageKind(bytes) {
            case .png: PNGChunks.pictureCount(bytes) > 1
            case .gif, .webp: VipsDecoder.pageCount(bytes) > 1
            case .heif: bytes.dropFirst(8).starts(with: "avis".utf8)
            case .jpeg, .tiff, .jpegXL, .bmp, .pnm, nil: false
            }
        }
    }
}
