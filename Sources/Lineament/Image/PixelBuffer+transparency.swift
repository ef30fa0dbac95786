// SPDX-License-Identifier: Apache-2.0

/// Conversions of translucent pixels to their colors on a plain background and back.
package enum Opacity {
    /// The color on which an image is shown where it cannot be transparent: that of paper, and of most programs.
    package static let paper: UInt8 = 255

    /// Returns a channel as it looks on a gray, rounded.
    @inline(__always)
    package static func shown(_ value: UInt8, alpha: UInt8, on gray: UInt8) -> UInt8 {
        let share = Int(alpha)
        let sum: Int = Int(value) * share + Int(gray) * (255 - share)
        return UInt8((sum + 127) / 255)
    }

    /// Returns a channel from how it looks on black; black where nothing shows.
    @inline(__always)
    package static func restored(_ shown: UInt8, alpha: UInt8) -> UInt8 {
        guard alpha > 0 else { return 0 }
        let share = Int(alpha)
        let sum: Int = Int(shown) * 255 + share / 2
        return UInt8(min(255, sum / share))
    }
}

extension PixelFormat {
    /// The offset of alpha in a pixel, in bytes; `nil` for formats without.
    package var alphaOffset: Int? {
        switch self {
        case .rgba8, .bgra8: 3
        case .gray8, .rgb8, .nv12VideoRange, .nv12FullRange, .i420, .i420FullRange: nil
        }
    }
}

extension PixelBuffer {
    /// Returns whether anything in the image is not opaque.
    package func isTranslucent() throws -> Bool {
        guard let offset = format.alphaOffset else { return false }
        return try withPlanes { planes in
            (0..<height).contains { row in
                let start = planes[0].address + row * planes[0].bytesPerRow + offset
                var least = UInt8.max
                for column in 0..<width { least = min(least, start.load(fromByteOffset: 4 * column, as: UInt8.self)) }
                return least < 255
            }
        }
    }

    /// Returns the image as it looks on a gray, white by default, in RGB; an opaque one unchanged.
    ///
    /// Programs that erase a part of an image often keep its colors and only make it transparent. Whatever shows or stores
    /// an image without its transparency therefore needs this.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    package func flattened(on gray: UInt8 = Opacity.paper) throws -> PixelBuffer {
        guard try isTranslucent() else { return self }
        return try mapped(to: .rgb8) { color, alpha in Opacity.shown(color, alpha: alpha, on: gray) }
    }

    /// Returns the image with the colors of translucent pixels reduced to what shows of them: they look the same, and what
    /// is transparent is black.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    package func withoutHiddenColors() throws -> PixelBuffer {
        guard try isTranslucent() else { return self }
        return try mapped(to: format) { color, alpha in
            Opacity.restored(Opacity.shown(color, alpha: alpha, on: 0), alpha: alpha)
        }
    }

    /// Returns an image that is in memory with other colors; alpha is kept if the format has it.
    private func mapped(
        to target: PixelFormat, _ color: (_ value: UInt8, _ alpha: UInt8) -> UInt8
    ) throws -> PixelBuffer {
        guard let layout = format.packedLayout, let alphaOffset = format.alphaOffset,
            let new = target.packedLayout
        else { return self }
        let made = try PixelBuffer(width: width, height: height, format: target) { bytes in
            try withPlanes { planes in
                for row in 0..<height {
                    let from = (planes[0].address + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    let to = bytes + row * width * new.bytesPerPixel
                    for column in 0..<width {
                        let pixel = from + 4 * column
                        let place = to + new.bytesPerPixel * column
                        let alpha = pixel[alphaOffset]
                        place[new.red] = color(pixel[layout.red], alpha)
                        place[new.green] = color(pixel[layout.green], alpha)
                        place[new.blue] = color(pixel[layout.blue], alpha)
                        if let offset = target.alphaOffset { place[offset] = alpha }
                    }
                }
            }
        }
        return made.withColorProfile(colorProfile)
    }
}
