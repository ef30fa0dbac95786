// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension CGRect {
    /// Returns whether no edge of another rectangle is beyond this one's, edge by edge: Foundation's `contains` compares the
    /// union, whose size is rounded, so a rectangle may not contain its own copy.
    func encloses(_ other: CGRect, slack: Double = 0) -> Bool {
        other.minX >= minX - slack && other.minY >= minY - slack && other.maxX <= maxX + slack
            && other.maxY <= maxY + slack
    }

    /// Returns the rectangle in an image of another size.
    func scaled(by scale: SIMD2<Double>) -> CGRect {
        scale == SIMD2(1, 1)
            ? self
            : CGRect(x: minX * scale.x, y: minY * scale.y, width: width * scale.x, height: height * scale.y)
    }
}
