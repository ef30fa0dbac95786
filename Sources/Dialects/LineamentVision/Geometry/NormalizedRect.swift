// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A rectangle normalized to an image, from the lower left corner.
public struct NormalizedRect: Sendable, Hashable, Codable {
    /// The lower left corner.
    public let origin: CGPoint
    /// The width, as a fraction of the image width.
    public let width: CGFloat
    /// The height, as a fraction of the image height.
    public let height: CGFloat

    /// The whole image.
    public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

    /// Creates a rectangle from normalized coordinates.
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        origin = CGPoint(x: x, y: y)
        self.width = width
        self.height = height
    }

    /// Creates a rectangle from a `CGRect` in normalized coordinates.
    public init(normalizedRect rect: CGRect) {
        self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }

    /// Creates a rectangle from pixels of an image of `size`, counted from the lower left corner.
    public init(imageRect rect: CGRect, in size: CGSize) {
        self.init(
            x: rect.origin.x / size.width, y: rect.origin.y / size.height, width: rect.size.width / size.width,
            height: rect.size.height / size.height)
    }

    /// Creates a rectangle from pixels of an image of `size`, counted from the lower left corner, normalized to
    /// `region`.
    public init(imageRect rect: CGRect, in size: CGSize, normalizedTo region: NormalizedRect) {
        let whole = NormalizedRect(imageRect: rect, in: size)
        self.init(
            x: (whole.origin.x - region.origin.x) / region.width,
            y: (whole.origin.y - region.origin.y) / region.height, width: whole.width / region.width,
            height: whole.height / region.height)
    }

    /// The normalized coordinates as a `CGRect`.
    public var cgRect: CGRect { CGRect(x: origin.x, y: origin.y, width: width, height: height) }

    /// Returns the same rectangle measured from the upper left corner.
    public func verticallyFlipped() -> NormalizedRect {
        NormalizedRect(x: origin.x, y: 1 - origin.y - height, width: width, height: height)
    }

    /// Returns the rectangle in pixels of an image of `imageSize`. Its origin is the corner nearest to the coordinate
    /// origin.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
        let placed = origin == .lowerLeft ? self : verticallyFlipped()
        return CGRect(
            x: placed.origin.x * imageSize.width, y: placed.origin.y * imageSize.height,
            width: width * imageSize.width, height: height * imageSize.height)
    }

    /// Returns the rectangle, which is normalized to `regionOfInterest`, in pixels of the whole image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGRect {
        NormalizedRect(
            x: regionOfInterest.origin.x + self.origin.x * regionOfInterest.width,
            y: regionOfInterest.origin.y + self.origin.y * regionOfInterest.height,
            width: width * regionOfInterest.width, height: height * regionOfInterest.height
        ).toImageCoordinates(imageSize, origin: origin)
    }
}

extension NormalizedRect {
    /// Whether the rectangle has an area and lies within the image.
    var isInsideImage: Bool {
        let slack = 1e-6
        return width > 0 && height > 0 && origin.x >= -slack && origin.y >= -slack && origin.x + width <= 1 + slack
            && origin.y + height <= 1 + slack
    }
}
