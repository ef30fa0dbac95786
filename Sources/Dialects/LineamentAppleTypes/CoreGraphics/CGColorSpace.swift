// SPDX-License-Identifier: Apache-2.0

/// The kinds of color that a color space describes.
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1, monochrome, rgb, cmyk, lab, deviceN, indexed, pattern
}

/// The meaning of color components: shades of gray, or red, green and blue. Colors are never converted between
/// profiles.
public final class CGColorSpace: Sendable, Hashable {
    /// The name of the standard space of red, green and blue.
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    /// The name of the space of shades of gray with a gamma of 2.2.
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

    /// The kind of color.
    public let model: CGColorSpaceModel
    /// The name; `nil` for the spaces of devices.
    public let name: CFString?

    /// Creates a space from its name, or returns `nil` for other names than those above.
    public init?(name: CFString) {
        switch name {
        case Self.sRGB: model = .rgb
        case Self.genericGrayGamma2_2: model = .monochrome
        default: return nil
        }
        self.name = name
    }

    fileprivate init(_ model: CGColorSpaceModel) {
        self.model = model
        name = nil
    }

    /// The number of components of a color, without alpha.
    public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

    /// Returns whether two spaces have the same model and name.
    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
        left.model == right.model && left.name == right.name
    }

    /// Adds the model and the name to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(model)
        hasher.combine(name)
    }
}

private let deviceRGB = CGColorSpace(.rgb)
private let deviceGray = CGColorSpace(.monochrome)

/// Returns the space of red, green and blue of the device.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { deviceRGB }

/// Returns the space of shades of gray of the device.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { deviceGray }
