// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import LineamentImages

/// Files that cannot be decoded, made from the sample photo.
public enum DamagedFiles {
    /// Returns damaged images and other files with the names of images.
    public static func images() throws -> [(name: String, data: Data)] {
        let photo = try Sample.pixels()
        let (jpeg, png, webP) = try (
            ImageEncoder().encode(photo, as: .jpeg), ImageEncoder().encode(photo, as: .png),
            ImageEncoder().encode(photo, as: .webp)
        )
        let stored = PNGFile(DerivedPixels(photo)).data
        return [
            ("empty.jpg", Data()),
            ("text.jpg", Data("This is not an image.\n".utf8)),
            ("zeros.bin", Data(count: 4096)),
            ("truncated_20_bytes.jpg", jpeg.prefix(20)),
            ("truncated_half.jpg", jpeg.prefix(jpeg.count / 2)),
            ("no_end.jpg", jpeg.dropLast(2)),
            ("width_0.jpg", jpeg.withJPEGSize(width: 0, height: 512)),
            ("height_0.jpg", jpeg.withJPEGSize(width: 512, height: 0)),
            ("size_65500.jpg", jpeg.withJPEGSize(width: 65500, height: 65500)),
            ("truncated_half.png", png.prefix(png.count / 2)),
            ("wrong_checksum.png", stored.replacing(byte: stored.count / 2) { $0 ^ 0x10 }),
            ("wrong_length.png", stored.replacing(byte: 33) { _ in 0x7f }),
            ("no_pixels.png", stored.prefix(33) + Data(PNGFile.chunk("IEND", []))),
            ("size_65500.png", largePNG),
            ("truncated.webp", webP.prefix(webP.count / 2)),
        ]
    }

    /// Returns images with the names of other formats, which are decoded by what is in them.
    public static func misnamedImages() throws -> [(name: String, data: Data)] {
        let photo = try Sample.pixels()
        return try [
            ("jpg_named.png", ImageEncoder().encode(photo, as: .jpeg)),
            ("png_named.jpg", ImageEncoder().encode(photo, as: .png)),
        ]
    }

    /// A PNG file whose header tells of 13 GB of pixels.
    private static var largePNG: Data {
        var file = PNGFile(width: 1, height: 1, color: .rgb, samples: [1, 2, 3]).data
        let header: [UInt8] = [0, 0, 0xff, 0xdc, 0, 0, 0xff, 0xdc, 8, 2, 0, 0, 0]
        file.replaceSubrange(8..<33, with: PNGFile.chunk("IHDR", header))
        return file
    }
}

extension Data {
    fileprivate func replacing(byte index: Int, _ change: (UInt8) -> UInt8) -> Data {
        var data = self
        data[index] = change(data[index])
        return data
    }

    /// Returns the JPEG file with another size in its frame header.
    fileprivate func withJPEGSize(width: Int, height: Int) -> Data {
        guard let frame = firstRange(of: Data([0xff, 0xc0, 0, 17])) else { return self }
        let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        var data = self
        data.replaceSubrange(frame.upperBound + 1..<frame.upperBound + 5, with: size)
        return data
    }
}
