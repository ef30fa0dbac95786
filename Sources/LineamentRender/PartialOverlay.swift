// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// An overlay that knows the parts of an image that it draws on.
package protocol PartialOverlay: Overlay {
    /// Returns these parts of an opaque image with what is drawn over them.
    func parts(drawnOver image: PixelBuffer) throws -> [DrawnPart]
}

extension Overlay {
    /// Returns the changes of the overlay to an image, for a copy in which only these pixels differ.
    /// - Throws: `LineamentError` as ``drawn(over:)``.
    package func changes(of image: PixelBuffer) throws -> DrawnChanges {
        if let overlay = self as? any PartialOverlay, image.format.alphaOffset == nil {
            return .parts(try overlay.parts(drawnOver: image))
        }
        let rgb = try image.convertedToRGB()
        return try DrawnChanges(drawn(over: rgb), over: rgb, covered: covered(width: rgb.width, height: rgb.height))
    }
}
