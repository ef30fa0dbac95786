// SPDX-License-Identifier: Apache-2.0

/// Pixels that are kept elsewhere, such as those of a decoded file.
package protocol PixelSource: AnyObject, Sendable {
    /// The width in pixels.
    var width: Int { get }
    /// The height in pixels.
    var height: Int { get }
    /// Whether every pixel is known to have full alpha.
    var isOpaque: Bool { get }
    /// Writes the pixels as rows of red, green, blue, alpha, from top to bottom and without padding. Colors are not
    /// premultiplied with alpha.
    func copyRGBA(to bytes: UnsafeMutableBufferPointer<UInt8>) throws
}

extension PixelSource {
    /// Nothing is known about alpha.
    package var isOpaque: Bool { false }
}

/// An image that cannot be read or drawn, and why.
package struct PixelError: Error, CustomStringConvertible {
    /// The reason, as a sentence.
    package let description: String

    /// Creates an error with a message.
    package init(_ description: String) { self.description = description }
}
