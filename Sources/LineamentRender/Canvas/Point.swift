// SPDX-License-Identifier: Apache-2.0
package import Foundation
public import Lineament

/// A position in pixels from the upper left corner.
public struct Point: Sendable, Hashable {
    /// The distance from the left edge, in pixels.
    public var x: Double
    /// The distance from the top edge, in pixels.
    public var y: Double

    /// Creates a position from its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

extension Canvas {
    /// Returns the position of a landmark, in pixels.
    public func point(of landmark: NormalizedLandmark) -> Point {
        Point(x: Double(landmark.x) * Double(width), y: Double(landmark.y) * Double(height))
    }
}

extension [Point] {
    /// The smallest box around the points; null if there are none.
    package var boundingBox: CGRect {
        guard let left = map(\.x).min(), let right = map(\.x).max(), let top = map(\.y).min(),
            let bottom = map(\.y).max()
        else { return .null }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
