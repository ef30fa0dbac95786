// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A vector in an image, normalized.
public final class VNVector: NSObject, Sendable {
    /// The horizontal component.
    public let x: Double
    /// The vertical component.
    public let y: Double

    /// The vector without length.
    public class var zero: VNVector { VNVector(xComponent: 0, yComponent: 0) }

    /// Creates a vector from its components.
    public init(xComponent x: Double, yComponent y: Double) {
        self.x = x
        self.y = y
        super.init()
    }

    /// Creates a vector from its length and its angle in radians, counterclockwise from the right.
    public convenience init(r: Double, theta: Double) {
        self.init(xComponent: r * cos(theta), yComponent: r * sin(theta))
    }

    /// Creates the vector that leads from `tail` to `head`.
    public convenience init(vectorHead head: VNPoint, tail: VNPoint) {
        self.init(xComponent: head.x - tail.x, yComponent: head.y - tail.y)
    }

    /// The length.
    public var length: Double { hypot(x, y) }
    /// The square of the length.
    public var squaredLength: Double { x * x + y * y }
    /// The length.
    public var r: Double { length }
    /// The angle in radians, counterclockwise from the right.
    public var theta: Double { atan2(y, x) }

    /// Returns the vector of length 1 with the same direction.
    public class func unitVector(for vector: VNVector) -> VNVector { multiply(vector, byScalar: 1 / vector.length) }

    /// Returns a vector that is `scalar` times as long.
    public class func multiply(_ vector: VNVector, byScalar scalar: Double) -> VNVector {
        VNVector(xComponent: vector.x * scalar, yComponent: vector.y * scalar)
    }

    /// Returns whether `object` is a vector with the same components.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNVector else { return false }
        return x == other.x && y == other.y
    }

    /// The hash value of the components.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(x)
        hasher.combine(y)
        return hasher.finalize()
    }

    /// The components, as "[x, y]".
    public override var description: String { "[\(x), \(y)]" }
}
