// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The key of a filter's image.
public let kCIInputImageKey = "inputImage"
/// The key of the image that a filter makes.
public let kCIOutputImageKey = "outputImage"
/// The key of a radius in pixels.
public let kCIInputRadiusKey = "inputRadius"
/// The key of a factor for the size of an image.
public let kCIInputScaleKey = "inputScale"
/// The key of a further factor for the width of an image.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of a factor for the strength of an effect.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of a rectangle in pixels.
public let kCIInputExtentKey = "inputExtent"

/// An effect that makes an image from another.
///
/// There are four. They compute with the levels as they are, as Core Image does if its working color space is
/// `NSNull()`, and not before pixels are needed:
///
/// | name | values, with their defaults | result |
/// |---|---|---|
/// | `CIGaussianBlur` | `inputRadius` 10, the standard deviation in pixels, at most 500 | blurred; three radii larger to each side, where it becomes transparent |
/// | `CILanczosScaleTransform` | `inputScale` 1, `inputAspectRatio` 1 | scaled, with sides of whole pixels |
/// | `CIEdges` | `inputIntensity` 1 | the slope of red, green and blue by Sobel's operator, times the intensity |
/// | `CIAreaAverage` | `inputExtent`, the whole image | one pixel at the origin with the mean color of the rectangle |
///
/// Use a filter from one thread at a time; the images that it makes are safe to share.
open class CIFilter: NSObject {
    /// The kinds of filters, by their names.
    private enum Kind: String, CaseIterable {
        case gaussianBlur = "CIGaussianBlur"
        case lanczosScale = "CILanczosScaleTransform"
        case edges = "CIEdges"
        case areaAverage = "CIAreaAverage"

        var defaults: [String: Any] {
            switch self {
            case .gaussianBlur: [kCIInputRadiusKey: 10.0]
            case .lanczosScale: [kCIInputScaleKey: 1.0, kCIInputAspectRatioKey: 1.0]
            case .edges: [kCIInputIntensityKey: 1.0]
            case .areaAverage: [:]
            }
        }
    }

    private let kind: Kind
    private var values: [String: Any]

    /// Creates a filter with its defaults, or returns `nil` for a name that is not in the table above.
    public init?(name: String) {
        guard let kind = Kind(rawValue: name) else { return nil }
        self.kind = kind
        values = kind.defaults
        super.init()
    }

    /// Creates a filter, or returns `nil` for a name that is not in the table above.
    /// - Parameters:
    ///   - name: The name.
    ///   - parameters: Values by their keys; other values keep their defaults.
    public convenience init?(name: String, parameters: [String: Any]?) {
        self.init(name: name)
        for (key, value) in parameters ?? [:] { setValue(value, forKey: key) }
    }

    /// Returns the names of all filters.
    open class func filterNames(inCategory category: String?) -> [String] { Kind.allCases.map(\.rawValue) }

    /// The name of the filter.
    public var name: String { kind.rawValue }
    /// The keys of the values that the filter has.
    public var inputKeys: [String] {
        [kCIInputImageKey] + (kind == .areaAverage ? [kCIInputExtentKey] : kind.defaults.keys.sorted())
    }
    /// The key of the image that the filter makes.
    public var outputKeys: [String] { [kCIOutputImageKey] }

    /// Gives all values but the image their defaults.
    open func setDefaults() { values.merge(kind.defaults) { _, initial in initial } }

    /// Sets a value; `nil` removes it. Those that the filter does not have are without effect.
    open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

    /// Returns a value, or the image that the filter makes.
    open func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

    /// The image that the filter makes; `nil` without an image to make it from, or with values that are NaN or out of
    /// their range.
    open var outputImage: CIImage? {
        guard let image = values[kCIInputImageKey] as? CIImage, image.extent.width > 0, image.extent.height > 0 else {
            return nil
        }
        switch kind {
        case .gaussianBlur: return number(kCIInputRadiusKey).flatMap { Self.blurred(image, radius: $0) }
        case .lanczosScale: return scaled(image)
        case .edges: return number(kCIInputIntensityKey).map { CIImage(EdgeImage(image, intensity: Float($0))) }
        case .areaAverage: return AverageImage(image, in: rect(kCIInputExtentKey) ?? image.extent).map { CIImage($0) }
        }
    }

    /// Returns an image that is blurred unless the radius is too small to matter.
    private static func blurred(_ image: CIImage, radius: Double) -> CIImage {
        radius < 0.05 ? image : CIImage(BlurredImage(image, radius: min(radius, 500)))
    }

    private func scaled(_ image: CIImage) -> CIImage? {
        guard let scale = number(kCIInputScaleKey), let aspect = number(kCIInputAspectRatioKey) else { return nil }
        let range = 1e-6...1e6
        guard range.contains(scale), range.contains(scale * aspect) else { return nil }
        return CIImage(LanczosImage(image, scaleX: scale * aspect, scaleY: scale))
    }

    private func number(_ key: String) -> Double? {
        imageNumber(values[key] ?? kind.defaults[key]).flatMap { $0.isFinite ? $0 : nil }
    }

    private func rect(_ key: String) -> CGRect? {
        (values[key] as? CIVector)?.cgRectValue ?? values[key] as? CGRect ?? (values[key] as? NSValue)?.cgRectValue
    }
}

extension CIImage {
    /// Returns the output of a filter for this image, or an empty image if it makes none or there is no such filter.
    /// - Parameters:
    ///   - filterName: The name of the filter; see ``CIFilter``.
    ///   - params: Values by their keys, without the image.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any] = [:]) -> CIImage {
        let filter = CIFilter(name: filterName, parameters: params)
        filter?.setValue(self, forKey: kCIInputImageKey)
        return filter?.outputImage ?? .empty()
    }

    /// Returns the image blurred by a bell curve with a standard deviation in pixels, as `CIGaussianBlur` does.
    public func applyingGaussianBlur(sigma: Double) -> CIImage {
        applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
    }

    /// Returns the image with its outermost pixels continued to all sides, so that its ``extent`` is infinite: a filter
    /// then meets no edge. Crop the result.
    public func clampedToExtent() -> CIImage { ClampedImage(self).map { CIImage($0, properties: properties) } ?? self }

    /// Returns an image without pixels.
    public static func empty() -> CIImage { CIImage(EmptyImage()) }
}

/// Returns a number of any type among options and values.
package func imageNumber(_ value: Any?) -> Double? {
    (value as? NSNumber)?.doubleValue ?? (value as? any BinaryFloatingPoint).map { Double($0) }
        ?? (value as? any BinaryInteger).map { Double($0) }
}
