// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An image to display: pixels, a scale and an orientation. Immutable; two images are equal if they are the same
/// object.
///
/// `LineamentImages` adds `init?(contentsOfFile:)`, `init?(data:)` and `init?(named:)`.
open class UIImage: NSObject, @unchecked Sendable {
    // Sound: the image never changes. Subclasses answer for what they add.

    /// The rotation and mirroring that make a stored image upright.
    public enum Orientation: Int, Sendable, CaseIterable {
        /// The stored image is upright.
        case up = 0
        /// The stored image must be rotated by 180°.
        case down = 1
        /// The stored image must be rotated by 90° counterclockwise.
        case left = 2
        /// The stored image must be rotated by 90° clockwise.
        case right = 3
        /// The stored image must be flipped horizontally.
        case upMirrored = 4
        /// The stored image must be flipped vertically.
        case downMirrored = 5
        /// The stored image must be transposed: flipped along the diagonal from its upper left corner.
        case leftMirrored = 6
        /// The stored image must be flipped along the diagonal from its upper right corner.
        case rightMirrored = 7
    }

    /// The pixels as stored; `nil` if the image was not created from a `CGImage`.
    public let cgImage: CGImage?
    /// The Core Image image; `nil` if the image was not created from one.
    public let ciImage: CIImage?
    /// The number of pixels per point.
    public let scale: CGFloat
    /// The rotation and mirroring that make the stored image upright.
    public let imageOrientation: Orientation

    /// Creates an empty image without pixels.
    public override init() {
        cgImage = nil
        ciImage = nil
        scale = 1
        imageOrientation = .up
        super.init()
    }

    /// Creates an image from pixels.
    /// - Parameters:
    ///   - cgImage: The pixels, as stored.
    ///   - scale: The number of pixels per point; 1 is assumed if it is not positive.
    ///   - orientation: The rotation and mirroring that make the stored image upright.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        ciImage = nil
        self.scale = scale > 0 ? scale : 1
        imageOrientation = orientation
        super.init()
    }

    /// Creates an upright image from pixels, with one pixel per point.
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// Creates an image from a Core Image image, which is rendered when its pixels are needed.
    /// - Parameters:
    ///   - ciImage: The image, as stored.
    ///   - scale: The number of pixels per point; 1 is assumed if it is not positive.
    ///   - orientation: The rotation and mirroring that make the stored image upright.
    public init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
        cgImage = nil
        self.ciImage = ciImage
        self.scale = scale > 0 ? scale : 1
        imageOrientation = orientation
        super.init()
    }

    /// Creates an upright image from a Core Image image, with one pixel per point.
    public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

    /// The size in points as displayed: the size in pixels divided by the scale, with the orientation applied.
    public var size: CGSize {
        let stored = cgImage.map { CGSize(width: $0.width, height: $0.height) } ?? ciImage?.extent.size ?? .zero
        let width = stored.width / scale
        let height = stored.height / scale
        return switch imageOrientation {
        case .up, .down, .upMirrored, .downMirrored: CGSize(width: width, height: height)
        case .left, .right, .leftMirrored, .rightMirrored: CGSize(width: height, height: width)
        }
    }
}

extension UIImage {
    /// Returns the image with the orientation that shows it mirrored from left to right.
    public func withHorizontallyFlippedOrientation() -> UIImage {
        let flipped: Orientation =
            switch imageOrientation {
            case .up: .upMirrored
            case .upMirrored: .up
            case .down: .downMirrored
            case .downMirrored: .down
            case .left: .rightMirrored
            case .rightMirrored: .left
            case .right: .leftMirrored
            case .leftMirrored: .right
            }
        if let cgImage { return UIImage(cgImage: cgImage, scale: scale, orientation: flipped) }
        return ciImage.map { UIImage(ciImage: $0, scale: scale, orientation: flipped) } ?? self
    }
}
