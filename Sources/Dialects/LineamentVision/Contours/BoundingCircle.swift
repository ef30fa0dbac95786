// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The smallest circle around points.
///
/// The algorithm is the incremental one of E. Welzl, "Smallest enclosing disks (balls and ellipsoids)", 1991, without its
/// recursion: a point that is outside of the circle around those before it is on the circle around them and itself. As the
/// order is shuffled, the expected time is linear in the number of points.
struct BoundingCircle {
    private(set) var center: SIMD2<Double>
    private(set) var radius: Double

    /// Creates the circle, or returns `nil` if there are no points or one of them is not finite.
    init?(around points: [SIMD2<Double>]) {
        guard !points.isEmpty, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        var order = ShuffledOrder()
        self = Self.circle(around: points.shuffled(using: &order))
        // Rounding may have left points outside.
        for point in points { radius = max(radius, Self.distance(point, center)) }
    }

    private init(center: SIMD2<Double>, radius: Double) {
        self.center = center
        self.radius = radius
    }

    /// Creates the smallest circle around two points.
    private init(_ first: SIMD2<Double>, _ second: SIMD2<Double>) {
        center = first + (second - first) / 2
        radius = max(Self.distance(first, center), Self.distance(second, center))
    }

    private static func circle(around points: [SIMD2<Double>]) -> BoundingCircle {
        var circle = BoundingCircle(center: points[0], radius: 0)
        for index in points.indices where !circle.contains(points[index]) {
            circle = Self.circle(around: points[..<index], through: points[index])
        }
        return circle
    }

    private static func circle(around points: ArraySlice<SIMD2<Double>>, through last: SIMD2<Double>) -> BoundingCircle
    {
        var circle = BoundingCircle(center: last, radius: 0)
        for index in points.indices where !circle.contains(points[index]) {
            circle = BoundingCircle(last, points[index])
            for other in points[..<index] where !circle.contains(other) {
                circle = Self.circle(through: last, points[index], other)
            }
        }
        return circle
    }

    /// Returns the circle through three points; for three on a line that around them.
    private static func circle(
        through first: SIMD2<Double>, _ second: SIMD2<Double>, _ third: SIMD2<Double>
    ) -> BoundingCircle {
        let one = second - first
        let other = third - first
        let cross = 2 * (one.x * other.y - one.y * other.x)
        let oneSquare = (one * one).sum()
        let otherSquare = (other * other).sum()
        let toCenter =
            SIMD2(other.y * oneSquare - one.y * otherSquare, one.x * otherSquare - other.x * oneSquare) / cross
        let radius = (toCenter * toCenter).sum().squareRoot()
        guard radius.isFinite else {
            let circles = [
                BoundingCircle(first, second), BoundingCircle(first, third), BoundingCircle(second, third),
            ]
            return circles.reduce(circles[0]) { $0.radius < $1.radius ? $1 : $0 }
        }
        return BoundingCircle(center: first + toCenter, radius: radius)
    }

    /// Returns whether a point is inside, or outside by no more than rounding makes of a point on the circle.
    private func contains(_ point: SIMD2<Double>) -> Bool { Self.distance(point, center) <= radius * (1 + 1e-12) }

    private static func distance(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Double {
        hypot(first.x - second.x, first.y - second.y)
    }
}

/// Random numbers that are the same every time, so that results are (SplitMix64).
private struct ShuffledOrder: RandomNumberGenerator {
    private var state: UInt64 = 0

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
