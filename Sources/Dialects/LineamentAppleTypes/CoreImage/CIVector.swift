// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Numbers that a filter takes, such as the sides of a rectangle.
public final class CIVector: NSObject, Sendable {
    private let values: [CGFloat]

    /// Creates a vector of some numbers.
    public init(values: UnsafePointer<CGFloat>, count: Int) {
        self.values = Array(UnsafeBufferPointer(start: values, count: count))
        super.init()
    }

    private init(_ values: [CGFloat]) {
        self.values = values
        super.init()
    }

    /// Creates a vector of one number.
    public convenience init(x: CGFloat) { self.init([x]) }
    /// Creates a vector of two numbers.
    public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }
    /// Creates a vector of three numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }
    /// Creates a vector of four numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }
    /// Creates a vector of a point's coordinates.
    public convenience init(cgPoint: CGPoint) { self.init([cgPoint.x, cgPoint.y]) }
    /// Creates a vector of a rectangle's origin, width and height.
    public convenience init(cgRect: CGRect) {
        self.init([cgRect.origin.x, cgRect.origin.y, cgRect.size.width, cgRect.size.height])
    }

    /// The number of numbers.
    public var count: Int { values.count }
    /// The first number; 0 if there is none.
    public var x: CGFloat { value(at: 0) }
    /// The second number; 0 if there is none.
    public var y: CGFloat { value(at: 1) }
    /// The third number; 0 if there is none.
    public var z: CGFloat { value(at: 2) }
    /// The fourth number; 0 if there is none.
    public var w: CGFloat { value(at: 3) }
    /// The first two numbers as a point.
    public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
    /// The first four numbers as a rectangle's origin, width and height.
    public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

    /// Returns the number at a place, from 0 on; 0 if there is none.
    public func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }

    /// Returns whether `object` is a vector of the same numbers.
    public override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }

    /// A hash of the numbers.
    public override var hash: Int { values.hashValue }

    /// The numbers in brackets.
    public override var description: String { "[" + values.map { "\($0)" }.joined(separator: " ") + "]" }
}
