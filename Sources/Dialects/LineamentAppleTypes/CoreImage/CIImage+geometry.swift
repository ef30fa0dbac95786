// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension CIImage {
    /// Returns the image with a transform applied to it.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        if matrix.isIdentity { return self }
        let transform = transform.concatenating(matrix).snapped
        let extent = crops.isEmpty ? baseBounds.applying(transform) : extent.applying(matrix)
        return CIImage(
            base: base, transform: transform, crops: crops, extent: extent.snapped, properties: properties)
    }

    /// Returns the part of the image in a rectangle; its ``extent`` is what the two have in common.
    public func cropped(to rect: CGRect) -> CIImage {
        let rect = rect.standardized
        let common = extent.overlap(with: rect)
        if !common.isNull, rect.contains(extent) { return self }
        return CIImage(
            base: base, transform: transform, crops: crops + [Crop(rect: rect, frame: transform)],
            extent: common.isNull ? .zero : common, properties: properties)
    }

    /// Returns the upright image of a stored one that has this orientation.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        transformed(by: orientationTransform(for: orientation))
    }

    /// Returns the upright image of a stored one that has an EXIF orientation from 1 to 8; other values change nothing.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        transformed(by: orientationTransform(forExifOrientation: orientation))
    }

    /// Returns the transform that makes a stored image with this orientation upright. The lower left corner of the
    /// extent stays where it is.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        orientation.transform(uprighting: extent)
    }

    /// Returns the transform that makes a stored image with an EXIF orientation from 1 to 8 upright; other values give
    /// the identity.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation)).map(orientationTransform) ?? .identity
    }

    /// The rectangle of the base in its own coordinates.
    var baseBounds: CGRect {
        switch base {
        case .image(let image): CGRect(x: 0, y: 0, width: image.width, height: image.height)
        case .buffer(let buffer):
            CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        case .computed(let image): image.bounds
        }
    }
}

extension CGAffineTransform {
    /// The transform with entries that miss whole numbers only by rounding errors moved onto them, so that turning an
    /// image around and back leaves it as it was.
    fileprivate var snapped: CGAffineTransform {
        func snapped(_ value: CGFloat) -> CGFloat { abs(value - value.rounded()) < 1e-12 ? value.rounded() : value }
        func shifted(_ value: CGFloat) -> CGFloat { abs(value - value.rounded()) < 1e-9 ? value.rounded() : value }
        return CGAffineTransform(
            a: snapped(a), b: snapped(b), c: snapped(c), d: snapped(d), tx: shifted(tx), ty: shifted(ty))
    }
}
