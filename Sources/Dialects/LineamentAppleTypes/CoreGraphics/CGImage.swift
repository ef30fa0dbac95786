// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A decoded image. Immutable; two images are equal if they are the same object.
public final class CGImage: Sendable, Hashable {
    /// The pixels.
    package let source: any PixelSource
    private let layout: BitmapLayout
    /// The bytes of the pixels, row by row from the top; see ``bitmapInfo`` for their layout.
    public let dataProvider: CGDataProvider?
    /// Whether values between pixels are interpolated when the image is scaled.
    public let shouldInterpolate: Bool
    /// The treatment of colors that a device cannot show.
    public let renderingIntent: CGColorRenderingIntent

    /// Creates an image from pixels, which are neither copied nor decoded before they are needed.
    package init(source: any PixelSource) {
        guard let layout = BitmapLayout.rgba(width: source.width, height: source.height, isOpaque: source.isOpaque)
        else { preconditionFailure("The sides of an image must be 1 to \(1 << 20) pixels.") }
        self.source = source
        self.layout = layout
        dataProvider = CGDataProvider(pixels: source)
        shouldInterpolate = true
        renderingIntent = .defaultIntent
    }

    init(_ pixels: BitmapPixels, provider: CGDataProvider?, shouldInterpolate: Bool, intent: CGColorRenderingIntent) {
        source = pixels
        layout = pixels.layout
        dataProvider = provider ?? CGDataProvider(data: pixels.data)
        self.shouldInterpolate = shouldInterpolate
        renderingIntent = intent
    }

    /// Creates an image from the bytes of a provider.
    ///
    /// Returns `nil` if the layout is not one of 8 bits per component with one of gray, red, green and blue, each with
    /// or without alpha, or if there are too few bytes.
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - bitsPerComponent: The size of a component, which must be 8.
    ///   - bitsPerPixel: The size of a pixel, 8, 16, 24 or 32.
    ///   - bytesPerRow: The distance between the starts of consecutive rows.
    ///   - space: The color space.
    ///   - bitmapInfo: Where the components are.
    ///   - provider: The bytes.
    ///   - decode: For each component of a color the values, from 0 to 1, that the least and the greatest byte stand
    ///     for; `nil` for 0 and 1.
    ///   - shouldInterpolate: Whether values between pixels are interpolated when the image is scaled.
    ///   - intent: The treatment of colors that a device cannot show.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard bitsPerComponent == 8, bitsPerPixel % 8 == 0,
            let layout = BitmapLayout(
                width: width, height: height, bytesPerPixel: bitsPerPixel / 8, bytesPerRow: bytesPerRow, space: space,
                bitmapInfo: bitmapInfo),
            let data = provider.data, data.count >= layout.byteCount
        else { return nil }
        let tables = decode.map { ranges in
            (0..<3).map { component in
                let place = min(component, space.numberOfComponents - 1) * 2
                return (0...255).map { value in
                    let decoded = ranges[place] + CGFloat(value) / 255 * (ranges[place + 1] - ranges[place])
                    return decoded.isNaN ? 0 : UInt8((min(max(decoded, 0), 1) * 255).rounded())
                }
            }
        }
        self.init(
            BitmapPixels(data, layout: layout, tables: tables), provider: provider,
            shouldInterpolate: shouldInterpolate, intent: intent)
    }

    /// The width in pixels.
    public var width: Int { layout.width }
    /// The height in pixels.
    public var height: Int { layout.height }
    /// The number of bits of a component, which is 8.
    public var bitsPerComponent: Int { 8 }
    /// The number of bits of a pixel.
    public var bitsPerPixel: Int { layout.bytesPerPixel * 8 }
    /// The distance between the starts of consecutive rows, in bytes.
    public var bytesPerRow: Int { layout.bytesPerRow }
    /// The color space.
    public var colorSpace: CGColorSpace? { layout.space }
    /// Where the components of a pixel are.
    public var bitmapInfo: CGBitmapInfo { layout.bitmapInfo }
    /// Where the alpha of a pixel is.
    public var alphaInfo: CGImageAlphaInfo { layout.alphaInfo }

    /// Returns the part of the image in a rectangle, widened to whole pixels, whose origin is the upper left corner;
    /// `nil` if the two have no pixel in common or the pixels cannot be read.
    public func cropping(to rect: CGRect) -> CGImage? {
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        let part = rect.integral.overlap(with: bounds)
        guard !part.isNull, part.width > 0, part.height > 0 else { return nil }
        if part == bounds { return self }
        if let pixels = source as? BitmapPixels {
            return pixels.cropped(to: part).map {
                CGImage($0, provider: nil, shouldInterpolate: shouldInterpolate, intent: renderingIntent)
            }
        }
        guard let pixels = try? BitmapPixels(rgba: source).cropped(to: part) else { return nil }
        return CGImage(pixels, provider: nil, shouldInterpolate: shouldInterpolate, intent: renderingIntent)
    }

    /// Returns the same image; its pixels never change.
    public func copy() -> CGImage? { self }

    /// Returns whether two images are the same object.
    public static func == (left: CGImage, right: CGImage) -> Bool { left === right }

    /// Adds the identity of the image to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
