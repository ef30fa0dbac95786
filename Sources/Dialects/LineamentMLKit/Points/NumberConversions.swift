// SPDX-License-Identifier: Apache-2.0
public import Foundation

// The coordinates of Firebase's points are instances of NSNumber; these members let its users' code read CGFloat alike.
// The initializers are disfavored, so that literals and numbers mean what they meant without them.

extension CGFloat {
    /// The value as a `Float`, under the name that `NSNumber` has for it.
    public var floatValue: Float { Float(self) }
    /// The value as a `Double`, under the name that `NSNumber` has for it.
    public var doubleValue: Double { Double(self) }
    /// The value rounded toward zero, under the name that `NSNumber` has for it; 0 if it is not representable.
    public var intValue: Int { Int(exactly: rounded(.towardZero)) ?? 0 }

    /// Creates the same value from a coordinate that Firebase gives as an `NSNumber`.
    @_disfavoredOverload
    public init(truncating coordinate: CGFloat) { self = coordinate }
}

extension Double {
    /// Creates a value from a coordinate that Firebase gives as an `NSNumber`.
    @_disfavoredOverload
    public init(truncating coordinate: CGFloat) { self.init(coordinate) }
}

extension Float {
    /// Creates a value from a coordinate that Firebase gives as an `NSNumber`.
    @_disfavoredOverload
    public init(truncating coordinate: CGFloat) { self.init(coordinate) }
}

extension Int {
    /// Creates a value from a coordinate that Firebase gives as an `NSNumber`, rounded toward zero; 0 if it is not
    /// representable.
    @_disfavoredOverload
    public init(truncating coordinate: CGFloat) { self = coordinate.intValue }
}
