// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Where the points of an image are in a view that shows it, and where taps on the view are in the image.
///
/// Results are in the coordinates of the image as stored; a view shows the image upright. The orientation of a photo or
/// camera frame, the content mode of the view and the mirrored preview of a front camera are all taken into account:
///
/// ```swift
/// let geometry = ViewGeometry(
///     imageSize: CGSize(width: 1920, height: 1080), orientation: .right, viewSize: view.bounds.size,
///     contentMode: .aspectFill)
/// let nose = face.landmarks[.noseTip].position(in: geometry)
/// ```
///
/// Positions in the view are in points from its upper left corner. With ``ContentMode/aspectFill`` and the modes that
/// do not scale, parts of the image can lie outside the view. A Lineament extension.
public struct ViewGeometry: Sendable, Hashable {
    /// The way in which a view shows an image, with the meaning of UIKit's modes.
    public enum ContentMode: Sendable, Hashable, CaseIterable {
        /// Stretches the image to the size of the view.
        case scaleToFill
        /// Scales the image so that all of it is visible, and centers it.
        case aspectFit
        /// Scales the image so that it covers the view, and centers it.
        case aspectFill
        /// Shows the image in its own size at a place of the view.
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    }

    /// The size of the image as stored, in pixels.
    public var imageSize: CGSize
    /// The rotation and mirroring that make the stored image upright, as the view shows it.
    public var orientation: ImageOrientation
    /// The size of the view, in points.
    public var viewSize: CGSize
    /// The way in which the view shows the image.
    public var contentMode: ContentMode
    /// Whether the view shows the upright image flipped horizontally, as previews of front cameras do.
    public var isMirrored: Bool
    /// The number of pixels per point, which is the size of images in the content modes that do not scale.
    public var scale: CGFloat

    /// Creates the geometry of an image in a view.
    /// - Parameters:
    ///   - imageSize: The size of the image as stored, in pixels: that of a camera's buffer, not that of the upright
    ///     image.
    ///   - orientation: The rotation and mirroring that make the stored image upright.
    ///   - viewSize: The size of the view, in points.
    ///   - contentMode: The way in which the view shows the image.
    ///   - isMirrored: Whether the view shows the upright image flipped horizontally, as previews of front cameras do.
    ///   - scale: The number of pixels per point, for the content modes that do not scale.
    public init(
        imageSize: CGSize, orientation: ImageOrientation = .up, viewSize: CGSize,
        contentMode: ContentMode = .aspectFit, isMirrored: Bool = false, scale: CGFloat = 1
    ) {
        self.imageSize = imageSize
        self.orientation = orientation
        self.viewSize = viewSize
        self.contentMode = contentMode
        self.isMirrored = isMirrored
        self.scale = scale
    }

    /// Creates the geometry of a task's image, with its size and orientation, in a view.
    public init(
        image: MPImage, viewSize: CGSize, contentMode: ContentMode = .aspectFit, isMirrored: Bool = false,
        scale: CGFloat = 1
    ) {
        self.init(
            imageSize: CGSize(width: image.width, height: image.height), orientation: image.imageOrientation,
            viewSize: viewSize, contentMode: contentMode, isMirrored: isMirrored, scale: scale)
    }

    /// The size of the upright image, in pixels.
    public var uprightSize: CGSize {
        orientation.swapsSides ? CGSize(width: imageSize.height, height: imageSize.width) : imageSize
    }

    /// The rectangle that the whole image fills, in points of the view; parts of it can lie outside the view. Empty if
    /// the image is.
    public var imageRect: CGRect {
        let image = uprightSize
        guard image.width > 0, image.height > 0 else {
            return CGRect(x: viewSize.width / 2, y: viewSize.height / 2, width: 0, height: 0)
        }
        let across = viewSize.width / image.width
        let down = viewSize.height / image.height
        let factor: (x: CGFloat, y: CGFloat)
        switch contentMode {
        case .scaleToFill: factor = (across, down)
        case .aspectFit: factor = (min(across, down), min(across, down))
        case .aspectFill: factor = (max(across, down), max(across, down))
        default: factor = scale > 0 ? (1 / scale, 1 / scale) : (1, 1)
        }
        let width = image.width * factor.x
        let height = image.height * factor.y
        let place = contentMode.place
        return CGRect(
            x: (viewSize.width - width) * place.x, y: (viewSize.height - height) * place.y, width: width,
            height: height)
    }
}

extension ViewGeometry.ContentMode {
    /// The part of the free space that is to the left of the image and above it: 0, a half or 1.
    fileprivate var place: (x: CGFloat, y: CGFloat) {
        switch self {
        case .scaleToFill, .aspectFit, .aspectFill, .center: (0.5, 0.5)
        case .top: (0.5, 0)
        case .bottom: (0.5, 1)
        case .left: (0, 0.5)
        case .right: (1, 0.5)
        case .topLeft: (0, 0)
        case .topRight: (1, 0)
        case .bottomLeft: (0, 1)
        case .bottomRight: (1, 1)
        }
    }
}
