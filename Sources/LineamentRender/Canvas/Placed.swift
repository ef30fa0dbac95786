// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Values in pixels of an image whose size is known only when they are drawn.
package struct Placed<Value>: Sendable {
    private let values: @Sendable (_ imageSize: CGSize) -> [Value]

    /// Creates values from a function of the size of the image, in pixels.
    package init(_ values: @escaping @Sendable (_ imageSize: CGSize) -> [Value]) { self.values = values }

    /// Returns the values in pixels of the canvas's image.
    func inPixels(on canvas: Canvas) -> [Value] { inPixels(width: canvas.width, height: canvas.height) }

    /// Returns the values in pixels of an image of this size.
    func inPixels(width: Int, height: Int) -> [Value] { values(CGSize(width: width, height: height)) }
}
