// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A face to draw: box, contours, landmarks and text, in image pixels.
public struct FaceDrawing: Sendable {
    /// A sequence of points connected by lines.
    public struct Path: Sendable {
        /// The points in order.
        public var points: [Point]
        /// Whether the last point is connected to the first.
        public var isClosed: Bool

        /// Creates a path from its points.
        public init(points: [Point], isClosed: Bool) {
            self.points = points
            self.isClosed = isClosed
        }
    }

    /// The bounding box of the face.
    public var box: CGRect
    /// The contours.
    public var paths: [Path]
    /// The landmarks.
    public var dots: [Point]
    /// The values to write beside the box, a line each.
    public var labelLines: [String]
    /// The track ID, which is the face's name and chooses its color; `nil` for the face's place in the overlay.
    public var number: Int?

    /// Creates a face from its parts.
    public init(box: CGRect, paths: [Path], dots: [Point], labelLines: [String]) {
        self.box = box
        self.paths = paths
        self.dots = dots
        self.labelLines = labelLines
    }
}
