// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension UIImage {
    /// Draws the upright image into the current context, scaled to fill a rectangle of a frame whose origin is at the
    /// upper left. Nothing is drawn if there is no context or the image is empty or cannot be read.
    public func draw(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), let image = CIImage(image: self) else { return }
        let upright = image.oriented(imageOrientation.exifOrientation)
        guard let pixels = CIContext().createCGImage(upright, from: upright.extent) else { return }
        let rect = rect.standardized
        context.saveGState()
        context.translateBy(x: 0, y: rect.minY + rect.maxY)
        context.scaleBy(x: 1, y: -1)
        context.draw(pixels, in: rect)
        context.restoreGState()
    }

    /// Draws the upright image into the current context in its own size, with its upper left corner at a point.
    public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
}

extension UIImage.Orientation {
    /// The same orientation with EXIF's value.
    fileprivate var exifOrientation: CGImagePropertyOrientation {
        switch self {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .upMirrored: .upMirrored
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .rightMirrored: .rightMirrored
        }
    }
}
