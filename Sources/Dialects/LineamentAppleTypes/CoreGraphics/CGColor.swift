// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A color of sRGB with an opacity.
public final class CGColor: Sendable, Hashable {
    /// Red, green, blue and alpha, 0 to 1.
    let rgba: SIMD4<Double>

    /// Creates a color. Values outside 0 to 1 count as the nearer of the two.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        rgba = SIMD4(Double(red), Double(green), Double(blue), Double(alpha))
            .clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    }

    /// Creates a color of sRGB, which is the only color space.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a shade of gray.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    /// Black.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// White.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Transparent black.
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// Red, green, blue and alpha.
    public var components: [CGFloat]? { [CGFloat(rgba.x), CGFloat(rgba.y), CGFloat(rgba.z), CGFloat(rgba.w)] }
    /// The number of ``components``, which is 4.
    public var numberOfComponents: Int { 4 }
    /// The opacity, 0 to 1.
    public var alpha: CGFloat { CGFloat(rgba.w) }

    /// Returns the color with another opacity.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(red: CGFloat(rgba.x), green: CGFloat(rgba.y), blue: CGFloat(rgba.z), alpha: alpha)
    }

    /// The color in bytes, not premultiplied.
    var bytes: SIMD4<UInt8> { SIMD4((rgba * 255).rounded(.toNearestOrAwayFromZero)) }

    /// Returns whether two colors have the same components.
    public static func == (first: CGColor, second: CGColor) -> Bool { first.rgba == second.rgba }

    /// Feeds the components into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(rgba) }
}
