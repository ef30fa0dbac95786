// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension CGPoint {
    /// Returns the point that a transform maps this one to.
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx, y: transform.b * x + transform.d * y + transform.ty)
    }
}

extension CGSize {
    /// Returns the vector that a transform, without its translation, maps this one to.
    public func applying(_ transform: CGAffineTransform) -> CGSize {
        CGSize(
            width: transform.a * width + transform.c * height, height: transform.b * width + transform.d * height)
    }
}

extension CGRect {
    /// Returns the smallest rectangle, parallel to the axes, around what a transform maps this one to.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        guard !isNull, !isInfinite else { return self }
        let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)].map {
            CGPoint(x: $0, y: $1).applying(transform)
        }
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return self }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    /// Returns the part that two rectangles have in common; null if there is none or an edge is not a number, at which
    /// `intersection(_:)` of Foundation on Linux traps.
    func overlap(with other: CGRect) -> CGRect {
        let first = standardized
        let second = other.standardized
        let edges = [first, second].flatMap { [$0.minX, $0.maxX, $0.minY, $0.maxY] }
        return edges.contains(where: \.isNaN) ? .null : first.intersection(second)
    }

    /// The rectangle with sides that miss whole numbers only by rounding errors moved onto them.
    var snapped: CGRect {
        func snapped(_ value: CGFloat) -> CGFloat { abs(value - value.rounded()) < 1e-6 ? value.rounded() : value }
        guard !isNull, !isInfinite else { return self }
        let left = snapped(minX)
        let bottom = snapped(minY)
        return CGRect(x: left, y: bottom, width: snapped(maxX) - left, height: snapped(maxY) - bottom)
    }
}
