// SPDX-License-Identifier: Apache-2.0

/// A color in RGB with opacity; all channels range from 0 to 1.
public struct Color: Sendable, Hashable {
    /// Red, 0 to 1.
    public var red: Double
    /// Green, 0 to 1.
    public var green: Double
    /// Blue, 0 to 1.
    public var blue: Double
    /// Opacity, 0 to 1.
    public var alpha: Double

    /// Creates a color from its channels.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Returns the color with a different opacity.
    public func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = Color(red: 1, green: 1, blue: 1)

    // The palette of Okabe and Ito, whose colors are distinguishable with any kind of color vision.

    /// Orange, for the subject's left side in all overlays.
    public static let orange = Color(red: 0.90, green: 0.62, blue: 0.0)
    /// Sky blue, for the subject's right side in all overlays.
    public static let skyBlue = Color(red: 0.34, green: 0.71, blue: 0.91)
    /// Green, for irises.
    public static let green = Color(red: 0.0, green: 0.78, blue: 0.55)
    /// Yellow, for boxes and labels.
    public static let yellow = Color(red: 0.94, green: 0.89, blue: 0.26)
    /// Vermilion, for lips.
    public static let vermilion = Color(red: 0.95, green: 0.40, blue: 0.10)
    /// Reddish purple, for masks.
    public static let purple = Color(red: 0.85, green: 0.52, blue: 0.75)
}
