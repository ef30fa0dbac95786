public import Foundation

/// A point in fractions of an image or of a rectangle in it, from the lower left corner.
public struct NormalizedPoint: Sendable, Hashable, Codable {
    public let x: CGFloat
    public let y: CGFloat

    public static let zero = NormalizedPoint(x: 0, y: 0)

    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    public init(normalizedPoint: CGPoint) { self.init(x: normalizedPoint.x, y: normalizedPoint.y) }

    /// A point in pixels, from the lower left corner, of an image of `size`.
    public init(imagePoint: CGPoint, in size: CGSize) {
        self.init(x: imagePoint.x / size.width, y: imagePoint.y / size.height)
    }

    /// A point in pixels, from the lower left corner, of an image of `size`, in fractions of a part of it.
    public init(imagePoint: CGPoint, in size: CGSize, normalizedTo region: NormalizedRect) {
        let whole = NormalizedPoint(imagePoint: imagePoint, in: size)
        self.init(
            x: (whole.x - region.origin.x) / region.width, y: (whole.y - region.origin.y) / region.height)
    }

    public var cgPoint: CGPoint { CGPoint(x: x, y: y) }

    /// The same point counted from the upper left corner.
    public func verticallyFlipped() -> NormalizedPoint { NormalizedPoint(x: x, y: 1 - y) }

    /// The point in pixels of an image of `imageSize`.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
        let up = origin == .lowerLeft ? y : 1 - y
        return CGPoint(x: x * imageSize.width, y: up * imageSize.height)
    }

    /// The point, given in fractions of a part of an image, in pixels of the image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGPoint {
        NormalizedPoint(
            x: regionOfInterest.origin.x + x * regionOfInterest.width,
            y: regionOfInterest.origin.y + y * regionOfInterest.height
        ).toImageCoordinates(imageSize, origin: origin)
    }
}
