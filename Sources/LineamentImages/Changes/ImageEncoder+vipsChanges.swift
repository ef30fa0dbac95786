// SPDX-License-Identifier: Apache-2.0
internal import CLineamentVips
internal import Foundation
internal import Lineament

extension ImageEncoder {
    /// Returns a PNG file with the 16 bits of an original where nothing was drawn; `nil` if the original has fewer.
    /// - Parameter page: The number of the image in a TIFF file.
    func deepPNG(
        _ drawn: PixelBuffer, over original: DrawnOriginal, _ bytes: UnsafeRawBufferPointer, page: Int
    ) throws -> Data? {
        guard let image = try DeepImage(bytes, page: page) else { return nil }
        return try image.withDrawing(drawn, over: original, declared: ImageOrientation(png: bytes)) { pixels in
            // A profile is one for gray or for colors.
            let source = pixels.channels == 1 ? original.pixels : drawn
            return try vips(&pixels, profile: source.embeddedProfile, suffix: ".png")
        }
    }

    /// Returns a WebP file without loss. Here `Q` is the effort: more of it takes half as long again for a thousandth of the size.
    func losslessWebP(_ drawn: PixelBuffer) throws -> Data { try vips(drawn, suffix: ".webp[lossless,Q=20]") }
}
