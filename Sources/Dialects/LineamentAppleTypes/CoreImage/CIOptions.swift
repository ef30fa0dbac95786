// SPDX-License-Identifier: Apache-2.0

/// A key of options for an image.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A dictionary of properties, by Image I/O's keys.
    public static let properties = CIImageOption(rawValue: "CIImageProperties")
    /// Whether the orientation among the properties is applied; false by default.
    public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageApplyOrientationProperty")
    /// The color space of the pixels. Colors are never converted, so that it has no effect.
    public static let colorSpace = CIImageOption(rawValue: "CIImageColorSpace")
}

/// A key of options for a context. Images are always rendered on the CPU and without converting colors, so that these
/// options are accepted without effect.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether images are rendered on the CPU.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// The color space to compute in.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The color space of rendered images.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// Whether intermediate results are kept.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether other work on a graphics processor goes first.
    public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
    /// Whether images are scaled down with care, as they always are.
    public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
    /// A name for the context.
    public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// The arrangement of an image's pixels.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    /// The number of the format.
    public let rawValue: Int32

    /// Creates a format from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Bytes of red, green, blue and alpha, the only format of images that are made.
    public static let RGBA8 = CIFormat(rawValue: 264)
    /// Bytes of alpha, red, green and blue.
    public static let ARGB8 = CIFormat(rawValue: 265)
    /// Bytes of blue, green, red and alpha.
    public static let BGRA8 = CIFormat(rawValue: 266)
    /// Bytes of alpha, blue, green and red.
    public static let ABGR8 = CIFormat(rawValue: 267)
    /// Bytes of red.
    public static let R8 = CIFormat(rawValue: 2053)
    /// Red, green, blue and alpha, 0 to 1, as `Float`.
    public static let RGBAf = CIFormat(rawValue: 2312)
}

/// A key of options for the bytes of an image file.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
}
