// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A color of sRGB with an opacity.
public final class UIColor: NSObject, Sendable {
    /// The color as one of Core Graphics.
    public let cgColor: CGColor

    /// Creates a color from one of Core Graphics.
    public init(cgColor: CGColor) { self.cgColor = cgColor }

    /// Creates a color. Values outside 0 to 1 count as the nearer of the two.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Creates a shade of gray, from 0, black, to 1, white.
    public convenience init(white: CGFloat, alpha: CGFloat) { self.init(cgColor: CGColor(gray: white, alpha: alpha)) }

    /// Creates a color from values of Display P3; what sRGB cannot show becomes the nearest values that it can.
    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let red = red.linear
        let green = green.linear
        let blue = blue.linear
        self.init(
            red: (1.224940 * red - 0.224940 * green).gammaEncoded,
            green: (1.042057 * green - 0.042057 * red).gammaEncoded,
            blue: (1.098274 * blue - 0.019638 * red - 0.078636 * green).gammaEncoded, alpha: alpha)
    }

    /// Returns the color with another opacity.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        let red = cgColor.rgba.x
        let green = cgColor.rgba.y
        let blue = cgColor.rgba.z
        return UIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: alpha)
    }

    /// Writes red, green, blue and opacity, 0 to 1, where there is a place for them, and returns `true`: all colors have them.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let rgba = cgColor.rgba
        red?.pointee = CGFloat(rgba.x)
        green?.pointee = CGFloat(rgba.y)
        blue?.pointee = CGFloat(rgba.z)
        alpha?.pointee = CGFloat(rgba.w)
        return true
    }

    /// Makes this the color that the current context of the thread fills with.
    public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

    /// Makes this the color that the current context of the thread draws lines with.
    public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    /// Makes this the color that the current context of the thread fills and draws lines with.
    public func set() {
        setFill()
        setStroke()
    }

    /// Returns whether `object` is the same color.
    public override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.cgColor == cgColor }

    /// A hash of the color.
    public override var hash: Int { cgColor.hashValue }

    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A third of white.
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    /// Half of white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Two thirds of white.
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Nothing but red.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Nothing but green.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Nothing but blue.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Green and blue.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Red and green.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Red and blue.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Red and half of green.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Half of red and blue.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// A dark orange.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// Transparent black.
    public static let clear = UIColor(white: 0, alpha: 0)
}

/// Fills a rectangle of the current context of the thread with the color that ``UIColor/setFill()`` has set.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

extension CGFloat {
    /// The light that a value of sRGB or Display P3 stands for.
    fileprivate var linear: CGFloat { self <= 0.04045 ? self / 12.92 : pow((self + 0.055) / 1.055, 2.4) }
    /// The value of sRGB that stands for this light.
    fileprivate var gammaEncoded: CGFloat {
        self <= 0.003_130_8 ? self * 12.92 : 1.055 * pow(self, 1 / 2.4) - 0.055
    }
}
