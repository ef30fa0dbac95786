// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The kind of bitmap that a ``UIGraphicsImageRenderer`` draws into.
public final class UIGraphicsImageRendererFormat {
    /// The number of pixels per point; 1 by default, as there is no screen.
    public var scale: CGFloat = 1
    /// Whether the bitmap has no alpha; false by default.
    public var opaque = false

    /// Creates the default format.
    public init() {}

    /// Returns the default format.
    public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// The target of a ``UIGraphicsImageRenderer``.
public final class UIGraphicsImageRendererContext {
    /// The bitmap, whose frame has its origin at the upper left.
    public let cgContext: CGContext
    /// The kind of bitmap.
    public let format: UIGraphicsImageRendererFormat

    init(_ cgContext: CGContext, format: UIGraphicsImageRendererFormat) {
        self.cgContext = cgContext
        self.format = format
    }

    /// Fills a rectangle with the color that ``UIColor/setFill()`` has set.
    public func fill(_ rect: CGRect) { cgContext.fill(rect) }

    /// The image drawn so far.
    public var currentImage: UIImage {
        cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
    }
}

/// Draws images of one size.
public final class UIGraphicsImageRenderer {
    private let size: CGSize
    /// The kind of bitmap.
    public let format: UIGraphicsImageRendererFormat

    /// Creates a renderer for images with one pixel per point.
    /// - Parameter size: The size in points.
    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    /// Creates a renderer.
    /// - Parameters:
    ///   - size: The size in points.
    ///   - format: The kind of bitmap.
    public init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.size = size
        self.format = format
    }

    /// Returns an image of what `actions` draws, with the bitmap as the current context; an empty image if the size is
    /// empty.
    public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        UIGraphicsBeginImageContextWithOptions(size, format.opaque, format.scale)
        defer { UIGraphicsEndImageContext() }
        guard let context = UIGraphicsGetCurrentContext() else { return UIImage() }
        let drawn = UIGraphicsImageRendererContext(context, format: format)
        actions(drawn)
        return drawn.currentImage
    }
}
