// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A point normalized to an image or to a rectangle in it, from the lower left corner.
public struct NormalizedPoint: Sendable, Hashable, Codable {
    /// The horizontal position, as a fraction of the width.
    public let x: CGFloat
    /// The vertical position, as a fraction of the height.
    public let y: CGFloat

    /// The lower left corner.
    public static let zero = NormalizedPoint(x: 0, y: 0)

    /// Creates a point from normalized coordinates.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// Creates a point from a `CGPoint` in normalized coordinates.
    public init(normalizedPoint: CGPoint) { self.init(x: normalizedPoint.x, y: normalizedPoint.y) }

    /// Creates a point from pixels of an image of `size`, counted from the lower left corner.
    public init(imagePoint: CGPoint, in size: CGSize) {
        self.init(x: imagePoint.x / size.width, y: imagePoint.y / size.height)
    }

    /// Creates a point from pixels of an image of `size`, counted from the lower left corner, normalized to `region`.
    public init(imagePoint: CGPoint, in size: CGSize, normalizedTo region: NormalizedRect) {
        let whole = NormalizedPoint(imagePoint: imagePoint, in: size)
        self.init(
            x: (whole.x - region.origin.x) / region.width, y: (whole.y - region.origin.y) / region.height)
    }

    /// The normalized coordinates as a `CGPoint`.
    public var cgPoint: CGPoint { CGPoint(x: x, y: y) }

    /// Returns the same point measured from the upper left corner.
    public func verticallyFlipped() -> NormalizedPoint { NormalizedPoint(x: x, y: 1 - y) }

    /// Returns the point in pixels of an image of `imageSize`.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
        let up = origin == .lowerLeft ? y : 1 - y
        return CGPoint(x: x * imageSize.width, y: up * imageSize.height)
    }

    /// Returns the point, which is normalized to `regionOfInterest`, in pixels of the whole image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGPoint {
        NormalizedPoint(
            x: regionOfInterest.origin.x + x * regionOfInterest.width,
            y: regionOfInterest.origin.y + y * regionOfInterest.height
        ).toImageCoordinates(imageSize, origin: origin)
    }
}
