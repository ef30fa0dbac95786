// SPDX-License-Identifier: Apache-2.0

/// The width and height of an image in pixels, as floats.
struct ImageSize: Sendable, Hashable {
    var width: Float
    var height: Float
}

extension PixelBuffer {
    /// The width and height in pixels, as floats.
    var size: ImageSize { ImageSize(width: Float(width), height: Float(height)) }
}
