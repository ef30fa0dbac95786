// SPDX-License-Identifier: Apache-2.0

/// The way through a stored image in the order in which its pixels are displayed.
package struct OrientedSteps: Sendable {
    /// Where the pixel displayed in the upper left corner is.
    package let start: Int
    /// The distance from a pixel to the one displayed to its right.
    package let across: Int
    /// The distance from a pixel to the one displayed below it.
    package let down: Int

    /// - Parameters:
    ///   - pixelSize: The distance between neighboring pixels of a stored row, and likewise `rowSize` between rows. The steps
    ///     are in the same unit.
    ///   - width: The width of the image as stored, in pixels, and likewise `height`.
    package init(pixelSize: Int, rowSize: Int, width: Int, height: Int, orientation: ImageOrientation) {
        let right = (width - 1) * pixelSize
        let bottom = (height - 1) * rowSize
        let steps: (start: Int, across: Int, down: Int) =
            switch orientation {
            case .up: (0, pixelSize, rowSize)
            case .down: (right + bottom, -pixelSize, -rowSize)
            case .left: (right, rowSize, -pixelSize)
            case .right: (bottom, -rowSize, pixelSize)
            case .upMirrored: (right, -pixelSize, rowSize)
            case .downMirrored: (bottom, pixelSize, -rowSize)
            case .leftMirrored: (0, rowSize, pixelSize)
            case .rightMirrored: (right + bottom, -rowSize, -pixelSize)
            }
        start = steps.start
        across = steps.across
        down = steps.down
    }

    /// Returns where a displayed pixel is.
    @inline(__always)
    package func place(x: Int, y: Int) -> Int { start + x * across + y * down }
}
