// SPDX-License-Identifier: Apache-2.0

/// A rectangle rotated about its center, in fractions of an image's width and height.
///
/// The size is that of the unrotated rectangle. Positive rotation, in radians, is clockwise on screen, because y points
/// down. Corresponds to MediaPipe's `NormalizedRect`.
struct RotatedRect: Sendable, Hashable {
    var xCenter: Float
    var yCenter: Float
    var width: Float
    var height: Float
    var rotation: Float
}

extension RotatedRect {
    /// Returns the whole image as a region, rotated so that a stored image is upright inside it.
    ///
    /// For a quarter turn, width and height are swapped in pixels.
    /// - Parameters:
    ///   - size: The size of the image, in pixels.
    ///   - rotation: The rotation, in radians; see ``ImageOrientation``.
    static func wholeImage(_ size: ImageSize, rotation: Float = 0) -> RotatedRect {
        var rect = RotatedRect(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1, rotation: rotation)
        if QuarterTurn(nearest: rotation).swapsSides {
            rect.width = size.height / size.width
            rect.height = size.width / size.height
        }
        return rect
    }

    /// Returns the rectangle in pixels of an image of `size`.
    func region(in size: ImageSize) -> PixelRegion {
        PixelRegion(
            xCenter: xCenter * size.width, yCenter: yCenter * size.height,
            width: width * size.width, height: height * size.height, rotation: rotation)
    }
}
