// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import Lineament
package import LineamentImages
package import LineamentRender

extension Overlay {
    /// Returns the original with which a copy of an image is compared, so that only drawn pixels change.
    /// - Parameters:
    ///   - pixels: The pixels that are drawn over.
    ///   - file: The bytes of the file that they are from.
    package func original(of pixels: PixelBuffer, from file: Data) -> DrawnOriginal {
        DrawnOriginal(file: file, pixels: pixels) { covered(width: pixels.width, height: pixels.height) }
    }

    /// Returns a copy of an image with the overlay drawn over it as the bytes of a file, in which only what is drawn differs.
    package func copy(of pixels: PixelBuffer, from file: Data, as format: ImageEncoder.Format) throws -> Data {
        try ImageEncoder().encode(drawn(over: pixels), over: original(of: pixels, from: file), as: format)
    }
}
