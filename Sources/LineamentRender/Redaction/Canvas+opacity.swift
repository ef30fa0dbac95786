// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

// A redaction changes pixels in place and draws nothing with Cairo, so that the fourth byte of a pixel can hold its opacity.

extension Canvas {
    /// Gives each pixel the opacity that it has in an image of the canvas's size.
    func setOpacity(of image: PixelBuffer) throws {
        guard let offset = image.format.alphaOffset else { return }
        let (width, height) = (width, height)
        try image.withPlanes { planes in
            withMutablePixels { bytes, bytesPerRow in
                for y in 0..<height {
                    let row = planes[0].address + y * planes[0].bytesPerRow + offset
                    for x in 0..<width {
                        bytes[y * bytesPerRow + 4 * x + 3] = row.load(fromByteOffset: 4 * x, as: UInt8.self)
                    }
                }
            }
        }
    }
}

extension PixelBuffer {
    /// Returns an image in `bgra8` whose colors are as they look on black with those that look like this by their opacity.
    func withColorsRestored() throws -> PixelBuffer {
        try PixelBuffer(width: width, height: height, format: .bgra8) { target in
            try withPlanes { planes in
                for y in 0..<height {
                    let row = (planes[0].address + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    for x in 0..<width {
                        let (from, to) = (row + 4 * x, target + 4 * (y * width + x))
                        for channel in 0..<3 { to[channel] = Opacity.restored(from[channel], alpha: from[3]) }
                        to[3] = from[3]
                    }
                }
            }
        }
    }
}
