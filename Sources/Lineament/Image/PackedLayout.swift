// SPDX-License-Identifier: Apache-2.0

/// The byte offsets of the color channels within an interleaved pixel.
package struct PackedLayout: Sendable {
    /// The distance between neighboring pixels, in bytes.
    package let bytesPerPixel: Int
    /// The offset of red, in bytes.
    package let red: Int
    /// The offset of green, in bytes.
    package let green: Int
    /// The offset of blue, in bytes.
    package let blue: Int
}

extension PixelFormat {
    /// The layout of a format with a single plane; `nil` for the others.
    package var packedLayout: PackedLayout? {
        switch self {
        case .gray8: PackedLayout(bytesPerPixel: 1, red: 0, green: 0, blue: 0)
        case .rgb8: PackedLayout(bytesPerPixel: 3, red: 0, green: 1, blue: 2)
        case .rgba8: PackedLayout(bytesPerPixel: 4, red: 0, green: 1, blue: 2)
        case .bgra8: PackedLayout(bytesPerPixel: 4, red: 2, green: 1, blue: 0)
        case .nv12VideoRange, .nv12FullRange, .i420, .i420FullRange: nil
        }
    }
}
