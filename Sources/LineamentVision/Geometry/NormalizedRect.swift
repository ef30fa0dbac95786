public import Foundation

/// A rectangle in fractions of an image, from the lower left corner.
public struct NormalizedRect: Sendable, Hashable, Codable {
    /// The lower left corner.
    public let origin: CGPoint
    public let width: CGFloat
    public let height: CGFloat

    public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        origin = CGPoint(x: x, y: y)
        self.width = width
        self.height = height
    }

    public init(normalizedRect rect: CGRect) {
        self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }

    /// A rectangle in pixels, from the lower left corner, of an image of `size`.
    public init(imageRect rect: CGRect, in size: CGSize) {
        self.init(
            x: rect.origin.x / size.width, y: rect.origin.y / size.height, width: rect.size.width / size.width,
            height: rect.size.height / size.height)
    }

    /// A rectangle in pixels of an image of `size`, in fractions of a part of it.
    public init(imageRect rect: CGRect, in size: CGSize, normalizedTo region: NormalizedRect) {
        let whole = NormalizedRect(imageRect: rect, in: size)
        self.init(
            x: (whole.origin.x - region.origin.x) / region.width,
            y: (whole.origin.y - region.origin.y) / region.height, width: whole.width / region.width,
            height: whole.height / region.height)
    }

    public var cgRect: CGRect { CGRect(x: origin.x, y: origin.y, width: width, height: height) }

    /// The same rectangle counted from the upper left corner.
    public func verticallyFlipped() -> NormalizedRect {
        NormalizedRect(x: origin.x, y: 1 - origin.y - height, width: width, height: height)
    }

    /// The rectangle in pixels of an image of `imageSize`; its origin is the corner nearest to that of the coordinates.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
        let placed = origin == .lowerLeft ? self : verticallyFlipped()
        return CGRect(
            x: placed.origin.x * imageSize.width, y: placed.origin.y * imageSize.height,
            width: width * imageSize.width, height: height * imageSize.height)
    }

    /// The rectangle, given in fractions of a part of an image, in pixels of the image.
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
    /// Whether the rectangle has an area and lies in the image.
    var isInsideImage: Bool {
        let slack = 1e-6
        return width > 0 && height > 0 && origin.x >= -slack && origin.y >= -slack && origin.x + width <= 1 + slack
            && origin.y + height <= 1 + slack
    }
}
