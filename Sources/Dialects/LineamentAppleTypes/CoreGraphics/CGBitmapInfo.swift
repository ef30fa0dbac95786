// SPDX-License-Identifier: Apache-2.0

/// Where the alpha of a pixel is and whether its color is premultiplied with it.
public enum CGImageAlphaInfo: UInt32, Sendable {
    case none = 0, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

/// The order of the bytes of a pixel.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    case orderMask = 0x7000
    case orderDefault = 0
    case order16Little = 0x1000
    case order32Little = 0x2000
    case order16Big = 0x3000
    case order32Big = 0x4000
}

/// The layout of a pixel in memory: one `CGImageAlphaInfo` and the order of the bytes.
public struct CGBitmapInfo: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates a layout from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits of the `CGImageAlphaInfo`.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1f)
    /// The bits of the number format.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xf00)
    /// The components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    /// The bits of the byte order.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// The bytes of 16-bit units are swapped.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    /// The bytes of 32-bit units are reversed.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// The bytes of 16-bit units are in the order of the components.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
    /// The bytes of 32-bit units are in the order of the components.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)

    /// Creates a layout from where the alpha is.
    init(_ alphaInfo: CGImageAlphaInfo) { self.init(rawValue: alphaInfo.rawValue) }

    /// Where the alpha is.
    var alphaInfo: CGImageAlphaInfo { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) ?? .none }
}

/// The treatment of colors that a device cannot show. Colors are not converted, so all values have the same effect.
public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent = 0, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// How pixels are computed when an image is scaled. `none` takes the nearest pixel; all others interpolate alike.
public enum CGInterpolationQuality: Int32, Sendable {
    case `default` = 0
    case none = 1
    case low = 2
    case medium = 4
    case high = 3
}
