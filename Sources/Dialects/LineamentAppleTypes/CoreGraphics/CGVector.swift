// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A direction and distance in two dimensions.
public struct CGVector: Sendable, Hashable, Codable {
    /// The distance along the horizontal axis.
    public var dx: CGFloat
    /// The distance along the vertical axis.
    public var dy: CGFloat

    /// The vector of length 0.
    public static let zero = CGVector()

    /// Creates a vector of length 0.
    public init() { self.init(dx: CGFloat(0), dy: CGFloat(0)) }

    /// Creates a vector.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }

    /// Creates a vector.
    public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

    /// Creates a vector.
    public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}
