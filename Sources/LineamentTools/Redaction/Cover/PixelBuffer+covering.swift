// SPDX-License-Identifier: Apache-2.0
public import Lineament

extension PixelBuffer {
    /// Returns a copy of an image of any format, in `bgra8`, in which areas and people are unrecognizable.
    ///
    /// A translucent image stays so where nothing is covered, and keeps of its colors only what shows; covers are opaque.
    /// - Parameters:
    ///   - areas: The areas to cover.
    ///   - silhouette: A mask the size of the image, whose people are covered as well.
    ///   - method: How.
    /// - Throws: `LineamentError` if there is not enough memory, or the time limit of the caller is over.
    public func covering(
        _ areas: [RedactedArea], silhouette: Mask? = nil, method: RedactionMethod
    ) throws -> PixelBuffer {
        let isTranslucent = try isTranslucent()
        // On black, colors are in proportion to their opacity, so that covers blend with both.
        let shown = try isTranslucent ? flattened(on: 0) : convertedToRGB()
        let copy = try PixelBuffer(width: width, height: height, format: .bgra8) { target in
            try shown.copyColors(to: target, bytesPerRow: 4 * width)
            if isTranslucent { try copyOpacity(to: target) }
            try CoveredPixels(
                UnsafeMutableRawBufferPointer(start: target, count: 4 * width * height), width: width, height: height,
                bytesPerRow: 4 * width
            ).cover(areas, silhouette: silhouette, method, check: Deadline.check)
            if isTranslucent { restoreColors(of: target) }
        }
        return copy.withColorProfile(colorProfile)
    }

    private func copyOpacity(to target: UnsafeMutablePointer<UInt8>) throws {
        guard let offset = format.alphaOffset else { return }
        try withPlanes { planes in
            for y in 0..<height {
                let row = (planes[0].address + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for x in 0..<width { target[4 * (y * width + x) + 3] = row[4 * x + offset] }
            }
        }
    }

    /// Replaces colors as they look on black by those that look like this by their opacity.
    private func restoreColors(of target: UnsafeMutablePointer<UInt8>) {
        for pixel in stride(from: target, to: target + 4 * width * height, by: 4) {
            for channel in 0..<3 { pixel[channel] = Opacity.restored(pixel[channel], alpha: pixel[3]) }
        }
    }
}
