// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An affine map of the plane: `x' = a * x + c * y + tx` and `y' = b * x + d * y + ty`.
public struct CGAffineTransform: Sendable, Hashable, BitwiseCopyable {
    /// The part of x in the new x.
    public var a: CGFloat
    /// The part of x in the new y.
    public var b: CGFloat
    /// The part of y in the new x.
    public var c: CGFloat
    /// The part of y in the new y.
    public var d: CGFloat
    /// The translation along x.
    public var tx: CGFloat
    /// The translation along y.
    public var ty: CGFloat

    /// The transform that changes nothing.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Creates a transform whose entries are all zero. See ``identity`` for one that changes nothing.
    public init() { self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) }

    /// Creates a transform from its entries.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Creates a transform from its entries.
    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// Creates a rotation by `angle` radians, counterclockwise where the y axis points up.
    public init(rotationAngle angle: CGFloat) {
        let sine = sin(angle)
        let cosine = cos(angle)
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Creates a transform that multiplies coordinates.
    public init(scaleX x: CGFloat, y: CGFloat) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Creates a translation.
    public init(translationX x: CGFloat, y: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// Whether the transform changes nothing.
    public var isIdentity: Bool { self == .identity }
}

extension CGAffineTransform {
    /// Returns the transform that first applies this one and then `other`.
    public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * other.a + b * other.c, b: a * other.b + b * other.d,
            c: c * other.a + d * other.c, d: c * other.b + d * other.d,
            tx: tx * other.a + ty * other.c + other.tx, ty: tx * other.b + ty * other.d + other.ty)
    }

    /// Returns the transform that first translates and then applies this one.
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// Returns the transform that first multiplies coordinates and then applies this one.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// Returns the transform that first rotates by `angle` radians and then applies this one.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// Returns the transform that undoes this one, or this one if nothing does.
    public func inverted() -> CGAffineTransform { inverse ?? self }

    /// The transform that undoes this one; `nil` if it maps the plane to a line or a point.
    var inverse: CGAffineTransform? {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return nil }
        return CGAffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }

    /// Whether rectangles stay parallel to the axes, apart from rounding errors.
    var keepsRectangles: Bool {
        let tolerance = 1e-9 * max(abs(a), abs(b), abs(c), abs(d))
        return (abs(b) <= tolerance && abs(c) <= tolerance) || (abs(a) <= tolerance && abs(d) <= tolerance)
    }
}

/// Encoded as a list of the six entries, as Core Graphics does.
extension CGAffineTransform: Codable {
    /// Creates a transform from a list of its six entries.
    public init(from decoder: any Decoder) throws {
        var entries = try decoder.unkeyedContainer()
        func next() throws -> CGFloat { try entries.decode(CGFloat.self) }
        try self.init(a: next(), b: next(), c: next(), d: next(), tx: next(), ty: next())
    }

    /// Writes a list of the six entries.
    public func encode(to encoder: any Encoder) throws {
        var entries = encoder.unkeyedContainer()
        for entry in [a, b, c, d, tx, ty] { try entries.encode(entry) }
    }
}
