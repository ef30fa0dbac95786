// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The orientation of a stored image, with EXIF's raw values.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left
}

extension CGImagePropertyOrientation {
    /// Returns the transform that makes an image upright, in a frame whose origin is at the lower left. The result has
    /// the lower left corner of `extent`.
    func transform(uprighting extent: CGRect) -> CGAffineTransform {
        let width = extent.width
        let height = extent.height
        let turned =
            switch self {
            case .up: CGAffineTransform.identity
            case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
            case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
            case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
            case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
            case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
            case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
            }
        if self == .up { return turned }
        return CGAffineTransform(translationX: -extent.minX, y: -extent.minY).concatenating(turned)
            .translated(byX: extent.minX, y: extent.minY)
    }
}

extension CGAffineTransform {
    /// Returns this transform followed by a translation.
    fileprivate func translated(byX x: CGFloat, y: CGFloat) -> CGAffineTransform {
        concatenating(CGAffineTransform(translationX: x, y: y))
    }
}
