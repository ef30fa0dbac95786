// SPDX-License-Identifier: Apache-2.0
public import Foundation

// From the image to the view.
extension ViewGeometry {
    /// Returns the position in the view of a point in fractions of the image as stored, from its upper left corner, as
    /// in MediaPipe's results.
    public func point(_ normalized: CGPoint) -> CGPoint { point(upright: orientation.upright(normalized)) }

    /// Returns the position in the view of a point in pixels of the image as stored, from its upper left corner.
    public func point(pixel: CGPoint) -> CGPoint {
        guard imageSize.width > 0, imageSize.height > 0 else { return imageRect.origin }
        return point(CGPoint(x: pixel.x / imageSize.width, y: pixel.y / imageSize.height))
    }

    /// Returns the position in the view of a point in fractions of the upright image, from its lower left corner, as in
    /// Vision's results for a request that was told the image's orientation.
    public func point(lowerLeft normalized: CGPoint) -> CGPoint {
        point(upright: CGPoint(x: normalized.x, y: 1 - normalized.y))
    }

    /// Returns the rectangle in the view of one in fractions of the image as stored, from its upper left corner.
    public func rect(_ normalized: CGRect) -> CGRect { mapped(normalized) { point($0) } }

    /// Returns the rectangle in the view of one in pixels of the image as stored, such as ``Detection/boundingBox``.
    public func rect(pixels: CGRect) -> CGRect { mapped(pixels) { point(pixel: $0) } }

    /// Returns the rectangle in the view of one in fractions of the upright image, from its lower left corner, such as
    /// the boxes of Vision's observations.
    public func rect(lowerLeft normalized: CGRect) -> CGRect { mapped(normalized) { point(lowerLeft: $0) } }

    private func point(upright: CGPoint) -> CGPoint {
        let rect = imageRect
        let x = isMirrored ? 1 - upright.x : upright.x
        return CGPoint(x: rect.origin.x + x * rect.size.width, y: rect.origin.y + upright.y * rect.size.height)
    }

    private func mapped(_ rect: CGRect, by point: (CGPoint) -> CGPoint) -> CGRect {
        guard !rect.isNull else { return .null }
        let one = point(CGPoint(x: rect.minX, y: rect.minY))
        let other = point(CGPoint(x: rect.maxX, y: rect.maxY))
        return CGRect(
            x: min(one.x, other.x), y: min(one.y, other.y), width: abs(other.x - one.x), height: abs(other.y - one.y))
    }
}

// From the view to the image.
extension ViewGeometry {
    /// Returns whether a position in the view shows a part of the image.
    public func showsImage(at viewPoint: CGPoint) -> Bool { imageRect.contains(viewPoint) }

    /// Returns the point of the image at a position in the view, such as that of a tap, in fractions of the image as
    /// stored, from its upper left corner; outside 0...1 beside the image.
    public func imagePoint(at viewPoint: CGPoint) -> CGPoint { orientation.stored(uprightPoint(at: viewPoint)) }

    /// Returns the point of the image at a position in the view, in pixels of the image as stored, from its upper left
    /// corner.
    public func imagePixel(at viewPoint: CGPoint) -> CGPoint {
        let point = imagePoint(at: viewPoint)
        return CGPoint(x: point.x * imageSize.width, y: point.y * imageSize.height)
    }

    /// Returns the point of the image at a position in the view, in fractions of the upright image, from its lower left
    /// corner, as in Vision's results.
    public func lowerLeftPoint(at viewPoint: CGPoint) -> CGPoint {
        let point = uprightPoint(at: viewPoint)
        return CGPoint(x: point.x, y: 1 - point.y)
    }

    private func uprightPoint(at viewPoint: CGPoint) -> CGPoint {
        let rect = imageRect
        guard rect.size.width > 0, rect.size.height > 0 else { return .zero }
        let x = (viewPoint.x - rect.origin.x) / rect.size.width
        return CGPoint(x: isMirrored ? 1 - x : x, y: (viewPoint.y - rect.origin.y) / rect.size.height)
    }
}

extension ImageOrientation {
    /// Converts a point from fractions of the stored image to fractions of the upright one, both from the upper left.
    fileprivate func upright(_ point: CGPoint) -> CGPoint { inverse.stored(point) }

    /// Converts a point from fractions of the upright image to fractions of the stored one, both from the upper left.
    fileprivate func stored(_ point: CGPoint) -> CGPoint {
        let (x, y) = stored(x: point.x, y: point.y, width: 1, height: 1)
        return CGPoint(x: x, y: y)
    }
}
